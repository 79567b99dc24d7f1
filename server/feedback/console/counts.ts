import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { selectPendingCount } from '../pending-count.ts'
import { type Stage, stages } from '../schema.ts'

export interface FeedbackCounts {
  total: number
  byStage: Record<Stage, number>
  boards: { id: string; slug: string; name: string }[]
}

/** Returns the number of requests by stage, and the boards in their order. */
export async function getFeedbackCounts({ db, workspaceId }: Scope): Promise<FeedbackCounts> {
  const { rows } = await sql<{ counts: Partial<Record<Stage, number>> | null; boards: FeedbackCounts['boards'] }>`
    select (select json_object_agg(stage, count) from (
        select stage, count(*) from feedback where workspace_id = ${workspaceId} group by stage) c) as counts,
      coalesce((select json_agg(json_build_object('id', id, 'slug', slug, 'name', name) order by position, id)
        from boards where workspace_id = ${workspaceId}), '[]') as boards`.execute(db)
  const { counts, boards } = rows[0]!
  const byStage = Object.fromEntries(stages.map((stage) => [stage, counts?.[stage] ?? 0])) as Record<Stage, number>
  return { total: Object.values(byStage).reduce((sum, count) => sum + count, 0), byStage, boards }
}

/** Counts the items that wait for the team's decision (`selectPendingCount`), up to a limit. */
export async function countPendingFeedback({ db, workspaceId }: Scope, atMost = 1_000): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${selectPendingCount(workspaceId, atMost)} as count`.execute(db)
  return rows[0]!.count
}
