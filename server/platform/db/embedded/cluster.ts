import type { ChildProcess } from 'node:child_process'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createArchivedWalFolder } from './archived-wal.ts'
import { findBinaries } from './binaries.ts'
import { initializeCluster, needsInitdb } from './initdb.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { type OsAccount, resolveOsAccount } from './os-account.ts'
import { isOutOfMemory, outOfMemoryHelp, sharedBufferSizes } from './shared-buffers.ts'
import { dataDirArgument, readLogTail, type SpawnedProgram, spawnProgram } from './spawn.ts'

export interface Cluster {
  socketDir: string
  pid: number
  /** Resolves when the server process has ended, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

const databaseName = 'heed'

const serverSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // On solid-state disks, reading a random page costs about as much as reading the next one.
  random_page_cost: '1.1',
  // Compiling a plan would take longer than any of our statements.
  jit: 'off',
  update_process_title: 'off',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  // Omits details, which contain row values: email addresses must not be logged.
  log_error_verbosity: 'terse',
}

/** Returns the database folder or, if its path is too long for a socket (107 bytes), a new temporary folder. */
export async function socketDirFor(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'postgres')
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 100) return folder
  return mkdtemp(join(tmpdir(), 'heed-'))
}

// A backend that is running a statement outlives its killed server until it notices: at most the statement timeout.
const startTimeoutMs = 25_000

// Recovery after a crash replays the write-ahead log, which can take minutes after heavy writing.
const recoveryTimeoutMs = 300_000

/**
 * Starts the embedded PostgreSQL of a data folder. Creates it on first use and recovers it after a crash.
 * @param extra settings of PostgreSQL
 * @param timeoutMs how long it may take until PostgreSQL accepts connections
 * @param signal ends the wait and PostgreSQL
 */
export async function startCluster(
  dataDir: string,
  socketDir: string,
  extra: Record<string, string> = {},
  timeoutMs = recoveryTimeoutMs,
  signal?: AbortSignal,
): Promise<Cluster> {
  const folder = join(dataDir, 'postgres')
  const logPath = join(dataDir, 'postgres.log')
  const account = await resolveOsAccount(folder)
  const { initdb, postgres } = await findBinaries(account)
  if (await needsInitdb(folder)) await initializeCluster(dataDir, folder, { initdb, postgres }, account, logPath)
  if (extra.archive_mode === 'on') await createArchivedWalFolder(folder, account)
  await stopOrphanedServer(folder)
  if (account && socketDir !== folder) await chown(socketDir, account.uid, account.gid)

  const [size, ...smaller] = sharedBufferSizes()
  let shared_buffers = size!
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const args = postgresArguments(folder, socketDir, account, { shared_buffers, ...extra })
    const { child, ended } = await spawnProgram({ folder, file: postgres, args, account, logPath })
    try {
      await waitUntilReady(ended, { socketDir, logPath, timeoutMs, signal })
      return { socketDir, pid: child.pid!, ended: ended.then(() => {}), stop: () => stop(child, ended) }
    } catch (error) {
      child.kill('SIGQUIT')
      await ended
      if (isOutOfMemory(error as Error)) {
        const next = smaller.shift()
        if (next === undefined) throw new Error(`${(error as Error).message}\n${outOfMemoryHelp}`)
        shared_buffers = next
        continue
      }
      if (!isStillInUse(error as Error) || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

/** Recognizes PostgreSQL's message that backends of a dead server are still using the folder. */
const isStillInUse = ({ message }: Error): boolean => /shared memory block .* is still in use/.test(message)

function postgresArguments(
  folder: string,
  socketDir: string,
  account: OsAccount | null,
  extra: Record<string, string>,
): string[] {
  const settings = {
    ...serverSettings,
    unix_socket_directories: socketDir === folder ? '.' : socketDir,
    ...extra,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dataDirArgument(folder, account), ...options]
}

interface WaitOptions {
  socketDir: string
  logPath: string
  timeoutMs: number
  signal: AbortSignal | undefined
}

async function waitUntilReady(
  ended: SpawnedProgram['ended'],
  { socketDir, logPath, timeoutMs, signal }: WaitOptions,
): Promise<void> {
  let hasEnded = false
  const failure = ended.then((reason) => {
    hasEnded = true
    return reason
  })
  const deadline = Date.now() + timeoutMs
  while (!hasEnded && Date.now() < deadline) {
    signal?.throwIfAborted()
    if (await isReady(socketDir)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const reason = hasEnded ? await failure : null
  throw new Error(`The embedded PostgreSQL did not start:\n${reason?.message ?? (await readLogTail(logPath))}`)
}

async function isReady(socketDir: string): Promise<boolean> {
  try {
    await runStatement(socketDir, databaseName)
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    // 3D000: this is the first start, and the database does not exist yet.
    if (code === '3D000') await runStatement(socketDir, 'postgres', `create database ${databaseName}`)
    return false
  }
}

async function runStatement(socketDir: string, database: string, statement?: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, user: 'heed', database })
  // If the server ends, so does the connection. The pending call reports it, so this event is ignored.
  client.on('error', () => {})
  await client.connect()
  try {
    if (statement) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function stop(child: ChildProcess, ended: SpawnedProgram['ended']): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  // Fast shutdown: closes connections, rolls back open transactions and writes a checkpoint.
  child.kill('SIGINT')
  const patience = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(patience)
}
