import type { PoolClient } from 'pg'
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
