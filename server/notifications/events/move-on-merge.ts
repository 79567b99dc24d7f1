import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'

/**
 * What becomes of the news of a request that is merged: replies go with their comments, and so do bundles, whose messages
 * may be on their way. That it had moved is news to nobody any more: there is no such request. Who is to get a bundle of
 * either gets both, since each has replies that the other has not. Both requests are locked, and the comments moved.
 */
export function moveNotificationsOnMerge(tx: WriteScope, sourceId: string, intoId: string): void {
  moveEventsWithComments(tx, intoId)
  tx.defer(
    sql`update notification_digests set feedback_id = ${intoId}, from_stage = null, stage = null
      where workspace_id = ${tx.workspaceId} and feedback_id = ${sourceId}`.execute(tx.db),
  )
}

/** Gives a request the news of comments that have come to it. */
export function moveEventsWithComments(tx: WriteScope, feedbackId: string): void {
  tx.defer(
    sql`update notification_events n set feedback_id = m.feedback_id from comments m
      where m.workspace_id = ${tx.workspaceId} and m.feedback_id = ${feedbackId}
        and n.workspace_id = m.workspace_id and n.comment_id = m.id and n.feedback_id <> m.feedback_id`.execute(tx.db),
  )
}
