import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Database } from '../server/platform/db/database.ts'
import {
  type BenchServer,
  createBenchDataDir,
  freePort,
  removeDataDir,
  residentMegabytes,
  startBenchServer,
} from './bench-server.ts'
import { ownProcess, stopProcess } from './clean-up.ts'
import { type Comparison, type ComparisonTarget, compareWithBaseline, median } from './comparison.ts'
import { measureConsoleList } from './console.ts'
import {
  type BenchWorkspace,
  createBenchWorkspaces,
  insertManyRequests,
  insertRequests,
  openBenchDatabase,
  vacuumAnalyze,
} from './dataset.ts'
import {
  type LoadTarget,
  measureListThroughput,
  measureSearchCpu,
  measureSearchLatency,
  warmUp,
} from './large-dataset.ts'
import type { BenchRequest } from './load.ts'
import { type ListResults, measureConcurrentReaders, measurePortalList, portalSizes, preparePortal } from './portal.ts'
import { measurePublish, startSmtpSink } from './publish.ts'

type Met = 'target' | 'required' | 'no'

interface BenchmarkRow {
  figure: string
  required: string
  target: string
  measured: string
  /** The stricter of the two that the measured figure meets. */
  met: Met
  note?: string
}

// Enough workspaces that their limits of 600 requests a minute together exceed what the machine can answer.
const manyWorkspaces = 900
const readingWorkspaces = 600
// More than one page.
const requestsEach = 30
// Many short rounds, because other load on the machine comes in bursts.
const rounds = 25
const seconds = 1

/**
 * The rows to measure: those of the API without a large dataset, those with a large dataset alone, all without a large
 * dataset, or all.
 */
type BenchmarkExtent = 'api' | 'large' | 'short' | 'full'

/**
 * Measures one row after another, on one instance that grows from 20,000 requests to a large dataset.
 * @param largeSize the requests of ten large workspaces together
 */
export async function* runBenchmarks(extent: BenchmarkExtent, largeSize = 1_000_000): AsyncGenerator<BenchmarkRow> {
  const isShort = extent === 'short'
  const dataDir = await createBenchDataDir()
  const sink = await startSmtpSink()
  let instance = await startBenchServer(dataDir, { SMTP_URL: sink.url, MAIL_FROM: 'news@heed.test' })
  const database = openBenchDatabase(instance.socketDir)
  const bare = await startBaselineServer(instance.socketDir)
  try {
    const many = await createBenchWorkspaces(database, manyWorkspaces, 'many')
    for (const workspace of many.slice(0, readingWorkspaces)) await insertRequests(database, workspace, requestsEach)
    await vacuumAnalyze(database)
    const sides = await createTargets(instance, bare, database, many)
    if (extent === 'large') return yield* largeDatasetBenchmarks(instance, database, sides.list, largeSize)

    const list = await compareWithBaseline(sides.list, sides.bareList, rounds, seconds)
    yield ratioRow('list 25 requests, throughput ÷ bare (16 connections)', 0.75, 0.9, list)
    yield listTimeRow(list)
    yield ratioRow('get one ÷ bare', 0.8, 0.9, await compareWithBaseline(sides.get, sides.bareGet, rounds, seconds))
    const create = await compareWithBaseline(sides.create, sides.bareCreate, rounds, seconds)
    yield ratioRow(
      'create with `Idempotency-Key` (durable) ÷ a bare insert that indexes the text at once',
      0.6,
      0.75,
      create,
    )
    yield createTimeRow(create, list)
    const memory = await instance.residentMegabytes()
    const bareMemory = await residentMegabytes(bare.process.pid!)

    if (extent === 'full') yield* largeDatasetBenchmarks(instance, database, sides.list, largeSize)

    yield {
      figure: 'memory of the Node process after the load, MB',
      required: '≤ 260',
      target: '≤ 200',
      measured: `${memory} (bare: ${bareMemory})`,
      met: describeMet(memory <= 260, memory <= 200),
    }
    if (extent === 'api') return
    yield await consoleBenchmark(instance, database)
    yield* portalBenchmarks(instance, database, isShort)
    yield await publishBenchmark(instance, database, isShort ? 10_000 : 100_000)
    await database.close()
    await stopProcess(bare.process)
    const starts: number[] = []
    for (let start = 0; start < 5; start++) {
      await instance.stop()
      instance = await startBenchServer(dataDir)
      starts.push(instance.startSeconds)
    }
    yield {
      figure: 'cold start to first 200 on an existing data directory, s',
      required: '≤ 3',
      target: '≤ 1',
      measured: median(starts).toFixed(2),
      met: describeMet(median(starts) <= 3, median(starts) <= 1),
    }
  } finally {
    bare.process.kill()
    sink.stop()
    await instance.stop()
    await removeDataDir(dataDir)
  }
}

