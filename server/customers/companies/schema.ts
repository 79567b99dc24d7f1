import { Nullable, named, pageQuery, type Static, Strict, Text, Timestamp, Type, Uuid } from '../../platform/schemas.ts'
import { Attributes } from '../attributes.ts'

/** An amount of money. Integers up to 2^53 - 1 are exact in JSON. */
export const Money = named(
  'Money',
  Strict({
    amount: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'In minor units, such as cents.',
      examples: [49_900],
    }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'An ISO 4217 code.', examples: ['EUR'] }),
  }),
)
export type Money = Static<typeof Money>

export const Company = named(
  'Company',
  Type.Object({
    id: Uuid(),
    externalId: Type.String({ description: 'Your own id for this company.' }),
    name: Type.String(),
    monthlyRevenue: Nullable(Money),
    attributes: Attributes,
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
)
export type Company = Static<typeof Company>

const externalId = Text({ min: 1, max: 255, description: 'Your own id for this company.', examples: ['acme'] })

/** A company in the body of a PUT, alone or with a customer. */
export const CompanyInput = named(
  'CompanyInput',
  Strict({
    externalId,
    name: Type.Optional(Text({ min: 1, max: 200, description: 'Required for a new company.' })),
    monthlyRevenue: Type.Optional(Nullable(Money)),
    attributes: Type.Optional(Attributes),
  }),
)
export type CompanyInput = Static<typeof CompanyInput>

export const CompanyFilter = Strict({
  ...pageQuery,
  externalId: Type.Optional(Text({ min: 1, max: 255, description: 'The company with this id of yours.' })),
})
export type CompanyFilter = Static<typeof CompanyFilter>
