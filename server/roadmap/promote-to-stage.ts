import { recordEvent } from '../events/record.ts'
import { auditStageChange, lockRequested } from '../feedback/lifecycle/apply-stage-updates.ts'
import { toStoredStage } from '../feedback/lifecycle/derive-stage.ts'
import {
  isRoadmapStage,
  type RoadmapStage,
  type RoadmapStatus,
  roadmapStatusOf,
} from '../feedback/lifecycle/roadmap-status.ts'
import { type StageTransition, transitionOf, writeTransitions } from '../feedback/lifecycle/transitions.ts'
import { feedbackCan } from '../feedback/permissions.ts'
import { type NotificationChoice, notifyEveryone } from '../notifications/events/choice.ts'
import { permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { insertRoadmapItems, type NewItem } from './create.ts'
import { loadRoadmapJson } from './queries.ts'

export interface StagePromotion extends StageTransition {
  /** The item that was created; null if the request had one. */
  createdItemId: string | null
}

/**
 * Sets the stage of requests, all or none, and puts those on the roadmap that are not on it yet. Existing items follow.
 * @param stage null to keep each request's own stage; those in a stage without a roadmap column are skipped
 * @returns the requests that changed or were put on the roadmap.
 * @throws 400 for more than 100 requests; 403; 404 if one of them does not exist
 */
export async function promoteToStage(
  tx: WriteScope,
  ids: string[],
  stage: RoadmapStage | null,
  choice: NotificationChoice = notifyEveryone,
): Promise<StagePromotion[]> {
  permit(feedbackCan(tx.actor).promote)
  const locked = await lockRequested(tx, ids)
  const promotable = stage === null ? locked.filter((request) => isRoadmapStage(request.stage)) : locked
  const promotions = promotable.map((request): StagePromotion => {
    const transition = transitionOf(request, toStoredStage(stage ?? request.stage))
    return { ...transition, createdItemId: request.item === null ? newId() : null }
  })
  const descriptions = new Map(promotable.map(({ id, description }) => [id, description]))
  insertRoadmapItems(
    tx,
    promotions
      .filter(({ createdItemId }) => createdItemId !== null)
      .map((promotion) => toNewItem(promotion, descriptions.get(promotion.id)!)),
  )
  const moved = new Set(writeTransitions(tx, promotions, choice))
  for (const promotion of promotions) recordPromotion(tx, promotion, moved.has(promotion), choice)
  return promotions.filter((promotion) => promotion.createdItemId !== null || moved.has(promotion))
}

const statusOf = ({ to }: StageTransition): RoadmapStatus => roadmapStatusOf(to.stage)!

const toNewItem = (promotion: StagePromotion, description: string): NewItem & { id: string } => ({
  id: promotion.createdItemId!,
  feedbackId: promotion.id,
  title: promotion.title,
  description,
  status: statusOf(promotion),
})

/** Records one audit event for a request, whatever happened to it. */
function recordPromotion(
  tx: WriteScope,
  promotion: StagePromotion,
  isMoved: boolean,
  choice: NotificationChoice,
): void {
  const { createdItemId } = promotion
  // A note that nobody was notified belongs to a change of stage.
  const recorded = isMoved ? choice : notifyEveryone
  if (createdItemId === null) {
    if (isMoved) auditStageChange(tx, 'feedback.stage_changed', promotion, recorded)
    return
  }
  recordEvent(tx, { type: 'roadmap.created', resourceId: createdItemId, data: loadRoadmapJson })
  auditStageChange(tx, 'feedback.promoted', promotion, recorded, {
    roadmapItemId: createdItemId,
    itemStatus: [null, statusOf(promotion)],
  })
}