async function* largeDatasetBenchmarks(
  instance: BenchServer,
  database: Database,
  warm: LoadTarget,
  size: number,
): AsyncGenerator<BenchmarkRow> {
  const each = size / 10
  const few = await createBenchWorkspaces(database, 10, 'few')
  const big = await createBenchWorkspaces(database, 10, 'big')
  for (const workspace of few) await insertRequests(database, workspace, 1_000)
  await vacuumAnalyze(database)
  await warmUp(warm)
  const small = await measureListThroughput(instance.origin, few)
  const startedAt = performance.now()
  await insertManyRequests(database, big, each)
  await vacuumAnalyze(database)
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  await warmUp(warm)
  const large = await measureListThroughput(instance.origin, big)
  const ratio = large / small
  yield {
    figure: `list, ${inEnglish(size)} requests in the database (${inEnglish(each)} in the workspace) ÷ 20,000 (1,000 in the workspace)`,
    required: '≥ 0.9',
    target: '1.0',
    measured: `${ratio.toFixed(2)} (${Math.round(large)} ÷ ${Math.round(small)} a second)`,
    met: describeMet(ratio >= 0.9, ratio >= 1),
    note: `inserted in ${minutes} minutes`,
  }
  const { p50, p99, slowest } = await measureSearchLatency(instance.origin, big)
  const cpu = await measureSearchCpu(instance, big)
  yield {
    figure: `search in a workspace of ${inEnglish(each)} requests of ${inEnglish(size)}, p99 after a round to warm up`,
    required: '≤ 25 ms',
    target: '≤ 15 ms',
    measured: `${p99.toFixed(1)} ms (p50 ${p50.toFixed(1)} ms)`,
    met: describeMet(p99 <= 25, p99 <= 15),
    note:
      `slowest "${slowest.text}" ${slowest.ms.toFixed(1)} ms; processor time p50 ${cpu.p50.toFixed(1)} ms, ` +
      `p99 ${cpu.p99.toFixed(1)} ms, most "${cpu.slowest.text}" ${cpu.slowest.ms.toFixed(1)} ms`,
  }
}

const inEnglish = (count: number): string => count.toLocaleString('en')

async function consoleBenchmark(instance: BenchServer, database: Database): Promise<BenchmarkRow> {
  const { p50, p95 } = await measureConsoleList(instance, database)
  return {
    figure: 'console: page of 25 requests of the demo workspace, p95',
    required: '≤ 50 ms',
    target: '≤ 20 ms',
    measured: `${p95.toFixed(1)} ms (p50 ${p50.toFixed(1)} ms)`,
    met: describeMet(p95 <= 50, p95 <= 20),
  }
}

async function* portalBenchmarks(
  instance: BenchServer,
  database: Database,
  isShort: boolean,
): AsyncGenerator<BenchmarkRow> {
  const portal = await preparePortal(database)
  yield portalListRow(portalSizes.usual, 15, 10, await measurePortalList(instance, portal))
  if (!isShort) {
    const large = await preparePortal(database, portalSizes.large)
    yield portalListRow(portalSizes.large, 20, 20, await measurePortalList(instance, large))
  }
  const crowd = await measureConcurrentReaders(instance, portal)
  yield {
    figure: 'portal: one entry of the changelog, 1,000 readers at once',
    required: 'no error',
    target: 'no error',
    measured: `${Math.round(crowd.perSecond)} a second, p99 ${crowd.p99} ms`,
    met: describeMet(crowd.refused === 0, crowd.refused === 0),
    note: `${crowd.refused} errors`,
  }
}

/** Describes the figures of a list with this many public requests. */
export const portalListRow = (
  publicRequests: number,
  must: number,
  aim: number,
  { p50, p95, slowest, cpuMicros }: ListResults,
): BenchmarkRow => ({
  figure: `portal: page of 25 with ${inEnglish(publicRequests)} public requests, sorted, filtered, searched, p95`,
  required: `≤ ${must} ms`,
  target: `≤ ${aim} ms`,
  measured:
    `${p95.toFixed(1)} ms (p50 ${p50.toFixed(1)} ms); ` +
    `${Math.round(cpuMicros.node)} µs in Node.js, ${Math.round(cpuMicros.database)} µs in PostgreSQL`,
  met: describeMet(p95 <= must, p95 <= aim),
  note: `slowest ${slowest}`,
})

async function publishBenchmark(instance: BenchServer, database: Database, customers: number): Promise<BenchmarkRow> {
  const { perMinute } = await measurePublish(instance, database, customers / 10)
  const { perMinute: large, memoryBefore, peakMemory: memoryMost } = await measurePublish(instance, database, customers)
  return {
    figure: `publish to ${customers} customers: mails handed to a local SMTP server per minute`,
    required: '≥ 12,000',
    target: "the server's limit",
    measured: String(Math.round(large)),
    // Whether this is the server's limit cannot be measured here.
    met: describeMet(large >= 12_000, false),
    note: `${Math.round(perMinute)} with a tenth of the customers; memory ${memoryBefore} MB before, ${memoryMost} MB at most`,
  }
}

