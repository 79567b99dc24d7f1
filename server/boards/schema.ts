import { OneOf, type Static, Strict, Text, Type } from '../platform/schemas.ts'

/**
 * Whose new requests wait for the team: everybody's; those of customers who have no approved request yet, and of
 * nobody in particular; or nobody's.
 */
export const reviewPolicies = ['all', 'first_time', 'none'] as const
export type ReviewPolicy = (typeof reviewPolicies)[number]

const slug = Type.String({ 'x-text': true, pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' })
const name = Text({ min: 1, max: 100 })

const rest = {
  acceptsRequests: Type.Optional(Type.Boolean()),
  isPublic: Type.Optional(Type.Boolean()),
  reviewsNew: Type.Optional(OneOf([...reviewPolicies])),
}

export const BoardCreate = Strict({ name, slug, ...rest })
export type BoardCreate = Static<typeof BoardCreate>

export const BoardUpdate = Strict(
  { name: Type.Optional(name), slug: Type.Optional(slug), ...rest },
  { minProperties: 1 },
)
export type BoardUpdate = Static<typeof BoardUpdate>

/** A board as the team sees it in the settings. */
export interface BoardSettings {
  id: string
  name: string
  slug: string
  acceptsRequests: boolean
  isPublic: boolean
  reviewsNew: ReviewPolicy
}
