import { sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'

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

/**
 * Holds the threads whose counters or context change, in the order in which others hold several: entries, then requests,
 * each by id. From here on nobody merges these requests, nor writes under them.
 */
export async function lockThreads(tx: WriteScope, customerId: string, withRequests: boolean): Promise<void> {
  const { db, workspaceId } = tx
  const ofCustomer = (table: string, column: string) => sql`select x.${sql.raw(column)} from ${sql.table(table)} x
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId}`
  if (withRequests) {
    await sql`select from changelog_entries e
      where e.workspace_id = ${workspaceId} and e.id in (${ofCustomer('comments', 'entry_id')})
      order by e.id for no key update`.execute(db)
  }
  await sql`select from feedback f where f.workspace_id = ${workspaceId} and f.id in (
      ${ofCustomer('votes', 'feedback_id')} union all ${ofCustomer('feedback_context', 'feedback_id')}
      ${withRequests ? sql`union all ${ofCustomer('comments', 'feedback_id')}` : sql``})
    order by f.id for update`.execute(db)
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

/** Removes the requests of a customer; all that is under them goes by foreign key. @returns how many. */
export async function deleteRequests({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from feedback f using feedback_context x
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId}
      and f.workspace_id = ${workspaceId} and f.id = x.feedback_id`.execute(db)
  return Number(numAffectedRows)
}
