import { audit } from '../audit/record.ts'
import { factsOf, lockPairOfItem, movesOf, writeFacts } from '../feedback/lifecycle/stage-state.ts'
import type { WriteScope } from '../platform/scope.ts'
import { stageOf } from '../feedback/lifecycle/sync-roadmap-items.ts'
import { getRoadmapItem } from './queries.ts'
import type { RoadmapItem, RoadmapStatus } from './schema.ts'

/** Moves an item by moving its request to the stage that says the same; the item follows it. @throws 404 */
export async function setRoadmapStatus(tx: WriteScope, id: string, status: RoadmapStatus): Promise<RoadmapItem> {
  const before = await lockPairOfItem(tx, id)
  const stage = stageOf[status]
  if (writeFacts(tx, before, factsOf(stage))) {
    audit(tx, 'roadmap.status_changed', id, {
      feedbackId: before.id,
      ...movesOf(before, { stage, status: 'approved' }),
    })
  }
  return getRoadmapItem(tx, id)
}
