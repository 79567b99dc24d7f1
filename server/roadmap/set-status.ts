import { audit } from '../audit/record.ts'
import { toStoredStage } from '../feedback/lifecycle/derive-stage.ts'
import { stageByRoadmapStatus } from '../feedback/lifecycle/roadmap-status.ts'
import { stageAuditChanges, transitionOf, writeTransitions } from '../feedback/lifecycle/transitions.ts'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { lockFeedbackAndItemByItemId } from './lock.ts'
import { roadmapCan } from './permissions.ts'
import { getRoadmapItem } from './queries.ts'
import type { RoadmapItem, RoadmapStatus } from './schema.ts'

/**
 * Moves an item to another column by setting its request to the corresponding stage, which the item then follows.
 * @throws 403, 404
 */
export async function setRoadmapStatus(tx: WriteScope, id: string, status: RoadmapStatus): Promise<RoadmapItem> {
  permit(roadmapCan(tx.actor).plan)
  const before = await lockFeedbackAndItemByItemId(tx, id)
  const [transition] = writeTransitions(tx, [transitionOf(before, toStoredStage(stageByRoadmapStatus[status]))])
  if (transition) audit(tx, 'roadmap.status_changed', id, { feedbackId: before.id, ...stageAuditChanges(transition) })
  return getRoadmapItem(tx, id)
}
