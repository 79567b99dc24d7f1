import { checkReplays, checkWrites } from '../checks.ts'
import { mainDatabase, waitUntilWhole } from '../cluster.ts'
import { audit, describeFailures, Load } from '../load.ts'
import type { Step } from '../step.ts'
import { secondsBetween, waitFor } from '../wait.ts'

export const heedHostKilled: Step = {
  name: 'heed-host-killed',
  title: 'kill -9 of everything on a Heed host under load',
  async run(cluster, reporter) {
    const { note, check } = reporter
    const { heed, proxy } = cluster
    const load = new Load(cluster.workspaces)
    await load.waitForWrites(100)
    await heed.kill('heed1')
    const killedAt = Date.now()
    await proxy.waitForState('heed_ready', 'heed1', /DOWN/)
    const leftOutAt = Date.now()
    await load.waitForWrites(200)
    await heed.start('heed1', { database: mainDatabase })
    const startedAt = Date.now()
    await waitUntilWhole(cluster)
    note(`heed1 was ready ${secondsBetween(startedAt, Date.now())} after its start`)
    await waitFor('creates after the return', 30, async () => load.acknowledged.at(-1)!.startedAt > Date.now() - 1_000)
    await load.waitForWrites(100)
    await load.stop()

    const audited = await audit(load, mainDatabase)
    const late = load.failures.filter(({ startedAt }) => startedAt > killedAt)
    note(`${load.acknowledged.length} creates acknowledged, ${load.reads} reads answered`)
    note(`failed requests: ${describeFailures(load.failures)}`)
    checkWrites(reporter, audited)
    checkReplays(reporter, audited)
    const inFlight = load.failures.length - late.length
    check('only requests in flight fail', late.length === 0, `${inFlight} in flight, ${late.length} later`)
    note(`HAProxy took the host out of rotation after ${secondsBetween(killedAt, leftOutAt)}`)
  },
}
