import { type NotificationChoice, notifyEveryone } from '../../notifications/events/choice.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { feedbackCan } from '../permissions.ts'
import { getFeedback } from '../queries.ts'
import type { Feedback, FeedbackStatus } from '../schema.ts'
import { applyStageUpdate } from './apply-stage-updates.ts'
import type { StageTransition } from './transitions.ts'

/**
 * Sets the status of one request. Approving it again restores the product stage it had.
 * @throws 403, 404
 */
export async function setStatus(tx: WriteScope, id: string, status: FeedbackStatus): Promise<Feedback> {
  permit(feedbackCan(tx.actor).triage)
  await setStatuses(tx, [id], status)
  return getFeedback(tx, id)
}

/**
 * Sets the status of requests, all or none. Roadmap items follow.
 * @returns the requests that had another status.
 * @throws 400 for more than 100 requests; 403; 404 if one of them does not exist
 */
export async function setStatuses(
  tx: WriteScope,
  ids: string[],
  status: FeedbackStatus,
  choice: NotificationChoice = notifyEveryone,
): Promise<StageTransition[]> {
  permit(feedbackCan(tx.actor).triage)
  return applyStageUpdate(tx, 'feedback.status_changed', ids, { status }, choice)
}
