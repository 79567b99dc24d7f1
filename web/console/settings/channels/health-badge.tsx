import { formatDateTime } from '#i18n/format.ts'
import type { ChannelKind } from '#server/webhooks/channels/kinds.ts'
import type { Channel } from '#server/webhooks/channels/schema.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { channelsMessages as messages } from '../../messages/settings/channels.ts'
import { channelKinds } from './kinds.ts'

/** Shows whether messages arrive, since when they do not, or why the channel is disabled. */
export function HealthBadge({ channel: { disabledReason, failingSince }, zone }: { channel: Channel; zone: string }) {
  if (disabledReason !== null) {
    return (
      <Badge tone={disabledReason === 'manual' ? 'neutral' : 'danger'} dot>
        {messages.health[disabledReason]}
      </Badge>
    )
  }
  return failingSince === null ? (
    <Badge tone="success" dot>
      {messages.health.enabled}
    </Badge>
  ) : (
    <Badge tone="warning" dot>
      {messages.health.failingSince({ time: formatDateTime(new Date(failingSince), zone) })}
    </Badge>
  )
}

/** Summarizes the kinds of messages that a channel gets. */
export function describeKinds(kinds: readonly ChannelKind[]): string {
  if (kinds.length === channelKinds.length) return messages.allKinds
  const [first, ...rest] = channelKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => messages.kindLabels[kind].label)
  return rest.length === 0 ? (first ?? '') : messages.moreKinds({ first: first ?? '', count: rest.length })
}
