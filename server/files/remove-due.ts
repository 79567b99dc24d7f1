import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { uploadsFolder } from './content/receive.ts'
import { type FileStore, storageKey } from './store/store.ts'

const batchSize = 100
// The delay after a failure doubles with each attempt, up to six hours.
const firstDelayMinutes = 1
const maxDelayMinutes = 360

interface Removal {
  workspaceId: string
  fileId: string
}

/**
 * Removes the files that are due from the store. The row of a removal is deleted after its file, so a file is removed
 * again if the process dies in between, which changes nothing.
 * @returns how many were removed
 */
export async function removeDueFiles(
  { database, store, log }: { database: Database; store: FileStore; log: Log },
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  while (!signal.aborted) {
    const claimed = await claimRemovals(database)
    for (const removal of claimed) removed += (await tryRemoval(database, store, log, removal)) ? 1 : 0
    if (claimed.length < batchSize) break
  }
  return removed
}

/** Postpones a batch of due removals and returns it. A removal that fails is due again after the delay. */
async function claimRemovals({ db }: Database): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    update file_removals r set attempts = attempts + 1,
      due_at = now() + least(${maxDelayMinutes}, ${firstDelayMinutes} * power(2, least(r.attempts, 20))) * interval '1 minute'
    where (r.workspace_id, r.file_id) in (
      select workspace_id, file_id from file_removals where due_at <= now() order by due_at limit ${batchSize}
      for update skip locked)
    returning r.workspace_id as "workspaceId", r.file_id as "fileId"`.execute(db)
  return rows
}

async function tryRemoval(database: Database, store: FileStore, log: Log, removal: Removal): Promise<boolean> {
  const { workspaceId, fileId } = removal
  try {
    await store.remove(storageKey(workspaceId, fileId))
  } catch (error) {
    // The row stays, so that the removal is tried again.
    log.warn({ err: error, ...removal }, 'cannot remove a file from the store')
    return false
  }
  await database.db
    .deleteFrom('file_removals')
    .where('workspace_id', '=', workspaceId)
    .where('file_id', '=', fileId)
    .execute()
  return true
}

// No upload takes this long.
const abandonedMs = 3_600_000

/** Deletes temporary files of uploads whose process died. */
export async function removeAbandonedUploads(dataDir: string, now: string): Promise<void> {
  const folder = uploadsFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const modified = await stat(path).catch(() => null)
    if (modified !== null && modified.mtimeMs < Date.parse(now) - abandonedMs)
      await rm(path, { recursive: true, force: true })
  }
}
