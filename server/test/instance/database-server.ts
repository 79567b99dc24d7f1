import { mkdir } from 'node:fs/promises'
import { after } from 'node:test'
import { type Cluster, startCluster } from '../../platform/db/embedded/cluster.ts'
import { newDataDir } from './test-instance.ts'

/** A database server outside any data folder, and the settings of the processes that share it. */
export interface Deployment {
  cluster: Cluster
  folder: string
  env: Record<string, string>
}

/** Starts a database server with an empty database. */
export async function startDatabaseServer(): Promise<Deployment> {
  const folder = await newDataDir('database server')
  await mkdir(folder, { recursive: true })
  const cluster = await startDatabaseServerIn(folder)
  const DATABASE_URL = `postgres://heed@/heed?host=${encodeURIComponent(cluster.socketDir)}`
  return { cluster, folder, env: { DATABASE_URL, SECRET_KEY: 'the same secret key for all processes, 46 long' } }
}

/** Starts the database server of a folder again. It is stopped after the test or file. */
export async function startDatabaseServerIn(folder: string): Promise<Cluster> {
  const cluster = await startCluster(folder, `${folder}/postgres`)
  after(() => cluster.stop())
  return cluster
}
