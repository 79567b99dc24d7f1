import { recordStageChanges } from '../../notifications/events/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { getFeedbackIdOfItem, type LockedItem, lockItemByFeedbackId } from '../../roadmap/queries.ts'
import { type LockedFeedback, lockFeedback, lockFeedbackIfExists } from '../queries.ts'
import type { Feedback, FeedbackStatus, Stage } from '../schema.ts'
import { roadmapStatusOf, syncRoadmapItems } from './sync-roadmap-items.ts'

/** The two stored facts that a stage is derived from (contract §4). */
interface StoredStage {
  status: FeedbackStatus
  product_stage?: Exclude<Stage, 'pending'>
}

/** The facts to write so that this stage is what they derive. The product stage survives a return to `pending`. */
export const toStoredStage = (stage: Stage): StoredStage =>
  stage === 'pending' ? { status: 'pending' } : { status: 'approved', product_stage: stage }

export interface LockedFeedbackAndItem extends LockedFeedback {
  item: LockedItem | null
}

/**
 * Holds a request and the roadmap item that it has. Two statements, which travel together: one that joined them would
 * have to wait for the request and then show the item as it was before the wait.
 * @throws 404
 */
export async function lockFeedbackAndItem(tx: WriteScope, id: string): Promise<LockedFeedbackAndItem> {
  const [feedback, item] = await Promise.all([lockFeedback(tx, id), lockItemByFeedbackId(tx, id)])
  return { ...feedback, item }
}

/**
 * The same for a roadmap item, whose request may have been merged into another until it is held.
 * @throws 404
 */
export async function lockFeedbackAndItemByItemId(tx: WriteScope, itemId: string): Promise<LockedFeedbackAndItem> {
  const feedbackId = await getFeedbackIdOfItem(tx, itemId)
  const [feedback, item] = await Promise.all([
    lockFeedbackIfExists(tx, feedbackId),
    lockItemByFeedbackId(tx, feedbackId),
  ])
  return feedback && item?.id === itemId ? { ...feedback, item } : lockFeedbackAndItemByItemId(tx, itemId)
}

/**
 * Writes facts of a locked request, if they are not so already; its roadmap item follows in the same transaction, and
 * whoever takes part is to hear.
 * @returns whether anything changed.
 */
export function writeStage(tx: WriteScope, before: LockedFeedbackAndItem, facts: StoredStage): boolean {
  // None yet derives the same as `in_review`.
  const productStage = before.product_stage ?? 'in_review'
  const { status, product_stage = productStage } = facts
  if (status === before.status && product_stage === productStage) return false
  tx.defer(
    tx.db
      .updateTable('feedback')
      .set({ ...facts, updated_at: tx.now, last_activity_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', before.id)
      .execute(),
  )
  if (before.item) syncRoadmapItems(tx, [before.id])
  recordStageChanges(tx, [before])
  return true
}

/** What request and item were and became, for the audit trail. */
export const stageAuditChanges = (
  { stage, status, item }: LockedFeedbackAndItem,
  after: Pick<Feedback, 'stage' | 'status'>,
) => ({
  stage: [stage, after.stage],
  status: [status, after.status],
  ...(item && { roadmapItemId: item.id, itemStatus: [item.status, roadmapStatusOf(after.stage) ?? item.status] }),
})
