import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { keepOwner } from './os-account.ts'

/**
 * The folder of an archive (`ARCHIVE_DIR`). Each data folder has a series of its own in it, because the write-ahead logs of
 * two databases must not mix, even if one was restored from the other:
 *
 *     <series>/wal/       compressed segments of the write-ahead log
 *     <series>/backups/   a backup a day, named by its time
 *     <series>/files/     a mirror of the uploaded files
 */
export interface ArchiveSeries {
  folder: string
  wal: string
  backups: string
  files: string
}

export const seriesIn = (archiveDir: string, id: string): ArchiveSeries => {
  const folder = join(archiveDir, id)
  return { folder, wal: join(folder, 'wal'), backups: join(folder, 'backups'), files: join(folder, 'files') }
}

/** Returns a name that sorts by time and is valid on every file system: `2026-11-24T13-50-00Z`. */
export const nameOfTime = (time: string): string => `${time.slice(0, 19).replaceAll(':', '-')}Z`

/**
 * Returns the series of this data folder in the archive, and creates it if necessary. A copy of a data folder starts a
 * new series: the file with the series' name also contains its own inode.
 * @throws if the series was created in this archive but is missing. If it were created again in an empty mount point,
 *   its segments would be missing from the archive once it is mounted again.
 */
export async function prepareSeries(dataDir: string, archiveDir: string): Promise<ArchiveSeries> {
  const known = await readSeriesFile(dataDir)
  const series = seriesIn(archiveDir, known?.id ?? (await createSeriesId(dataDir)))
  const isKnownHere = known?.archiveDir === archiveDir
  if (isKnownHere && !(await exists(series.wal))) {
    throw new Error(
      `${series.folder} is missing. Mount the archive again. If it is lost, remove ${idFile(dataDir)}, and Heed starts a new one.`,
    )
  }
  // Copies of an archive may lack empty folders. Without their parents, because the archive may be unmounted at this
  // moment.
  if (isKnownHere) {
    for (const folder of [series.backups, series.files]) await makeFolder(folder)
    return series
  }
  await mkdir(archiveDir, { recursive: true, mode: 0o700 })
  for (const folder of [series.folder, series.wal, series.backups, series.files]) await makeFolder(folder)
  await writeSeriesFile(dataDir, basename(series.folder), archiveDir)
  return series
}

async function makeFolder(folder: string): Promise<void> {
  if (await exists(folder)) return
  await mkdir(folder, { mode: 0o700 })
  await keepOwner(folder)
}

/** Returns whether this data folder has already been archived in this folder. */
export const isArchivedIn = async (dataDir: string, archiveDir: string): Promise<boolean> =>
  (await findSeries(dataDir, archiveDir)) !== null

/** Returns the series of this data folder in the archive; null if it has none there yet. */
export async function findSeries(dataDir: string, archiveDir: string): Promise<ArchiveSeries | null> {
  const known = await readSeriesFile(dataDir)
  return known?.archiveDir === archiveDir ? seriesIn(archiveDir, known.id) : null
}

const idFile = (dataDir: string): string => join(dataDir, 'archive-series')

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

interface SeriesFile {
  id: string
  /** The archive that the series was created in; undefined if that is not complete. */
  archiveDir: string | undefined
}

async function readSeriesFile(dataDir: string): Promise<SeriesFile | null> {
  const path = idFile(dataDir)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [, id, inode, archiveDir] = /^(\S+) (\d+)(?: (.+))?\n$/.exec(text) ?? []
  return id !== undefined && inode === String((await stat(path)).ino) ? { id, archiveDir } : null
}

async function createSeriesId(dataDir: string): Promise<string> {
  const id = `${nameOfTime(new Date().toISOString())}-${randomBytes(3).toString('hex')}`
  await writeSeriesFile(dataDir, id)
  return id
}

async function writeSeriesFile(dataDir: string, id: string, archiveDir?: string): Promise<void> {
  const draft = `${idFile(dataDir)}.${process.pid}`
  await writeFile(draft, '', { mode: 0o600 })
  await keepOwner(draft)
  const { ino } = await stat(draft)
  await writeFile(draft, archiveDir === undefined ? `${id} ${ino}\n` : `${id} ${ino} ${archiveDir}\n`)
  await rename(draft, idFile(dataDir))
}
