import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import type { RoadmapStatus } from '../../roadmap/schema.ts'
import type { Stage } from '../schema.ts'

/** The stage that says the same as a roadmap status. */
export const stageByRoadmapStatus: Record<RoadmapStatus, Exclude<Stage, 'pending' | 'in_review'>> = {
  planned: 'planned',
  in_progress: 'in_progress',
  done: 'completed',
  closed: 'closed',
}

const roadmapStatusByStage: Partial<Record<Stage, RoadmapStatus>> = {
  planned: 'planned',
  in_progress: 'in_progress',
  completed: 'done',
  closed: 'closed',
}

/** The roadmap status that says the same as a stage; `pending` and `in_review` have none. */
export const roadmapStatusOf = (stage: Stage): RoadmapStatus | undefined => roadmapStatusByStage[stage]

/**
 * Behind the last item of a column. Two that arrive together may share a number; the id then decides, for readers
 * and cursors alike.
 */
export const nextSortOrder = (workspaceId: string, status: unknown) =>
  sql<number>`(select coalesce(max(sort_order), 0) + 1024 from roadmap_items
               where workspace_id = ${workspaceId} and status = ${status})`

/**
 * Gives the items of requests the status that each request's stage says, and places at the end of their new columns.
 * `pending` and `in_review` say none and leave an item as it is (contract §4).
 * The caller holds the locks of the requests, so the stages read here are the last ones.
 */
export function syncRoadmapItems(tx: WriteScope, feedbackIds: string[]): void {
  const said = sql<RoadmapStatus>`case f.stage when 'completed' then 'done' else f.stage end`
  // Those that move at once keep their order.
  const place = sql<number>`1024 * (select count(*) from feedback o where o.workspace_id = ${tx.workspaceId}
    and o.id = any(${feedbackIds}::uuid[]) and o.id < f.id)`
  tx.defer(
    tx.db
      .updateTable('roadmap_items as r')
      .from('feedback as f')
      .set({
        status: said,
        sort_order: sql<number>`${nextSortOrder(tx.workspaceId, said)} + ${place}`,
        updated_at: tx.now,
      })
      .where('f.workspace_id', '=', tx.workspaceId)
      .where(sql<boolean>`f.id = any(${feedbackIds}::uuid[])`)
      .where('r.workspace_id', '=', tx.workspaceId)
      .whereRef('r.feedback_id', '=', 'f.id')
      .where('f.stage', 'in', sql<Stage>`('planned', 'in_progress', 'completed', 'closed')`)
      .where('r.status', '<>', said)
      .execute(),
  )
}
