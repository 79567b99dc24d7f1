import { audit } from '../audit/record.ts'
import { toStoredStage } from '../feedback/lifecycle/derive-stage.ts'
import { lockFeedbackAndItem } from '../feedback/lifecycle/lock.ts'
import { transitionOf, writeTransitions } from '../feedback/lifecycle/transitions.ts'
import { choiceAuditChange, type NotificationChoice, notifyEveryone } from '../notifications/events/choice.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { roadmapCan } from './permissions.ts'
import { getFeedbackIdOfItem } from './queries.ts'
import { removeRoadmapItems } from './remove-items.ts'

/**
 * Takes an item off the roadmap and keeps its request. A planned or in-progress request goes back to review, because it
 * is no longer promised; a completed or closed one keeps its stage. Promoting the request again creates a new item.
 * @throws 404, 403
 */
export async function deleteRoadmapItem(
  tx: WriteScope,
  id: string,
  choice: NotificationChoice = notifyEveryone,
): Promise<{ id: string; feedbackId: string }> {
  permit(roadmapCan(tx.actor).delete)
  const feedbackId = await getFeedbackIdOfItem(tx, id)
  const before = await lockFeedbackAndItem(tx, feedbackId)
  const { item, stage } = before
  if (item === null) throw notFound()
  const isPromised = stage === 'planned' || stage === 'in_progress'
  if (isPromised) writeTransitions(tx, [transitionOf({ ...before, item: null }, toStoredStage('in_review'))], choice)
  await removeRoadmapItems(tx, [item.id])
  const { title, status } = item
  audit(tx, 'roadmap.deleted', item.id, {
    feedbackId,
    title,
    itemStatus: [status, null],
    stage: [stage, isPromised ? 'in_review' : stage],
    ...(isPromised && choiceAuditChange(choice)),
  })
  return { id: item.id, feedbackId }
}
