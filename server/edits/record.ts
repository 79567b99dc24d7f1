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

/** More than anyone needs. Each earlier text can have 10,000 characters. */
export const maxEdits = 50

/**
 * Stores the text that an author replaces. The caller has locked the item.
 * @throws 400 at the limit of edits of one item
 */
export async function recordEdit(
  tx: WriteScope,
  { of, id }: EditedItem,
  customerId: string,
  { title, body }: { title: string | null; body: string },
): Promise<void> {
  const { db, workspaceId, now } = tx
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from content_edits where workspace_id = ${workspaceId} and ${sql.ref(of)} = ${id}`.execute(
    db,
  )
  if (rows[0]!.count >= maxEdits) throw invalidState(editMessages.limit({ limit: maxEdits }))
  tx.defer(
    db
      .insertInto('content_edits')
      .values({
        workspace_id: workspaceId,
        id: newId(),
        [of]: id,
        customer_id: customerId,
        title,
        body,
        created_at: now,
      })
      .execute(),
  )
}

/** Deletes the earlier texts of a request or comment. */
export function deleteEdits(tx: WriteScope, { of, id }: EditedItem): void {
  tx.defer(
    sql`delete from content_edits where workspace_id = ${tx.workspaceId} and ${sql.ref(of)} = ${id}`.execute(tx.db),
  )
}
