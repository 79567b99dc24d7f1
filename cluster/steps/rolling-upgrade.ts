import { execFile } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { previousVersion } from '../../server/test/instance/previous-version.ts'
import { type Cluster, createWorkspaces, mainDatabase, waitUntilWhole } from '../cluster.ts'
import { connect } from '../databases.ts'
import { root } from '../heed.ts'
import { type HeedHost, heedHosts } from '../hosts.ts'
import { audit, describeFailures, Load } from '../load.ts'
import { entrances } from '../proxy.ts'
import type { Step } from '../step.ts'

// The main database has the current schema, so the upgrade uses another database.
const database = 'upgraded'

export const rollingUpgrade: Step = {
  name: 'rolling-upgrade',
  title: 'the hosts are upgraded from the previous version under load, one after the other',
  async run(cluster, { note, check }) {
    const { databases, heed } = cluster
    const program = await checkOut(join(cluster.folder, 'previous'))
    await databases.createDatabase(database)
    for (const name of heedHosts) await replace(cluster, name, { database, program })
    await heed.stop('worker')
    await heed.start('worker', { database, program })
    const before = await countMigrations()
    const workspaces = await createWorkspaces(database, 'upgraded', program)
    const load = new Load(workspaces)
    await load.waitForWrites(50)
    for (const name of heedHosts) {
      await replace(cluster, name, { database })
      await load.waitForWrites(50)
    }
    await heed.stop('worker')
    await heed.start('worker', { database })
    await load.waitForWrites(50)
    await load.stop()

    const { lost, doubled } = await audit(load, database)
    note(
      `from ${previousVersion.slice(0, 10)} with ${before} migrations to this version with ${await countMigrations()}`,
    )
    note(`${load.acknowledged.length} creates acknowledged, ${load.reads} reads answered`)
    check('no request fails', load.failures.length === 0, describeFailures(load.failures))
    check('no acknowledged write is lost or duplicated', lost + doubled === 0, `${lost} lost, ${doubled} duplicated`)
    check('the upgrade had migrations to apply', (await countMigrations()) > before)

    // The next step uses the main database again.
    for (const name of heedHosts) await replace(cluster, name, { database: mainDatabase })
    await heed.stop('worker')
    await heed.start('worker', { database: mainDatabase })
    await waitUntilWhole(cluster)
  },
}

/** Takes a host out of the proxy's rotation, starts another version on it and puts it back, as in the guide. */
async function replace(
  { heed, proxy }: Cluster,
  name: HeedHost,
  options: { database: string; program?: string },
): Promise<void> {
  await proxy.setState(name, 'drain')
  await proxy.waitForIdle(name)
  await heed.stop(name)
  await heed.start(name, options)
  await heed.waitUntilReady(name)
  await proxy.setState(name, 'ready')
  await proxy.waitForState('heed_ready', name, /UP/)
}

/** Checks out the previous version, with the packages and the built pages of this one. */
async function checkOut(folder: string): Promise<string> {
  const run = promisify(execFile)
  await mkdir(folder)
  const parts = ['package.json', 'bin', 'server', 'migrations', 'i18n', 'web', 'bench']
  const archive = join(folder, 'version.tar')
  await run('git', ['-C', root, 'archive', '--output', archive, previousVersion, ...parts]).catch((error) => {
    throw new Error('The history of this clone does not contain the previous version.', { cause: error })
  })
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function countMigrations(): Promise<number> {
  const client = await connect(entrances.primary.host, database, { port: entrances.primary.port })
  try {
    return (await client.query('select from schema_migrations')).rowCount!
  } finally {
    await client.end()
  }
}
