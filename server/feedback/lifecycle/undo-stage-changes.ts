import { sql } from 'kysely'
import { type NotificationChoice, notifyEveryone, notifyNobody } from '../../notifications/events/choice.ts'
import { takeBackStageChanges } from '../../notifications/events/take-back.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { feedbackCan } from '../permissions.ts'
import type { FeedbackStatus, Stage } from '../schema.ts'
import { writeStageUpdates } from './apply-stage-updates.ts'
import type { StoredStage, StoredStageUpdate } from './derive-stage.ts'
import { type LockedFeedbackAndItem, lockFeedbackAndItems } from './lock.ts'
import type { StageTransition } from './transitions.ts'

/**
 * Undoes the stage and status changes that the same actor made in an earlier HTTP request, as the audit log recorded
 * them. Requests that changed again since, or no longer exist, stay as they are. Takes back the mail about the changes;
 * if it is too late for that, the recipients get another message.
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
  const wasReported = ({ id }: LockedFeedbackAndItem) => recorded.get(id)!.notified !== false && !takenBack.has(id)
  const undo = (requests: LockedFeedbackAndItem[], choice: NotificationChoice) =>
    writeStageUpdates(
      tx,
      'feedback.stage_changed',
      requests.map((request) => [request, toPreviousState(recorded.get(request.id)!)] as const),
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

const toId = ({ id }: { id: string }): string => id

interface RecordedChanges {
  stage: [from: Stage, to: Stage]
  status: [from: FeedbackStatus, to: FeedbackStatus]
  productStage?: [from: StoredStage['productStage'], to: StoredStage['productStage']]
  /** False if nobody was notified. */
  notified?: false
}

// Notices offer an undo for a few seconds; the limit keeps the search to the newest part of an index.
const undoableHours = 24

/** Lists the changes recorded for an HTTP request, except those followed by another change of the same request. */
async function listRecordedChanges({ db, workspaceId, actor, now }: WriteScope, requestId: string) {
  const since = new Date(Date.parse(now) - undoableHours * 3_600_000).toISOString()
  const { rows } = await sql<{ id: string; changes: RecordedChanges }>`
    select e.target_id as id, e.changes from audit_events e
    where e.workspace_id = ${workspaceId} and e.type in ('feedback.stage_changed', 'feedback.status_changed')
      and e.created_at > ${since} and e.request_id = ${requestId}
      and e.actor_type = ${actor.type} and e.actor_id is not distinct from ${actor.id}
      and not exists (select from audit_events o
        where o.workspace_id = e.workspace_id and o.target_id = e.target_id
          and o.type in ('feedback.stage_changed', 'feedback.status_changed', 'feedback.promoted')
          and (o.created_at, o.id) > (e.created_at, e.id))`.execute(db)
  return rows
}

const isAsLeft = ({ stage, status }: LockedFeedbackAndItem, changes: RecordedChanges): boolean =>
  stage === changes.stage[1] && status === changes.status[1]

function toPreviousState({ stage: [stage], status: [status], productStage }: RecordedChanges): StoredStageUpdate {
  if (productStage) return { status, productStage: productStage[0] }
  return status === 'approved' && stage !== 'pending' ? { status, productStage: stage } : { status }
}
