import { sql } from 'kysely'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { dropDeliveries, isNamedIn } from './forget.ts'

/**
 * Holds a customer who is about to go, and every thread that names them, so that nothing of them is written anew behind
 * our back: a merge rewrites what it keeps of others while it holds their target. Where a thread came to name them
 * before they were held, all is let go and held anew, in the same order; each further time somebody else was done.
 *
 * Locks are taken in the order in which a customer's own acts take them: threads, counter of the workspace, customer.
 * Deliveries come before the customer, as where they are marked.
 * @throws 404
 */
export async function holdCustomer(tx: WriteScope, customerId: string, withRequests: boolean): Promise<void> {
  await sql`savepoint nothing_held`.execute(tx.db)
  for (;;) {
    if (withRequests) await lockEntriesOf(tx, customerId)
    const held = await lockRequestsOf(tx, customerId, withRequests)
    await freePlace(tx, customerId)
    await dropDeliveries(tx, customerId)
    await lockCustomer(tx, customerId)
    const named = await requestsOf(tx, customerId, withRequests)
    if (named.every((id) => held.has(id))) return
    await sql`rollback to savepoint nothing_held`.execute(tx.db)
  }
}

const ofCustomer = ({ workspaceId }: WriteScope, customerId: string, table: string, column: string) =>
  sql`select x.${sql.raw(column)} from ${sql.table(table)} x
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId}`

/**
 * The entries that they commented on, and those that link their requests or did so for one that was merged into them:
 * who undoes a merge holds these before the request.
 */
async function lockEntriesOf(tx: WriteScope, customerId: string): Promise<void> {
  const { db, workspaceId } = tx
  const own = ofCustomer(tx, customerId, 'feedback_context', 'feedback_id')
  await sql`select from changelog_entries e
    where e.workspace_id = ${workspaceId} and e.id in (
      ${ofCustomer(tx, customerId, 'comments', 'entry_id')}
      union all select l.entry_id from changelog_entry_feedback l
        where l.workspace_id = ${workspaceId} and l.feedback_id in (${own})
      union all select (kept_entry->>'key')::uuid from feedback_merges m, jsonb_array_elements(m.kept->'entries') kept_entry
        where m.workspace_id = ${workspaceId} and m.into_id in (${own}))
    order by e.id for no key update`.execute(db)
}

/** Their requests, those they voted for, and those that keep something of them from a merge. */
function idsOf(tx: WriteScope, customerId: string, withRequests: boolean) {
  const comments = sql`union all ${ofCustomer(tx, customerId, 'comments', 'feedback_id')}`
  return sql`${ofCustomer(tx, customerId, 'votes', 'feedback_id')}
    union all ${ofCustomer(tx, customerId, 'feedback_context', 'feedback_id')}
    union all select m.into_id from feedback_merges m
      where m.workspace_id = ${tx.workspaceId} and ${isNamedIn('m', customerId)}
    ${withRequests ? comments : sql``}`
}

/** From here on nobody merges these requests or others into them, nor writes under them. By id, as others do. */
async function lockRequestsOf(tx: WriteScope, customerId: string, withRequests: boolean): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select f.id from feedback f
    where f.workspace_id = ${tx.workspaceId} and f.id in (${idsOf(tx, customerId, withRequests)})
    order by f.id for update`.execute(tx.db)
  return new Set(rows.map(({ id }) => id))
}

async function requestsOf(tx: WriteScope, customerId: string, withRequests: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select f.id from feedback f
    where f.workspace_id = ${tx.workspaceId} and f.id in (${idsOf(tx, customerId, withRequests)})`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** One tracked customer fewer, if they are one. The row lock lines up those who remove or admit customers. @throws 404 */
async function freePlace(tx: WriteScope, id: string): Promise<void> {
  const freed = await tx.db
    .updateTable('workspaces')
    .set({
      tracked_customers: sql`tracked_customers - (
        select is_tracked::integer from customers c where c.workspace_id = ${tx.workspaceId} and c.id = ${id})`,
    })
    .where('workspace_id', '=', tx.workspaceId)
    .where(sql<boolean>`exists (select from customers c where c.workspace_id = ${tx.workspaceId} and c.id = ${id})`)
    .returning('workspace_id')
    .executeTakeFirst()
  if (!freed) throw notFound()
}

/** From here on nothing new can refer to the customer. @throws 404 when somebody else was first. */
async function lockCustomer(tx: WriteScope, id: string): Promise<void> {
  const row = await tx.db
    .selectFrom('customers')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}
