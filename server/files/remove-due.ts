import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { sendsDistributedStatements } from '../platform/db/kysely-dialect.ts'
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
    if (claimed.length === 0) break
  }
  return removed
}

/** Postpones a batch of due removals and returns it. A removal that fails is due again after the delay. */
async function claimRemovals({ db }: Database): Promise<Removal[]> {
  if (!sendsDistributedStatements()) return claimSome(db, sql``)
  // With Citus, a statement can only lock rows of one workspace.
  const { rows } = await sql<{ id: string }>`
    select workspace_id as id from file_removals where due_at <= now() group by 1 order by min(due_at) limit 1`.execute(
    db,
  )
  const [workspace] = rows
  return workspace ? claimSome(db, sql`and r.workspace_id = ${workspace.id}`) : []
}

/** @param condition further condition on the removals `r` */
async function claimSome(db: Database['db'], condition: RawBuilder<unknown>): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    update file_removals r set attempts = r.attempts + 1, due_at = due.next_at
    from (
      select r.workspace_id, r.file_id, now() + least(${maxDelayMinutes}, ${firstDelayMinutes} * power(2, least(r.attempts, 20)))
        * interval '1 minute' as next_at
      from file_removals r where r.due_at <= now() ${condition} order by r.due_at limit ${batchSize}
      for update skip locked) due
    where r.workspace_id = due.workspace_id and r.file_id = due.file_id ${condition}
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
