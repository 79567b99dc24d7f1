import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { eventChanges } from '../events/changes.ts'
import { recordEvent } from '../events/record.ts'
import { productStageAuditChange } from '../feedback/lifecycle/apply-stage-updates.ts'
import { toStoredStage } from '../feedback/lifecycle/derive-stage.ts'
import { lockFeedbackAndItem } from '../feedback/lifecycle/lock.ts'
import { stageByRoadmapStatus } from '../feedback/lifecycle/roadmap-status.ts'
import { stageAuditChanges, transitionOf, writeTransitions } from '../feedback/lifecycle/transitions.ts'
import { feedbackCan } from '../feedback/permissions.ts'
import { getFeedback } from '../feedback/queries.ts'
import type { Feedback } from '../feedback/schema.ts'
import { choiceAuditChange, type NotificationChoice, notifyEveryone } from '../notifications/events/choice.ts'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { insertRoadmapItem } from './create.ts'
import { toTargetDelivery } from './present.ts'
import { getRoadmapItem } from './queries.ts'
import { Promote, type RoadmapItem } from './schema.ts'
import { writeRoadmapItem } from './update.ts'

interface Promotion {
  roadmapItem: RoadmapItem
  linkedFeedback: Feedback
}

/**
 * Puts a request on the roadmap, or moves its existing item. The lock on the request serializes concurrent promotions;
 * a unique index on the item's request backs it up.
 * @throws 403, 404
 */
export async function promoteFeedback(
  tx: WriteScope,
  feedbackId: string,
  input: Promote,
  choice: NotificationChoice = notifyEveryone,
): Promise<Promotion> {
  permit(feedbackCan(tx.actor).promote)
  const { status, targetDelivery } = input
  const before = await lockFeedbackAndItem(tx, feedbackId)
  const { item, title, description } = before
  const target = { targetDelivery: item && toTargetDelivery(item) }
  const newTarget = pickChanges(target, { targetDelivery })
  const id =
    item?.id ??
    insertRoadmapItem(tx, { feedbackId, title, description, status, targetDelivery: targetDelivery ?? null })
  if (item && newTarget) writeRoadmapItem(tx, id, newTarget)
  const transition = transitionOf(before, toStoredStage(stageByRoadmapStatus[status]))
  const isMoved = writeTransitions(tx, [transition], choice).length > 0
  const [roadmapItem, linkedFeedback] = await Promise.all([getRoadmapItem(tx, id), getFeedback(tx, feedbackId)])
  if (!item) recordEvent(tx, { type: 'roadmap.created', resourceId: id, data: roadmapItem })
  else if (newTarget) {
    const changes = eventChanges(target, newTarget)
    recordEvent(tx, { type: 'roadmap.updated', resourceId: id, data: roadmapItem, changes })
  }
  if (!item || newTarget || isMoved) {
    audit(tx, 'feedback.promoted', feedbackId, {
      ...stageAuditChanges(transition),
      ...productStageAuditChange(transition),
      roadmapItemId: id,
      itemStatus: [item?.status ?? null, roadmapItem.status],
      ...describeChanges(target, newTarget, Promote),
      ...(isMoved && choiceAuditChange(choice)),
    })
  }
  return { roadmapItem, linkedFeedback }
}
