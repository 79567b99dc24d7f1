import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchServer, createBenchDataDir, removeDataDir, startBenchServer } from '../bench-server.ts'
import { type BenchWorkspace, createBenchWorkspaces, openBenchDatabase } from '../dataset.ts'
import { call } from './call.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const endpoints = 50
const eventsOfNeighbors = 4
const probes = 20
const queueLength = 1_000
const maxWaitMs = 60_000

interface Subject {
  server: BenchServer
  receiver: Receiver
  healthy: BenchWorkspace
}

/**
 * Prints how long deliveries of a healthy workspace wait beside two others with 50 endpoints each: at rest, when half of
 * the endpoints are new and hang, and while long queues go to all others.
 */
export async function printNeighbors(): Promise<void> {
  const dataDir = await createBenchDataDir('neighbors')
  const receiver = await startReceiver()
  const server = await startBenchServer(dataDir, { WEB_PROCESSES: '2', OUTBOUND_ALLOW: '127.0.0.0/8' })
  const database = openBenchDatabase(server.socketDir)
  try {
    const [healthy, ...neighbors] = await createBenchWorkspaces(database, 3, 'neighbors')
    const subject = { server, receiver, healthy: healthy! }
    const url = receiver.urlOf('healthy')
    await call(server, healthy!, '/webhooks', { url, events: ['changelog.created'] })
    for (const workspace of neighbors) await subscribeHalfDead(server, receiver, workspace)
    console.log('| run | probes | wait p50, max ms |')
    console.log('|---|---|---|')
    await printWaits(subject, 'neighbors at rest')
    for (const workspace of neighbors) {
      for (let n = 0; n < eventsOfNeighbors; n += 1) await call(server, workspace, '/feedback', { title: `Event ${n}` })
    }
    await printWaits(subject, '50 of 100 neighbors are new and hang')
    await database.pool.query(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, next_attempt_at, created_at)
       select w.workspace_id, gen_random_uuid(), w.id, e.id, e.type, clock_timestamp(), clock_timestamp()
       from webhooks w cross join lateral (select id, type from events where workspace_id = w.workspace_id
         and type = 'feedback.created' limit 1) e cross join generate_series(1, $1::int) where w.url like '%/healthy'`,
      [queueLength],
    )
    await database.pool.query("update webhooks set next_attempt_at = clock_timestamp() where url like '%/healthy'")
    await printWaits(subject, `a replay of ${queueLength} deliveries to each of the others`)
  } finally {
    await database.close()
    await server.stop()
    receiver.stop()
    await removeDataDir(dataDir)
  }
}

async function subscribeHalfDead(server: BenchServer, receiver: Receiver, workspace: BenchWorkspace): Promise<void> {
  for (let n = 0; n < endpoints; n += 1) {
    const url = receiver.urlOf(n % 2 === 0 ? 'dead' : 'healthy')
    await call(server, workspace, '/webhooks', { url, events: ['feedback.created'] })
  }
}

/** Creates one event after the other and waits for its delivery. */
async function printWaits({ server, receiver, healthy }: Subject, name: string): Promise<void> {
  const waits: number[] = []
  for (let n = 0; n < probes; n += 1) {
    // Only the healthy workspace publishes.
    const { id } = await call<{ id: string }>(server, healthy, '/changelog', { title: `Entry ${n}`, body: '' })
    const startedAt = performance.now()
    while (!receiver.resources.has(id) && performance.now() - startedAt < maxWaitMs) await sleep(5)
    waits.push(Math.round(performance.now() - startedAt))
  }
  waits.sort((a, b) => a - b)
  console.log(`| ${name} | ${probes} | ${waits[probes / 2]}, ${waits.at(-1)} |`)
}
