import { sql } from 'kysely'
import { recordEvent } from '../../events/record.ts'
import { type NotificationChoice, notifyEveryone, notifyNobody } from '../../notifications/events/choice.ts'
import { takeBackStageChanges } from '../../notifications/events/take-back.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { loadRoadmapJson } from '../../roadmap/queries.ts'
import { removeRoadmapItems } from '../../roadmap/remove-items.ts'
import type { RoadmapStatus } from '../../roadmap/schema.ts'
import { feedbackCan } from '../permissions.ts'
import type { FeedbackStatus, Stage } from '../schema.ts'
import { auditStageChange } from './apply-stage-updates.ts'
import type { StoredStage, StoredStageUpdate } from './derive-stage.ts'
import { type LockedFeedbackAndItem, lockFeedbackAndItems } from './lock.ts'
import { roadmapStatusOf } from './roadmap-status.ts'
import { type StageTransition, transitionOf, writeTransitions } from './transitions.ts'

/**
 * Undoes the stage and status changes that the same actor made in an earlier HTTP request, as the audit log recorded
 * them: also moves on the roadmap, and the items that the changes created. Requests that changed again since, or no
 * longer exist, stay as they are. Takes back the mail about the changes; if a digest has reported them, the recipients get
 * another message.
 * @param requestId the id of that HTTP request.
 * @returns the requests that changed back.
 * @throws 403
 */
export async function undoStageChanges(tx: WriteScope, requestId: string): Promise<StageTransition[]> {
  permit(feedbackCan(tx.actor).triage)
  const recorded = new Map((await listRecordedChanges(tx, requestId)).map(({ id, changes }) => [id, changes]))
  const locked = await lockFeedbackAndItems(tx, [...recorded.keys()])
  const unchanged = locked.filter((request) => isAsLeft(request, recorded.get(request.id)!))
  const reported = await findReported(tx, requestId, unchanged.map(toId))
  await takeBackStageChanges(tx, requestId, unchanged.map(toId))
  await removeRoadmapItems(
    tx,
    unchanged.flatMap((request) => createdItem(request, recorded.get(request.id)!)?.id ?? []),
  )
  const [known, unknown] = [true, false].map((isKnown) =>
    unchanged
      .filter(({ id }) => reported.has(id) === isKnown)
      .map((request) => [request, recorded.get(request.id)!] as const),
  )
  return [...undoChanges(tx, known!, notifyEveryone), ...undoChanges(tx, unknown!, null)]
}

/**
 * Writes the previous states, with one audit event for each request. An item that was created is gone already.
 * @param choice null if nobody knows of the changes: the news before them becomes true again
 */
function undoChanges(
  tx: WriteScope,
  requests: (readonly [LockedFeedbackAndItem, RecordedChanges])[],
  choice: NotificationChoice | null,
): StageTransition[] {
  const undone = requests.map(([request, changes]) => {
    const removed = createdItem(request, changes)
    const before = removed ? { ...request, item: null } : request
    return { transition: transitionOf(before, toPreviousState(changes)), removed, changes }
  })
  const moved = new Set(
    writeTransitions(
      tx,
      undone.map(({ transition }) => transition),
      choice,
    ),
  )
  const changed = undone.filter(({ transition, removed }) => removed || moved.has(transition))
  for (const { transition, removed, changes } of changed) {
    restorePlace(tx, transition, changes)
    auditStageChange(tx, 'feedback.stage_changed', transition, choice ?? notifyNobody, {
      ...(removed && { roadmapItemId: removed.id, itemStatus: [removed.status, null] }),
    })
  }
  return changed.map(({ transition }) => transition)
}

/**
 * Puts an item that was moved back to its place; otherwise it would be the last of its column. The item of a request that
 * is not approved does not follow the request, so its column is restored as well.
 */
