import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { type Database, type DatabaseTarget, openDatabase, withReplica } from './database.ts'
import { adaptToDistribution } from './distribution/adapt.ts'
import { isArchivedIn, prepareSeries } from './embedded/archive-series.ts'
import { archiveSettings, collectArchivedWal } from './embedded/archived-wal.ts'
import { socketDirFor, startCluster } from './embedded/cluster.ts'
import { acquireDataDirLock, type DataDirLock, type LockOwner } from './embedded/data-dir-lock.ts'
import { assertNotRestoring } from './embedded/interrupted-restore.ts'
import { isMigrated, migrate } from './migrate.ts'
import { assertLimits, assertPoolerFits, explainPooler, setRoleDefaults } from './sessions/pooler.ts'
import { isPooled } from './sessions/sessions.ts'

export interface OpenedDatabase extends Database {
  /** Whether other processes may serve the same database. */
  isShared: boolean
  /** Resolves if the embedded database ends unexpectedly. Never resolves for an external database. */
  lost: Promise<void>
  /** The URL of the server whose database this command uses; null if unknown. */
  serverAddress: string | null
  /** Publishes the URL of this server to commands that use its database. */
  publishAddress(address: string): Promise<void>
  /** Waits for connections in use, at most until `isLate` resolves. */
  close(isLate?: Promise<void>): Promise<void>
}

interface OpenOptions {
  role: LockOwner['role']
  /** How another process that finds the data folder in use refers to this one. */
  title: string
  poolSize: number
  log: Log
  /** Opens the database without migrating it, for reading only. */
  skipMigrations?: boolean
  /** Whether reads that may be stale use DATABASE_READ_URL. Default: they do not. */
  usesReplica?: boolean
}

/** The data folder is in use by another process: only one at a time can run the embedded database. */
export class DataDirInUseError extends Error {
  constructor(dataDir: string, holder: LockOwner) {
    const process = holder.isElsewhere ? 'a process in another container' : `process ${holder.pid}`
    super(`${dataDir} is in use by ${process} (${holder.title}). Stop that process, or choose another DATA_DIR.`)
  }
}

// Long enough for a command to end or a server to start.
const lockTimeoutMs = 30_000

/**
 * Opens and migrates the instance's database: the external one, or the embedded one of the data folder. A command uses
 * the database of a running server, or starts the database for as long as the command runs.
 * @throws {DataDirInUseError} if another server uses the data folder, or another process does not release it in time.
 */
export async function openInstanceDatabase(settings: Settings, purpose: OpenOptions): Promise<OpenedDatabase> {
  const { dataDir } = settings
  if (settings.databaseUrl !== null) return openExternal(settings, purpose)
  await mkdir(dataDir, { recursive: true })
  const socketDir = await socketDirFor(dataDir)
  const removeSocketDir = async () => {
    if (socketDir !== join(dataDir, 'postgres')) await rm(socketDir, { recursive: true, force: true })
  }
  try {
    const lock = await lockOrJoin(dataDir, socketDir, purpose)
    if ('release' in lock) {
      const release = () => lock.release().then(removeSocketDir)
      return await openEmbedded(settings, socketDir, { ...lock, release }, purpose)
    }
    await removeSocketDir()
    return lock
  } catch (error) {
    await removeSocketDir()
    throw error
  }
}

