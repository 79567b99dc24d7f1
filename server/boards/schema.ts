import { OneOf, type Static, Strict, Text, Type } from '../platform/schemas.ts'
import { type ReviewPolicy, reviewPolicies } from './review-policy.ts'

const slug = Type.String({ 'x-text': true, pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' })
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
