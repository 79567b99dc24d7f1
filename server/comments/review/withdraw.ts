import { sql } from 'kysely'
import { hasReplies } from '../../customers/deletion/comments.ts'
import { recordEvent } from '../../events/record.ts'
import { unfollowByRemoval } from '../../follows/set-own.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { recordCommentDeletions } from '../deletion-events.ts'
import { commentPlaceholders } from '../messages.ts'
import { loadCommentsJson, type Thread } from '../queries.ts'

/**
 * Takes a public comment out of its locked thread and keeps its text, so that the decision can be undone. A comment
 * with replies, including waiting ones, keeps its place without its text and author. Ends the follow that the
 * comment began.
 */
export async function withdrawComment(
  tx: WriteScope,
  thread: Thread,
  id: string,
  status: 'pending' | 'rejected' | 'spam',
): Promise<void> {
  const { db, workspaceId, now } = tx
  const { of, id: threadId } = thread
  const states = await loadCommentsJson(tx, [id])
  await unfollowByRemoval(tx, thread, id)
  const table = sql.table(of === 'feedback_id' ? 'feedback' : 'changelog_entries')
  await sql`
    insert into pending_comments
      (workspace_id, id, feedback_id, entry_id, parent_id, body, customer_id, status, created_at, reviewed_at)
    select workspace_id, id, feedback_id, entry_id, parent_id, body, customer_id, ${status}, created_at,
      ${status === 'pending' ? null : now}::timestamptz
    from comments where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  // Unsent mail would show the placeholder's text.
  await sql`delete from notification_events where workspace_id = ${workspaceId} and comment_id = ${id}`.execute(db)
  const { rows: kept } = await sql`
    update comments c set body = ${commentPlaceholders.removed}, customer_id = null
    where c.workspace_id = ${workspaceId} and c.id = ${id} and ${hasReplies('c')} returning c.id`.execute(db)
  if (kept.length > 0) {
    recordEvent(tx, { type: 'comment.updated', resourceId: id, data: loadCommentsJson })
    return
  }
  recordCommentDeletions(tx, states)
  await sql`
    with deleted as (delete from comments where workspace_id = ${workspaceId} and id = ${id} returning id)
    update ${table} set comments = comments - (select count(*) from deleted)
    where workspace_id = ${workspaceId} and id = ${threadId}`.execute(db)
}
