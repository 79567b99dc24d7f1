import { ChevronUp } from 'lucide-react'
import { Link } from 'react-router'
import { Time } from '../../../../ui/data/time.tsx'
import { requestMessages } from '../../../messages/requests/detail.ts'
import { factMessages as messages } from '../../../messages/requests/organize.ts'
import type { RequestDetail } from '../load.ts'
import type { SharedProps } from '../page.tsx'
import { personName } from '../person-name.ts'
import { Fact } from './fact.tsx'
import { OrganizeFacts } from './organize-facts.tsx'
import { RoadmapFact } from './roadmap-fact.tsx'
import { TrackerFact } from './tracker-fact.tsx'

/** The facts about a request, under its title. Those that can be changed are menus. */
export function RequestFacts(props: RequestDetail & SharedProps) {
  const { request, home, listQuery, now, zone, can } = props
  const { feedback, submitter } = request
  return (
    <dl className="request-facts">
      <Fact name="votes" label={messages.votes}>
        <Link
          className="fact-value"
          to={`${home}/requests/${feedback.id}/voters${listQuery}`}
          aria-label={`${requestMessages.votes({ count: feedback.votes })}. ${messages.voters}`}
        >
          <ChevronUp aria-hidden />
          <strong>{requestMessages.votes({ count: feedback.votes })}</strong>
        </Link>
      </Fact>
      <OrganizeFacts {...props} />
      <RoadmapFact {...props} />
      {(request.trackerLink || (can.send && (props.tracker || can.seeSettings))) && <TrackerFact {...props} />}
      <Fact name="submitter" label={messages.submitter}>
        {submitter ? (
          <Link className="fact-value" to={`${home}/customers/${submitter.id}`} title={submitter.email ?? undefined}>
            <span className="truncate" dir="auto">
              {personName(submitter)}
            </span>
            {submitter.company && (
              <span className="truncate text-muted" dir="auto">
                {submitter.company}
              </span>
            )}
          </Link>
        ) : (
          <span className="fact-value text-muted">{requestMessages.anonymous}</span>
        )}
      </Fact>
      <Fact name="created" label={messages.created}>
        <span className="fact-value">
          <Time value={feedback.createdAt} now={now} zone={zone} />
        </span>
      </Fact>
      <Fact name="active" label={messages.active}>
        <span className="fact-value">
          <Time value={request.lastActivityAt} now={now} zone={zone} />
        </span>
      </Fact>
    </dl>
  )
}
