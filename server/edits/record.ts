import { sql } from 'kysely'
import { newId } from '../platform/ids.ts'
import { invalidState } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { editMessages } from './messages.ts'

/** A request, or a comment, public or waiting. */
export interface EditedItem {
  of: 'feedback_id' | 'comment_id'
  id: string
}

/** The texts of a request or comment. Only requests have a title. */
export interface EditedTexts {
  title: string | null
  body: string
}

/** More than anyone needs. Each earlier text can have 10,000 characters. */
export const maxEdits = 50

/** Rejects an edit of an item that has reached the limit of edits. @throws 400 */
export async function assertEditsLeft({ db, workspaceId }: WriteScope, { of, id }: EditedItem): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from content_edits where workspace_id = ${workspaceId} and ${sql.ref(of)} = ${id}`.execute(
    db,
  )
  if (rows[0]!.count >= maxEdits) throw invalidState(editMessages.limit({ limit: maxEdits }))
}

/**
 * Stores the text that an author replaces. The caller has locked the item.
 * @param customerId the author; null for a team member
 * @param editId the id of the reviewed edit that replaces the text, so that the approval can be undone
 */
export function recordEdit(
  tx: WriteScope,
  { of, id }: EditedItem,
  customerId: string | null,
  { title, body }: EditedTexts,
  editId: string = newId(),
): void {
  tx.defer(
    tx.db
      .insertInto('content_edits')
      .values({
        workspace_id: tx.workspaceId,
        id: editId,
        [of]: id,
        customer_id: customerId,
        title,
        body,
        created_at: tx.now,
      })
      .execute(),
  )
}

/** Deletes the earlier texts of a request or comment, and the edits that wait for review. */
export function deleteEdits(tx: WriteScope, { of, id }: EditedItem): void {
  for (const table of ['content_edits', 'pending_edits']) {
    const deletion = sql`delete from ${sql.table(table)} where workspace_id = ${tx.workspaceId} and ${sql.ref(of)} = ${id}`
    tx.defer(deletion.execute(tx.db))
  }
}
