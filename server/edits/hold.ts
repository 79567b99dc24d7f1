import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { isSelf } from '../customers/self/is-self.ts'
import { permit } from '../platform/authorization.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { assertEditsLeft, type EditedItem, type EditedTexts } from './record.ts'

/** What became of an edit: saved at once, held for review, or withdrawn, because it restores the public text. */
export type EditOutcome = 'saved' | 'held' | 'withdrawn'

/**
 * Stores an edit of public text that waits for review. It replaces the author's earlier waiting edit, and takes over
 * its place in the queue. The caller has locked the item.
 * @throws 400 at the limit of edits of one item
 */
export async function holdEdit(
  tx: WriteScope,
  item: EditedItem,
  customerId: string,
  { title, body }: EditedTexts,
): Promise<void> {
  await assertEditsLeft(tx, item)
  const { of, id } = item
  tx.defer(
    sql`insert into pending_edits (workspace_id, id, ${sql.ref(of)}, customer_id, title, body, status, created_at)
      values (${tx.workspaceId}, ${newId()}, ${id}, ${customerId}, ${title}, ${body}, 'pending', ${tx.now})
      on conflict (workspace_id, ${sql.ref(of)}) where status = 'pending' and ${sql.ref(of)} is not null
      do update set customer_id = excluded.customer_id, title = excluded.title, body = excluded.body`.execute(tx.db),
  )
  audit(tx, of === 'feedback_id' ? 'feedback.edit_held' : 'comment.edit_held', id)
}

/** Deletes an item's waiting edit, because a newer edit is public. The caller has locked the item. */
export function dropPendingEdit(tx: WriteScope, { of, id }: EditedItem): void {
  tx.defer(
    sql`delete from pending_edits
      where workspace_id = ${tx.workspaceId} and ${sql.ref(of)} = ${id} and status = 'pending'`.execute(tx.db),
  )
}

/**
 * Withdraws a customer's own waiting edit.
 * @returns whether one was waiting; the team may have decided about it
 * @throws 403
 */
export async function withdrawOwnEdit(tx: WriteScope, { of, id }: EditedItem, customerId: string): Promise<boolean> {
  permit(isSelf(tx.actor, customerId))
  const { rows } = await sql`
    delete from pending_edits where workspace_id = ${tx.workspaceId} and ${sql.ref(of)} = ${id}
      and customer_id = ${customerId} and status = 'pending' returning id`.execute(tx.db)
  if (rows.length === 0) return false
  audit(tx, of === 'feedback_id' ? 'feedback.edit_withdrawn' : 'comment.edit_withdrawn', id)
  return true
}
