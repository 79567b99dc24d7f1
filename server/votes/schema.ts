import { stages } from '../feedback/schema.ts'
import { Nullable, named, OneOf, type Static, Timestamp, Type, Uuid } from '../platform/schemas.ts'

const vote = { feedbackId: Uuid(), customerId: Uuid(), createdAt: Timestamp() }

export const Vote = named('Vote', Type.Object(vote))
export type Vote = Static<typeof Vote>

/** A vote with its customer, in the list of a request's votes. */
export const FeedbackVote = named(
  'FeedbackVote',
  Type.Object({
    ...vote,
    customer: Type.Object({
      id: Uuid(),
      externalId: Nullable(Type.String()),
      email: Nullable(Type.String()),
      name: Nullable(Type.String()),
    }),
  }),
)
export type FeedbackVote = Static<typeof FeedbackVote>

/** A vote with its request, in the list of a customer's votes. */
export const CustomerVote = named(
  'CustomerVote',
  Type.Object({
    ...vote,
    feedback: Type.Object({ id: Uuid(), title: Type.String(), stage: OneOf([...stages]) }),
  }),
)
export type CustomerVote = Static<typeof CustomerVote>
