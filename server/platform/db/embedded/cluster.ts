import type { ChildProcess } from 'node:child_process'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { initializeCluster, needsInitdb } from './initdb.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { type OsAccount, resolveOsAccount } from './os-account.ts'
import { dataDirArgument, readLogTail, type SpawnedProgram, spawnProgram } from './spawn.ts'

export interface Cluster {
  socketDir: string
  pid: number
  /** Resolves when the server process has ended, whoever ended it. */
  ended: Promise<void>
  stop(): Promise<void>
}

const databaseName = 'heed'

const serverSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Solid-state disks: reading a page in place costs about as much as the next one in order.
  random_page_cost: '1.1',
  // Compiling a plan costs more than any of our statements takes.
  jit: 'off',
  update_process_title: 'off',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  // Without details, which hold values of rows: an email address has no place in a log.
  log_error_verbosity: 'terse',
}

/** Where the socket lies: in the database folder, or in a short one of its own, since the system allows 107 bytes. */
export async function socketDirFor(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'postgres')
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 100) return folder
  return mkdtemp(join(tmpdir(), 'heed-'))
}

// A backend in the midst of a statement outlives its killed server until it looks up: at most the statement time-out.
const startTimeoutMs = 25_000

/** Starts the embedded PostgreSQL of a data folder, creating it on first use and recovering it after a crash. */
export async function startCluster(
  dataDir: string,
  socketDir: string,
  extra: Record<string, string> = {},
): Promise<Cluster> {
  const folder = join(dataDir, 'postgres')
  const logPath = join(dataDir, 'postgres.log')
  const account = await resolveOsAccount(folder)
  const { initdb, postgres } = await findBinaries(account)
  if (await needsInitdb(folder)) await initializeCluster(dataDir, folder, { initdb, postgres }, account, logPath)
  await stopOrphanedServer(folder)
  if (account && socketDir !== folder) await chown(socketDir, account.uid, account.gid)

  const args = postgresArguments(folder, socketDir, account, extra)
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const { child, ended } = await spawnProgram({ folder, file: postgres, args, account, logPath })
    try {
      await waitUntilReady(ended, socketDir, logPath)
      return { socketDir, pid: child.pid!, ended: ended.then(() => {}), stop: () => stop(child, ended) }
    } catch (error) {
      child.kill('SIGQUIT')
      await ended
      if (!isStillInUse(error as Error) || Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

/** PostgreSQL's words for backends of a server that is gone and that still work in the folder. */
const isStillInUse = ({ message }: Error): boolean => /shared memory block .* is still in use/.test(message)

function postgresArguments(
  folder: string,
  socketDir: string,
  account: OsAccount | null,
  extra: Record<string, string>,
): string[] {
  const settings = { ...serverSettings, unix_socket_directories: socketDir === folder ? '.' : socketDir, ...extra }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dataDirArgument(folder, account), ...options]
}

async function waitUntilReady(ended: SpawnedProgram['ended'], socketDir: string, logPath: string): Promise<void> {
  let hasEnded = false
  const failure = ended.then((reason) => {
    hasEnded = true
    return reason
  })
  // Recovery after a crash replays what was not yet in the tables: up to some minutes after heavy writing.
  const deadline = Date.now() + 300_000
  while (!hasEnded && Date.now() < deadline) {
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
    // 3D000: the database does not exist yet; the first start of this folder has come this far.
    if (code === '3D000') await runStatement(socketDir, 'postgres', `create database ${databaseName}`)
    return false
  }
}

async function runStatement(socketDir: string, database: string, statement?: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, user: 'heed', database })
  // A server that goes away ends the connection; that is an answer here, not an error of ours.
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
  // Fast shutdown: ends connections, rolls back what is open, writes a checkpoint.
  child.kill('SIGINT')
  const patience = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(patience)
}
