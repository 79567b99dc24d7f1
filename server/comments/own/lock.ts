import type { WriteScope } from '../../platform/scope.ts'
import { lockThread } from '../lock-thread.ts'
import { getOwnComment, type OwnCommentState } from './find.ts'

/**
 * Locks the thread of a customer's own comment, then reloads the comment, because a merge, a review or a deletion may
 * have come first. @throws as `getOwnComment`
 */
export async function lockOwnComment(tx: WriteScope, id: string, customerId: string): Promise<OwnCommentState> {
  const { thread } = await getOwnComment(tx, id, customerId)
  await lockThread(tx, thread, 'for update')
  const current = await getOwnComment(tx, id, customerId)
  return current.thread.id === thread.id ? current : lockOwnComment(tx, id, customerId)
}