async function lockOrJoin(
  dataDir: string,
  socketDir: string,
  purpose: OpenOptions,
): Promise<DataDirLock | OpenedDatabase> {
  const deadline = Date.now() + lockTimeoutMs
  for (;;) {
    const lock = await acquireDataDirLock(dataDir, { role: purpose.role, title: purpose.title, socketDir })
    if ('release' in lock) return lock
    const database = purpose.role === 'command' && lock.role === 'server' && (await joinServer(lock, purpose))
    if (database) return database
    if ((purpose.role === 'server' && lock.role === 'server') || Date.now() > deadline) {
      throw new DataDirInUseError(dataDir, lock)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const never = new Promise<void>(() => {})

// There is no lock file to publish an address in, for an external database and for one that another process runs.
const unpublished: Pick<OpenedDatabase, 'serverAddress' | 'publishAddress'> = {
  serverAddress: null,
  publishAddress: async () => {},
}

type ExternalSettings = Pick<
  Settings,
  'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl' | 'databaseReadMaxLagSeconds'
>

const externalTarget = ({ databaseUrl, databaseDirectUrl }: ExternalSettings): DatabaseTarget => ({
  url: databaseUrl!,
  directUrl: databaseDirectUrl,
})

/** Adds the replica to the external database, if there is one. */
async function addReplica(
  database: Database,
  { databaseReadUrl: url, databaseReadMaxLagSeconds: maxLagSeconds }: ExternalSettings,
  { poolSize: size, log, usesReplica = false }: Pick<OpenOptions, 'poolSize' | 'log' | 'usesReplica'>,
): Promise<Database> {
  return url !== null && usesReplica ? withReplica(database, { url, maxLagSeconds }, { size, log }) : database
}

async function openExternal(settings: ExternalSettings, purpose: OpenOptions): Promise<OpenedDatabase> {
  const opened = openDatabase(externalTarget(settings), { size: purpose.poolSize, log: purpose.log })
  await prepareExternal(opened, purpose).catch(async (error) => {
    await opened.close()
    // The message omits DATABASE_URL, because it can contain a password.
    throw new Error('The database at DATABASE_URL cannot be used.', { cause: explainPooler(error) })
  })
  // After the defaults of the role are set: the first probe of the replica opens a session, which must have them.
  const database = await addReplica(opened, settings, purpose)
  const close = (isLate = never) => Promise.race([database.close(), isLate])
  return { ...database, ...unpublished, close, isShared: true, lost: never }
}

/**
 * Connects to the database that the primary process has opened and migrated.
 * @param socketDir of the embedded database; null for an external one
 */
export async function joinInstanceDatabase(
  settings: ExternalSettings,
  socketDir: string | null,
  purpose: Pick<OpenOptions, 'poolSize' | 'log' | 'usesReplica'>,
): Promise<OpenedDatabase> {
  const { poolSize: size, log } = purpose
  const database =
    socketDir === null
      ? await addReplica(openDatabase(externalTarget(settings), { size, log }), settings, purpose)
      : openDatabase({ socketDir }, { size, log })
  if (socketDir === null) await adaptToDistribution(database.pool)
  const close = (isLate = never) => Promise.race([database.close(), isLate])
  return { ...database, ...unpublished, close, isShared: socketDir === null, lost: never }
}

async function openEmbedded(
  { dataDir, archiveDir }: Settings,
  socketDir: string,
  lock: DataDirLock,
  purpose: OpenOptions,
): Promise<OpenedDatabase> {
  const archiveRest = async () => {
    if (archiveDir === null) return
    await prepareSeries(dataDir, archiveDir)
      .then(({ wal }) => collectArchivedWal(dataDir, wal))
      .catch((error) => purpose.log.error({ err: error }, 'could not archive'))
  }
  const start = async () => {
    await assertNotRestoring(dataDir)
    // Created before the start, so that a wrong ARCHIVE_DIR is reported immediately. If an existing archive is
    // unreachable, the server still starts: PostgreSQL keeps its segments until the archive is reachable.
    if (archiveDir !== null) {
      await prepareSeries(dataDir, archiveDir).catch(async (error) => {
        if (!(await isArchivedIn(dataDir, archiveDir))) throw error
        purpose.log.error({ err: error }, 'the archive cannot be reached')
      })
    }
    return startCluster(dataDir, socketDir, archiveDir === null ? {} : archiveSettings)
  }
  const cluster = await start().catch(async (error) => {
    await lock.release()
    throw error
  })
  const database = openDatabase({ socketDir }, { size: purpose.poolSize, log: purpose.log })
  const close = async (isLate = never) => {
    await Promise.race([database.close(), isLate])
    // PostgreSQL archives the rest of its log before it ends.
    await cluster.stop()
    await archiveRest()
    await lock.release()
  }
  await prepareOrClose({ ...database, close }, purpose)
  return {
    ...database,
    close,
    isShared: false,
    lost: cluster.ended,
    serverAddress: null,
    publishAddress: lock.publishAddress,
  }
}

async function prepareExternal(database: Database, { skipMigrations: isAsFound }: OpenOptions): Promise<void> {
  if (isAsFound) await database.pool.query('select 1')
  else {
    await migrate(database)
    if (isPooled(database.target)) {
      await setRoleDefaults(database)
      await assertPoolerFits(database)
    } else await assertLimits(database.pool)
  }
  await adaptToDistribution(database.pool)
}

async function prepareOrClose(database: Database, { skipMigrations: isAsFound }: OpenOptions): Promise<void> {
  const prepared: Promise<unknown> = isAsFound ? database.pool.query('select 1') : migrate(database)
  await prepared.catch(async (error) => {
    await database.close()
    throw error
  })
}

/** Connects to the running server's database. Returns null if it is not ready yet, or not migrated as required. */
async function joinServer(
  { socketDir, address }: LockOwner,
  { poolSize, log, skipMigrations: isAsFound }: OpenOptions,
): Promise<OpenedDatabase | null> {
  const database = openDatabase({ socketDir }, { size: poolSize, log })
  try {
    if ((await isMigrated(database.pool)) || isAsFound) {
      return { ...database, ...unpublished, isShared: true, lost: never, serverAddress: address ?? null }
    }
  } catch {
    // The database is still starting.
  }
  await database.close()
  return null
}
