import { OneOf, type Static, Strict, Text, Type, Uuid } from '../../platform/schemas.ts'
import type { DisabledReason, WebhookAttempt } from '../schema.ts'
import { type ChannelKind, channelKinds, type Provider, providers, type testKind } from './kinds.ts'

const name = Text({ min: 1, max: 80 })
const webhookUrl = Type.String({ 'x-text': true, minLength: 1, maxLength: 2_000 })
const kinds = Type.Array(OneOf([...channelKinds]), { minItems: 1, maxItems: channelKinds.length, uniqueItems: true })
const boardIds = Type.Array(Uuid(), { maxItems: 200, uniqueItems: true })

export const ChannelCreate = Strict({ provider: OneOf([...providers]), name, webhookUrl, kinds, boardIds })
export type ChannelCreate = Static<typeof ChannelCreate>

/** Omit the URL to keep the current one. */
export const ChannelUpdate = Strict({
  name: Type.Optional(name),
  webhookUrl: Type.Optional(webhookUrl),
  kinds: Type.Optional(kinds),
  boardIds: Type.Optional(boardIds),
  enabled: Type.Optional(Type.Boolean()),
})
export type ChannelUpdate = Static<typeof ChannelUpdate>

export interface Channel {
  id: string
  provider: Provider
  name: string
  /** The host and the last characters of the URL, which is a secret. */
  address: string
  kinds: ChannelKind[]
  /** Empty for all boards. */
  boardIds: string[]
  enabled: boolean
  disabledReason: DisabledReason | null
  failingSince: string | null
  lastSuccessAt: string | null
  createdAt: string
}

export interface ChannelDelivery {
  id: string
  kind: ChannelKind | typeof testKind
  /** How many events its message reports. */
  eventCount: number
  status: 'pending' | 'succeeded' | 'failed' | 'skipped'
  nextAttemptAt: string | null
  createdAt: string
  attempts: WebhookAttempt[]
}
