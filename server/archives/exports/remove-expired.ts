import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStore, storageKey } from '../../files/store/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { exportsFolder } from './run.ts'

const batchSize = 100
// A file is modified while its export runs, so a file of this age is abandoned.
const abandonedAfterMs = 3_600_000

/**
 * Removes the archives of expired exports, and files that a killed process left. A file is removed before its row, so
 * that no file is left without a row. @returns the number of exports removed
 */
export async function removeExpiredExports(
  { database: { db }, store, dataDir }: { database: Database; store: FileStore; dataDir: string },
  now: string,
  signal: AbortSignal,
): Promise<number> {
  await removeAbandoned(exportsFolder(dataDir), now)
  let removed = 0
  while (!signal.aborted) {
    const expired = await db
      .selectFrom('exports')
      .select(['workspace_id', 'id'])
      .where('expires_at', '<', now)
      .orderBy('expires_at')
      .limit(batchSize)
      .execute()
    for (const { workspace_id: workspaceId, id } of expired) {
      await store.remove(storageKey(workspaceId, id))
      await db.deleteFrom('exports').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
    }
    removed += expired.length
    if (expired.length < batchSize) break
  }
  return removed
}

async function removeAbandoned(folder: string, now: string): Promise<void> {
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const path = join(folder, name)
    const written = await stat(path).catch(() => null)
    if (written !== null && Date.parse(now) - written.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}
