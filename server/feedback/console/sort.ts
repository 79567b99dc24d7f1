import { type RawBuilder, sql } from 'kysely'
import type { RequestOrder } from '../search/first-in-order.ts'
import type { RequestFilter } from './filter.ts'

/** The orders of the team's list, as in its URL. `least-active` lists what nobody has touched for longest first. */
export const consoleSorts = ['newest', 'oldest', 'votes', 'fewest-votes', 'trend', 'active', 'least-active'] as const
/** `relevance`, the default of a search, has no name in a URL. */
export type ConsoleSort = (typeof consoleSorts)[number] | 'relevance'

interface SortedRow {
  createdAt: string
  lastActivityAt: string
  votes: number
  trend: number
}

interface ListOrder extends RequestOrder {
  isAscending: boolean
  type: RawBuilder<unknown>
  of: (row: SortedRow) => string | number
  /** The filters on the same column. */
  ranges: (keyof RequestFilter)[]
}

const time = sql`timestamptz`
const age = {
  column: sql`f.created_at`,
  type: time,
  of: (row: SortedRow) => row.createdAt,
  ranges: ['created' as const],
}
const activity = { column: sql`f.last_activity_at`, type: time, of: (row: SortedRow) => row.lastActivityAt, ranges: [] }
const votes = {
  column: sql`f.votes`,
  type: sql`integer`,
  of: (row: SortedRow) => row.votes,
  ranges: ['minVotes' as const, 'maxVotes' as const],
}
const trend = {
  column: sql`f.trend`,
  type: sql`float8`,
  of: (row: SortedRow) => row.trend,
  ranges: [],
  // The portal’s index has the approved requests only.
  parts: [sql`f.status = 'approved'`, sql`f.status <> 'approved'`],
}

export const listOrders: Record<(typeof consoleSorts)[number], ListOrder> = {
  newest: { ...age, isAscending: false },
  oldest: { ...age, isAscending: true },
  votes: { ...votes, isAscending: false },
  'fewest-votes': { ...votes, isAscending: true },
  trend: { ...trend, isAscending: false },
  active: { ...activity, isAscending: false },
  'least-active': { ...activity, isAscending: true },
}
