import { type RawBuilder, sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'

/**
 * How much a request is wanted of late: each vote, and the request itself as one, weighs half as much for every two
 * weeks that have passed. Stored is the logarithm of that sum, reckoned from 1970 instead of from now: as time goes by all
 * requests lose alike, so their order changes by votes alone, an index keeps it, and nothing is ever aged.
 */
const halfLifeSeconds = 14 * 86_400

type Moment = string | RawBuilder<unknown>

/** The weight of one vote at a moment, as a logarithm. */
export const trendAt = (moment: Moment): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${moment}::timestamptz)::float8 / ${sql.lit(halfLifeSeconds)} * ln(2::float8))`

// exp() of less is an error to PostgreSQL, and nothing beside one.
const negligible = sql.lit(-700)

/** Of a request that begins with this many votes. */
export const initialTrend = (now: string, votes: number): number =>
  (Date.parse(now) / 1_000 / halfLifeSeconds) * Math.LN2 + Math.log1p(votes)

/** Of the row being updated, with one vote more. */
export const trendWithVote = (moment: string): RawBuilder<number> =>
  sql<number>`greatest(trend, ${trendAt(moment)})
    + ln(1 + exp(greatest(-abs(trend - ${trendAt(moment)}), ${negligible})))`

/** Of the request `f`, counted anew from its votes; in their order, so that the same votes make the same number. */
export const recountedTrend: RawBuilder<number> = sql<number>`(
  select w.most + ln(sum(exp(greatest(w.weight - w.most, ${negligible})) order by w.weight)) from (
    select t.weight, max(t.weight) over () as most from (
      select ${trendAt(sql`f.created_at`)} as weight
      union all select ${trendAt(sql`v.created_at`)} from votes v
        where v.workspace_id = f.workspace_id and v.feedback_id = f.id) t) w
  group by w.most)`

/** Counts anew what votes have been taken from. */
export function recountTrend(
  { db, workspaceId, defer }: Pick<WriteScope, 'db' | 'workspaceId' | 'defer'>,
  ids: string[],
) {
  defer(
    sql`update feedback f set trend = ${recountedTrend}
      where f.workspace_id = ${workspaceId} and f.id = any(${ids}::uuid[])`.execute(db),
  )
}
