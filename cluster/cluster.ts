import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchWorkspace } from '../bench/dataset.ts'
import { passwords, readTemplate } from './configuration.ts'
import { Databases } from './databases.ts'
import { HeedHosts, root } from './heed.ts'
import { databaseHosts, heedHosts } from './hosts.ts'
import { createNetwork, type Host } from './network.ts'
import { entrances, HaProxy } from './proxy.ts'
import { waitFor } from './wait.ts'

/** Everything that runs in the sandbox. */
export interface Cluster {
  folder: string
  databases: Databases
  heed: HeedHosts
  proxy: HaProxy
  /** The workspaces that receive the load. Each has five keys. */
  workspaces: BenchWorkspace[]
}

export const mainDatabase = 'heed'

// 4 workspaces with 4 writing keys each send about 27 creates a second, within all rate limits.
const workspaceCount = 4

/** Builds the cluster and waits until every part works. */
export async function buildCluster(folder: string, report: (line: string) => void): Promise<Cluster> {
  const hosts = await createNetwork(folder)
  const databases = new Databases(hosts, await idsOf('postgres'))
  const proxy = new HaProxy(hosts.proxy)
  const heed = new HeedHosts(hosts)
  await Promise.all([databases.create(), startRedis(hosts.redis)])
  await proxy.start()
  report(`databases: ${(await databases.members()).map(({ name, role }) => `${name} ${role}`).join(', ')}`)
  await databases.createDatabase(mainDatabase)
  await proxy.waitForState('primary', 'BACKEND', /UP/)
  for (const name of heedHosts) await heed.start(name, { database: mainDatabase })
  for (const name of heedHosts) {
    await heed.waitUntilReady(name)
    await proxy.waitForState('heed_ready', name, /UP/)
  }
  await heed.start('worker', { database: mainDatabase })
  const workspaces = await createWorkspaces(mainDatabase, 'load')
  await waitFor('Heed answers through the proxy', 20, async () => (await fetch(`${entrances.web}/healthz`)).ok)
  return { folder, databases, heed, proxy, workspaces }
}

/** Waits until every part works again, so that the next step begins with a whole cluster. */
export async function waitUntilWhole({ databases, heed, proxy }: Cluster): Promise<void> {
  await databases.waitUntilWhole()
  await proxy.waitForState('primary', 'BACKEND', /UP/)
  const primary = await databases.primary()
  for (const name of databaseHosts) {
    if (name !== primary) await proxy.waitForState('replicas', name, /UP/)
  }
  for (const name of heedHosts) {
    await heed.waitUntilReady(name)
    await proxy.waitForState('heed_ready', name, /UP/)
  }
}

/**
 * Creates workspaces for load through a connection to the primary.
 * @param program the folder of the version that the database belongs to, because a later one uses later tables
 */
export async function createWorkspaces(database: string, name: string, program = root): Promise<BenchWorkspace[]> {
  const { host, port } = entrances.primary
  const url = `postgres://heed:${passwords.heed}@${host}:${port}/${database}`
  const script = `
    import { createBenchWorkspaces } from './bench/dataset.ts'
    import { openDatabase } from './server/platform/db/database.ts'
    import { createLog } from './server/platform/log.ts'
    const database = openDatabase({ url: process.argv[1] }, { size: 2, log: createLog('error') })
    console.log(JSON.stringify(await createBenchWorkspaces(database, ${workspaceCount}, process.argv[2])))
    await database.close()`
  const options = ['--input-type=module', '--eval', script, url, name]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: program })
  return JSON.parse(stdout)
}

async function startRedis(host: Host): Promise<void> {
  const file = join(host.folder, 'redis.conf')
  await writeFile(file, await readTemplate('redis.conf'))
  host.start(['redis-server', file])
  await waitFor('Redis answers', 20, async () => (await host.run('redis-cli', 'ping')).includes('PONG'))
}

async function idsOf(account: string): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await promisify(execFile)('id', [flag, account])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}
