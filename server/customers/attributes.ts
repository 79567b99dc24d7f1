import { Type } from '../platform/schemas.ts'

/** What a workspace's own systems know about a customer or a company. Dates are strings in ISO 8601. */
export type Attributes = Record<string, string | number | boolean>

export const Attributes = Type.Unsafe<Attributes>({
  type: 'object',
  maxProperties: 50,
  propertyNames: { type: 'string', 'x-storable': true, minLength: 1, maxLength: 64 },
  additionalProperties: { type: ['string', 'number', 'boolean'], 'x-text': true, maxLength: 1000 },
  description:
    'Your own data, with at most 50 keys. A key has 1 to 64 characters; a value is a string of at most 1,000 characters, a number, a boolean, or a date in ISO 8601 as a string.',
})
