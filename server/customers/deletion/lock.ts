import { sql } from 'kysely'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { deleteDeliveries, snapshotNames } from './erase.ts'

/**
 * Holds a customer who is about to go, and every thread that names them, so that nothing of them is written anew behind
 * our back: a merge rewrites what it keeps of others while it holds their target. Where a thread came to name them
 * before they were held, all is let go and held anew, in the same order; each further time somebody else was done.
 * Their place among the tracked customers is free from then on.
 *
 * Locks are taken in the order in which a customer's own acts take them: threads, counter of the workspace, customer.
 * Deliveries come before the customer, as where they are marked.
 * @throws 404
 */
export async function lockForDeletion(tx: WriteScope, customerId: string, withRequests: boolean): Promise<void> {
  await sql`savepoint before_locks`.execute(tx.db)
  for (;;) {
    const held = await lockThreadsOf(tx, customerId, withRequests)
    await lockCounter(tx)
    await deleteDeliveries(tx, customerId)
    const { isTracked } = await lockCustomer(tx, customerId)
    const named = await listThreads(tx, customerId, withRequests)
    if (named.every((id) => held.has(id))) return isTracked ? releaseTrackedPlace(tx) : undefined
    await sql`rollback to savepoint before_locks`.execute(tx.db)
  }
}

/** @returns the ids of the requests and entries that are held. */
async function lockThreadsOf(tx: WriteScope, customerId: string, withRequests: boolean): Promise<Set<string>> {
  const entries = withRequests ? await selectEntries(tx, customerId, sql`for no key update`) : []
  // From here on nobody merges these requests or others into them, nor writes under them.
  const requests = await selectRequests(tx, customerId, withRequests, sql`for update`)
  return new Set([...entries, ...requests])
}

/** The ids of what would be held now. */
async function listThreads(tx: WriteScope, customerId: string, withRequests: boolean): Promise<string[]> {
  const entries = withRequests ? await selectEntries(tx, customerId) : []
  return [...entries, ...(await selectRequests(tx, customerId, withRequests))]
}

const selectByCustomer = ({ workspaceId }: WriteScope, customerId: string, table: string, column: string) =>
  sql`select x.${sql.raw(column)} from ${sql.table(table)} x
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId}`

/**
 * The entries that they commented on, and those that link their requests or did so for one that was merged into them:
 * who undoes a merge holds these before the request.
 */
async function selectEntries(tx: WriteScope, customerId: string, lock = sql``): Promise<string[]> {
  const { db, workspaceId } = tx
  const own = selectByCustomer(tx, customerId, 'feedback_context', 'feedback_id')
  const { rows } = await sql<{ id: string }>`select e.id from changelog_entries e
    where e.workspace_id = ${workspaceId} and e.id in (
      ${selectByCustomer(tx, customerId, 'comments', 'entry_id')}
      union all select l.entry_id from changelog_entry_feedback l
        where l.workspace_id = ${workspaceId} and l.feedback_id in (${own})
      union all select (linked_entry->>'key')::uuid from feedback_merges m, jsonb_array_elements(m.snapshot->'entries') linked_entry
        where m.workspace_id = ${workspaceId} and m.into_id in (${own}))
    order by e.id ${lock}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Their requests, those they voted for, and those that keep something of them from a merge. By id, as others hold them. */
async function selectRequests(
  tx: WriteScope,
  customerId: string,
  withRequests: boolean,
  lock = sql``,
): Promise<string[]> {
  const comments = sql`union all ${selectByCustomer(tx, customerId, 'comments', 'feedback_id')}`
  const { rows } = await sql<{ id: string }>`select f.id from feedback f
    where f.workspace_id = ${tx.workspaceId} and f.id in (
      ${selectByCustomer(tx, customerId, 'votes', 'feedback_id')}
      union all ${selectByCustomer(tx, customerId, 'feedback_context', 'feedback_id')}
      union all select m.into_id from feedback_merges m
        where m.workspace_id = ${tx.workspaceId} and ${snapshotNames('m', customerId)}
      ${withRequests ? comments : sql``})
    order by f.id ${lock}`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/**
 * Lines up those who remove or admit customers. A statement of its own: one that waited for the counter would still see
 * the customer as they were before, when their first act has had them counted meanwhile.
 */
async function lockCounter(tx: WriteScope): Promise<void> {
  await tx.db
    .selectFrom('workspaces')
    .select('workspace_id')
    .where('workspace_id', '=', tx.workspaceId)
    .forNoKeyUpdate()
    .execute()
}

/** From here on nothing new can refer to the customer. @throws 404 when somebody else was first. */
async function lockCustomer(tx: WriteScope, id: string): Promise<{ isTracked: boolean }> {
  const row = await tx.db
    .selectFrom('customers')
    .select('is_tracked as isTracked')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** One tracked customer fewer. The counter is held. */
async function releaseTrackedPlace(tx: WriteScope): Promise<void> {
  await tx.db
    .updateTable('workspaces')
    .set({ tracked_customers: sql`tracked_customers - 1` })
    .where('workspace_id', '=', tx.workspaceId)
    .execute()
}
