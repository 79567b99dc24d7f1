import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { recordReply } from '../notifications/events/record.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Thread } from './queries.ts'
import type { CommentCreate } from './schema.ts'

/** Stores and counts a comment in a locked thread. @returns its id. */
export function recordComment(
  tx: WriteScope,
  thread: Thread,
  customerId: string | null,
  input: Omit<CommentCreate, 'submitter'>,
): string {
  const id = newId()
  insertComment(tx, thread, id, customerId, input)
  if (!input.isInternal) {
    countComment(tx, thread)
    if (thread.of === 'feedback_id') recordReply(tx, id)
  }
  audit(tx, 'comment.created', id, { [thread.of === 'feedback_id' ? 'feedbackId' : 'entryId']: thread.id, customerId })
  return id
}

function insertComment(
  tx: WriteScope,
  thread: Thread,
  id: string,
  customerId: string | null,
  { body, kind = 'comment', authorName, parentId, isInternal = false }: Omit<CommentCreate, 'submitter'>,
): void {
  const workspaceName = tx.db.selectFrom('workspaces').select('name').where('workspace_id', '=', tx.workspaceId)
  tx.defer(
    tx.db
      .insertInto('comments')
      .values({
        workspace_id: tx.workspaceId,
        id,
        [thread.of]: thread.id,
        kind,
        body,
        customer_id: customerId,
        author_name: kind === 'staff_reply' ? (authorName ?? workspaceName) : null,
        parent_id: parentId ?? null,
        is_internal: isInternal,
        created_at: tx.now,
        updated_at: tx.now,
      })
      .execute(),
  )
}

/** Counts a public comment. Team notes count neither as comments (contract §4) nor as activity. */
function countComment(tx: WriteScope, { of, id }: Thread): void {
  tx.defer(
    tx.db
      .updateTable(of === 'feedback_id' ? 'feedback' : 'changelog_entries')
      .set({ comments: sql`comments + 1`, ...(of === 'feedback_id' && { last_activity_at: tx.now }) })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
}
