import { sql } from 'kysely'
import { lockThread } from '../../comments/lock-thread.ts'
import type { Thread } from '../../comments/queries.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { EditedItem } from '../record.ts'

interface Row {
  feedbackId: string | null
  commentId: string | null
  /** The request of the thread. */
  requestId: string | null
  entryId: string | null
}

/**
 * Finds the request or comment of an edit, and locks its thread.
 * @returns null if the edit or its comment does not exist
 */
export async function lockEditedItem(tx: WriteScope, editId: string): Promise<EditedItem | null> {
  const found = await findItem(tx, editId)
  if (!found) return null
  await lockThread(tx, found.thread, 'for update')
  // The thread may have been merged into another while this transaction waited for its lock.
  const current = await findItem(tx, editId)
  if (!current) return null
  return current.thread.id === found.thread.id ? current.item : lockEditedItem(tx, editId)
}

interface Found {
  item: EditedItem
  thread: Thread
}

async function findItem({ db, workspaceId }: WriteScope, editId: string): Promise<Found | null> {
  const { rows } = await sql<Row>`
    select p.feedback_id as "feedbackId", p.comment_id as "commentId",
      coalesce(p.feedback_id, c.feedback_id) as "requestId", c.entry_id as "entryId"
    from pending_edits p
    left join comments c on c.workspace_id = p.workspace_id and c.id = p.comment_id
    where p.workspace_id = ${workspaceId} and p.id = ${editId}`.execute(db)
  const [row] = rows
  const threadId = row?.requestId ?? row?.entryId
  if (!row || !threadId) return null
  const { feedbackId, commentId, requestId } = row
  return {
    item: feedbackId === null ? { of: 'comment_id', id: commentId! } : { of: 'feedback_id', id: feedbackId },
    thread: { of: requestId === null ? 'entry_id' : 'feedback_id', id: threadId },
  }
}
