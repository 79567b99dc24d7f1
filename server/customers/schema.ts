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
import { Attributes } from './attributes.ts'
import { Company, CompanyInput } from './companies/schema.ts'

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

/** A customer in the API. Only keys with the scope customers:read see email addresses. */
export const Customer = named(
  'Customer',
  Type.Object({
    id: Uuid(),
    externalId: Nullable(Type.String({ description: 'Your own id for this customer.' })),
    email: Nullable(Type.String()),
    name: Nullable(Type.String()),
    company: Nullable(Company),
    attributes: Attributes,
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
)
export type Customer = Static<typeof Customer>

const { email, name, externalId } = Submitter.properties

const members = {
  externalId: Type.Optional(Nullable(externalId)),
  email: Type.Optional(Nullable(email)),
  name: Type.Optional(Nullable(name)),
  company: Type.Optional(Nullable(CompanyInput)),
  attributes: Type.Optional(Attributes),
}

export const CustomerUpsert = named(
  'CustomerUpsert',
  Strict(members, {
    anyOf: [{ required: ['externalId'] }, { required: ['email'] }],
    description: 'A customer. At least one of `externalId` and `email`.',
  }),
)
export type CustomerUpsert = Static<typeof CustomerUpsert>

export const CustomerPatch = named('CustomerUpdate', Strict(members, { minProperties: 1 }))
export type CustomerPatch = Static<typeof CustomerPatch>

/** The kinds of customers that a list can be limited to; see `tracking/take-part.ts`. */
export const customerSegments = ['tracked', 'participant', 'blocked'] as const
export type CustomerSegment = (typeof customerSegments)[number]

export const CustomerPageQuery = Strict({
  ...pageQuery,
  email: Type.Optional(
    Type.String({
      'x-text': true,
      format: 'email',
      maxLength: 254,
      description: 'The customer with this address, ignoring case.',
    }),
  ),
  externalId: Type.Optional(Text({ min: 1, max: 255, description: 'The customer with this id of yours.' })),
  company: Type.Optional(Text({ min: 1, max: 255, description: 'The UUID or external id of a company.' })),
  segment: Type.Optional(
    OneOf([...customerSegments], {
      description:
        '`tracked` customers count toward the plan; a `participant` takes part on the portal without being tracked; the team has `blocked` a customer.',
    }),
  ),
  search: Type.Optional(
    Text({ min: 1, max: 200, description: 'Text to find in the name, the email or the external id, ignoring case.' }),
  ),
})
export type CustomerPageQuery = Static<typeof CustomerPageQuery>

export const CustomerDeletion = Strict({
  withContent: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to delete what they wrote as well. Otherwise it stays, without their name.',
    }),
  ),
})
