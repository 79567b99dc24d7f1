import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { lockFeedbackAndItem, stageAuditChanges, toStoredStage, writeStage } from '../feedback/lifecycle/stage-state.ts'
import { stageByRoadmapStatus } from '../feedback/lifecycle/sync-roadmap-items.ts'
import { getFeedback } from '../feedback/queries.ts'
import type { Feedback } from '../feedback/schema.ts'
import type { WriteScope } from '../platform/scope.ts'
import { insertRoadmapItem } from './create.ts'
import { getRoadmapItem } from './queries.ts'
import type { Promote, RoadmapItem } from './schema.ts'
import { writeRoadmapItem } from './update.ts'

interface Promotion {
  roadmapItem: RoadmapItem
  linkedFeedback: Feedback
}

/**
 * Puts a request on the roadmap, or moves the item that it has. The lock of the request lines up those who promote
 * it at once; a unique index on the item's request stands behind it.
 * @throws 404
 */
export async function promoteFeedback(tx: WriteScope, feedbackId: string, input: Promote): Promise<Promotion> {
  const { status, targetDelivery } = input
  const before = await lockFeedbackAndItem(tx, feedbackId)
  const { item, title, description } = before
  const target = { targetDelivery: item?.targetDelivery ?? null }
  const newTarget = pickChanges(target, { targetDelivery })
  const id =
    item?.id ??
    insertRoadmapItem(tx, { feedbackId, title, description, status, targetDelivery: targetDelivery ?? null })
  if (item && newTarget) writeRoadmapItem(tx, id, newTarget)
  const isMoved = writeStage(tx, before, toStoredStage(stageByRoadmapStatus[status]))
  const [roadmapItem, linkedFeedback] = await Promise.all([getRoadmapItem(tx, id), getFeedback(tx, feedbackId)])
  if (!item || newTarget || isMoved) {
    audit(tx, 'feedback.promoted', feedbackId, {
      ...stageAuditChanges(before, linkedFeedback),
      roadmapItemId: id,
      itemStatus: [item?.status ?? null, roadmapItem.status],
      ...describeChanges(target, newTarget),
    })
  }
  return { roadmapItem, linkedFeedback }
}