function restorePlace(tx: WriteScope, { item, to }: StageTransition, recorded: RecordedChanges): void {
  const { feedbackId, itemStatus, sortOrder } = recorded
  if (item === null || feedbackId === undefined) return
  const status = itemStatus?.[0] ?? item.status
  if (!roadmapStatusOf(to.stage) && status !== item.status) {
    const changes = { status: { from: item.status, to: status } }
    recordEvent(tx, { type: 'roadmap.status_changed', resourceId: item.id, data: loadRoadmapJson, changes })
  }
  tx.defer(
    tx.db
      .updateTable('roadmap_items')
      .set({ status, sort_order: sortOrder?.[0] })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', item.id)
      .execute(),
  )
}

const toId = ({ id }: { id: string }): string => id

interface RecordedChanges {
  stage: [from: Stage, to: Stage]
  status: [from: FeedbackStatus, to: FeedbackStatus]
  productStage?: [from: StoredStage['productStage'], to: StoredStage['productStage']]
  roadmapItemId?: string
  itemStatus?: [from: RoadmapStatus | null, to: RoadmapStatus]
  /** Only of a move on the roadmap. */
  feedbackId?: string
  sortOrder?: [from: number, to: number]
}

/** Returns the item that the change created. */
const createdItem = ({ item }: LockedFeedbackAndItem, { itemStatus, roadmapItemId }: RecordedChanges) =>
  itemStatus?.[0] === null && item?.id === roadmapItemId ? item : null

// Notices offer an undo for a few seconds; the limit keeps the search to the newest part of an index.
const undoableHours = 24

/**
 * Lists the changes recorded for an HTTP request, except those followed by another change of the same request or its
 * item. A promotion counts if it created the item; one that edited an item has no undo.
 */
async function listRecordedChanges({ db, workspaceId, actor, now }: WriteScope, requestId: string) {
  const since = new Date(Date.parse(now) - undoableHours * 3_600_000).toISOString()
  const isLater = sql`o.workspace_id = e.workspace_id and (o.created_at, o.id) > (e.created_at, e.id)`
  const { rows } = await sql<{ id: string; changes: RecordedChanges }>`
    select t.feedback_id as id, e.changes from audit_events e
    cross join lateral (select e.type = 'roadmap.status_changed' as is_move) k
    cross join lateral (select
      case when k.is_move then (e.changes ->> 'feedbackId')::uuid else e.target_id end as feedback_id,
      case when k.is_move then e.target_id else (e.changes ->> 'roadmapItemId')::uuid end as item_id) t
    where e.workspace_id = ${workspaceId}
      and e.type in ('feedback.stage_changed', 'feedback.status_changed', 'feedback.promoted', 'roadmap.status_changed')
      and (e.type <> 'feedback.promoted' or e.changes -> 'itemStatus' -> 0 = 'null'::jsonb)
      and e.created_at > ${since} and e.request_id = ${requestId}
      and e.actor_type = ${actor.type} and e.actor_id is not distinct from ${actor.id}
      and not exists (select from audit_events o where o.target_id = t.feedback_id and ${isLater}
        and o.type in ('feedback.stage_changed', 'feedback.status_changed', 'feedback.promoted'))
      and not exists (select from audit_events o where o.target_id = t.item_id and ${isLater}
        and (o.type = 'roadmap.status_changed' or (o.type = 'roadmap.updated' and not k.is_move)))`.execute(db)
  return rows
}

/** Returns which of the requests had a digest about their change in an HTTP request. */
async function findReported({ db, workspaceId }: WriteScope, requestId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select feedback_id as id from notification_digests
    where workspace_id = ${workspaceId} and feedback_id = any(${ids}::uuid[]) and stage is not null
      and ${requestId} = any(request_ids)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const isAsLeft = (request: LockedFeedbackAndItem, changes: RecordedChanges): boolean =>
  request.stage === changes.stage[1] &&
  request.status === changes.status[1] &&
  (changes.itemStatus?.[0] !== null || createdItem(request, changes) !== null)

function toPreviousState({ stage: [stage], status: [status], productStage }: RecordedChanges): StoredStageUpdate {
  if (productStage) return { status, productStage: productStage[0] }
  return status === 'approved' && stage !== 'pending' ? { status, productStage: stage } : { status }
}
