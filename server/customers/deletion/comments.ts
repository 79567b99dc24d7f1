import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'

/** Comments of a customer stay where they are, as nobody's. @returns how many. */
export async function anonymizeComments({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set({ customer_id: null })
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Removes the comments of a customer with the replies under them; counters follow. @returns how many were theirs. */
export async function deleteComments({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with own as materialized (
      select id from comments where workspace_id = ${workspaceId} and customer_id = ${customerId}),
    gone as (
      delete from comments where workspace_id = ${workspaceId}
        and (id in (select id from own) or parent_id in (select id from own))
      returning feedback_id, entry_id, is_internal),
    fewer as (select feedback_id, entry_id, count(*) as count from gone where not is_internal group by 1, 2),
    of_requests as (
      update feedback f set comments = f.comments - fewer.count from fewer
      where f.workspace_id = ${workspaceId} and f.id = fewer.feedback_id),
    of_entries as (
      update changelog_entries e set comments = e.comments - fewer.count from fewer
      where e.workspace_id = ${workspaceId} and e.id = fewer.entry_id)
    select count(*) as count from own`.execute(db)
  return rows[0]!.count
}

/** What stands in the place of a comment that was taken back. */
export const deletedCommentText = 'Deleted by its author.'

/** Of comments that others have answered the place stays, so that the answers do: the words and the author go. */
export async function redactAnsweredComments({ db, workspaceId }: WriteScope, customerId: string): Promise<void> {
  await sql`
    update comments c set body = ${deletedCommentText}, customer_id = null
    where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId} and exists (
      select from comments a where a.workspace_id = c.workspace_id and a.parent_id = c.id
        and a.customer_id is distinct from ${customerId})`.execute(db)
}
