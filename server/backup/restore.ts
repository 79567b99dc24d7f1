import { lstat, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../platform/db/database.ts'
import { acquireDataDirLock } from '../platform/db/embedded/data-dir-lock.ts'
import { restoringFolder } from '../platform/db/embedded/interrupted-restore.ts'
import { openInstanceDatabase } from '../platform/db/open-instance-database.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../platform/settings.ts'
import { copyWalUntil } from './archive/copy-wal.ts'
import { type FoundBackup, findBackup } from './archive/find-backup.ts'
import { isOfMirror } from './archive/mirror-uploads.ts'
import { copyFileHashed, copyTree, hashFile, type Interruptible, nullIfMissing } from './copy.ts'
import { copyListed } from './copy-listed.ts'
import { assertKnownMigrations, assertNoContents, type OpenJobQueue, restoreTables } from './logical/restore-tables.ts'
import { BackupError, checkOfSecretKey, type Manifest } from './manifest.ts'
import { createEmptyFolders } from './physical/empty-folders.ts'
import { EarlyEndError, type RecoveryTarget, recoverDatabase } from './physical/recover.ts'
import { assertEmpty, moveInto, ownerOf, ownTree, removeInterrupted } from './target-folder.ts'
import { verifyBackup } from './verify.ts'

export interface RestoreRequest {
  /** A backup, or the folder of an archive. */
  from: string
  /** The new data folder: missing or empty. */
  dataDir: string
  /** A time (ISO 8601) or `latest`; both need an archive. Null restores the backup itself. */
  at: string | null
}

export interface Restored {
  dataDir: string
  /** The backup that was used. */
  backup: string
  takenAt: string
  /** The commit of the last restored transaction; null if nothing was committed during or after the backup. */
  lastCommitAt: string | null
}

interface RestoreDeps extends Interruptible {
  settings: Settings
  log: Log
  openJobQueue: OpenJobQueue
  onStep?(step: string): void
}

/**
 * Restores a backup into a new data folder, and starts the database there once to check that it works. The files are
 * prepared in a subfolder, so a restore that was interrupted leaves no database and can be repeated. They belong to the
 * owner of the data folder.
 * @throws {BackupError} if the backup is damaged or incompatible, before anything is written
 */
export async function restoreBackup(deps: RestoreDeps, { from, dataDir, at }: RestoreRequest): Promise<Restored> {
  await assertEmpty(dataDir)
  deps.onStep?.('Checking the backup')
  const found = await findBackup(from, at)
  const { manifest, problems } = await verifyBackup(found.folder, deps)
  if (problems.length > 0) throw new BackupError(`The backup in ${found.folder} is damaged:\n${problems.join('\n')}`)
  if (manifest.kind === 'logical' && at !== null) {
    throw new BackupError(
      'This backup contains rows, not files, so it can only be restored as of the time it was taken. Omit --at.',
    )
  }
  await assertSecretKey(deps.settings, manifest)
  await assertKnownMigrations(manifest)

  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await acquireDataDirLock(dataDir, { role: 'command', title: 'heed restore', socketDir: dataDir })
  if (!('release' in lock)) throw new BackupError(`${dataDir} is in use by process ${lock.pid} (${lock.title}).`)
  const draft = join(dataDir, restoringFolder)
  try {
    await removeInterrupted(dataDir)
    await mkdir(draft, { mode: 0o700 })
    const owner = await ownerOf(dataDir)
    await ownTree(draft, owner)
    deps.onStep?.('Copying files')
    const lastCommitAt =
      manifest.kind === 'physical'
        ? await restoreFiles(found, manifest, draft, targetOf(at), deps)
        : await restoreRows(deps, found.folder, manifest, draft)
    await ownTree(draft, owner)
    deps.signal?.throwIfAborted()
    await moveInto(draft, dataDir)
    return { dataDir, backup: found.folder, takenAt: manifest.takenAt, lastCommitAt }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new BackupError(`There is not enough space for the restored data in ${dataDir}.`, { cause: error })
      : error
  } finally {
    await lock.release()
  }
}

const targetOf = (at: string | null): RecoveryTarget =>
  at === null ? { kind: 'backup' } : at === 'latest' ? { kind: 'end' } : { kind: 'time', at }

/** Rejects a SECRET_KEY that cannot decrypt the contents of the backup. */
async function assertSecretKey({ secretKey }: Settings, manifest: Manifest): Promise<void> {
  if (secretKey !== null && checkOfSecretKey(secretKey) !== manifest.secretKeyCheck) {
    throw new BackupError('SECRET_KEY is not the key of this backup. Set the key that the instance had.')
  }
}

// Clocks of file servers may differ by minutes.
const marginMs = 10 * 60_000

async function restoreFiles(
  found: FoundBackup,
  manifest: Manifest,
  draft: string,
  target: RecoveryTarget,
  { onStep, signal }: RestoreDeps,
): Promise<string | null> {
  const { folder, uploads } = found
  if (uploads === null)
    await copyListed({ backup: folder, files: manifest.files }, 'files', join(draft, 'files'), { signal })
  else await copyTree(uploads, join(draft, 'files'), { skip: isOfMirror, signal })
  if (manifest.secretKey === 'included') await copyKey(folder, draft)
  const isCut = await copyDatabase(found, manifest, draft, target, { marginMs, signal })
  onStep?.('Recovering the database')
  try {
    return await recoverDatabase(draft, target, { signal })
  } catch (error) {
    if (!isCut || !(error instanceof EarlyEndError)) throw error
  }
  // Segments that were archived late, such as after a crash, are older than their modification times. A later one
  // contains the target.
  await rm(join(draft, 'postgres'), { recursive: true })
  await copyDatabase(found, manifest, draft, target, { marginMs: Number.POSITIVE_INFINITY, signal })
  return recoverDatabase(draft, target, { signal })
}

/** @returns whether the end of the archived log was left out */
async function copyDatabase(
  { folder, wal }: FoundBackup,
  { files, postgresVersion }: Manifest,
  draft: string,
  target: RecoveryTarget,
  options: Interruptible & { marginMs: number },
): Promise<boolean> {
  const postgres = join(draft, 'postgres')
  await copyListed({ backup: folder, files }, 'postgres', postgres, options)
  await createEmptyFolders(postgres)
  const major = Number((await readFile(join(postgres, 'PG_VERSION'), 'utf8')).trim())
  if (major !== postgresVersion)
    throw new BackupError('The backup names a different version of PostgreSQL than its files.')
  return target.kind !== 'backup' && (await copyWalUntil(wal, join(postgres, 'pg_wal'), { files }, target, options))
}

async function restoreRows(
  { settings, log, openJobQueue, onStep, signal }: RestoreDeps,
  folder: string,
  manifest: Manifest,
  draft: string,
): Promise<null> {
  if (manifest.uploads === 'included') {
    await copyListed({ backup: folder, files: manifest.files }, 'files', join(draft, 'files'), { signal })
  }
  if (manifest.secretKey === 'included') await copyKey(folder, draft)
  onStep?.('Restoring rows')
  const purpose = { role: 'command' as const, title: 'heed restore', poolSize: 2, log, skipMigrations: true }
  const database = await openInstanceDatabase(
    { ...settings, databaseUrl: null, archiveDir: null, dataDir: draft },
    purpose,
  )
  try {
    await restoreTables(database, join(folder, 'tables'), manifest, { openJobQueue, signal })
  } finally {
    await database.close()
  }
  return null
}

async function copyKey(folder: string, target: string): Promise<void> {
  await copyFileHashed(join(folder, 'secret-key'), join(target, 'secret-key'))
}

/**
 * Restores a backup of an external database into another, empty one, and its uploaded files and secret key into the
 * data folder.
 * @throws {BackupError} if the backup is damaged or incompatible, before anything is written
 */
export async function restoreIntoDatabase(
  deps: RestoreDeps,
  database: Database,
  from: string,
): Promise<Omit<Restored, 'dataDir'>> {
  const { settings, openJobQueue, onStep } = deps
  onStep?.('Checking the backup')
  const { manifest, problems } = await verifyBackup(from, deps)
  if (problems.length > 0) throw new BackupError(`The backup in ${from} is damaged:\n${problems.join('\n')}`)
  if (manifest.kind === 'physical') {
    throw new BackupError('This is a backup of an embedded database. Restore it into a data folder with --data-dir.')
  }
  await assertSecretKey(settings, manifest)
  const keyPath = join(settings.dataDir, 'secret-key')
  const storedKey = (await readFile(keyPath, 'utf8').catch(nullIfMissing))?.trim()
  const needsKey = manifest.secretKey === 'included' && settings.secretKey === null
  if (needsKey && storedKey !== undefined && checkOfSecretKey(storedKey) !== manifest.secretKeyCheck) {
    throw new BackupError(`${keyPath} is not the key of this backup. Choose an empty DATA_DIR.`)
  }
  await assertKnownMigrations(manifest)
  await assertNoContents(database)
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 })
  // Before the rows, so that a restore that was interrupted can be repeated until it is complete.
  onStep?.('Copying files')
  if (needsKey && storedKey === undefined) await copyKey(from, settings.dataDir)
  const uploads = join(settings.dataDir, 'files')
  if (manifest.uploads === 'included') await mergeUploads(from, manifest, uploads, deps)
  await giveToOwner(settings.dataDir)
  onStep?.('Restoring rows')
  await restoreTables(database, join(from, 'tables'), manifest, { openJobQueue, signal: deps.signal })
  return { backup: from, takenAt: manifest.takenAt, lastCommitAt: null }
}

/** Copies missing files, and replaces incomplete files that an interrupted restore has left. */
async function mergeUploads(
  backup: string,
  { files }: Manifest,
  target: string,
  { signal }: Interruptible,
): Promise<void> {
  const present = new Set<string>()
  for (const { path, sha256 } of files) {
    if (!path.startsWith('files/')) continue
    const name = path.slice('files/'.length)
    const found = await hashFile(join(target, name), { signal })
    if (found?.sha256 === sha256) present.add(name)
    else if (found !== null) await rm(join(target, name))
  }
  await copyListed({ backup, files }, 'files', target, { skip: (path) => present.has(path), signal })
}

/** Makes the owner of the data folder, which Heed runs as, the owner of files that root has restored. */
async function giveToOwner(dataDir: string): Promise<void> {
  const owner = await ownerOf(dataDir)
  for (const name of ['secret-key', 'files']) {
    const path = join(dataDir, name)
    if ((await lstat(path).catch(nullIfMissing)) !== null) await ownTree(path, owner)
  }
}
