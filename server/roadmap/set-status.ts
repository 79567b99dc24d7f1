import { audit } from '../audit/record.ts'
import {
  lockFeedbackAndItemByItemId,
  stageAuditChanges,
  toStoredStage,
  writeStage,
} from '../feedback/lifecycle/stage-state.ts'
import { stageByRoadmapStatus } from '../feedback/lifecycle/sync-roadmap-items.ts'
import type { WriteScope } from '../platform/scope.ts'
import { getRoadmapItem } from './queries.ts'
import type { RoadmapItem, RoadmapStatus } from './schema.ts'

/** Moves an item by moving its request to the stage that says the same; the item follows it. @throws 404 */
export async function setRoadmapStatus(tx: WriteScope, id: string, status: RoadmapStatus): Promise<RoadmapItem> {
  const before = await lockFeedbackAndItemByItemId(tx, id)
  const stage = stageByRoadmapStatus[status]
  if (writeStage(tx, before, toStoredStage(stage))) {
    audit(tx, 'roadmap.status_changed', id, {
      feedbackId: before.id,
      ...stageAuditChanges(before, { stage, status: 'approved' }),
    })
  }
  return getRoadmapItem(tx, id)
}
