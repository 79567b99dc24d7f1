import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'

/**
 * Moves the notifications of a merged request to its target: reply events follow their comments, and so do digests,
 * whose messages may be in flight. Digests lose their stage change, since the source no longer exists. Recipients of
 * digests of both requests get both: each has replies that the other lacks. The caller has locked both requests and
 * moved the comments.
 */
export function moveNotificationsOnMerge(tx: WriteScope, sourceId: string, intoId: string): void {
  moveEventsWithComments(tx, intoId)
  tx.defer(
    sql`update notification_digests set feedback_id = ${intoId}, from_stage = null, stage = null, note = null
      where workspace_id = ${tx.workspaceId} and feedback_id = ${sourceId}`.execute(tx.db),
  )
}

/** Moves the events of comments that were moved to a request. */
export function moveEventsWithComments(tx: WriteScope, feedbackId: string): void {
  tx.defer(
    sql`update notification_events n set feedback_id = m.feedback_id from comments m
      where m.workspace_id = ${tx.workspaceId} and m.feedback_id = ${feedbackId}
        and n.workspace_id = m.workspace_id and n.comment_id = m.id and n.feedback_id <> m.feedback_id`.execute(tx.db),
  )
}
