import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import { deletionMessages } from '../messages.ts'

/** Removes the author from a customer's comments. @returns the number of comments */
export async function anonymizeComments({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set({ customer_id: null })
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Deletes a customer's comments and all replies to them, and updates the counters.
 * @returns the number of their own comments
 */
export async function deleteComments({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with own as materialized (
      select id from comments where workspace_id = ${workspaceId} and customer_id = ${customerId}),
    deleted as (
      delete from comments where workspace_id = ${workspaceId}
        and (id in (select id from own) or parent_id in (select id from own))
      returning feedback_id, entry_id, is_internal),
    removed as (select feedback_id, entry_id, count(*) as count from deleted where not is_internal group by 1, 2),
    feedback_counts as (
      update feedback f set comments = f.comments - removed.count from removed
      where f.workspace_id = ${workspaceId} and f.id = removed.feedback_id),
    entry_counts as (
      update changelog_entries e set comments = e.comments - removed.count from removed
      where e.workspace_id = ${workspaceId} and e.id = removed.entry_id)
    select count(*) as count from own`.execute(db)
  return rows[0]!.count
}

/** Removes the text and the author of comments that others have replied to, so that the replies keep their place. */
export async function redactAnsweredComments({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await sql`
    update comments c set body = ${deletionMessages.comment}, customer_id = null
    where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId} and exists (
      select from comments a where a.workspace_id = c.workspace_id and a.parent_id = c.id
        and a.customer_id is distinct from ${customerId})`.execute(db)
}
