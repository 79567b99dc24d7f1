import { audit } from '../../audit/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { getFeedback } from '../queries.ts'
import type { Feedback, Moderation } from '../schema.ts'
import { lockPair, movesOf, writeFacts } from './stage-state.ts'

/** Sets the moderation state; approving again brings back the product stage that the request had. @throws 404 */
export async function setStatus(tx: WriteScope, id: string, status: Moderation): Promise<Feedback> {
  const before = await lockPair(tx, id)
  const isMoved = writeFacts(tx, before, { moderation: status })
  const after = await getFeedback(tx, id)
  if (isMoved) audit(tx, 'feedback.status_changed', id, movesOf(before, after))
  return after
}
