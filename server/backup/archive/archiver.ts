import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/db/database.ts'
import { type ArchiveSeries, nameOfTime, prepareSeries } from '../../platform/db/embedded/archive-series.ts'
import { collectArchivedWal } from '../../platform/db/embedded/archived-wal.ts'
import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import { createBackup } from '../create.ts'
import { listBackups } from './find-backup.ts'
import { mirrorUploads } from './mirror-uploads.ts'
import { pruneSeries } from './prune.ts'
import { pruneAbandonedSeries } from './prune-abandoned.ts'
import { firstSegmentOf, listSegments } from './segments.ts'

type ArchiveSettings = Pick<Settings, 'archiveDays' | 'dataDir' | 'databaseUrl' | 's3Url' | 'secretKey'> & {
  archiveDir: string
}

export interface Archiver {
  /** Stops between two files. The rest is done after the next start. */
  stop(): Promise<void>
}

// Archived segments and new uploads reach the archive after at most this time.
const intervalMs = 30_000
const dayMs = 86_400_000

/**
 * Keeps the archive of the embedded database while the server runs: twice a minute, it collects the segments that PostgreSQL
 * has archived and mirrors new uploads; once a day, it takes a backup and removes what is too old. PostgreSQL keeps
 * segments until they are collected, so a failure here loses nothing.
 */
function startArchiver(settings: ArchiveSettings, database: Database, log: Log): Archiver {
  const stopping = new AbortController()
  // Logged once, instead of twice a minute while a disk is full.
  let lastFailure: string | null = null
  const update = async () => {
    try {
      await maintainArchive(settings, database, stopping.signal)
      if (lastFailure !== null) log.info('the archive is updated again')
      lastFailure = null
    } catch (error) {
      if (stopping.signal.aborted) return
      const failure = kindOf(error as Error)
      if (failure !== lastFailure) log.error({ err: error }, 'the archive could not be updated')
      lastFailure = failure
    }
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      await update()
      await sleep(intervalMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Identifies a failure by its code if possible, because its message may name a different file in each attempt. */
const kindOf = ({ code, message }: NodeJS.ErrnoException): string => code ?? message

/** Starts the archiver if `ARCHIVE_DIR` is set. */
export const startArchiverIfSet = (settings: Settings, database: Database, log: Log): Archiver | null =>
  settings.archiveDir === null ? null : startArchiver({ ...settings, archiveDir: settings.archiveDir }, database, log)

/** Updates the archive once. */
export async function maintainArchive(
  settings: ArchiveSettings,
  database: Database,
  signal: AbortSignal,
  now = Date.now(),
): Promise<void> {
  const series = await prepareSeries(settings.dataDir, settings.archiveDir)
  await collectArchivedWal(settings.dataDir, series.wal, signal)
  const keepSince = now - settings.archiveDays * dayMs
  if (settings.s3Url === null) {
    await mirrorUploads(join(settings.dataDir, 'files'), series.files, { now, keepSince, signal })
  }
  if (await isBackupDue(series, now)) {
    const folder = join(series.backups, nameOfTime(new Date(now).toISOString()))
    // Also before the backup, because old files may fill the disk that it needs.
    await pruneSeries(series, { now, keepSince })
    await createBackup(settings, database, folder, { isInArchive: true, signal })
    await pruneSeries(series, { now, keepSince })
    await pruneAbandonedSeries(settings, series, keepSince)
  }
}

/**
 * Returns whether the newest backup is older than a day, or the log after it has a gap, such as after a period without
 * `ARCHIVE_DIR`: times after the gap need a newer backup.
 */
async function isBackupDue({ folder, wal }: ArchiveSeries, now: number): Promise<boolean> {
  const newest = (await listBackups(folder, { skipsDamaged: true })).at(-1)?.manifest
  if (newest === undefined || now - Date.parse(newest.takenAt) >= dayMs) return true
  return (await listSegments(wal, firstSegmentOf(newest.files)!)).missing !== null
}
