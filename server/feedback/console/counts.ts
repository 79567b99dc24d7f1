import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { selectPendingCount } from '../pending-count.ts'
import { type Stage, stages } from '../schema.ts'
import type { Matches } from '../search/find-matches.ts'
import { hasMoreThanFirst } from '../search/first-in-order.ts'
import { maybeUnanswered } from '../unanswered.ts'
import { type ConsoleFeedbackQuery, isListed } from './list.ts'

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

/**
 * Counts the requests of each stage in a filtered list.
 * @param matches the search's matches across all stages; null without a search.
 * @returns `isCapped` if there may be more: if the matches are capped, or not all requests were checked for replies.
 */
export async function countListedByStage(
  scope: Scope,
  filter: Pick<ConsoleFeedbackQuery, 'boardId' | 'isUnanswered'>,
  matches: Matches | null,
): Promise<StageCounts & { isCapped: boolean }> {
  const { db, workspaceId } = scope
  const isBounded = matches === null && filter.isUnanswered
  // Matches are already filtered.
  const condition = matches ? sql`f.id = any(${matches.found.map(({ id }) => id)}::uuid[])` : isListed(filter)
  const { rows } = await sql<{ counts: Partial<Record<Stage, number>> | null; isMore: boolean }>`
    select (select json_object_agg(stage, count) from (
        select f.stage, count(*) from ${isBounded ? maybeUnanswered(scope) : sql`feedback`} f
        where f.workspace_id = ${workspaceId} and ${condition} group by f.stage) c) as counts,
      ${isBounded ? hasMoreThanFirst(scope) : sql`false`} as "isMore"`.execute(db)
  const { counts, isMore } = rows[0]!
  return { ...presentStageCounts(counts), isCapped: isMore || (matches?.isCapped ?? false) }
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
