import { Nullable, named, OneOf, pageQuery, type Static, Strict, Timestamp, Type, Uuid } from '../platform/schemas.ts'
import { eventTypes } from './types.ts'

const EventType = OneOf([...eventTypes], { examples: ['feedback.created'] })

export const Event = named(
  'Event',
  Type.Object({
    id: Uuid('Also the `webhook-id` of its deliveries.'),
    type: EventType,
    timestamp: Timestamp(),
    sequence: Type.Integer({ description: 'Grows along this list within a workspace.' }),
    actor: Type.Object({
      type: OneOf(['api_key', 'member', 'customer', 'system', 'app']),
      id: Nullable(Uuid()),
      name: Nullable(Type.String({ description: 'The actor’s current name, or null if it has no name.' })),
    }),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The resource as its GET presents it, at the time of the event; of a deletion, the last state.',
      },
    ),
    changes: Type.Optional(
      Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }), {
        description: 'Changed members, with the values before and after.',
      }),
    ),
  }),
)
export type Event = Static<typeof Event>

export const EventFilter = Strict({
  ...pageQuery,
  after: Type.Optional(
    Uuid('The id of the last event that you have seen. Returns those after it. Not together with `cursor` or `since`.'),
  ),
  since: Type.Optional(Timestamp('Returns events from this time on.')),
  type: Type.Optional(
    Type.Array(EventType, {
      // A URL cannot contain an empty list, but the arguments of a tool can.
      minItems: 1,
      maxItems: eventTypes.length,
      uniqueItems: true,
      description: 'Only events of this type. Repeat it for several types.',
    }),
  ),
})
export type EventFilter = Static<typeof EventFilter>
