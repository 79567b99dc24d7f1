import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { housekeepingQueue } from '../housekeeping/queues.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { type Cluster, socketDirFor, startCluster } from '../platform/db/embedded/cluster.ts'
import { migrate } from '../platform/db/migrate.ts'
import { limits } from '../platform/db/sessions/session-settings.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createLog } from '../platform/log.ts'
import { createInstanceJobs } from '../queues.ts'

/** The contents of a new test database: only the tables, or also the demo workspace. */
export type Template = 'empty' | 'demo'

export const templates: Record<Template, string> = { empty: 'heed_template', demo: 'heed_template_demo' }

// The data is deleted after the run, so these settings give up crash safety. The crash tests start their own clusters.
export const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
}

export interface TestCluster {
  socketDir: string
  /** The log of the coordinator, of a distributed cluster. */
  logPath?: string
  stop(): Promise<void>
}

/** Starts one PostgreSQL for the whole run, with a migrated database that test files copy. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'heed-test-'))
  const cluster: Cluster = await startCluster(dataDir, await socketDirFor(dataDir), throwaway)
  await runAsAdmin(cluster.socketDir, `create database ${templates.empty}`)
  await prepareTemplate(cluster.socketDir)
  return {
    socketDir: cluster.socketDir,
    async stop() {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Sets the limits that Heed needs behind a pooler for the databases of all tests, which are not opened by a start. */
export async function setTestDefaults(socketDir: string): Promise<void> {
  for (const [name, value] of Object.entries(limits))
    await runAsAdmin(socketDir, `alter role heed set ${name} = '${value}'`)
}

/** Creates the tables of the empty template. */
export async function prepareTemplate(
  socketDir: string,
  migrateOn: (database: Database) => Promise<unknown> = migrate,
): Promise<void> {
  const database = openDatabase({ socketDir, database: templates.empty }, { size: 1, log: createLog('silent') })
  await migrateOn(database)
  // Creates the job tables, so that every copy already has them.
  const jobs = createInstanceJobs(database, createLog('silent'))
  await inTransaction(database.pool, ({ db }) => jobs.enqueueIn(db)(housekeepingQueue, {}))
  await database.pool.query('truncate pgboss.job')
  await jobs.close()
  await database.close()
}

/** Creates another template as a copy of the empty one. @returns its name. */
export async function createTemplate(socketDir: string, template: Template): Promise<string> {
  await copyDatabase(socketDir, templates.empty, templates[template])
  return templates[template]
}

let copies = 0

/** Creates a migrated database. @returns its name. */
export async function createTestDatabase(socketDir: string, template: Template = 'empty'): Promise<string> {
  copies += 1
  const name = `test_${process.pid}_${copies}`
  await copyDatabase(socketDir, templates[template], name)
  return name
}

/** Returns whether the run uses a distributed database. */
export const isDistributedRun = (): boolean => process.env.HEED_TEST_ENGINE === 'citus'

/** The sockets of the workers, if the run uses a distributed database: each node then has a part of every database. */
export const workerSocketDirs = (): string[] =>
  (process.env.HEED_TEST_WORKER_SOCKET_DIRS ?? '').split(':').filter(Boolean)

/** Copies the files of a database, which takes a fifth of the time of a copy through the write-ahead log. */
async function copyDatabase(socketDir: string, from: string, to: string): Promise<void> {
  const workers = workerSocketDirs()
  // The background process that Citus runs in a database that was used would keep it from being copied.
  const disconnect = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`
  for (const folder of [socketDir, ...workers]) {
    if (workers.length > 0) await runAsAdmin(folder, disconnect)
    await runAsAdmin(folder, `create database ${to} template ${from} strategy file_copy`)
  }
}

export async function dropTestDatabase(socketDir: string, name: string): Promise<void> {
  for (const folder of [socketDir, ...workerSocketDirs()]) {
    await runAsAdmin(folder, `drop database if exists ${name} with (force)`)
  }
}

async function runAsAdmin(socketDir: string, statement: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, user: 'heed', database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
