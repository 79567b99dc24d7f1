import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { checkReplicaReads, checkWrites, maxOutageMs } from '../checks.ts'
import { mainDatabase, waitUntilWhole } from '../cluster.ts'
import { connect } from '../databases.ts'
import { audit, describeFailures, Load } from '../load.ts'
import { entrances } from '../proxy.ts'
import { ReplicaReaders } from '../replica-readers.ts'
import type { Step } from '../step.ts'
import { secondsBetween, waitFor } from '../wait.ts'

const writer = fileURLToPath(new URL('../stranded-writer.ts', import.meta.url))
// The old primary must demote itself while it is disconnected, not because it is connected again.
const aloneMs = 40_000

export const partition: Step = {
  name: 'partition',
  title: 'the primary’s host is disconnected from the network, with a client that still reaches its PostgreSQL',
  async run(cluster, reporter) {
    const { note, check } = reporter
    const { databases } = cluster
    await execute(`create table if not exists stranded_writes (id integer primary key)`)
    await execute(`truncate stranded_writes`)
    const load = new Load(cluster.workspaces)
    const readers = new ReplicaReaders(mainDatabase)
    const old = await databases.primary()
    const host = databases.host(old)
    const acknowledgements = join(host.folder, 'stranded-writes')
    const stranded = host.start([process.execPath, writer, acknowledgements, mainDatabase])
    await load.waitForWrites(100)
    await host.setLink('down')
    const cutAt = Date.now()
    const first = waitFor('writes are acknowledged again', 120, async () =>
      load.acknowledged.find(({ startedAt }) => startedAt > cutAt),
    )
    const demotion = waitFor(
      'the old primary accepts no writes',
      120,
      async () => !(await databases.acceptsWrites(old)),
    ).then(() => Date.now())
    const promotion = waitFor('a new primary', 120, async () => {
      const name = await databases.primary()
      return name !== old && (await databases.acceptsWrites(name)) ? { name, at: Date.now() } : null
    })
    const [{ endedAt }, demotedAt, promoted] = await Promise.all([first, demotion, promotion])
    await sleep(Math.max(0, cutAt + aloneMs - Date.now()))
    const acceptsAlone = await databases.acceptsWrites(old)
    await host.setLink('up')
    const healedAt = Date.now()
    await waitUntilWhole(cluster)
    const rejoinedAt = Date.now()
    await load.waitForWrites(100)
    await load.stop()
    await readers.stop()
    stranded.kill('SIGKILL')

    const audited = await audit(load, mainDatabase)
    const answers = (await readFile(acknowledgements, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number))
    const [before, after] = [answers.filter(([, at]) => at! <= cutAt), answers.filter(([, at]) => at! > cutAt)]
    const missing = await countMissing(answers.map(([id]) => id!))
    note(`${old} was disconnected for ${secondsBetween(cutAt, healedAt)}; ${promoted.name} became the primary`)
    note(
      `${old} demoted itself after ${secondsBetween(cutAt, demotedAt)}, ${promoted.name} was promoted after ${secondsBetween(cutAt, promoted.at)}`,
    )
    note(`${load.acknowledged.length} creates acknowledged; failed attempts: ${describeFailures(load.failures)}`)
    checkWrites(reporter, audited)
    check('writes are acknowledged again within 30 s', endedAt - cutAt <= maxOutageMs, secondsBetween(cutAt, endedAt))
    check('the old primary demotes itself while it is disconnected', !acceptsAlone)
    check('the old primary demotes itself before another is promoted', demotedAt <= promoted.at)
    check(
      'no write that the old primary acknowledged is lost',
      missing === 0,
      `${before.length} before the partition, ${after.length} after it, ${missing} lost`,
    )
    checkReplicaReads(reporter, readers)
    note(`${old} rejoined as a replica after ${secondsBetween(healedAt, rejoinedAt)}`)
  },
}

async function execute(text: string, values: unknown[] = []) {
  const client = await connect(entrances.primary.host, mainDatabase, { port: entrances.primary.port })
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

/** Counts the ids that were acknowledged and are not stored. */
async function countMissing(ids: number[]): Promise<number> {
  const { rows } = await execute('select id from stranded_writes where id = any($1)', [ids])
  return ids.length - rows.length
}
