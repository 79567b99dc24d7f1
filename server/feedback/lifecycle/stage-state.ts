import { noteMoves } from '../../notifications/events/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { itemsFollowStages, statusOf } from './sync-roadmap-items.ts'
import { feedbackOfItem, type LockedItem, lockItemOf } from '../../roadmap/queries.ts'
import { type LockedFeedback, lockFeedback, lockIfThere } from '../queries.ts'
import type { Feedback, Moderation, Stage } from '../schema.ts'

/** The two stored facts that a stage is derived from (contract §4). */
interface Facts {
  moderation: Moderation
  product_stage?: Exclude<Stage, 'pending'>
}

/** The facts to write so that this stage is what they derive. The product stage survives a return to `pending`. */
export const factsOf = (stage: Stage): Facts =>
  stage === 'pending' ? { moderation: 'pending' } : { moderation: 'approved', product_stage: stage }

export interface LockedPair extends LockedFeedback {
  item: LockedItem | null
}

/**
 * Holds a request and the roadmap item that it has. Two statements, which travel together: one that joined them would
 * have to wait for the request and then show the item as it was before the wait.
 * @throws 404
 */
export async function lockPair(tx: WriteScope, id: string): Promise<LockedPair> {
  const [feedback, item] = await Promise.all([lockFeedback(tx, id), lockItemOf(tx, id)])
  return { ...feedback, item }
}

/**
 * The same for a roadmap item, whose request may have been merged into another until it is held.
 * @throws 404
 */
export async function lockPairOfItem(tx: WriteScope, itemId: string): Promise<LockedPair> {
  const feedbackId = await feedbackOfItem(tx, itemId)
  const [feedback, item] = await Promise.all([lockIfThere(tx, feedbackId), lockItemOf(tx, feedbackId)])
  return feedback && item?.id === itemId ? { ...feedback, item } : lockPairOfItem(tx, itemId)
}

/**
 * Writes facts of a locked request, if they are not so already; its roadmap item follows in the same transaction, and
 * whoever takes part is to hear.
 * @returns whether anything changed.
 */
export function writeFacts(tx: WriteScope, before: LockedPair, facts: Facts): boolean {
  // None yet derives the same as `in_review`.
  const productStage = before.product_stage ?? 'in_review'
  const { moderation, product_stage = productStage } = facts
  if (moderation === before.moderation && product_stage === productStage) return false
  tx.defer(
    tx.db
      .updateTable('feedback')
      .set({ ...facts, updated_at: tx.now, active_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', before.id)
      .execute(),
  )
  if (before.item) itemsFollowStages(tx, [before.id])
  noteMoves(tx, [before])
  return true
}

/** What request and item were and became, for the audit trail. */
export const movesOf = ({ stage, moderation, item }: LockedPair, after: Pick<Feedback, 'stage' | 'status'>) => ({
  stage: [stage, after.stage],
  status: [moderation, after.status],
  ...(item && { roadmapItemId: item.id, itemStatus: [item.status, statusOf(after.stage) ?? item.status] }),
})
