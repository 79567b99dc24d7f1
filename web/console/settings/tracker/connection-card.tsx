import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Facts } from '../../../ui/data/list-row.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { projectNoun, teamNoun, trackerWords as words } from '../../messages/settings/tracker.ts'
import type { Connected } from './page.tsx'

export interface Tested {
  /** In the tracker's words; null when it works. */
  failure: string | null
}

const tones = { connected: 'success', revoked: 'danger', stale: 'warning' } as const

export function StatusCard({ tracker, here, now, zone, tested }: Connected & { tested: Tested | undefined }) {
  const { provider, status, reason, account, links } = tracker
  const badge = (
    <Badge tone={tones[status]} dot>
      {words.status[status]}
    </Badge>
  )
  return (
    <Card
      title={words.providers[provider]}
      actions={badge}
      footer={
        <>
          <ActionForm intent="test">
            <SubmitButton look="normal">{words.test}</SubmitButton>
          </ActionForm>
          <LinkButton to={`${here}/destination`}>{words.change}</LinkButton>
          <LinkButton to={`${here}/connect/${provider}`} look={status === 'connected' ? 'quiet' : 'primary'}>
            {words.reconnect}
          </LinkButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div role="status" className={tested ? undefined : 'contents'}>
          {tested && <Outcome {...tested} />}
        </div>
        {status !== 'connected' && !tested && (
          <Notice tone={status === 'revoked' ? 'danger' : 'warning'} title={words.reason[status]}>
            {reason && <p>{reason}.</p>}
          </Notice>
        )}
        {tracker.pausedSeconds > 0 && <Notice tone="warning">{words.paused(tracker.pausedSeconds)}</Notice>}
        <Facts
          facts={[
            [
              words.organization,
              <a key="account" href={account.url} rel="noopener noreferrer" target="_blank">
                {account.name}
              </a>,
            ],
            [teamNoun[provider], tracker.team],
            [projectNoun[provider], tracker.project],
            [words.labels, tracker.labels > 0 ? words.labelCount(tracker.labels) : null],
            [words.assignee, tracker.hasAssignee ? words.assigneeSet : null],
            [words.priority, tracker.priority === null ? null : words.priorities[tracker.priority]],
            [words.linked, words.links(links.active, links.creating)],
            [words.since, <DateText key="since" value={tracker.connectedAt} zone={zone} />],
            [words.checked, <Time key="checked" value={tracker.checkedAt} zone={zone} now={now} />],
          ]}
        />
      </div>
    </Card>
  )
}

function Outcome({ failure }: Tested) {
  if (failure === null) {
    return (
      <Notice tone="success" title={words.tested}>
        <p>{words.testedText}</p>
      </Notice>
    )
  }
  return (
    <Notice tone="danger" title={words.testFailed}>
      <p>{failure}.</p>
    </Notice>
  )
}
