import { mkdir } from 'node:fs/promises'
import { after } from 'node:test'
import { type Cluster, startCluster } from '../../platform/db/embedded/cluster.ts'
import { type Pooler, startPooler } from '../support/pooler.ts'
import { newDataDir } from './test-instance.ts'

/** A database server outside any data folder, and the settings of the processes that share it. */
export interface Deployment {
  cluster: Cluster
  folder: string
  env: Record<string, string>
}

export const urlOf = (socketDir: string): string => `postgres://heed@/heed?host=${encodeURIComponent(socketDir)}`

/** Starts a database server with an empty database and, with `HEED_TEST_POOLER=1 npm test`, a pooler in front of it. */
export async function startDatabaseServer(): Promise<Deployment> {
  const folder = await newDataDir('database server')
  await mkdir(folder, { recursive: true })
  const cluster = await startDatabaseServerIn(folder)
  const SECRET_KEY = 'the same secret key for all processes, 46 long'
  if (process.env.HEED_TEST_POOLER !== '1') {
    return { cluster, folder, env: { DATABASE_URL: urlOf(cluster.socketDir), SECRET_KEY } }
  }
  const pooler = await startPooler(cluster.socketDir)
  after(() => pooler.stop())
  return { cluster, folder, env: { ...addressesOf(pooler, cluster), SECRET_KEY } }
}

/** Returns the settings of a process that uses a pooler. */
export const addressesOf = (
  pooler: Pick<Pooler, 'socketDir'>,
  cluster: Pick<Cluster, 'socketDir'>,
): Record<string, string> => ({
  DATABASE_URL: urlOf(pooler.socketDir),
  DATABASE_DIRECT_URL: urlOf(cluster.socketDir),
})

/** Starts the database server of a folder again. It is stopped after the test or file. */
export async function startDatabaseServerIn(folder: string): Promise<Cluster> {
  const cluster = await startCluster(folder, `${folder}/postgres`)
  after(() => cluster.stop())
  return cluster
}
