import { type NotificationChoice, notifyEveryone } from '../../notifications/events/choice.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { feedbackCan } from '../permissions.ts'
import { getFeedback } from '../queries.ts'
import type { Feedback, Stage } from '../schema.ts'
import { applyStageUpdate } from './apply-stage-updates.ts'
import { toStoredStage } from './derive-stage.ts'
import type { StageTransition } from './transitions.ts'

/**
 * Sets the stage of one request. Its roadmap item follows.
 * @throws 403, 404
 */
export async function setStage(tx: WriteScope, id: string, stage: Stage): Promise<Feedback> {
  permit(feedbackCan(tx.actor).triage)
  await setStages(tx, [id], stage)
  return getFeedback(tx, id)
}

/**
 * Sets the stage of requests, all or none. Roadmap items follow.
 * @returns the requests that were in another stage or not approved.
 * @throws 400 for more than 100 requests; 403; 404 if one of them does not exist
 */
export async function setStages(
  tx: WriteScope,
  ids: string[],
  stage: Stage,
  choice: NotificationChoice = notifyEveryone,
): Promise<StageTransition[]> {
  permit(feedbackCan(tx.actor).triage)
  return applyStageUpdate(tx, 'feedback.stage_changed', ids, toStoredStage(stage), choice)
}
