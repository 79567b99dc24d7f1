import { readdir, statfs } from 'node:fs/promises'
import { listBackups } from '../backup/archive/find-backup.ts'
import { BackupError } from '../backup/manifest.ts'
import { findSeries } from '../platform/db/embedded/archive-series.ts'
import { archivedWalFolder } from '../platform/db/embedded/archived-wal.ts'
import type { Settings } from '../platform/settings.ts'
import { createFindings, type Finding } from './finding.ts'

const { ok, problem, warning } = createFindings('archive')

// The server takes one backup a day.
const maxAgeMs = 2 * 86_400_000
// The server collects segments twice a minute.
const maxWaitingSegments = 10

const megabytes = (bytes: number): string => Math.floor(bytes / 1_000_000).toString()

/** Checks that the archive has a recent backup, and that it receives the write-ahead log. */
export async function checkArchive({
  archiveDir,
  dataDir,
  databaseUrl,
}: Pick<Settings, 'archiveDir' | 'dataDir' | 'databaseUrl'>): Promise<Finding[]> {
  if (databaseUrl !== null) return []
  if (archiveDir === null) {
    return [ok('ARCHIVE_DIR is not set, so the database is not archived continuously.', 'Schedule npx heed backup.')]
  }
  // Other instances may share the archive, so their backups are ignored.
  const series = await findSeries(dataDir, archiveDir)
  const backups = await (series === null ? Promise.resolve([]) : listBackups(series.folder)).catch((error) => {
    if (error instanceof BackupError) return error
    throw error
  })
  if (backups instanceof BackupError) {
    return [problem(backups.message, 'Remove the folder of this backup. The server takes another within a day.')]
  }
  const newest = backups.at(-1)
  if (newest === undefined && series !== null) {
    return [
      problem(
        `There is no backup in ${series.folder}, although this data folder is archived there.`,
        'Check that the archive is mounted and has space; the server’s log says why there is none.',
      ),
    ]
  }
  if (newest === undefined) {
    return [
      warning(
        `There is no backup of this data folder in ${archiveDir} yet.`,
        'Start the server, which takes one within a minute.',
      ),
    ]
  }
  const { takenAt } = newest.manifest
  const isRecent = Date.now() - Date.parse(takenAt) <= maxAgeMs
  const waiting = (await readdir(archivedWalFolder(dataDir)).catch(() => [])).filter((name) =>
    /^[0-9A-F]{24}$/.test(name),
  )
  const { bavail, bsize } = await statfs(archiveDir)
  const needed = newest.manifest.files.reduce((total, { bytes }) => total + bytes, 0)
  return [
    ...(bavail * bsize < needed
      ? [
          problem(
            `The disk of ${archiveDir} has ${megabytes(bavail * bsize)} MB left; a backup needs ${megabytes(needed)} MB.`,
            'Make space, or set ARCHIVE_DAYS to fewer days. Nothing is lost as long as the disk of DATA_DIR has space.',
          ),
        ]
      : []),
    isRecent
      ? ok(`The newest backup in ${archiveDir} was taken at ${takenAt}.`)
      : problem(
          `The newest backup in ${archiveDir} was taken at ${takenAt}.`,
          'If the server has been running since, its log says why it took none: search for “archive”.',
        ),
    ...(waiting.length > maxWaitingSegments
      ? [
          problem(
            `${waiting.length} segments of the write-ahead log are waiting to be archived.`,
            `Check that ${archiveDir} can be written to and has space; the server’s log says why.`,
          ),
        ]
      : []),
  ]
}
