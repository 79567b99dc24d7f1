import type { ChannelKind, Provider } from '#server/webhooks/channels/kinds.ts'
import { channelsMessages as messages } from '../../messages/settings/channels.ts'

// Fails the type check for a product or a kind that is missing in the messages.
const labels: { providers: Record<Provider, string>; kinds: Record<ChannelKind, unknown> } = {
  providers: messages.providers,
  kinds: messages.kindLabels,
}

/** In the order of the form. */
export const providers = Object.keys(labels.providers) as Provider[]
export const channelKinds = Object.keys(labels.kinds) as ChannelKind[]
