import { eventTypes } from '../events/types.ts'
import {
  Nullable,
  named,
  OneOf,
  pageQuery,
  type Static,
  Strict,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../platform/schemas.ts'

/** Subscribes to every type of event. */
export const allEvents = '*'

const EventTypes = Type.Array(OneOf([allEvents, ...eventTypes]), {
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
  description: 'Types of events, or only `*` for all.',
  examples: [['feedback.created', 'comment.created']],
})

const Url = Type.String({
  'x-text': true,
  minLength: 1,
  maxLength: 2_000,
  description: 'An `https://` URL. `http://` is only for hosts in the networks of `OUTBOUND_ALLOW`.',
  examples: ['https://example.com/webhooks/heed'],
})
const Description = Text({ max: 300, description: 'What the endpoint is for.' })

export const disabledReasons = ['manual', 'gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

const members = {
  id: Uuid(),
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(OneOf([allEvents, ...eventTypes])),
  enabled: Type.Boolean(),
  disabledReason: Nullable(
    OneOf([...disabledReasons], {
      description: 'Who or what disabled it: a person, a response with status 410, or five days without a success.',
    }),
  ),
  lastSuccessAt: Nullable(Timestamp()),
  createdAt: Timestamp(),
  updatedAt: Timestamp(),
}

export const Webhook = named('Webhook', Type.Object(members))
export type Webhook = Static<typeof Webhook>

const secret = Type.Optional(
  Type.String({
    description: 'Only in the first response to this request.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  }),
)

export const WebhookWithSecret = named('WebhookWithSecret', Type.Object({ ...members, secret }))
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

export const WebhookCreate = named(
  'WebhookCreate',
  Strict({ url: Url, events: EventTypes, description: Type.Optional(Description) }),
)
export type WebhookCreate = Static<typeof WebhookCreate>

export const WebhookUpdate = named(
  'WebhookUpdate',
  Strict(
    {
      url: Type.Optional(Url),
      events: Type.Optional(EventTypes),
      description: Type.Optional(Description),
      enabled: Type.Optional(Type.Boolean()),
    },
    { minProperties: 1 },
  ),
)
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const SecretRotation = named(
  'SecretRotation',
  Strict({
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'How long the previous secret also signs deliveries.',
      }),
    ),
  }),
)
export type SecretRotation = Static<typeof SecretRotation>

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const WebhookAttempt = named(
  'WebhookAttempt',
  Type.Object({
    at: Timestamp(),
    responseStatus: Nullable(Type.Integer()),
    durationMs: Type.Integer(),
    error: Nullable(Type.String({ description: 'Why there is no response, or why it is not a success.' })),
    responseExcerpt: Nullable(
      Type.String({
        description:
          'The first 1,024 bytes of the response. Null without a response, once the event’s texts are erased, and for events about customers if the key lacks `customers:read`.',
      }),
    ),
  }),
)
export type WebhookAttempt = Static<typeof WebhookAttempt>

export const WebhookDelivery = named(
  'WebhookDelivery',
  Type.Object({
    id: Uuid(),
    eventId: Uuid('Also the `webhook-id`: the same for retries and replays.'),
    eventType: Type.String(),
    status: OneOf([...deliveryStatuses]),
    nextAttemptAt: Nullable(Timestamp()),
    createdAt: Timestamp(),
    attempts: Type.Array(WebhookAttempt),
  }),
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const DeliveryFilter = Strict({
  ...pageQuery,
  status: Type.Optional(OneOf([...deliveryStatuses])),
  eventType: Type.Optional(OneOf([...eventTypes])),
})
export type DeliveryFilter = Static<typeof DeliveryFilter>

export const ReplayRequest = named(
  'ReplayRequest',
  Strict({
    since: Timestamp('Events from this time on.'),
    until: Type.Optional(Timestamp('Events before this time. Default: now.')),
    types: Type.Optional(
      Type.Array(OneOf([...eventTypes]), {
        minItems: 1,
        maxItems: eventTypes.length,
        uniqueItems: true,
        description: 'Default: the types that the webhook subscribes to.',
      }),
    ),
  }),
)
export type ReplayRequest = Static<typeof ReplayRequest>

export const ReplayCount = named('ReplayCount', Type.Object({ count: Type.Integer() }))
