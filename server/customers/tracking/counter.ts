// The number of a workspace's tracked customers, in `workspace_usage`. The row's lock serializes transactions that add or
// delete customers, so the plan's cap is exact. Lock order: threads first, then the counter, then the customer.
//
// Processes of the previous version write `workspaces.tracked_customers`, and triggers keep both numbers equal (migration
// 0051). Those processes lock the row of `workspaces` first, so this version does too until the triggers are dropped. A
// distributed database has neither triggers nor such processes, and locking a row of `workspaces` would lock it on every node.

import { type RawBuilder, sql } from 'kysely'
import { sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { TrackedCustomerCaps } from './caps.ts'

type Transaction = Pick<WriteScope, 'db' | 'workspaceId'>

/**
 * Increments the number of tracked customers. The counter's row lock serializes requests that compete for the last
 * place.
 * @returns false at the plan's cap
 */
export async function reserveTrackedPlace(tx: WriteScope, caps: TrackedCustomerCaps): Promise<boolean> {
  const hasPlace = sql`(case when w.plan = 'free' then u.tracked_customers < ${caps.free ?? null}
    when w.plan = 'starter' then u.tracked_customers < ${caps.starter ?? null} end) is not false`
  if (await addTo(tx, 1, hasPlace)) return true
  await createMissingCounter(tx)
  return addTo(tx, 1, hasPlace)
}

/** Decrements the number of tracked customers. */
export const releaseTrackedPlace = async (tx: WriteScope): Promise<void> => addTrackedCustomers(tx, -1)

/** Changes the number of tracked customers regardless of the plan's cap. */
export async function addTrackedCustomers(tx: WriteScope, change: number): Promise<void> {
  await addTo(tx, change, sql`true`)
}

/** Adds to the counter if the condition on the workspace `w` and its counter `u` holds. @returns whether it held */
async function addTo({ db, workspaceId }: WriteScope, change: number, condition: RawBuilder<unknown>) {
  const isOfWorkspace = sql`w.workspace_id = ${workspaceId} and u.workspace_id = ${workspaceId} and ${condition}`
  // The first check takes no lock, so requests do not wait if the cap is reached. The update checks again.
  const locked = sql`with w as materialized (
    select w.workspace_id, w.plan from workspaces w, workspace_usage u where ${isOfWorkspace} for no key update of w)`
  const { rows } = await sql`${sendsDistributedStatements() ? sql`` : locked}
    update workspace_usage u set tracked_customers = u.tracked_customers + ${change}
    from ${sendsDistributedStatements() ? sql`workspaces w` : sql`w`} where ${isOfWorkspace}
    returning u.workspace_id`.execute(db)
  return rows.length > 0
}

/**
 * Locks the counter until the end of the transaction, which holds off everybody who adds or deletes a customer. Creates it if
 * it is missing, because there would be nothing to lock. This is a separate statement, because a statement that both waited
 * for the counter and read a customer would see the customer's row from before the wait.
 * @throws 404 if the workspace does not exist
 */
export async function lockCounter(tx: Transaction): Promise<void> {
  if (await lockExistingCounter(tx)) return
  await createMissingCounter(tx)
  await lockExistingCounter(tx)
}

/** @returns false if the counter is missing */
async function lockExistingCounter({ db, workspaceId }: Transaction): Promise<boolean> {
  const isDistributed = sendsDistributedStatements()
  const locked = sql`with w as materialized (
    select w.workspace_id from workspaces w where w.workspace_id = ${workspaceId} for no key update)`
  const { rows } = await sql`${isDistributed ? sql`` : locked}
    select u.workspace_id from workspace_usage u ${isDistributed ? sql`` : sql`cross join w`}
    where u.workspace_id = ${workspaceId} for no key update of u`.execute(db)
  return rows.length > 0
}

/** Creates the counter of a new workspace. A trigger may have created it already. */
export function createCounter(tx: WriteScope): void {
  tx.defer(insertCounter(tx))
}

const insertCounter = ({ db, workspaceId }: Transaction) =>
  db
    .insertInto('workspace_usage')
    .values({ workspace_id: workspaceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Creates the counter if it is missing, for example after its row was deleted by hand.
 * @throws 404 if the workspace does not exist
 */
async function createMissingCounter(tx: Transaction): Promise<void> {
  const { db, workspaceId } = tx
  const { rows } = await sql`select from workspace_usage where workspace_id = ${workspaceId}`.execute(db)
  if (rows.length > 0) return
  // The trigger on the new row updates the workspace, which is locked before its counter.
  const lock = sendsDistributedStatements() ? sql`` : sql`for no key update`
  const { rows: workspaces } = await sql`select from workspaces where workspace_id = ${workspaceId} ${lock}`.execute(db)
  if (workspaces.length === 0) throw notFound()
  await insertCounter(tx)
  await sql`update workspace_usage u set tracked_customers = counted.customers
    from (select count(*)::int as customers from customers where workspace_id = ${workspaceId} and is_tracked) counted
    where u.workspace_id = ${workspaceId}`.execute(db)
}

/** Selects the number of a workspace's tracked customers. */
export const selectTrackedCustomers = (workspaceId: string) =>
  sql<number>`coalesce((select u.tracked_customers from workspace_usage u where u.workspace_id = ${workspaceId}), 0)`
