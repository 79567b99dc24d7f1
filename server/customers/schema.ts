import { named, type Static, Strict, Text, Type } from '../platform/schemas.ts'

/** The person who submits, votes or comments, as the caller identifies them. */
export const Submitter = named(
  'Submitter',
  Strict(
    {
      email: Type.Optional(Type.String({ 'x-text': true, format: 'email', maxLength: 254 })),
      name: Type.Optional(Text({ max: 200 })),
      externalId: Type.Optional(Text({ min: 1, max: 255, description: 'Your own id for this customer.' })),
    },
    {
      anyOf: [{ required: ['email'] }, { required: ['externalId'] }],
      description: 'A customer. At least one of `email` and `externalId`.',
    },
  ),
)
export type Submitter = Static<typeof Submitter>
