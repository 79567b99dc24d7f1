import { audit } from '../../audit/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { getFeedback } from '../queries.ts'
import type { Feedback, Stage } from '../schema.ts'
import { lockFeedbackAndItem, stageAuditChanges, toStoredStage, writeStage } from './stage-state.ts'

/** Moves a request to a stage; every move is permitted. @throws 404 */
export async function setStage(tx: WriteScope, id: string, stage: Stage): Promise<Feedback> {
  const before = await lockFeedbackAndItem(tx, id)
  const isMoved = writeStage(tx, before, toStoredStage(stage))
  const after = await getFeedback(tx, id)
  if (isMoved) audit(tx, 'feedback.stage_changed', id, stageAuditChanges(before, after))
  return after
}
