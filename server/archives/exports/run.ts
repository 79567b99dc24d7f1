import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStore, storageKey } from '../../files/store/store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { writeArchive } from '../write/write-archive.ts'
import type { ExportJob } from './queues.ts'

/*
 * An export is `pending` until a worker takes its job, then `running`, and ends `finished` or `failed`. A worker that
 * is killed leaves it `running`: the queue gives the job to another worker, which starts again with a new snapshot. The
 * file that the first worker wrote is removed with the abandoned uploads.
 */

export interface ExportDeps {
  database: Database
  store: FileStore
  log: Log
  clock: Clock
  dataDir: string
}

/** The folder below the data directory in which archives are written before they are stored. */
export const exportsFolder = (dataDir: string): string => join(dataDir, 'exports')

// The pause after each batch, as a multiple of its duration. It keeps lists from taking more than twice as long.
const restRatio = 3

const progressIntervalMs = 1_000

/** Writes the archive of an export and stores it. Safe to run twice. */
export async function runExport(
  { database, store, log, clock, dataDir }: ExportDeps,
  { workspaceId, exportId }: ExportJob,
  signal: AbortSignal,
): Promise<void> {
  const started = await update(database, { workspaceId, exportId }, { state: 'running' })
  if (!started) return
  const folder = exportsFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${newId()}.part`)
  try {
    const { bytes, missingFiles } = await writeArchive({
      database,
      store,
      workspaceId,
      path,
      exportedAt: clock(),
      rest: restRatio,
      signal,
      onProgress: createReporter(database, { workspaceId, exportId }, log),
    })
    await store.put(storageKey(workspaceId, exportId), path, 'application/zip')
    await update(database, { workspaceId, exportId }, { state: 'finished', bytes, finished_at: clock() })
    log.info({ workspaceId, exportId, bytes, missingFiles }, 'exported a workspace')
  } catch (error) {
    // The next worker starts again.
    if (signal.aborted) throw error
    log.error({ err: error, workspaceId, exportId }, 'an export failed')
    await update(database, { workspaceId, exportId }, { state: 'failed', finished_at: clock() })
  } finally {
    await rm(path, { force: true })
  }
}

interface Change {
  state?: 'running' | 'finished' | 'failed'
  bytes?: number
  finished_at?: string
  rows_done?: number
  rows_total?: number
}

/** Changes an export that has not ended. @returns false if it has, or was removed with its workspace */
async function update({ db }: Database, { workspaceId, exportId }: ExportJob, change: Change): Promise<boolean> {
  const row = await db
    .updateTable('exports')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', exportId)
    .where('state', 'in', ['pending', 'running'])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a function that records the progress at most once a second. */
function createReporter(database: Database, job: ExportJob, log: Log): (done: number, total: number) => void {
  let reportedAt = 0
  return (done, total) => {
    const now = performance.now()
    if (now - reportedAt < progressIntervalMs) return
    reportedAt = now
    update(database, job, { rows_done: done, rows_total: total }).catch((error) =>
      log.warn({ err: error }, 'cannot record the progress of an export'),
    )
  }
}
