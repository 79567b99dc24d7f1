import { formatDateTime } from '#i18n/format.ts'
import type { WebhookHealth } from '#server/webhooks/health.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { webhooksMessages as messages } from '../../messages/settings/webhooks.ts'

const disabledTones = { manual: 'neutral', gone: 'danger', failing: 'danger' } as const

/** Shows whether a webhook works, since when it fails, or why it is disabled. */
export function HealthBadge({ webhook, zone }: { webhook: WebhookHealth; zone: string }) {
  const { disabledReason, failingSince } = webhook
  if (disabledReason !== null) {
    return (
      <Badge tone={disabledTones[disabledReason]} dot>
        {messages.health[disabledReason]}
      </Badge>
    )
  }
  if (failingSince !== null) {
    return (
      <Badge tone="warning" dot>
        {messages.health.failingSince({ time: formatDateTime(new Date(failingSince), zone) })}
      </Badge>
    )
  }
  return (
    <Badge tone="success" dot>
      {messages.health.enabled}
    </Badge>
  )
}

/** Returns a subscription in few words. */
export function describeEvents(events: readonly string[]): string {
  if (events.includes('*')) return messages.allEvents
  const [first = '', ...rest] = events
  return rest.length === 0 ? first : messages.moreEvents({ first, count: rest.length })
}
