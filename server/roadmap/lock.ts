import { type LockedFeedbackAndItem, lockFeedbackAndItems } from '../feedback/lifecycle/lock.ts'
import type { WriteScope } from '../platform/scope.ts'
import { getFeedbackIdOfItem } from './queries.ts'

/**
 * Locks a roadmap item with its request. Tries again if the request was merged into another one before it was locked.
 * @throws 404
 */
export async function lockFeedbackAndItemByItemId(tx: WriteScope, itemId: string): Promise<LockedFeedbackAndItem> {
  const feedbackId = await getFeedbackIdOfItem(tx, itemId)
  const [locked] = await lockFeedbackAndItems(tx, [feedbackId])
  return locked?.item?.id === itemId.toLowerCase() ? locked : lockFeedbackAndItemByItemId(tx, itemId)
}
