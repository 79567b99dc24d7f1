import { type RawBuilder, sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'

/**
 * The trending score. Each vote, and the request itself as one vote, loses half its weight every two weeks. The column
 * stores the logarithm of the sum of the weights, relative to 1970 instead of now. Time lowers all scores equally, so
 * only votes change the order: an index can keep it, and no job has to update it.
 */
const halfLifeSeconds = 14 * 86_400

type Time = string | RawBuilder<unknown>

/** Returns the logarithm of the weight of one vote cast at a time. */
export const trendAt = (moment: Time): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${moment}::timestamptz)::float8 / ${sql.lit(halfLifeSeconds)} * ln(2::float8))`

// exp() of a lower exponent fails in PostgreSQL. Added to 1, the result makes no difference anyway.
const negligible = sql.lit(-700)

/** Returns the score of a new request with this many votes. */
export const initialTrend = (now: string, votes: number): number =>
  (Date.parse(now) / 1_000 / halfLifeSeconds) * Math.LN2 + Math.log1p(votes)

/** Returns the logarithm of the weight of one vote cast at a time, like `trendAt`. */
export const voteWeight = (at: string): number => (Date.parse(at) / 1_000 / halfLifeSeconds) * Math.LN2

/** Adds weights that are given as their logarithms, without computing the weights, which would be too large. */
export class WeightSum {
  #most = Number.NEGATIVE_INFINITY
  #sum = 0

  /** @param count how many votes have this weight */
  add(weight: number, count = 1): void {
    if (weight > this.#most) {
      this.#sum = this.#sum * Math.exp(this.#most - weight)
      this.#most = weight
    }
    this.#sum += count * Math.exp(weight - this.#most)
  }

  /** Returns the logarithm of this sum and another. */
  with(other: WeightSum): number {
    const total = new WeightSum()
    for (const { most, sum } of [this.#parts(), other.#parts()]) total.add(most, sum)
    return total.logarithm()
  }

  #parts(): { most: number; sum: number } {
    return { most: this.#most, sum: this.#sum }
  }

  /** Returns the logarithm of the sum. */
  logarithm(): number {
    return this.#most + Math.log(this.#sum)
  }
}

/** Returns the score of the updated row with one more vote. */
export const trendWithVote = (moment: string): RawBuilder<number> =>
  sql<number>`greatest(trend, ${trendAt(moment)})
    + ln(1 + exp(greatest(-abs(trend - ${trendAt(moment)}), ${negligible})))`

/** Recomputes the score of request `f` from its votes, in a fixed order so that equal votes give equal scores. */
export const recountedTrend: RawBuilder<number> = sql<number>`(
  select w.most + ln(sum(exp(greatest(w.weight - w.most, ${negligible})) order by w.weight)) from (
    select t.weight, max(t.weight) over () as most from (
      select ${trendAt(sql`f.created_at`)} + ln(1 + f.votes_without_voters) as weight
      union all select ${trendAt(sql`v.created_at`)} from votes v
        where v.workspace_id = f.workspace_id and v.feedback_id = f.id) t) w
  group by w.most)`

/** Recomputes the scores of requests that have lost votes. */
export function recountTrend(
  { db, workspaceId, defer }: Pick<WriteScope, 'db' | 'workspaceId' | 'defer'>,
  ids: string[],
) {
  defer(
    sql`update feedback f set trend = ${recountedTrend}
      where f.workspace_id = ${workspaceId} and f.id = any(${ids}::uuid[])`.execute(db),
  )
}
