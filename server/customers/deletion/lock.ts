import { sql } from 'kysely'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { lockCounter, releaseTrackedPlace } from '../tracking/counter.ts'
import { deleteDeliveries, snapshotNames } from './erase.ts'

/**
 * Locks a customer and every thread that names them before deletion, so that no concurrent transaction can write their
 * data again: a merge, for example, rewrites snapshots while it holds the target request. If a new thread names them
 * before the customer is locked, rolls back to the savepoint and locks everything again in the same order. Each retry
 * means that another transaction has finished. Releases their place under the plan's cap.
 *
 * Lock order, the same as for a customer's own actions: threads, the workspace's counter, the customer. Deliveries come
 * before the customer, as in the code that records their outcome.
 * @throws 404
 */
export async function lockForDeletion(tx: WriteScope, customerId: string, withRequests: boolean): Promise<void> {
  await sql`savepoint before_locks`.execute(tx.db)
  for (;;) {
    const locked = await lockThreadsOf(tx, customerId, withRequests)
    await lockCounter(tx)
    await deleteDeliveries(tx, customerId)
    const { isTracked } = await lockCustomer(tx, customerId)
    const current = await listThreads(tx, customerId, withRequests)
    if (current.every((id) => locked.has(id))) return isTracked ? releaseTrackedPlace(tx) : undefined
    await sql`rollback to savepoint before_locks`.execute(tx.db)
  }
}

/** Locks the requests and entries that name a customer. @returns their ids */
async function lockThreadsOf(tx: WriteScope, customerId: string, withRequests: boolean): Promise<Set<string>> {
  const entries = withRequests ? await selectEntries(tx, customerId, sql`for no key update`) : []
  // From here on, no transaction can merge these requests, merge into them, or write to their threads.
  const requests = await selectRequests(tx, customerId, withRequests, sql`for update`)
  return new Set([...entries, ...requests])
}

/** Lists the ids that `lockThreadsOf` would lock now. */
async function listThreads(tx: WriteScope, customerId: string, withRequests: boolean): Promise<string[]> {
  const entries = withRequests ? await selectEntries(tx, customerId) : []
  return [...entries, ...(await selectRequests(tx, customerId, withRequests))]
}

const selectByCustomer = ({ workspaceId }: WriteScope, customerId: string, table: string, column: string) =>
  sql`select x.${sql.raw(column)} from ${sql.table(table)} x
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId}`

/**
 * Selects the entries the customer commented on, the entries that link their requests, and the entries that linked a
 * request merged into theirs: unmerging locks the entries before the request.
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

/**
 * Selects the customer's requests, requests they voted for or follow, and merge targets whose snapshots name them. Uses id order,
 * as all locks do. The ids are an array, because a join may read all requests of the workspace to find them in order.
 */
async function selectRequests(
  tx: WriteScope,
  customerId: string,
  withRequests: boolean,
  lock = sql``,
): Promise<string[]> {
  const comments = sql`union all ${selectByCustomer(tx, customerId, 'comments', 'feedback_id')}`
  const { rows } = await sql<{ id: string }>`select f.id from feedback f
    where f.workspace_id = ${tx.workspaceId} and f.id = any(array(
      ${selectByCustomer(tx, customerId, 'votes', 'feedback_id')}
      union all ${selectByCustomer(tx, customerId, 'feedback_context', 'feedback_id')}
      union all ${selectByCustomer(tx, customerId, 'follows', 'feedback_id')}
      union all select m.into_id from feedback_merges m
        where m.workspace_id = ${tx.workspaceId} and ${snapshotNames('m', customerId)}
      ${withRequests ? comments : sql``}))
    order by f.id ${lock}`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** Locks the customer, so that no new row can refer to them. @throws 404 if they were deleted meanwhile */
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
