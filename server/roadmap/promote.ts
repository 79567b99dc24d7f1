import { differing, fromTo } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { getFeedback } from '../feedback/queries.ts'
import type { Feedback } from '../feedback/schema.ts'
import { factsOf, lockPair, movesOf, writeFacts } from '../feedback/lifecycle/stage-state.ts'
import type { WriteScope } from '../platform/scope.ts'
import { insertItem } from './create.ts'
import { stageOf } from '../feedback/lifecycle/sync-roadmap-items.ts'
import { getRoadmapItem } from './queries.ts'
import type { Promote, RoadmapItem } from './schema.ts'
import { writeItem } from './update.ts'

interface Promotion {
  roadmapItem: RoadmapItem
  linkedFeedback: Feedback
}

/**
 * Puts a request on the roadmap, or moves the item that it has. The lock of the request lines up those who promote
 * it at once; a unique index on the item's request stands behind it.
 * @throws 404
 */
export async function promote(tx: WriteScope, feedbackId: string, input: Promote): Promise<Promotion> {
  const { status, targetDelivery } = input
  const before = await lockPair(tx, feedbackId)
  const { item, title, description } = before
  const target = { targetDelivery: item?.targetDelivery ?? null }
  const newTarget = differing(target, { targetDelivery })
  const id =
    item?.id ?? insertItem(tx, { feedbackId, title, description, status, targetDelivery: targetDelivery ?? null })
  if (item && newTarget) writeItem(tx, id, newTarget)
  const isMoved = writeFacts(tx, before, factsOf(stageOf[status]))
  const [roadmapItem, linkedFeedback] = await Promise.all([getRoadmapItem(tx, id), getFeedback(tx, feedbackId)])
  if (!item || newTarget || isMoved) {
    audit(tx, 'feedback.promoted', feedbackId, {
      ...movesOf(before, linkedFeedback),
      roadmapItemId: id,
      itemStatus: [item?.status ?? null, roadmapItem.status],
      ...fromTo(target, newTarget),
    })
  }
  return { roadmapItem, linkedFeedback }
}
