import { audit } from '../../audit/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { getFeedback } from '../queries.ts'
import type { Feedback, Stage } from '../schema.ts'
import { factsOf, lockPair, movesOf, writeFacts } from './stage-state.ts'

/** Moves a request to a stage; every move is permitted. @throws 404 */
export async function setStage(tx: WriteScope, id: string, stage: Stage): Promise<Feedback> {
  const before = await lockPair(tx, id)
  const isMoved = writeFacts(tx, before, factsOf(stage))
  const after = await getFeedback(tx, id)
  if (isMoved) audit(tx, 'feedback.stage_changed', id, movesOf(before, after))
  return after
}