const describeMet = (isRequiredMet: boolean, isTargetMet: boolean): Met =>
  isRequiredMet ? (isTargetMet ? 'target' : 'required') : 'no'

const ratioRow = (
  figure: string,
  must: number,
  aim: number,
  { ratio, ratios, heed, baseline: bare, cpuMicros }: Comparison,
): BenchmarkRow => ({
  figure,
  required: `≥ ${must}`,
  target: `≥ ${aim}`,
  measured:
    `${ratio.toFixed(2)} (${Math.round(heed.perSecond)} ÷ ${Math.round(bare.perSecond)} a second); ` +
    `${Math.round(cpuMicros.heed)} µs (bare: ${Math.round(cpuMicros.baseline)} µs)`,
  met: describeMet(ratio >= must, ratio >= aim),
  note: `rounds ${ratios.map((each) => each.toFixed(2)).join(' ')}; p99 ${heed.p99} ms ÷ ${bare.p99} ms`,
})

// The bare server's processor time for a list on the machine for which the requirement was set.
const bareListMicros = 134

const listTimeRow = (list: Comparison): BenchmarkRow => timeRow('list', { most: 125, aim: 80 }, list, list)

const createTimeRow = (create: Comparison, list: Comparison): BenchmarkRow =>
  timeRow('create', { most: 400, aim: 250 }, create, list)

/** Requirements were set where the bare server takes `bareListMicros` for a list. Machines differ, so figures are scaled. */
function timeRow(
  operation: string,
  { most, aim }: { most: number; aim: number },
  measured: Comparison,
  list: Comparison,
): BenchmarkRow {
  const micros = measured.cpuMicros.heed
  const inProportion = (micros / list.cpuMicros.baseline) * bareListMicros
  return {
    figure: `processor time of a ${operation} in Node.js, where the bare server takes ${bareListMicros} µs for a list`,
    required: `≤ ${most} µs`,
    target: `≤ ${aim} µs`,
    measured: `${Math.round(inProportion)} µs (here ${Math.round(micros)} µs)`,
    met: describeMet(inProportion <= most, inProportion <= aim),
  }
}

interface BaselineServer {
  process: ChildProcess
  origin: string
}

async function startBaselineServer(socketDir: string): Promise<BaselineServer> {
  const port = await freePort()
  const file = fileURLToPath(new URL('./baseline-server.ts', import.meta.url))
  const child = ownProcess(
    spawn(process.execPath, [file, socketDir, String(port)], { stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  const origin = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${origin}/`).then(
      () => true,
      () => false,
    )
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50))
  return { process: child, origin }
}

const body = JSON.stringify({ title: 'A request of the benchmark', description: 'It has some text. '.repeat(15) })

/** Creates equivalent calls for both servers, spread over all workspaces and keys. */
async function createTargets(
  { origin, pid }: BenchServer,
  bare: BaselineServer,
  database: Database,
  many: BenchWorkspace[],
) {
  const { rows: stored } = await database.pool.query<{ workspace_id: string; ids: string[] }>(
    'select workspace_id, array_agg(id::text) as ids from feedback group by 1',
  )
  const idsOf = new Map(stored.map(({ workspace_id, ids }) => [workspace_id, ids]))
  const reading = many.slice(0, readingWorkspaces)
  const writing = many.slice(readingWorkspaces)
  let count = 0
  const next = (among: BenchWorkspace[]) => {
    count += 1
    const workspace = among[count % among.length]!
    const key = workspace.keys[Math.floor(count / among.length) % workspace.keys.length]!
    return { workspace, authorization: `Bearer ${key}`, id: idsOf.get(workspace.id)?.[count % requestsEach] }
  }
  const heed = (call: () => BenchRequest): ComparisonTarget => ({ origin, pid, next: call })
  const baseline = (call: () => BenchRequest): ComparisonTarget => ({
    origin: bare.origin,
    pid: bare.process.pid!,
    next: call,
  })
  const json = { 'content-type': 'application/json' }
  return {
    list: heed(() => ({ path: '/api/v1/feedback', headers: { authorization: next(reading).authorization } })),
    bareList: baseline(() => ({ path: `/list/${next(reading).workspace.id}` })),
    get: heed(() => {
      const { id, authorization } = next(reading)
      return { path: `/api/v1/feedback/${id}`, headers: { authorization } }
    }),
    bareGet: baseline(() => {
      const { workspace, id } = next(reading)
      return { path: `/get/${workspace.id}/${id}` }
    }),
    create: heed(() => {
      const { authorization } = next(writing)
      const headers = { ...json, authorization, 'idempotency-key': `bench-${count}` }
      return { method: 'POST', path: '/api/v1/feedback', body, headers }
    }),
    bareCreate: baseline(() => {
      const { workspace } = next(writing)
      return { method: 'POST', path: `/create/${workspace.id}/${workspace.boardId}`, body, headers: json }
    }),
  }
}
