import type { PoolClient } from 'pg'
import { sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { invalidState } from '../../platform/problems.ts'

/** Another process runs or undoes the same import. */
export class RestoreTaken extends Error {
  constructor() {
    super('Another process is running this import.')
  }
}

/**
 * Locks an import, and its workspace for imports of archives, until the connection releases its locks.
 * @throws {RestoreTaken} if another process works on this import
 * @throws 400 while another archive is imported into the workspace
 */
export async function lockRestore(client: PoolClient, workspaceId: string, importId: string): Promise<void> {
  if (!(await tryLock(client, `archive import ${importId}`))) throw new RestoreTaken()
  if (!(await tryLock(client, `archive ${workspaceId}`)))
    throw invalidState('Another import into this workspace is running. Wait until it has finished.')
}

/** Releases the locks. Closing the connection releases them too, but not immediately. */
export const unlockRestore = (client: PoolClient): Promise<unknown> =>
  client.query('select pg_advisory_unlock_all()').catch(() => {})

async function tryLock(client: PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    `select pg_try_advisory_lock(hashtextextended($1, 0)) as "isLocked"`,
    [name],
  )
  return rows[0]!.isLocked
}

/**
 * Locks the number of tracked customers until the end of the transaction, which holds off everybody who adds or deletes a
 * customer. Uses the order of customers/tracking/counter.ts: on PostgreSQL, the workspace first; on a distributed
 * database, the counter only, because a deletion that holds it may wait for the workspace.
 */
export async function lockCustomers(client: PoolClient, workspaceId: string): Promise<void> {
  const isDistributed = sendsDistributedStatements()
  await client.query(
    `${isDistributed ? '' : 'with w as materialized (select from workspaces where workspace_id = $1 for no key update)'}
     select from workspace_usage u ${isDistributed ? '' : 'cross join w'} where u.workspace_id = $1 for no key update of u`,
    [workspaceId],
  )
}
