import { setTimeout as sleep } from 'node:timers/promises'
import {
  type BenchServer,
  createBenchDataDir,
  removeDataDir,
  residentMegabytes,
  startBenchServer,
} from '../bench-server.ts'
import { type BenchWorkspace, createBenchWorkspaces, openBenchDatabase } from '../dataset.ts'
import { memberPid, usageOf } from '../process-usage.ts'
import { startOpenLoop } from '../soak/open-loop.ts'
import { call } from './call.ts'
import { printNeighbors } from './neighbors.ts'
import { type Behavior, type Receiver, startReceiver } from './receiver.ts'

const endpoints = 100
// A worker that ends within five seconds of its start is started again later.
const killEveryMs = 6_000
const maxWaitMs = 300_000
// Several, to show whether memory grows.
const replays = 4

interface Run {
  name: string
  /** How the first endpoints behave; all others are healthy. */
  unhealthy: Behavior[]
  kills: number
}

const runs: Run[] = [
  { name: 'all healthy', unhealthy: [], kills: 0 },
  { name: 'one dead, one answers after 14 s', unhealthy: ['dead', 'slow'], kills: 0 },
  { name: 'worker killed 20 times', unhealthy: [], kills: 20 },
]

/**
 * Measures deliveries of 10,000 events to 100 workspaces with one endpoint each: with all endpoints healthy, with one dead
 * and one slow, and while the worker is killed repeatedly. Then measures deliveries beside busy neighbors. Takes about twelve minutes.
 * @param events created through the API, at 80 a second
 */
export async function printWebhooks(events = 10_000): Promise<void> {
  console.log(
    '| run | deliveries | wait p50, p99, max ms | worker CPU µs each | worker memory MB | missing | repeated |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const run of runs) await printRun(run, events)
  await printNeighbors()
}

async function printRun({ name, unhealthy, kills }: Run, events: number): Promise<void> {
  const dataDir = await createBenchDataDir('webhooks')
  const receiver = await startReceiver()
  // The worker is a process of its own if there are several web processes.
  const server = await startBenchServer(dataDir, { WEB_PROCESSES: '2', OUTBOUND_ALLOW: '127.0.0.0/8' })
  const database = openBenchDatabase(server.socketDir)
  try {
    const workspaces = await createBenchWorkspaces(database, endpoints, 'hooks')
    const webhooks = await subscribeAll(server, receiver, workspaces, unhealthy)
    const killing = killRepeatedly(server, kills)
    const measured = await measure(server, receiver, () => createEvents(server, workspaces, unhealthy.length, events))
    printResult(name, measured)
    await killing
    if (unhealthy.length > 0 || kills > 0) return
    for (let round = 1; round <= replays; round += 1) {
      const replayed = await measure(server, receiver, () => replayAll(server, workspaces, webhooks))
      printResult(`replay ${round} of all at once: ${Math.round(replayed.perMinute)} a minute`, replayed)
    }
  } finally {
    await database.close()
    await server.stop()
    receiver.stop()
    await removeDataDir(dataDir)
  }
}

async function subscribeAll(
  server: BenchServer,
  receiver: Receiver,
  workspaces: BenchWorkspace[],
  unhealthy: Behavior[],
): Promise<string[]> {
  const ids: string[] = []
  for (const [index, workspace] of workspaces.entries()) {
    const url = receiver.urlOf(unhealthy[index] ?? 'healthy')
    const { id } = await call<{ id: string }>(server, workspace, '/webhooks', { url, events: ['feedback.created'] })
    ids.push(id)
  }
  return ids
}

/** Creates a request for each event, in turn in each workspace. @returns how many deliveries should arrive */
async function createEvents(
  { origin }: BenchServer,
  workspaces: BenchWorkspace[],
  unhealthy: number,
  events: number,
): Promise<number> {
  const perSecond = 80
  let count = 0
  const load = startOpenLoop({
    origin,
    perSecond,
    seconds: events / perSecond,
    signal: new AbortController().signal,
    next: () => {
      const { keys } = workspaces[count % workspaces.length]!
      const headers = {
        authorization: `Bearer ${keys[Math.floor(count / workspaces.length) % keys.length]}`,
        'content-type': 'application/json',
        'idempotency-key': `event-${count}`,
      }
      count += 1
      const body = JSON.stringify({
        title: `Request ${count}`,
        description: 'Exports should include the votes. '.repeat(9),
      })
      return { name: 'create', surface: 'api', request: { method: 'POST', path: '/api/v1/feedback', headers, body } }
    },
  })
  await load.finished
  for (const [error] of load.errorSamples) throw new Error(error)
  return Math.round((events / workspaces.length) * (workspaces.length - unhealthy))
}

async function replayAll(server: BenchServer, workspaces: BenchWorkspace[], webhooks: string[]): Promise<number> {
  const since = new Date(Date.now() - 3_600_000).toISOString()
  let total = 0
  for (const [index, workspace] of workspaces.entries()) {
    total += (await call<{ count: number }>(server, workspace, `/webhooks/${webhooks[index]}/replay`, { since })).count
  }
  return total
}

interface Measured {
  arrived: number
  perMinute: number
  waits: number[]
  cpuMicros: number
  memory: number[]
  missing: number
  repeated: number
}

/** Starts the deliveries and waits for the last one. */
async function measure(server: BenchServer, receiver: Receiver, start: () => Promise<number>): Promise<Measured> {
  receiver.reset()
  const memory: number[] = []
  const worker = () => memberPid(server.pid, 'worker')
  const sampling = setInterval(async () => memory.push(await residentMegabytes((await worker()) ?? 0)), 2_000)
  const cpuBefore = (await usageOf((await worker())!)).cpuMicros
  const startedAt = performance.now()
  const expected = await start()
  while (receiver.counts.size < expected && performance.now() - startedAt < maxWaitMs) await sleep(100)
  const minutes = (performance.now() - startedAt) / 60_000
  // Repeats arrive later than the first deliveries.
  const cpuMicros = (await usageOf((await worker())!)).cpuMicros - cpuBefore
  clearInterval(sampling)
  const arrived = receiver.waits.length
  return {
    arrived,
    perMinute: receiver.counts.size / minutes,
    waits: receiver.waits.toSorted((a, b) => a - b),
    cpuMicros: cpuMicros / arrived,
    memory: memory.filter((megabytes) => !Number.isNaN(megabytes)),
    missing: expected - receiver.counts.size,
    repeated: arrived - receiver.counts.size,
  }
}

/** Kills the worker with `SIGKILL`; the primary process starts another. */
async function killRepeatedly(server: BenchServer, kills: number): Promise<void> {
  for (let count = 0; count < kills; count += 1) {
    await sleep(killEveryMs)
    const pid = await memberPid(server.pid, 'worker')
    if (pid !== null) process.kill(pid, 'SIGKILL')
  }
}

function printResult(name: string, { arrived, waits, cpuMicros, memory, missing, repeated }: Measured): void {
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]
  const middle = memory[Math.floor(memory.length / 2)]
  console.log(
    `| ${name} | ${arrived} | ${at(0.5)}, ${at(0.99)}, ${at(1)} | ${Math.round(cpuMicros)} | ` +
      `${memory[0]}, ${middle}, ${memory.at(-1)} (first, middle, last) | ${missing} | ${repeated} |`,
  )
}
