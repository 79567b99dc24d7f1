import { sql } from 'kysely'
import type { Stage } from '../../feedback/schema.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'

// During this time, a reply can join the stage change it explains, and a stage change can be undone without a message.
const gracePeriodMs = 2 * 60_000

const dueAt = ({ now }: WriteScope): string => new Date(Date.parse(now) + gracePeriodMs).toISOString()

/**
 * Records that locked requests left a stage. The new stage is read when the digest is created: a request that is back
 * in its old stage by then has nothing to report.
 * @param before the requests with their previous stages.
 */
export function recordStageChanges(tx: WriteScope, before: { id: string; stage: Stage }[]): void {
  tx.defer(
    sql`insert into notification_events (workspace_id, id, feedback_id, kind, from_stage, due_at, created_at)
      select ${tx.workspaceId}, n.id, n.feedback_id, 'stage', n.stage, ${dueAt(tx)}, ${tx.now}
      from unnest(${before.map(newId)}::uuid[], ${before.map(({ id }) => id)}::uuid[],
        ${before.map(({ stage }) => stage)}::text[]) as n (id, feedback_id, stage)`.execute(tx.db),
  )
}

/**
 * Records a new comment on a request if it notifies anyone: a staff reply notifies all participants, and a customer's
 * reply the author of the comment it answers. Team notes are excluded.
 */
export function recordReply(tx: WriteScope, commentId: string): void {
  tx.defer(
    sql`insert into notification_events (workspace_id, id, feedback_id, kind, comment_id, due_at, created_at)
      select m.workspace_id, ${newId()}::uuid, m.feedback_id, 'reply', m.id, ${dueAt(tx)}::timestamptz, ${tx.now}::timestamptz
      from comments m left join comments p on p.workspace_id = m.workspace_id and p.id = m.parent_id
      where m.workspace_id = ${tx.workspaceId} and m.id = ${commentId} and not m.is_internal
        and (m.kind = 'staff_reply' or (p.customer_id is not null and p.customer_id is distinct from m.customer_id))`.execute(
      tx.db,
    ),
  )
}
