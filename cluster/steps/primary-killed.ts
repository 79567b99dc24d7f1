import { setTimeout as sleep } from 'node:timers/promises'
import { checkReplays, checkReplicaReads, checkWrites, maxOutageMs } from '../checks.ts'
import { mainDatabase, waitUntilWhole } from '../cluster.ts'
import { audit, describeFailures, Load } from '../load.ts'
import { ReplicaReaders } from '../replica-readers.ts'
import type { Step } from '../step.ts'
import { secondsBetween, waitFor } from '../wait.ts'

export const primaryKilled: Step = {
  name: 'primary-killed',
  title: 'kill -9 of everything on the primary’s host under write load',
  async run(cluster, reporter) {
    const { note, check } = reporter
    const { databases } = cluster
    const load = new Load(cluster.workspaces)
    const readers = new ReplicaReaders(mainDatabase)
    await load.waitForWrites(100)
    const primary = await databases.primary()
    await databases.host(primary).kill()
    const killedAt = Date.now()
    const first = await waitFor('writes are acknowledged again', 120, async () =>
      load.acknowledged.find(({ startedAt }) => startedAt > killedAt),
    )
    const next = await waitFor('a new primary', 60, () => databases.primary())
    await load.waitForWrites(200)
    databases.start(primary)
    const startedAt = Date.now()
    await waitUntilWhole(cluster)
    note(`${primary} rejoined ${secondsBetween(startedAt, Date.now())} after its start`)
    await sleep(2_000)
    await load.stop()
    await readers.stop()

    const audited = await audit(load, mainDatabase)
    const again = load.acknowledged.filter(({ attempts }) => attempts > 1).length
    note(`${primary} was killed; ${next} became the primary`)
    note(`${load.acknowledged.length} creates acknowledged, ${again} of them after more than one attempt`)
    note(`failed attempts: ${describeFailures(load.failures)}`)
    checkWrites(reporter, audited)
    checkReplays(reporter, audited)
    const outage = secondsBetween(killedAt, first.endedAt)
    check('writes are acknowledged again within 30 s', first.endedAt - killedAt <= maxOutageMs, outage)
    checkReplicaReads(reporter, readers)
  },
}
