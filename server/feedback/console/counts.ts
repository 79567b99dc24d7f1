import { type RawBuilder, sql } from 'kysely'
import { lookUp } from '../../platform/db/look-up.ts'
import type { Scope } from '../../platform/scope.ts'
import { selectPendingCount } from '../pending-count.ts'
import { type Stage, stages } from '../schema.ts'
import type { Matches } from '../search/find-matches.ts'
import { firstInOrder, firstScanned, hasMoreThanFirst } from '../search/first-in-order.ts'
import { checksReplies, isListed, type RequestFilter, selectCandidates } from './filter.ts'

export interface StageCounts {
  total: number
  byStage: Record<Stage, number>
}

export interface FeedbackCounts extends StageCounts {
  boards: { id: string; slug: string; name: string }[]
}

/** Returns the number of the workspace's requests by stage, and the boards in their order. */
export async function getFeedbackCounts({ db, workspaceId }: Scope): Promise<FeedbackCounts> {
  const { rows } = await sql<{ counts: Partial<Record<Stage, number>> | null; boards: FeedbackCounts['boards'] }>`
    select (select json_object_agg(stage, count) from (
        select stage, count(*) from feedback where workspace_id = ${workspaceId} group by stage) c) as counts,
      coalesce((select json_agg(json_build_object('id', id, 'slug', slug, 'name', name) order by position, id)
        from boards where workspace_id = ${workspaceId}), '[]') as boards`.execute(db)
  const { counts, boards } = rows[0]!
  return { ...presentStageCounts(counts), boards }
}

/** The maximum number of requests that are read to count those that pass a filter. */
export const maxCounted = 5_000

/**
 * Counts the requests of each stage in a filtered list, whatever stages the filter has.
 * @param matches the search's matches across all stages; null without a search.
 * @returns `isCapped` if there may be more: if the matches are capped, or not all requests were read.
 */
export async function countListedByStage(
  scope: Scope,
  { stages: _, ...filter }: RequestFilter,
  matches: Matches | null,
): Promise<StageCounts & { isCapped: boolean }> {
  const counted = matches ? selectMatches(scope, matches) : selectListed(scope, filter)
  const { rows } = await sql<{ counts: Partial<Record<Stage, number>> | null; isMore: boolean }>`
    with counted as materialized (${counted.requests})
    select (select json_object_agg(stage, count) from (
        select f.stage, count(*) from counted f where ${counted.condition} group by f.stage) c) as counts,
      ${counted.isMore} as "isMore"`.execute(scope.db)
  const { counts, isMore } = rows[0]!
  return { ...presentStageCounts(counts), isCapped: isMore }
}

interface Counted {
  /** Selects the requests that are read, as `feedback f`. */
  requests: RawBuilder<unknown>
  condition: RawBuilder<unknown>
  isMore: RawBuilder<unknown>
}

/** Matches are already filtered. */
const selectMatches = ({ workspaceId }: Scope, { found, isCapped }: Matches): Counted => ({
  requests: sql`select stage from feedback where workspace_id = ${workspaceId}
    and id = any(${found.map(({ id }) => id)}::uuid[])`,
  condition: sql`true`,
  isMore: sql`${isCapped}::boolean`,
})

/** Reads the candidates of the filter, or the newest requests. */
function selectListed(scope: Scope, filter: RequestFilter): Counted {
  const { workspaceId } = scope
  const candidates = selectCandidates(workspaceId, filter)
  const limit = checksReplies(filter) ? firstScanned : maxCounted
  const condition = isListed(filter)
  const order = checksReplies(filter) ? sql`f.last_activity_at` : sql`f.created_at`
  if (candidates === null)
    return {
      requests: sql`select * from ${firstInOrder(scope, order, sql``, limit)} f`,
      condition,
      isMore: hasMoreThanFirst(scope, sql``, limit),
    }
  return {
    requests: sql`select f.* from (select distinct id from (select id from (${candidates}) c limit ${sql.lit(limit)}) c) i
      cross join ${lookUp(sql`select * from feedback where workspace_id = ${workspaceId} and id = i.id`)} f`,
    condition,
    isMore: sql`exists (select from (${candidates}) c offset ${sql.lit(limit)})`,
  }
}

function presentStageCounts(counts: Partial<Record<Stage, number>> | null): StageCounts {
  const byStage = Object.fromEntries(stages.map((stage) => [stage, counts?.[stage] ?? 0])) as Record<Stage, number>
  return { total: Object.values(byStage).reduce((sum, count) => sum + count, 0), byStage }
}

/** Counts the items that wait for the team's decision (`selectPendingCount`), up to a limit. */
export async function countPendingFeedback({ db, workspaceId }: Scope, atMost = 1_000): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${selectPendingCount(workspaceId, atMost)} as count`.execute(db)
  return rows[0]!.count
}
