import { ExternalLink, Send } from 'lucide-react'
import { Link } from 'react-router'
import { Button, LinkButton } from '../../../../ui/buttons/button.tsx'
import { trackerIssueMessages as messages } from '../../../messages/requests/detail.ts'
import { factMessages } from '../../../messages/requests/organize.ts'
import type { RequestDetail } from '../load.ts'
import { Fact } from './fact.tsx'

/** Shows the issue linked to the request, or a link to send the request to the tracker. */
export function TrackerFact({ request, tracker, home }: RequestDetail) {
  const { trackerLink, feedback } = request
  return (
    <Fact name="issue" label={factMessages.issue}>
      {trackerLink ? (
        <a
          className="fact-value"
          href={trackerLink.url}
          target="_blank"
          rel="noopener noreferrer"
          title={messages.sent({ tracker: tracker?.name ?? trackerLink.provider })}
        >
          <span className="truncate">
            <span className="visually-hidden">{factMessages.issue} </span>
            {trackerLink.identifier}
          </span>
          <ExternalLink aria-hidden />
          <span className="visually-hidden">{messages.newWindow}</span>
        </a>
      ) : (
        <SendToTracker
          tracker={tracker}
          to={`${home}/requests/${feedback.id}/send`}
          isApproved={feedback.status === 'approved'}
          settingsUrl={`${home}/settings/tracker`}
        />
      )}
    </Fact>
  )
}

interface SendToTrackerProps extends Pick<RequestDetail, 'tracker'> {
  to: string
  isApproved: boolean
  settingsUrl: string
}

function SendToTracker({ tracker, to, isApproved, settingsUrl }: SendToTrackerProps) {
  if (tracker === null) {
    return (
      <Link className="fact-value text-muted" to={settingsUrl}>
        {messages.connect}
      </Link>
    )
  }
  const props = { size: 'sm', look: 'quiet', icon: <Send aria-hidden /> } as const
  const text = messages.send({ tracker: tracker.name })
  const title = tracker.isUsable ? undefined : messages.unusable({ tracker: tracker.name })
  return isApproved ? (
    <LinkButton {...props} to={to} title={title}>
      {text}
    </LinkButton>
  ) : (
    <Button {...props} disabledReason={messages.notApproved}>
      {text}
    </Button>
  )
}
