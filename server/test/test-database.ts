import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { housekeepingQueue } from '../housekeeping/queue.ts'
import { openDatabase } from '../platform/db/database.ts'
import { type Cluster, socketDirFor, startCluster } from '../platform/db/embedded/cluster.ts'
import { migrate } from '../platform/db/migrate.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createLog } from '../platform/log.ts'
import { createInstanceJobs } from '../queues.ts'

const template = 'heed_template'

export interface TestCluster {
  socketDir: string
  stop(): Promise<void>
}

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'heed-test-'))
  // What a power cut would lose is thrown away after the run; the crash tests start databases of their own.
  const cluster: Cluster = await startCluster(dataDir, await socketDirFor(dataDir), { fsync: 'off' })
  await runAsAdmin(cluster.socketDir, `create database ${template}`)
  const database = openDatabase(
    { socketDir: cluster.socketDir, database: template },
    { size: 1, log: createLog('silent') },
  )
  await migrate(database.pool)
  // Each copy then finds the tables of the jobs made already.
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

let copies = 0

/** A fresh, migrated, empty database. @returns its name. */
export async function createTestDatabase(socketDir: string): Promise<string> {
  copies += 1
  const name = `test_${process.pid}_${copies}`
  await runAsAdmin(socketDir, `create database ${name} template ${template}`)
  return name
}

export const dropTestDatabase = (socketDir: string, name: string): Promise<void> =>
  runAsAdmin(socketDir, `drop database ${name} with (force)`)

async function runAsAdmin(socketDir: string, statement: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, user: 'heed', database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
