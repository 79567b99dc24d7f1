import { ExternalLink, Send, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { Badge } from '../../../../ui/data/badge.tsx'
import { Button, LinkButton } from '../../../../ui/buttons/button.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { Time } from '../../../../ui/data/time.tsx'
import { merged as mergedWords, news as newsWords, tracking as words } from '../../../messages/requests/detail.ts'
import type { Detail } from '../load.ts'
import type { Surroundings } from '../page.tsx'
import { SideSection } from './section.tsx'

/** The issue that the request became, or the way to send it. */
export function Issue({ request, tracker, home, can }: Detail) {
  const { trackerLink, feedback } = request
  if (trackerLink) {
    return (
      <SideSection title={words.title}>
        <a className="text-link request-outside" href={trackerLink.url} target="_blank" rel="noopener noreferrer">
          <span className="truncate">{trackerLink.identifier}</span>
          <span className="text-muted">{words.sent(tracker?.name ?? trackerLink.provider)}</span>
          <ExternalLink aria-hidden />
          <span className="visually-hidden">{words.newWindow}</span>
        </a>
      </SideSection>
    )
  }
  return (
    <SideSection title={words.title}>
      {tracker === null ? (
        <p className="request-none">
          {words.notConnected}{' '}
          {can.seeSettings && (
            <Link className="text-link" to={`${home}/settings/tracker`}>
              {words.connect}
            </Link>
          )}
        </p>
      ) : (
        <>
          {!tracker.isUsable && <p className="request-none">{words.unusable(tracker.name)}</p>}
          <SendLink
            name={tracker.name}
            to={`${home}/requests/${feedback.id}/send`}
            isApproved={feedback.status === 'approved'}
          />
        </>
      )}
    </SideSection>
  )
}

function SendLink({ name, to, isApproved }: { name: string; to: string; isApproved: boolean }) {
  const looks = { size: 'sm', icon: <Send aria-hidden /> } as const
  if (!isApproved) {
    return (
      <Button {...looks} disabledReason={words.notApproved}>
        {words.send(name)}
      </Button>
    )
  }
  return (
    <LinkButton {...looks} to={to}>
      {words.send(name)}
    </LinkButton>
  )
}

/** The entries of the changelog that link the request. */
export function News({ request: { entries }, home }: Detail) {
  return (
    <SideSection title={newsWords.title}>
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
    </SideSection>
  )
}

/** What was merged into the request, each with its way back. */
export function MergedRequests({ request: { merged }, can, now, zone }: Detail & Surroundings) {
  return (
    <SideSection title={mergedWords.title}>
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
                  aria-label={mergedWords.undoLabel(title)}
                >
                  {mergedWords.undo}
                </SubmitButton>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </SideSection>
  )
}
