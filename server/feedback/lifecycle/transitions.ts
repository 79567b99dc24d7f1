import { sql } from 'kysely'
import { differences } from '../../events/changes.ts'
import { recordEvent } from '../../events/record.ts'
import { type NotificationChoice, notifyEveryone } from '../../notifications/events/choice.ts'
import { recordStageChanges } from '../../notifications/events/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { loadRoadmapJson } from '../../roadmap/queries.ts'
import { loadFeedbackJson } from '../queries.ts'
import type { Stage } from '../schema.ts'
import { deriveStage, type StoredStage, type StoredStageUpdate } from './derive-stage.ts'
import type { LockedFeedbackAndItem, LockedItem } from './lock.ts'
import { roadmapStatusOf } from './roadmap-status.ts'
import { syncRoadmapItems } from './sync-roadmap-items.ts'

export interface StageState extends StoredStage {
  stage: Stage
}

/** The state of one request before and after a change of its stage or status. */
export interface StageTransition {
  id: string
  title: string
  from: StageState
  to: StageState
  item: LockedItem | null
}

/** Returns the states of a locked request before and after an update; they are equal if it changes nothing. */
export function transitionOf(before: LockedFeedbackAndItem, update: StoredStageUpdate): StageTransition {
  const { id, title, item, stage, status, productStage } = before
  const stored: StoredStage = { productStage, ...update }
  return { id, title, item, from: { stage, status, productStage }, to: { ...stored, stage: deriveStage(stored) } }
}

// A missing product stage derives the same stage as `in_review`.
const isChange = ({ from, to }: StageTransition): boolean =>
  from.status !== to.status || (from.productStage ?? 'in_review') !== (to.productStage ?? 'in_review')

/**
 * Writes the transitions that change something. This is the only writer of `status` and `product_stage` of an existing
 * request: the roadmap items follow in the same transaction, and the participants' notifications are recorded, if any.
 * @param choice null if the changes take back others that nobody knows of
 * @returns the transitions written.
 */
export function writeTransitions(
  tx: WriteScope,
  transitions: StageTransition[],
  choice: NotificationChoice | null = notifyEveryone,
): StageTransition[] {
  const changes = transitions.filter(isChange)
  if (changes.length === 0) return []
  const ids = toIds(changes)
  // Without the list of ids, the planner may read all requests of the workspace to find these.
  tx.defer(
    sql`update feedback f set status = n.status, product_stage = n.product_stage,
        updated_at = ${tx.now}, last_activity_at = ${tx.now}
      from unnest(${ids}::uuid[], ${changes.map(({ to }) => to.status)}::text[],
        ${changes.map(({ to }) => to.productStage)}::text[]) as n (id, status, product_stage)
      where f.workspace_id = ${tx.workspaceId} and f.id = any(${ids}::uuid[]) and f.id = n.id`.execute(tx.db),
  )
  const withItem = changes.filter(({ item }) => item !== null)
  if (withItem.length > 0) syncRoadmapItems(tx, toIds(withItem))
  const stages = changes.map(({ id, from, to }) => ({ feedbackId: id, from: from.stage, to: to.stage }))
  if (choice) recordStageChanges(tx, stages, choice)
  for (const change of changes) recordTransitionEvents(tx, change)
  return changes
}

/** Records an event for each of stage, status and roadmap status that changed. */
function recordTransitionEvents(tx: WriteScope, { id, from, to, item }: StageTransition): void {
  const shared = { resourceId: id, data: loadFeedbackJson }
  const status = differences({ status: from.status }, { status: to.status })
  if (status) recordEvent(tx, { ...shared, type: 'feedback.status_changed', changes: status })
  const stage = differences({ stage: from.stage }, { stage: to.stage })
  if (stage) recordEvent(tx, { ...shared, type: 'feedback.stage_changed', changes: stage })
  const itemStatus = item && differences({ status: item.status }, { status: roadmapStatusOf(to.stage) ?? item.status })
  if (itemStatus) {
    recordEvent(tx, { type: 'roadmap.status_changed', resourceId: item.id, data: loadRoadmapJson, changes: itemStatus })
  }
}

const toIds = (transitions: StageTransition[]): string[] => transitions.map(({ id }) => id)

/** Returns the states of request and item, before and after, for the audit log. */
export const stageAuditChanges = ({ from, to, item }: StageTransition) => ({
  stage: [from.stage, to.stage],
  status: [from.status, to.status],
  ...(item && { roadmapItemId: item.id, itemStatus: [item.status, roadmapStatusOf(to.stage) ?? item.status] }),
})
