import { sql } from 'kysely'
import type { Stage } from '../../feedback/schema.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'

// So that a move and the reply that explains it become one message, and a move that is undone at once is told to nobody.
const gracePeriodMs = 2 * 60_000

const dueAt = ({ now }: WriteScope): string => new Date(Date.parse(now) + gracePeriodMs).toISOString()

/**
 * Notes that locked requests have left a stage. Where they have come to is asked when it is told: a request that is back
 * by then has no news.
 * @param left the requests with the stage that they had.
 */
export function recordStageChanges(tx: WriteScope, left: { id: string; stage: Stage }[]): void {
  tx.defer(
    sql`insert into notification_events (workspace_id, id, feedback_id, kind, from_stage, due_at, created_at)
      select ${tx.workspaceId}, n.id, n.feedback_id, 'stage', n.stage, ${dueAt(tx)}, ${tx.now}
      from unnest(${left.map(newId)}::uuid[], ${left.map(({ id }) => id)}::uuid[],
        ${left.map(({ stage }) => stage)}::text[]) as n (id, feedback_id, stage)`.execute(tx.db),
  )
}

/**
 * Notes a comment that was posted on a request, if it is news to anybody: a staff reply to all who take part, another
 * customer's reply to whoever wrote the comment that it answers. Team notes are never given here.
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
