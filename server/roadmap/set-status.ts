import { audit } from '../audit/record.ts'
import { factsOf, lockPair, movesOf, writeFacts } from '../feedback/stage.ts'
import type { WriteScope } from '../platform/scope.ts'
import { stageOf } from './follow.ts'
import { feedbackOfItem, getRoadmapItem } from './queries.ts'
import type { RoadmapItem, RoadmapStatus } from './schema.ts'

/** Moves an item by moving its request to the stage that says the same; the item follows it. @throws 404 */
export async function setRoadmapStatus(tx: WriteScope, id: string, status: RoadmapStatus): Promise<RoadmapItem> {
  const feedbackId = await feedbackOfItem(tx, id)
  const before = await lockPair(tx, feedbackId)
  const stage = stageOf[status]
  if (writeFacts(tx, before, factsOf(stage))) {
    audit(tx, 'roadmap.status_changed', id, { feedbackId, ...movesOf(before, { stage, status: 'approved' }) })
  }
  return getRoadmapItem(tx, id)
}
