import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { recordCommentDeletions } from './deletion-events.ts'
import { lockThread } from './lock-thread.ts'
import { commentsCan } from './permissions.ts'
import { loadCommentsJson, type Thread } from './queries.ts'

/** Deletes a comment and its public replies. @throws 403, 404 */
export async function deleteComment(tx: WriteScope, id: string): Promise<void> {
  permit(commentsCan(tx.actor).delete)
  const thread = await threadOf(tx, id)
  await lockThread(tx, thread, 'for update')
  const replies = await tx.db
    .selectFrom('comments')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where(`${thread.of}`, '=', thread.id)
    .where('parent_id', '=', id)
    .execute()
  const states = await loadCommentsJson(tx, [id, ...replies.map((reply) => reply.id)])
  const table = thread.of === 'feedback_id' ? sql`feedback` : sql`changelog_entries`
  // Replies that wait for review become top-level comments, because the team has not decided about them yet.
  await sql`update pending_comments set parent_id = null
    where workspace_id = ${tx.workspaceId} and parent_id = ${id}`.execute(tx.db)
  // The count is exact, because the lock keeps new comments out.
  const { rows } = await sql<{ count: number; length: number }>`
    with deleted as (
      delete from comments where workspace_id = ${tx.workspaceId} and ${sql.ref(thread.of)} = ${thread.id}
        and (id = ${id} or parent_id = ${id}) returning id, is_internal, body),
    counted as (
      update ${table} set comments = comments - (select count(*) from deleted where not is_internal)
      where workspace_id = ${tx.workspaceId} and id = ${thread.id})
    select (select count(*)::int from deleted) as count, char_length(body) as length from deleted where id = ${id}`.execute(
    tx.db,
  )
  // The thread was merged into another while this transaction waited for its lock.
  if (rows.length === 0) return deleteComment(tx, id)
  recordCommentDeletions(tx, states)
  const { count, length } = rows[0]!
  const parentKey = thread.of === 'feedback_id' ? 'feedbackId' : 'entryId'
  audit(tx, 'comment.deleted', id, { [parentKey]: thread.id, bodyLength: length, replies: count - 1 })
}

async function threadOf({ db, workspaceId }: Scope, id: string): Promise<Thread> {
  const row = await db
    .selectFrom('comments')
    .select(['feedback_id', 'entry_id'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.feedback_id === null ? { of: 'entry_id', id: row.entry_id! } : { of: 'feedback_id', id: row.feedback_id }
}
