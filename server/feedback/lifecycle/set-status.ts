import { audit } from '../../audit/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { getFeedback } from '../queries.ts'
import type { Feedback, FeedbackStatus } from '../schema.ts'
import { lockFeedbackAndItem, stageAuditChanges, writeStage } from './stage-state.ts'

/** Sets the moderation state; approving again brings back the product stage that the request had. @throws 404 */
export async function setStatus(tx: WriteScope, id: string, status: FeedbackStatus): Promise<Feedback> {
  const before = await lockFeedbackAndItem(tx, id)
  const isMoved = writeStage(tx, before, { status })
  const after = await getFeedback(tx, id)
  if (isMoved) audit(tx, 'feedback.status_changed', id, stageAuditChanges(before, after))
  return after
}
