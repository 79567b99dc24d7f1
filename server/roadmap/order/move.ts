import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { productStageAuditChange } from '../../feedback/lifecycle/apply-stage-updates.ts'
import { toStoredStage } from '../../feedback/lifecycle/derive-stage.ts'
import { lockFeedbackAndItem } from '../../feedback/lifecycle/lock.ts'
import { stageByRoadmapStatus } from '../../feedback/lifecycle/roadmap-status.ts'
import {
  type StageTransition,
  stageAuditChanges,
  transitionOf,
  writeTransitions,
} from '../../feedback/lifecycle/transitions.ts'
import { choiceAuditChange, type NotificationChoice, notifyEveryone } from '../../notifications/events/choice.ts'
import { permit } from '../../platform/authorization.ts'
import { invalid, notFound } from '../../platform/problems.ts'
import { OneOf, type Static, Strict, Type, Uuid } from '../../platform/schemas.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { roadmapCan } from '../permissions.ts'
import { getFeedbackIdOfItem, getRoadmapItem } from '../queries.ts'
import { type RoadmapItem, type RoadmapStatus, roadmapStatuses } from '../schema.ts'
import { sortOrderBeside } from './sort-order.ts'

/** The destination of an item: the end of a column, or next to another item; `beforeId` gives a lower sort order. */
export const RoadmapMove = Strict(
  {
    status: Type.Optional(OneOf([...roadmapStatuses])),
    beforeId: Type.Optional(Uuid()),
    afterId: Type.Optional(Uuid()),
  },
  { minProperties: 1 },
)
export type RoadmapMove = Static<typeof RoadmapMove>

/**
 * Moves an item to another column by setting its request's stage, as `PATCH …/status` does, and to a place in the
 * column. Moves in a workspace run one at a time, so that neighbors do not change while a place is computed.
 * @throws 400 for a neighbor that is not in the column; 403, 404
 */
export async function moveRoadmapItem(
  tx: WriteScope,
  id: string,
  move: RoadmapMove,
  choice: NotificationChoice = notifyEveryone,
): Promise<RoadmapItem> {
  permit(roadmapCan(tx.actor).plan)
  if (move.beforeId !== undefined && move.afterId !== undefined) {
    throw invalid([{ path: '/afterId', message: 'cannot be combined with beforeId', code: 'not-allowed' }])
  }
  await sql`select pg_advisory_xact_lock(hashtextextended(${`roadmap ${tx.workspaceId}`}, 0))`.execute(tx.db)
  const feedbackId = await getFeedbackIdOfItem(tx, id)
  const before = await lockFeedbackAndItem(tx, feedbackId)
  // Deleted or merged away since it was looked up.
  if (before.item === null) throw notFound()
  const from = await getSortOrder(tx, before.item.id)
  const [transition] =
    move.status === undefined
      ? []
      : writeTransitions(tx, [transitionOf(before, toStoredStage(stageByRoadmapStatus[move.status]))], choice)
  await placeBeside(tx, before.item.id, move.status ?? before.item.status, move)
  const item = await getRoadmapItem(tx, id)
  auditMove(tx, { transition, from, item, choice })
  return item
}

interface MoveOutcome {
  transition: StageTransition | undefined
  from: number
  item: RoadmapItem
  choice: NotificationChoice
}

function auditMove(tx: WriteScope, { transition, from, item, choice }: MoveOutcome): void {
  const { feedbackId, sortOrder } = item
  const order = from === sortOrder ? {} : { sortOrder: [from, sortOrder] }
  if (from !== sortOrder && !transition) {
    const changes = { sortOrder: { from, to: sortOrder } }
    recordEvent(tx, { type: 'roadmap.updated', resourceId: item.id, data: item, changes })
  }
  if (transition) {
    audit(tx, 'roadmap.status_changed', item.id, {
      feedbackId,
      ...stageAuditChanges(transition),
      ...productStageAuditChange(transition),
      ...order,
      ...choiceAuditChange(choice),
    })
  } else if (from !== sortOrder) {
    audit(tx, 'roadmap.reordered', item.id, { feedbackId, ...order })
  }
}

async function getSortOrder({ db, workspaceId }: WriteScope, id: string): Promise<number> {
  const row = await db
    .selectFrom('roadmap_items')
    .select('sort_order')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.sort_order
}

/**
 * Places the item next to its neighbor. Without a neighbor, it stays where it is: an item that has just changed its
 * column is at the end.
 */
async function placeBeside(
  tx: WriteScope,
  id: string,
  status: RoadmapStatus,
  { beforeId, afterId }: RoadmapMove,
): Promise<void> {
  const neighborId = (beforeId ?? afterId)?.toLowerCase()
  if (neighborId === undefined) return
  const side = beforeId === undefined ? 'after' : 'before'
  const order = neighborId === id ? null : await sortOrderBeside(tx, { id, status, neighborId, side })
  if (order === null)
    throw invalid([{ path: `/${side}Id`, message: 'must be another item of this column', code: 'outdated' }])
  tx.defer(
    tx.db
      .updateTable('roadmap_items')
      .set({ sort_order: order, updated_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .where('sort_order', '<>', order)
      .execute(),
  )
}
