import { access } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type ArchiveSeries, seriesIn } from '../../platform/db/embedded/archive-series.ts'
import { listFolder } from '../copy.ts'
import { BackupError, earliestOf, type Manifest, manifestName, readManifest } from '../manifest.ts'

/** A backup, with the data that its archive adds. */
export interface FoundBackup {
  folder: string
  /** The archived write-ahead log; null for a backup outside of an archive. */
  wal: string | null
  /** The mirrored uploads; null if they are in the backup. */
  uploads: string | null
}

/**
 * Finds the backup to restore: the folder itself or, in an archive, the newest that was taken before the given time.
 * @param at ISO 8601, `latest`, or null for the newest backup without the log that follows it
 * @throws {BackupError} if there is none
 */
export async function findBackup(folder: string, at: string | null): Promise<FoundBackup> {
  if (await exists(join(folder, manifestName))) {
    const series = await seriesAround(folder)
    if (at !== null && series === null) {
      throw new BackupError(
        'This backup is not part of an archive, so it can only be restored as of the time it was taken. Omit --at.',
      )
    }
    const manifest = await readManifest(folder)
    if (at !== null && at !== 'latest' && earliestOf(manifest) > at) throw tooEarly(manifest)
    return describe(folder, series, manifest)
  }
  // An older backup and its log lead to the same state.
  const backups = await listBackups(folder, { skipsDamaged: at !== null })
  if (backups.length === 0) throw new BackupError(`There is no backup in ${folder}.`)
  const usable = at === null || at === 'latest' ? backups : backups.filter(({ manifest }) => earliestOf(manifest) <= at)
  const newest = usable.at(-1)
  if (newest === undefined) throw tooEarly(backups[0]!.manifest)
  return describe(newest.folder, newest.series, newest.manifest)
}

const describe = (folder: string, series: ArchiveSeries | null, { uploads }: Manifest): FoundBackup => ({
  folder,
  wal: series?.wal ?? null,
  uploads: uploads === 'archive' ? (series?.files ?? null) : null,
})

const tooEarly = (manifest: Manifest): BackupError =>
  new BackupError(`The earliest time that can be restored from this folder is ${earliestOf(manifest)}.`)

interface ListedBackup {
  folder: string
  series: ArchiveSeries
  manifest: Manifest
}

/**
 * Lists the complete backups of an archive, or of one series of it, from the oldest to the newest.
 * @throws {BackupError} if one is damaged, unless those are skipped
 */
export async function listBackups(folder: string, { skipsDamaged = false } = {}): Promise<ListedBackup[]> {
  const isSeries = await exists(join(folder, 'wal'))
  const ids = isSeries ? [basename(folder)] : (await listFolder(folder)).map(({ name }) => name).filter(isVisible)
  const found: ListedBackup[] = []
  for (const id of ids) {
    const series = seriesIn(isSeries ? dirname(folder) : folder, id)
    for (const { name } of await listFolder(series.backups)) {
      const path = join(series.backups, name)
      if (!isVisible(name) || !(await exists(join(path, manifestName)))) continue
      const manifest = await readManifest(path).catch((error) => {
        if (skipsDamaged && error instanceof BackupError) return null
        throw error
      })
      if (manifest !== null) found.push({ folder: path, series, manifest })
    }
  }
  return found.sort((a, b) => (a.manifest.takenAt < b.manifest.takenAt ? -1 : 1))
}

/** Returns whether a folder is neither incomplete nor being removed. */
const isVisible = (name: string): boolean => !name.startsWith('.')

/** Returns the series that contains this backup; null if it is not in an archive. */
export async function seriesAround(folder: string): Promise<ArchiveSeries | null> {
  const backups = dirname(folder)
  if (basename(backups) !== 'backups' || !(await exists(join(dirname(backups), 'wal')))) return null
  const seriesFolder = dirname(backups)
  return seriesIn(dirname(seriesFolder), basename(seriesFolder))
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
