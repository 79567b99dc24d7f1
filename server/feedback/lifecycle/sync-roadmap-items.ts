import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import type { Stage } from '../schema.ts'
import type { RoadmapStatus } from './roadmap-status.ts'

/** The distance between neighbors in a newly numbered column, so that items can be moved between them. */
export const sortOrderStep = 1_024

/**
 * Returns the sort order after the last item of a column. Two items that arrive at the same time may get the same
 * number; readers and cursors then order them by id.
 */
export const nextSortOrder = (workspaceId: string, status: unknown) =>
  sql<number>`(select coalesce(max(sort_order), 0) + ${sql.lit(sortOrderStep)} from roadmap_items
               where workspace_id = ${workspaceId} and status = ${status})`

/**
 * Moves the items of requests to the roadmap status that corresponds to each request's stage, at the end of the new
 * column. `pending` and `in_review` have no roadmap status and leave an item where it is (contract §4).
 * The caller must hold the locks of the requests, so that the stages read here are final.
 */
export function syncRoadmapItems(tx: WriteScope, feedbackIds: string[]): void {
  const status = sql<RoadmapStatus>`case when f.stage = 'completed' then 'done' else f.stage end`
  // Items that move together keep their order.
  const offset = sql<number>`${sql.lit(sortOrderStep)} * (select count(*) from feedback o where o.workspace_id = ${tx.workspaceId}
    and o.id = any(${feedbackIds}::uuid[]) and o.id < f.id)`
  tx.defer(
    tx.db
      .updateTable('roadmap_items as r')
      .from('feedback as f')
      .set({
        status,
        sort_order: sql<number>`${nextSortOrder(tx.workspaceId, status)} + ${offset}`,
        updated_at: tx.now,
      })
      .where('f.workspace_id', '=', tx.workspaceId)
      .where(sql<boolean>`f.id = any(${feedbackIds}::uuid[])`)
      .where('r.workspace_id', '=', tx.workspaceId)
      .whereRef('r.feedback_id', '=', 'f.id')
      .where('f.stage', 'in', sql<Stage>`('planned', 'in_progress', 'completed', 'closed')`)
      .where('r.status', '<>', status)
      .execute(),
  )
}
