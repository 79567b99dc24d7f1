import { sql } from 'kysely'
import type { Stage } from '../../feedback/schema.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { gracePeriodMs } from '../digests/timing.ts'
import type { NotificationChoice } from './choice.ts'

const dueAt = ({ now }: WriteScope): string => new Date(Date.parse(now) + gracePeriodMs).toISOString()

export interface StageChange {
  feedbackId: string
  from: Stage
  to: Stage
}

/**
 * Records stage changes of locked requests, also those that notify nobody: the last one decides whether the digest
 * reports the stage.
 */
export function recordStageChanges(tx: WriteScope, changes: StageChange[], { notify, note }: NotificationChoice): void {
  const { workspaceId, actor, requestId, now } = tx
  tx.defer(
    sql`insert into notification_events (workspace_id, id, feedback_id, kind, from_stage, to_stage, notify, note,
        request_id, actor_type, actor_id, due_at, created_at)
      select ${workspaceId}, n.id, n.feedback_id, 'stage', n.from_stage, n.to_stage, ${notify}, ${note},
        ${requestId}, ${actor.type}, ${actor.id}::uuid, ${dueAt(tx)}, ${now}
      from unnest(${changes.map(newId)}::uuid[], ${changes.map(({ feedbackId }) => feedbackId)}::uuid[],
        ${changes.map(({ from }) => from)}::text[], ${changes.map(({ to }) => to)}::text[])
        as n (id, feedback_id, from_stage, to_stage)`.execute(tx.db),
  )
}

/**
 * Records a new comment on a request if it notifies anyone: a staff reply notifies all participants, and a customer's
 * reply the author of the comment it answers. Team notes are excluded.
 */
export function recordReply(tx: WriteScope, commentId: string): void {
  tx.defer(
    sql`insert into notification_events
        (workspace_id, id, feedback_id, kind, comment_id, request_id, actor_type, actor_id, due_at, created_at)
      select m.workspace_id, ${newId()}::uuid, m.feedback_id, 'reply', m.id, ${tx.requestId}, ${tx.actor.type},
        ${tx.actor.id}::uuid, ${dueAt(tx)}::timestamptz, ${tx.now}::timestamptz
      from comments m left join comments p on p.workspace_id = m.workspace_id and p.id = m.parent_id
      where m.workspace_id = ${tx.workspaceId} and m.id = ${commentId} and not m.is_internal
        and (m.kind = 'staff_reply' or (p.customer_id is not null and p.customer_id is distinct from m.customer_id))`.execute(
      tx.db,
    ),
  )
}
