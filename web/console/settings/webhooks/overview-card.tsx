import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { DateText, Time } from '../../../ui/data/time.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import type { WebhookPage } from './load-webhook-page.ts'

export function OverviewCard({ webhook, now, zone }: WebhookPage) {
  const { events, lastSuccessAt, createdAt, previousSecretExpiresAt: previous } = webhook
  return (
    <Card title={messages.overview}>
      <DescriptionList
        facts={[
          [messages.events, <Events key="events" events={events} />],
          [
            messages.lastSuccess,
            lastSuccessAt ? <Time key="success" value={lastSuccessAt} now={now} zone={zone} /> : messages.never,
          ],
          [
            messages.secret,
            previous !== null && previous > now ? (
              <>
                {messages.oldSecretUntil} <DateText value={previous} zone={zone} clock />.
              </>
            ) : (
              messages.secretHidden
            ),
          ],
          [messages.createdAt, <DateText key="created" value={createdAt} zone={zone} />],
        ]}
      />
    </Card>
  )
}

function Events({ events }: { events: readonly string[] }) {
  if (events.includes('*')) return messages.allEvents
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {events.map((type) => (
        <li key={type}>
          <code>{type}</code>
        </li>
      ))}
    </ul>
  )
}
