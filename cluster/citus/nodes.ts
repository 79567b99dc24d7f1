import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, open, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type OsAccount, resolveOsAccount } from '../../server/platform/db/embedded/os-account.ts'
import { findCitus, missingCitus } from './installation.ts'

/** One PostgreSQL of a cluster. */
export interface CitusNode {
  name: string
  /** The folder of the node's socket, whose name contains PostgreSQL's default port. */
  socketDir: string
  port: number
  /** The process id of PostgreSQL's main process. */
  pid: number
}

export interface CitusCluster {
  /** The coordinator first. */
  nodes: CitusNode[]
  /** Stops all nodes and starts them again. */
  restart(): Promise<void>
  /** Stops all nodes and deletes their folders. */
  stop(): Promise<void>
}

interface ClusterOptions {
  workers: number
  /** Settings of PostgreSQL. */
  settings?: Record<string, string>
}

const defaultSettings: Record<string, string> = {
  shared_preload_libraries: 'citus',
  // Moving a shard copies it by logical replication.
  wal_level: 'logical',
  max_wal_senders: '20',
  max_replication_slots: '20',
  // A transaction on several nodes is prepared on each of them.
  max_prepared_transactions: '600',
  max_connections: '500',
  // Citus runs one background process for each database, and some for each move.
  max_worker_processes: '200',
  // The nodes are on this machine.
  'citus.node_conninfo': 'sslmode=disable',
  // Results of time functions must not depend on the node.
  timezone: 'UTC',
  jit: 'off',
  random_page_cost: '1.1',
  log_min_messages: 'warning',
  log_timezone: 'UTC',
}

const run = promisify(execFile)

/**
 * Starts a coordinator and workers of one Citus cluster on this machine, in temporary folders and on free ports. The nodes
 * form a cluster in a database only after `joinNodes`.
 */
export async function startCitus({ workers, settings = {} }: ClusterOptions): Promise<CitusCluster> {
  const installation = await findCitus()
  if (installation === null) throw new Error(missingCitus)
  const folder = await mkdtemp(join(tmpdir(), 'heed-citus-'))
  const account = await resolveOsAccount(folder)
  if (account) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o755)
  const names = ['coordinator', ...Array.from({ length: workers }, (_, index) => `worker-${index + 1}`)]
  const all = { ...defaultSettings, ...settings }
  const running: RunningNode[] = []
  const stopAll = () => Promise.all(running.map((node) => node.stop()))
  try {
    for (const name of names)
      running.push(await createNode(join(folder, name), name, installation.binDir, account, all))
    await Promise.all(running.map((node) => node.start()))
    await Promise.all(running.map(allowPlugin))
  } catch (error) {
    await stopAll()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return {
    nodes: running,
    async restart() {
      await stopAll()
      await Promise.all(running.map((node) => node.start()))
    },
    async stop() {
      await stopAll()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Lets Citus split a shard while it is written to. PostgreSQL's minor versions since 2026 require this setting. */
async function allowPlugin(node: CitusNode): Promise<void> {
  const [setting] = await runOn(node, 'postgres', "select from pg_settings where name = 'output_plugin_libraries'")
  if (!setting) return
  await runOn(node, 'postgres', 'alter system set output_plugin_libraries = pgoutput, citus')
  await runOn(node, 'postgres', 'select pg_reload_conf()')
}

/** Joins the nodes into one cluster for a database, which must exist on each node and have the extension. */
export async function joinNodes([coordinator, ...workers]: CitusNode[], database: string): Promise<void> {
  await runOn(coordinator!, database, `select citus_set_coordinator_host('127.0.0.1', ${coordinator!.port})`)
  for (const { port } of workers) await runOn(coordinator!, database, `select citus_add_node('127.0.0.1', ${port})`)
}

/** Runs a statement in a database of one node. @returns its rows */
export async function runOn(
  { socketDir }: Pick<CitusNode, 'socketDir'>,
  database: string,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: socketDir, user: 'heed', database })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

interface RunningNode extends CitusNode {
  start(): Promise<void>
  stop(): Promise<void>
}

async function createNode(
  folder: string,
  name: string,
  binDir: string,
  account: OsAccount | null,
  settings: Record<string, string>,
): Promise<RunningNode> {
  await mkdir(folder)
  if (account) await chown(folder, account.uid, account.gid)
  const as = account ? { uid: account.uid, gid: account.gid } : {}
  const data = join(folder, 'data')
  await run(
    join(binDir, 'initdb'),
    ['-D', data, '-U', 'heed', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...as, cwd: folder },
  )
  const port = await findFreePort()
  // The driver expects the default port in the name of the socket.
  await symlink(`.s.PGSQL.${port}`, join(folder, '.s.PGSQL.5432'))
  const args = Object.entries({
    ...settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
  }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  let child: ChildProcess | null = null
  const node: RunningNode = {
    name,
    socketDir: folder,
    port,
    pid: 0,
    async start() {
      const logPath = join(folder, 'postgres.log')
      const log = await open(logPath, 'a')
      child = spawn(join(binDir, 'postgres'), ['-D', data, ...args], {
        ...as,
        cwd: folder,
        // The driver of the connections between the nodes reads files in the home folder.
        env: { ...process.env, HOME: folder },
        stdio: ['ignore', log.fd, log.fd],
      })
      await log.close()
      node.pid = child.pid!
      await waitUntilReady(node, child, logPath)
    },
    async stop() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child!.once('exit', resolve))
      child.kill('SIGINT')
      const patience = setTimeout(() => child!.kill('SIGQUIT'), 10_000)
      await ended
      clearTimeout(patience)
    },
  }
  return node
}

const startTimeoutMs = 60_000

async function waitUntilReady(node: CitusNode, child: ChildProcess, logPath: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (child.exitCode === null && Date.now() < deadline) {
    const isReady = await runOn(node, 'postgres', 'select 1').then(
      () => true,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The ${node.name} did not start:\n${(await readFile(logPath, 'utf8')).slice(-2_000)}`)
}

/** Returns a port that nothing listens on. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
