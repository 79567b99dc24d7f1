import { setTimeout as sleep } from 'node:timers/promises'
import { mainDatabase, waitUntilWhole } from '../cluster.ts'
import { heedHosts } from '../hosts.ts'
import { audit, describeFailures, Load } from '../load.ts'
import type { Step } from '../step.ts'

export const rollingRestart: Step = {
  name: 'rolling-restart',
  title: 'every Heed host is restarted under load, one after the other',
  async run(cluster, { note, check }) {
    const { heed, proxy } = cluster
    const load = new Load(cluster.workspaces)
    await load.waitForWrites(50)
    const statuses: (number | null)[] = []
    for (const name of heedHosts) {
      statuses.push(await heed.stop(name))
      await heed.start(name, { database: mainDatabase })
      await heed.waitUntilReady(name)
      await proxy.waitForState('heed_ready', name, /UP/)
      await load.waitForWrites(50)
    }
    statuses.push(await heed.stop('worker'))
    await heed.start('worker', { database: mainDatabase })
    await waitUntilWhole(cluster)
    await sleep(1_000)
    await load.stop()

    const { lost, doubled } = await audit(load, mainDatabase)
    note(`${load.acknowledged.length} creates acknowledged, ${load.reads} reads answered`)
    check('no request fails', load.failures.length === 0, describeFailures(load.failures))
    check('no acknowledged write is lost or duplicated', lost + doubled === 0, `${lost} lost, ${doubled} duplicated`)
    check(
      'every process ends by itself',
      statuses.every((status) => status === 0),
      `exit status ${statuses.join(', ')}`,
    )
  },
}
