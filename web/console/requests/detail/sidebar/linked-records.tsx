import { ExternalLink, Send, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { Button, LinkButton } from '../../../../ui/buttons/button.tsx'
import { Badge } from '../../../../ui/data/badge.tsx'
import { Time } from '../../../../ui/data/time.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import {
  linkedEntriesMessages,
  mergedRequestsMessages,
  trackerIssueMessages as messages,
} from '../../../messages/requests/detail.ts'
import type { RequestDetail } from '../load.ts'
import type { SharedProps } from '../page.tsx'
import { SidebarSection } from './section.tsx'

/** Shows the issue linked to the request, or a link to send the request to the tracker. */
export function TrackerIssueSection({ request, tracker, home, can }: RequestDetail) {
  const { trackerLink, feedback } = request
  if (trackerLink) {
    return (
      <SidebarSection title={messages.title}>
        <a className="text-link request-outside" href={trackerLink.url} target="_blank" rel="noopener noreferrer">
          <span className="truncate">{trackerLink.identifier}</span>
          <span className="text-muted">{messages.sent({ tracker: tracker?.name ?? trackerLink.provider })}</span>
          <ExternalLink aria-hidden />
          <span className="visually-hidden">{messages.newWindow}</span>
        </a>
      </SidebarSection>
    )
  }
  return (
    <SidebarSection title={messages.title}>
      {tracker === null ? (
        <p className="request-none">
          {messages.notConnected}{' '}
          {can.seeSettings && (
            <Link className="text-link" to={`${home}/settings/tracker`}>
              {messages.connect}
            </Link>
          )}
        </p>
      ) : (
        <>
          {!tracker.isUsable && <p className="request-none">{messages.unusable({ tracker: tracker.name })}</p>}
          <SendLink
            name={tracker.name}
            to={`${home}/requests/${feedback.id}/send`}
            isApproved={feedback.status === 'approved'}
          />
        </>
      )}
    </SidebarSection>
  )
}

function SendLink({ name, to, isApproved }: { name: string; to: string; isApproved: boolean }) {
  const props = { size: 'sm', icon: <Send aria-hidden /> } as const
  if (!isApproved) {
    return (
      <Button {...props} disabledReason={messages.notApproved}>
        {messages.send({ tracker: name })}
      </Button>
    )
  }
  return (
    <LinkButton {...props} to={to}>
      {messages.send({ tracker: name })}
    </LinkButton>
  )
}

/** Lists the changelog entries that link to the request. */
export function LinkedEntriesSection({ request: { entries }, home }: RequestDetail) {
  return (
    <SidebarSection title={linkedEntriesMessages.title}>
      {entries.length === 0 ? (
        <p className="request-none">{linkedEntriesMessages.none}</p>
      ) : (
        <ul className="request-entries">
          {entries.map(({ id, title, state }) => (
            <li key={id}>
              <Link className="text-link" to={`${home}/changelog/${id}`} dir="auto">
                {title}
              </Link>
              <Badge tone={state === 'published' ? 'success' : 'neutral'}>{linkedEntriesMessages.states[state]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </SidebarSection>
  )
}

/** Lists the requests merged into this one, each with a button that undoes the merge. */
export function MergedRequestsSection({ request: { merged }, can, now, zone }: RequestDetail & SharedProps) {
  return (
    <SidebarSection title={mergedRequestsMessages.title}>
      <ul className="request-merged">
        {merged.map(({ id, title, mergedAt }) => (
          <li key={id}>
            <div className="min-w-0 flex-1">
              <p dir="auto">{title}</p>
              <p className="text-muted text-12">
                {mergedRequestsMessages.at} <Time value={mergedAt} now={now} zone={zone} />
              </p>
            </div>
            {can.merge && (
              <ActionForm intent="unmerge" fields={{ mergedId: id }}>
                <SubmitButton
                  look="quiet"
                  size="sm"
                  icon={<Undo2 aria-hidden />}
                  aria-label={mergedRequestsMessages.undoLabel({ title })}
                >
                  {mergedRequestsMessages.undo}
                </SubmitButton>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </SidebarSection>
  )
}
