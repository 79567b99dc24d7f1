import { sql } from 'kysely'
import { type NotificationChoice, notifyEveryone, notifyNobody } from '../../notifications/events/choice.ts'
import { takeBackStageChanges } from '../../notifications/events/take-back.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { removeRoadmapItems } from '../../roadmap/remove-items.ts'
import type { RoadmapStatus } from '../../roadmap/schema.ts'
import { feedbackCan } from '../permissions.ts'
import type { FeedbackStatus, Stage } from '../schema.ts'
import { auditStageChange } from './apply-stage-updates.ts'
import type { StoredStage, StoredStageUpdate } from './derive-stage.ts'
import { type LockedFeedbackAndItem, lockFeedbackAndItems } from './lock.ts'
import { type StageTransition, transitionOf, writeTransitions } from './transitions.ts'

/**
 * Undoes the stage and status changes that the same actor made in an earlier HTTP request, as the audit log recorded
 * them, and takes the items off the roadmap that the changes created. Requests that changed again since, or no longer
 * exist, stay as they are. Takes back the mail about the changes; if it is too late for that, the recipients get another
 * message.
 * @param requestId the id of that HTTP request.
 * @returns the requests that changed back.
 * @throws 403
 */
export async function undoStageChanges(tx: WriteScope, requestId: string): Promise<StageTransition[]> {
  permit(feedbackCan(tx.actor).triage)
  const recorded = new Map((await listRecordedChanges(tx, requestId)).map(({ id, changes }) => [id, changes]))
  const locked = await lockFeedbackAndItems(tx, [...recorded.keys()])
  const unchanged = locked.filter((request) => isAsLeft(request, recorded.get(request.id)!))
  const takenBack = await takeBackStageChanges(tx, requestId, unchanged.map(toId))
  await removeRoadmapItems(
    tx,
    unchanged.flatMap((request) => createdItem(request, recorded.get(request.id)!)?.id ?? []),
  )
  const wasReported = ({ id }: LockedFeedbackAndItem) => recorded.get(id)!.notified !== false && !takenBack.has(id)
  const undo = (requests: LockedFeedbackAndItem[], choice: NotificationChoice) =>
    undoChanges(
      tx,
      requests.map((request) => [request, recorded.get(request.id)!] as const),
      choice,
    )
  return [
    ...undo(unchanged.filter(wasReported), notifyEveryone),
    ...undo(
      unchanged.filter((request) => !wasReported(request)),
      notifyNobody,
    ),
  ]
}

/** Writes the previous states, with one audit event for each request. An item that was created is gone already. */
function undoChanges(
  tx: WriteScope,
  requests: (readonly [LockedFeedbackAndItem, RecordedChanges])[],
  choice: NotificationChoice,
): StageTransition[] {
  const undone = requests.map(([request, changes]) => {
    const removed = createdItem(request, changes)
    const before = removed ? { ...request, item: null } : request
    return { transition: transitionOf(before, toPreviousState(changes)), removed }
  })
  const moved = new Set(
    writeTransitions(
      tx,
      undone.map(({ transition }) => transition),
      choice,
    ),
  )
  const changed = undone.filter(({ transition, removed }) => removed || moved.has(transition))
  for (const { transition, removed } of changed) {
    auditStageChange(tx, 'feedback.stage_changed', transition, choice, {
      ...(removed && { roadmapItemId: removed.id, itemStatus: [removed.status, null] }),
    })
  }
  return changed.map(({ transition }) => transition)
}

const toId = ({ id }: { id: string }): string => id

interface RecordedChanges {
  stage: [from: Stage, to: Stage]
  status: [from: FeedbackStatus, to: FeedbackStatus]
  productStage?: [from: StoredStage['productStage'], to: StoredStage['productStage']]
  roadmapItemId?: string
  itemStatus?: [from: RoadmapStatus | null, to: RoadmapStatus]
  /** False if nobody was notified. */
  notified?: false
}

/** Returns the item that the change created. */
const createdItem = ({ item }: LockedFeedbackAndItem, { itemStatus, roadmapItemId }: RecordedChanges) =>
  itemStatus?.[0] === null && item?.id === roadmapItemId ? item : null

// Notices offer an undo for a few seconds; the limit keeps the search to the newest part of an index.
const undoableHours = 24

/**
 * Lists the changes recorded for an HTTP request, except those followed by another change of the same request or of the
 * item that was created. A promotion counts if it created the item; one that edited an item has no undo.
 */
async function listRecordedChanges({ db, workspaceId, actor, now }: WriteScope, requestId: string) {
  const since = new Date(Date.parse(now) - undoableHours * 3_600_000).toISOString()
  const { rows } = await sql<{ id: string; changes: RecordedChanges }>`
    select e.target_id as id, e.changes from audit_events e
    where e.workspace_id = ${workspaceId}
      and e.type in ('feedback.stage_changed', 'feedback.status_changed', 'feedback.promoted')
      and (e.type <> 'feedback.promoted' or e.changes -> 'itemStatus' -> 0 = 'null'::jsonb)
      and e.created_at > ${since} and e.request_id = ${requestId}
      and e.actor_type = ${actor.type} and e.actor_id is not distinct from ${actor.id}
      and not exists (select from audit_events o
        where o.workspace_id = e.workspace_id and o.target_id = e.target_id
          and o.type in ('feedback.stage_changed', 'feedback.status_changed', 'feedback.promoted')
          and (o.created_at, o.id) > (e.created_at, e.id))
      and not exists (select from audit_events o
        where o.workspace_id = e.workspace_id and o.target_id = (e.changes ->> 'roadmapItemId')::uuid
          and o.type in ('roadmap.updated', 'roadmap.status_changed') and (o.created_at, o.id) > (e.created_at, e.id))`.execute(
    db,
  )
  return rows
}

const isAsLeft = (request: LockedFeedbackAndItem, changes: RecordedChanges): boolean =>
  request.stage === changes.stage[1] &&
  request.status === changes.status[1] &&
  (changes.itemStatus?.[0] !== null || createdItem(request, changes) !== null)

function toPreviousState({ stage: [stage], status: [status], productStage }: RecordedChanges): StoredStageUpdate {
  if (productStage) return { status, productStage: productStage[0] }
  return status === 'approved' && stage !== 'pending' ? { status, productStage: stage } : { status }
}
