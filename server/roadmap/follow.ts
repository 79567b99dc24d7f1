import { sql } from 'kysely'
import type { Stage } from '../feedback/schema.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { RoadmapStatus } from './schema.ts'

/** The stage that says the same as a roadmap status. */
export const stageOf: Record<RoadmapStatus, Exclude<Stage, 'pending' | 'in_review'>> = {
  planned: 'planned',
  in_progress: 'in_progress',
  done: 'completed',
  closed: 'closed',
}

const statuses: Partial<Record<Stage, RoadmapStatus>> = {
  planned: 'planned',
  in_progress: 'in_progress',
  completed: 'done',
  closed: 'closed',
}

/** The roadmap status that says the same as a stage; `pending` and `in_review` have none. */
export const statusOf = (stage: Stage): RoadmapStatus | undefined => statuses[stage]

/**
 * Behind the last item of a column. Two that arrive together may share a number; the id then decides, for readers
 * and cursors alike.
 */
export const endOfColumn = (workspaceId: string, status: unknown) =>
  sql<number>`(select coalesce(max(sort_order), 0) + 1024 from roadmap_items
               where workspace_id = ${workspaceId} and status = ${status})`

/**
 * Gives the item of a request the status that the request's stage says, and a place at the end of its new column.
 * `pending` and `in_review` say none and leave the item as it is (contract §4).
 * The caller holds the lock of the request, so the stage read here is the last one.
 */
export function itemFollowsStage(tx: WriteScope, feedbackId: string): void {
  const said = sql<RoadmapStatus>`case f.stage when 'completed' then 'done' else f.stage end`
  tx.defer(
    tx.db
      .updateTable('roadmap_items as r')
      .from('feedback as f')
      .set({ status: said, sort_order: endOfColumn(tx.workspaceId, said), updated_at: tx.now })
      .where('f.workspace_id', '=', tx.workspaceId)
      .where('f.id', '=', feedbackId)
      .where('r.workspace_id', '=', tx.workspaceId)
      .where('r.feedback_id', '=', feedbackId)
      .where('f.stage', 'in', sql<Stage>`('planned', 'in_progress', 'completed', 'closed')`)
      .where('r.status', '<>', said)
      .execute(),
  )
}
