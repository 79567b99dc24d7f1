import { ExternalLink, Send, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { Button, LinkButton } from '../../../../ui/buttons/button.tsx'
import { Badge } from '../../../../ui/data/badge.tsx'
import { Time } from '../../../../ui/data/time.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import {
  mergedRequestsMessages as mergedWords,
  trackerIssueMessages as messages,
  linkedEntriesMessages as newsWords,
} from '../../../messages/requests/detail.ts'
import type { RequestDetail } from '../load.ts'
import type { SharedProps } from '../page.tsx'
import { SidebarSection } from './section.tsx'

/** The issue that the request became, or the way to send it. */
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
  const looks = { size: 'sm', icon: <Send aria-hidden /> } as const
  if (!isApproved) {
    return (
      <Button {...looks} disabledReason={messages.notApproved}>
        {messages.send({ tracker: name })}
      </Button>
    )
  }
  return (
    <LinkButton {...looks} to={to}>
      {messages.send({ tracker: name })}
    </LinkButton>
  )
}

/** The entries of the changelog that link the request. */
export function LinkedEntriesSection({ request: { entries }, home }: RequestDetail) {
  return (
    <SidebarSection title={newsWords.title}>
      {entries.length === 0 ? (
        <p className="request-none">{newsWords.none}</p>
      ) : (
        <ul className="request-entries">
          {entries.map(({ id, title, state }) => (
            <li key={id}>
              <Link className="text-link" to={`${home}/changelog/${id}`} dir="auto">
                {title}
              </Link>
              <Badge tone={state === 'published' ? 'success' : 'neutral'}>{newsWords.states[state]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </SidebarSection>
  )
}

/** What was merged into the request, each with its way back. */
export function MergedRequestsSection({ request: { merged }, can, now, zone }: RequestDetail & SharedProps) {
  return (
    <SidebarSection title={mergedWords.title}>
      <ul className="request-merged">
        {merged.map(({ id, title, mergedAt }) => (
          <li key={id}>
            <div className="min-w-0 flex-1">
              <p dir="auto">{title}</p>
              <p className="text-muted text-12">
                {mergedWords.at} <Time value={mergedAt} now={now} zone={zone} />
              </p>
            </div>
            {can.merge && (
              <ActionForm intent="unmerge" fields={{ mergedId: id }}>
                <SubmitButton
                  look="quiet"
                  size="sm"
                  icon={<Undo2 aria-hidden />}
                  aria-label={mergedWords.undoLabel({ title })}
                >
                  {mergedWords.undo}
                </SubmitButton>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </SidebarSection>
  )
}
