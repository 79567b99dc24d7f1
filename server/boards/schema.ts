import { named, OneOf, pageQuery, type Static, Strict, Text, Timestamp, Type, Uuid } from '../platform/schemas.ts'
import { type ReviewPolicy, reviewPolicies } from './review-policy.ts'

const slug = Type.String({
  'x-text': true,
  pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$',
  examples: ['integrations'],
})
const name = Text({ min: 1, max: 100 })

const settings = {
  acceptsRequests: Type.Optional(Type.Boolean()),
  isPublic: Type.Optional(Type.Boolean()),
  reviewsNew: Type.Optional(OneOf([...reviewPolicies])),
  reviewsComments: Type.Optional(OneOf([...reviewPolicies])),
}

export const BoardCreate = Strict({ name, slug, ...settings })
export type BoardCreate = Static<typeof BoardCreate>

export const BoardUpdate = Strict(
  { name: Type.Optional(name), slug: Type.Optional(slug), ...settings },
  { minProperties: 1 },
)
export type BoardUpdate = Static<typeof BoardUpdate>

/** A board as the settings show it. */
export interface BoardSettings {
  id: string
  name: string
  slug: string
  acceptsRequests: boolean
  isPublic: boolean
  reviewsNew: ReviewPolicy
  reviewsComments: ReviewPolicy
}

/** A board in the API. */
export const Board = named(
  'Board',
  Type.Object({
    id: Uuid(),
    slug: Type.String({ description: 'Its name in URLs and in `boardId`.' }),
    name: Type.String(),
    acceptsRequests: Type.Boolean({ description: 'Whether new requests can be submitted to it.' }),
    isPublic: Type.Boolean({ description: 'Whether the portal shows it.' }),
    reviewsNew: OneOf([...reviewPolicies], { description: 'Which new requests of customers wait for review.' }),
    createdAt: Timestamp(),
  }),
)
export type Board = Static<typeof Board>

const { reviewsComments: _, ...apiSettings } = settings

export const ApiBoardCreate = named('BoardCreate', Strict({ name, slug, ...apiSettings }))
export const ApiBoardUpdate = named(
  'BoardUpdate',
  Strict({ name: Type.Optional(name), slug: Type.Optional(slug), ...apiSettings }, { minProperties: 1 }),
)

export const BoardPageQuery = Strict(pageQuery)
export type BoardPageQuery = Static<typeof BoardPageQuery>
