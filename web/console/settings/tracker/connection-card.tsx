import { LinkButton } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { trackerMessages as messages, priorityLabels } from '../../messages/settings/tracker.ts'
import type { ConnectedTrackerPage } from './page.tsx'

export interface ConnectionTest {
  /** The tracker's message; null if the connection works. */
  failure: string | null
}

const tones = { connected: 'success', revoked: 'danger', stale: 'warning' } as const

export function ConnectionCard({
  tracker,
  settingsPath,
  now,
  zone,
  tested,
}: ConnectedTrackerPage & { tested: ConnectionTest | undefined }) {
  const { provider, status, reason, account, links } = tracker
  const badge = (
    <Badge tone={tones[status]} dot>
      {messages.status[status]}
    </Badge>
  )
  return (
    <Card
      title={messages.providers[provider]}
      actions={badge}
      footer={
        <>
          <ActionForm intent="test">
            <SubmitButton look="normal">{messages.test}</SubmitButton>
          </ActionForm>
          <LinkButton to={`${settingsPath}/destination`}>{messages.change}</LinkButton>
          <LinkButton to={`${settingsPath}/connect/${provider}`} look={status === 'connected' ? 'quiet' : 'primary'}>
            {messages.reconnect}
          </LinkButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div role="status" className={tested ? undefined : 'contents'}>
          {tested && <ConnectionTestResult {...tested} />}
        </div>
        {status !== 'connected' && !tested && (
          <Notice tone={status === 'revoked' ? 'danger' : 'warning'} title={messages.reason[status]}>
            {reason && <p>{reason}.</p>}
          </Notice>
        )}
        {tracker.rateLimitedSeconds > 0 && (
          <Notice tone="warning">{messages.rateLimited({ seconds: tracker.rateLimitedSeconds })}</Notice>
        )}
        <DescriptionList
          facts={[
            [
              messages.organization,
              <a key="account" href={account.url} rel="noopener noreferrer" target="_blank">
                {account.name}
              </a>,
            ],
            [messages.teamNouns[provider], tracker.team],
            [messages.projectNouns[provider], tracker.project],
            [messages.labels, tracker.labels > 0 ? messages.labelCount({ count: tracker.labels }) : null],
            [messages.assignee, tracker.hasAssignee ? messages.assigneeSet : null],
            [messages.priority, tracker.priority === null ? null : priorityLabels[tracker.priority]],
            [messages.linked, linksText(links)],
            [messages.connectedSince, <DateText key="since" value={tracker.connectedAt} zone={zone} />],
            [messages.checked, <Time key="checked" value={tracker.checkedAt} zone={zone} now={now} />],
          ]}
        />
      </div>
    </Card>
  )
}

const linksText = ({ active, creating }: ConnectedTrackerPage['tracker']['links']): string =>
  creating === 0
    ? messages.links({ count: active })
    : messages.linksWithUnconfirmed({ count: active, unconfirmed: creating })

function ConnectionTestResult({ failure }: ConnectionTest) {
  if (failure === null) {
    return (
      <Notice tone="success" title={messages.tested}>
        <p>{messages.testedText}</p>
      </Notice>
    )
  }
  return (
    <Notice tone="danger" title={messages.testFailed}>
      <p>{failure}.</p>
    </Notice>
  )
}
