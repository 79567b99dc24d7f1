import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { loadSecretKey } from '../platform/crypto/secret-key.ts'
import type { Database } from '../platform/db/database.ts'
import type { Settings } from '../platform/settings.ts'
import { copyTree, hashFile, type Interruptible, listFolder, nullIfMissing, syncFolder, writeSynced } from './copy.ts'
import { backUpTables } from './logical/back-up-tables.ts'
import { BackupError, type BackupFile, checkOfSecretKey, type Manifest, writeManifest } from './manifest.ts'
import { backUpDatabaseFolder } from './physical/back-up-database.ts'

export interface CreatedBackup {
  folder: string
  bytes: number
  takenAt: string
}

type BackupSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 's3Url' | 'secretKey'>

interface Options extends Interruptible {
  /** Whether the archive mirrors uploaded files, so that this backup leaves them out. */
  isInArchive?: boolean
  /** Whether to copy the rows of an embedded database, so that they can be restored into any PostgreSQL. */
  isPortable?: boolean
}

/**
 * Backs up the instance into a new folder, while it serves requests: the database (the files of the embedded one, or the
 * rows of an external one), uploaded files unless they are in a bucket, and the generated secret key.
 * The folder appears under its name only when it is complete.
 * @throws {BackupError} if the folder already exists and is not empty
 */
export async function createBackup(
  settings: BackupSettings,
  database: Database,
  folder: string,
  options: Options = {},
): Promise<CreatedBackup> {
  await assertNewOrEmpty(folder)
  assertOutside(settings.dataDir, folder)
  // An archive that is no longer mounted must not be created again in its empty mount point.
  if (!options.isInArchive) await mkdir(dirname(folder), { recursive: true })
  const draft = join(dirname(folder), `.${basename(folder)}.${process.pid}.unfinished`)
  try {
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    const { takenAt, bytes } = await writeBackup(settings, database, draft, options)
    options.signal?.throwIfAborted()
    // rename() replaces an empty folder.
    await rename(draft, folder)
    await syncFolder(dirname(folder))
    return { folder, bytes, takenAt }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new BackupError(`There is not enough space for the backup in ${dirname(folder)}.`, { cause: error })
      : error
  }
}

async function assertNewOrEmpty(folder: string): Promise<void> {
  const found = await lstat(folder).catch(nullIfMissing)
  if (found === null) return
  if (!found.isDirectory() || (await listFolder(folder)).length > 0) {
    throw new BackupError(`${folder} already exists. Choose a new folder for each backup.`)
  }
}

/** Rejects a target inside a folder that is backed up, because the backup would contain itself. */
function assertOutside(dataDir: string, folder: string): void {
  if (['postgres', 'files'].some((name) => `${resolve(folder)}/`.startsWith(`${resolve(dataDir, name)}/`))) {
    throw new BackupError(`${folder} is in a folder that is backed up. Choose one outside of ${dataDir}.`)
  }
}

async function writeBackup(
  settings: BackupSettings,
  database: Database,
  draft: string,
  { isInArchive = false, isPortable = false, signal }: Options,
): Promise<{ takenAt: string; bytes: number }> {
  const { dataDir, databaseUrl, s3Url } = settings
  const { postgresVersion, migrations } = await readVersions(database)
  const kind: Manifest['kind'] = databaseUrl === null && !isPortable ? 'physical' : 'logical'
  const { takenAt, earliestAt, files } =
    kind === 'physical'
      ? await backUpDatabaseFolder(database, join(dataDir, 'postgres'), join(draft, 'postgres'), {
          signal,
          isInArchive,
        })
      : { earliestAt: null, ...(await backUpTables(database, join(draft, 'tables'), { signal })) }
  const below = (folder: string, copied: BackupFile[]) =>
    copied.map((file) => ({ ...file, path: `${folder}/${file.path}` }))
  const all = below(kind === 'physical' ? 'postgres' : 'tables', files)

  // After the database, so that the copy contains every file that the database refers to.
  const uploads = s3Url !== null ? 's3' : isInArchive ? 'archive' : 'included'
  if (uploads === 'included') {
    const skip = (path: string) => path.endsWith('.part')
    all.push(...below('files', await copyTree(join(dataDir, 'files'), join(draft, 'files'), { signal, skip })))
  }
  const secretKey = await loadSecretKey(settings.secretKey, dataDir)
  if (settings.secretKey === null) {
    await writeSynced(join(draft, 'secret-key'), `${secretKey}\n`)
    all.push({ path: 'secret-key', ...(await hashFile(join(draft, 'secret-key')))! })
  }
  await writeManifest(draft, {
    kind,
    takenAt,
    ...(earliestAt !== null && { earliestAt }),
    postgresVersion,
    migrations,
    uploads,
    secretKey: settings.secretKey === null ? 'included' : 'setting',
    secretKeyCheck: checkOfSecretKey(secretKey),
    files: all,
  })
  return { takenAt, bytes: all.reduce((total, { bytes }) => total + bytes, 0) }
}

async function readVersions({ pool }: Database): Promise<{ postgresVersion: number; migrations: string[] }> {
  const { rows } = await pool.query<{ version: number; migrations: string[] }>(`
    select current_setting('server_version_num')::int / 10000 as version,
      array(select name from schema_migrations order by name) as migrations`)
  return { postgresVersion: rows[0]!.version, migrations: rows[0]!.migrations }
}
