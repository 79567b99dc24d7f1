import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { housekeepingQueue } from '../housekeeping/queues.ts'
import { openDatabase } from '../platform/db/database.ts'
import { type Cluster, socketDirFor, startCluster } from '../platform/db/embedded/cluster.ts'
import { migrate } from '../platform/db/migrate.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createLog } from '../platform/log.ts'
import { createInstanceJobs } from '../queues.ts'

/** The contents of a new test database: only the tables, or also the demo workspace. */
export type Template = 'empty' | 'demo'

const templates: Record<Template, string> = { empty: 'heed_template', demo: 'heed_template_demo' }

// The data is deleted after the run, so these settings give up crash safety. The crash tests start their own clusters.
const throwaway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
}

export interface TestCluster {
  socketDir: string
  stop(): Promise<void>
}

/** Starts one PostgreSQL for the whole run, with a migrated database that test files copy. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'heed-test-'))
  const cluster: Cluster = await startCluster(dataDir, await socketDirFor(dataDir), throwaway)
  await runAsAdmin(cluster.socketDir, `create database ${templates.empty}`)
  const database = openDatabase(
    { socketDir: cluster.socketDir, database: templates.empty },
    { size: 1, log: createLog('silent') },
  )
  await migrate(database.pool)
  // Creates the job tables, so that every copy already has them.
  const jobs = createInstanceJobs(database, createLog('silent'))
  await inTransaction(database.pool, ({ db }) => jobs.enqueueIn(db)(housekeepingQueue, {}))
  await database.pool.query('truncate pgboss.job')
  await jobs.close()
  await database.close()
  return {
    socketDir: cluster.socketDir,
    async stop() {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
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

/** Copies the files of a database, which takes a fifth of the time of a copy through the write-ahead log. */
const copyDatabase = (socketDir: string, from: string, to: string): Promise<void> =>
  runAsAdmin(socketDir, `create database ${to} template ${from} strategy file_copy`)

export const dropTestDatabase = (socketDir: string, name: string): Promise<void> =>
  runAsAdmin(socketDir, `drop database ${name} with (force)`)

async function runAsAdmin(socketDir: string, statement: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, user: 'heed', database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
