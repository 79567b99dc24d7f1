import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { resolveBoardForSubmission } from '../boards/queries.ts'
import { recordEvent } from '../events/record.ts'
import { insertFeedback } from '../feedback/insert.ts'
import { stageByRoadmapStatus } from '../feedback/lifecycle/roadmap-status.ts'
import { nextSortOrder, sortOrderStep } from '../feedback/lifecycle/sync-roadmap-items.ts'
import { permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { roadmapCan } from './permissions.ts'
import { toTargetColumns } from './present.ts'
import { getRoadmapItem } from './queries.ts'
import type { RoadmapCreate, RoadmapItem, RoadmapStatus } from './schema.ts'

/**
 * Plans an item, backed by a new request that is approved, anonymous and open to votes (contract §5).
 * @throws 400 on `/boardId`; 403
 */
export async function createRoadmapItem(tx: WriteScope, input: RoadmapCreate): Promise<RoadmapItem> {
  permit(roadmapCan(tx.actor).plan)
  const { title, description = '', status = 'planned', targetDelivery = null } = input
  const board = await resolveBoardForSubmission(tx, input.boardId)
  const { id: feedbackId, inserted } = insertFeedback(tx, {
    board,
    title,
    description,
    status: 'approved',
    productStage: stageByRoadmapStatus[status],
  })
  const id = insertRoadmapItem(tx, { feedbackId, title, description, status, targetDelivery })
  audit(tx, 'roadmap.created', id, { feedbackId, status })
  const feedback = { ...(await inserted), roadmapItemId: id }
  recordEvent(tx, { type: 'feedback.created', resourceId: feedbackId, data: feedback })
  const item = await getRoadmapItem(tx, id)
  recordEvent(tx, { type: 'roadmap.created', resourceId: id, data: item })
  return item
}

export interface NewItem {
  feedbackId: string
  title: string
  description: string
  status: RoadmapStatus
}

/** Inserts an item at the end of its column. @returns its id. */
export function insertRoadmapItem(
  tx: WriteScope,
  { feedbackId, title, description, status, targetDelivery }: NewItem & Pick<RoadmapItem, 'targetDelivery'>,
): string {
  const id = newId()
  tx.defer(
    tx.db
      .insertInto('roadmap_items')
      .values({
        workspace_id: tx.workspaceId,
        id,
        feedback_id: feedbackId,
        title,
        description,
        status,
        sort_order: nextSortOrder(tx.workspaceId, status),
        ...toTargetColumns(targetDelivery),
        created_at: tx.now,
        updated_at: tx.now,
      })
      .execute(),
  )
  return id
}

/** Inserts items without a target at the end of their columns, in this order. */
export function insertRoadmapItems(tx: WriteScope, items: (NewItem & { id: string })[]): void {
  if (items.length === 0) return
  const column = <K extends keyof (typeof items)[number]>(name: K) => items.map((item) => item[name])
  const status = sql.ref('n.status')
  tx.defer(
    sql`insert into roadmap_items
        (workspace_id, id, feedback_id, title, description, status, sort_order, created_at, updated_at)
      select ${tx.workspaceId}, n.id, n.feedback_id, n.title, n.description, n.status,
        ${nextSortOrder(tx.workspaceId, status)}
          + ${sql.lit(sortOrderStep)} * (row_number() over (partition by n.status order by n.position) - 1),
        ${tx.now}, ${tx.now}
      from unnest(${column('id')}::uuid[], ${column('feedbackId')}::uuid[], ${column('title')}::text[],
        ${column('description')}::text[], ${column('status')}::text[])
        with ordinality as n (id, feedback_id, title, description, status, position)`.execute(tx.db),
  )
}
