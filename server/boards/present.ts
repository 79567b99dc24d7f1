import type { Selectable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Board } from './schema.ts'

/** The columns of a board in the API. */
export const boardColumns = [
  'id',
  'slug',
  'name',
  'accepts_requests',
  'is_public',
  'reviews_new',
  'created_at',
] as const satisfies (keyof Tables['boards'])[]

type BoardColumns = Pick<Selectable<Tables['boards']>, (typeof boardColumns)[number]>

export const presentBoard = (row: BoardColumns): Board => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  acceptsRequests: row.accepts_requests,
  isPublic: row.is_public,
  reviewsNew: row.reviews_new as Board['reviewsNew'],
  createdAt: row.created_at,
})
