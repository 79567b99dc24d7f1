import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Database } from '../server/platform/db/database.ts'
import { announceTo, startSink } from './publish.ts'
import { listPageTimes } from './console.ts'
import { addRequests, type BenchWorkspace, makeWorkspaces, openBenchDatabase, settle } from './dataset.ts'
import {
  ended,
  freePort,
  type Instance,
  makeDataDir,
  removeDataDir,
  residentMegabytes,
  startInstance,
} from './bench-server.ts'
import { listsPerSecond, type Side, searchLatencies, warmUp } from './large-dataset.ts'
import type { Call } from './load.ts'
import { comparePair, median, type Pair } from './comparison.ts'
import { portalFigures } from './portal.ts'

interface Row {
  figure: string
  must: string
  aim: string
  measured: string
  isReached: boolean
  note?: string
}

// Enough workspaces that 600 requests a minute each are more than the machine can answer.
const manyWorkspaces = 900
const readingWorkspaces = 600
// More than a page.
const requestsEach = 30
// Many short ones: what else the machine does comes in gusts.
const rounds = 25
const seconds = 1

/** Measures the rows one after another, on one instance that grows from 20,000 to 1,000,000 requests. */
export async function* rows(isShort: boolean): AsyncGenerator<Row> {
  const dataDir = await makeDataDir()
  const sink = await startSink()
  let instance = await startInstance(dataDir, { SMTP_URL: sink.url, MAIL_FROM: 'news@heed.test' })
  const database = openBenchDatabase(instance.socketDir)
  const bare = await startBare(instance.socketDir)
  try {
    const many = await makeWorkspaces(database, manyWorkspaces, 'many')
    for (const workspace of many.slice(0, readingWorkspaces)) await addRequests(database, workspace, requestsEach)
    await settle(database)
    const sides = await sidesOf(instance, bare.origin, database, many)

    const list = await comparePair(sides.list, sides.bareList, rounds, seconds)
    yield ratioRow('list 25 requests, throughput ÷ bare (16 connections)', 0.6, 0.85, list)
    yield ratioRow('get one ÷ bare', 0.6, 0.85, await comparePair(sides.get, sides.bareGet, rounds, seconds))
    yield ratioRow(
      'create with `Idempotency-Key` (durable) ÷ a bare insert',
      0.3,
      0.6,
      await comparePair(sides.create, sides.bareCreate, rounds, seconds),
    )
    const memory = await instance.residentMegabytes()
    const bareMemory = await residentMegabytes(bare.process.pid!)

    if (!isShort) yield* largeRows(instance, database, sides.list)

    yield {
      figure: 'memory of the Node process after the load, MB',
      must: '≤ 220',
      aim: '≤ 160',
      measured: `${memory} (bare: ${bareMemory})`,
      isReached: memory <= 220,
    }
    yield await consoleRow(instance, database)
    yield* portalRows(instance, database)
    yield await announceRow(instance, database, isShort ? 10_000 : 100_000)
    await database.close()
    await ended(bare.process)
    const starts: number[] = []
    for (let start = 0; start < 5; start++) {
      await instance.stop()
      instance = await startInstance(dataDir)
      starts.push(instance.startSeconds)
    }
    yield {
      figure: 'cold start to first 200 on an existing data directory, s',
      must: '≤ 3',
      aim: '≤ 1',
      measured: median(starts).toFixed(2),
      isReached: median(starts) <= 3,
    }
  } finally {
    bare.process.kill()
    sink.stop()
    await instance.stop()
    await removeDataDir(dataDir)
  }
}

async function* largeRows(instance: Instance, database: Database, warm: Side): AsyncGenerator<Row> {
  const few = await makeWorkspaces(database, 10, 'few')
  const big = await makeWorkspaces(database, 10, 'big')
  for (const workspace of few) await addRequests(database, workspace, 1_000)
  await settle(database)
  await warmUp(warm)
  const small = await listsPerSecond(instance.origin, few)
  for (const workspace of big) await addRequests(database, workspace, 100_000)
  await settle(database)
  await warmUp(warm)
  const large = await listsPerSecond(instance.origin, big)
  const ratio = large / small
  yield {
    figure: 'list, 1,000,000 requests in the database (100,000 in the workspace) ÷ 20,000 (1,000 in the workspace)',
    must: '≥ 0.9',
    aim: '1.0',
    measured: `${ratio.toFixed(2)} (${Math.round(large)} ÷ ${Math.round(small)} a second)`,
    isReached: ratio >= 0.9,
  }
  const { p50, p99, slowest } = await searchLatencies(instance.origin, big)
  yield {
    figure: 'search in a workspace of 100,000 requests, p99',
    must: '≤ 50 ms',
    aim: '≤ 15 ms',
    measured: `${p99.toFixed(1)} ms (p50 ${p50.toFixed(1)} ms)`,
    isReached: p99 <= 50,
    note: `slowest "${slowest.text}" ${slowest.ms.toFixed(1)} ms`,
  }
}

async function consoleRow(instance: Instance, database: Database): Promise<Row> {
  const { p50, p95 } = await listPageTimes(instance, database)
  return {
    figure: 'console: page of 25 requests of the demo workspace, p95',
    must: '≤ 50 ms',
    aim: '≤ 20 ms',
    measured: `${p95.toFixed(1)} ms (p50 ${p50.toFixed(1)} ms)`,
    isReached: p95 <= 50,
  }
}

async function* portalRows(instance: Instance, database: Database): AsyncGenerator<Row> {
  const { list, crowd } = await portalFigures(instance, database)
  yield {
    figure: 'portal: page of 25 with 10,000 public requests, sorted, filtered, searched, p95',
    must: '≤ 40 ms',
    aim: '≤ 20 ms',
    measured: `${list.p95.toFixed(1)} ms (p50 ${list.p50.toFixed(1)} ms)`,
    isReached: list.p95 <= 40,
    note: `slowest ${list.slowest}`,
  }
  yield {
    figure: 'portal: one entry of the changelog, 1,000 readers at once',
    must: 'no error',
    aim: 'no error',
    measured: `${Math.round(crowd.perSecond)} a second, p99 ${crowd.p99} ms`,
    isReached: crowd.refused === 0,
    note: `${crowd.refused} errors`,
  }
}

async function announceRow(instance: Instance, database: Database, customers: number): Promise<Row> {
  const { perMinute } = await announceTo(instance, database, customers / 10)
  const { perMinute: large, memoryBefore, memoryMost } = await announceTo(instance, database, customers)
  return {
    figure: `publish to ${customers} customers: mails handed to a local SMTP server per minute`,
    must: '≥ 12,000',
    aim: "the server's limit",
    measured: String(Math.round(large)),
    isReached: large >= 12_000,
    note: `${Math.round(perMinute)} with a tenth of the customers; memory ${memoryBefore} MB before, ${memoryMost} MB at most`,
  }
}

const ratioRow = (figure: string, must: number, aim: number, { ratio, ratios, heed, bare }: Pair): Row => ({
  figure,
  must: `≥ ${must}`,
  aim: `≥ ${aim}`,
  measured: `${ratio.toFixed(2)} (${Math.round(heed.perSecond)} ÷ ${Math.round(bare.perSecond)} a second)`,
  isReached: ratio >= must,
  note: `rounds ${ratios.map((each) => each.toFixed(2)).join(' ')}; p99 ${heed.p99} ms ÷ ${bare.p99} ms`,
})

async function startBare(socketDir: string): Promise<{ process: ChildProcess; origin: string }> {
  const port = await freePort()
  const file = fileURLToPath(new URL('./baseline-server.ts', import.meta.url))
  const child = spawn(process.execPath, [file, socketDir, String(port)], { stdio: ['ignore', 'ignore', 'inherit'] })
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

/** The same calls to both servers, spread over all workspaces and their keys. */
async function sidesOf({ origin }: Instance, bareOrigin: string, database: Database, many: BenchWorkspace[]) {
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
  const side = (at: string, call: () => Call): Side => ({ origin: at, next: call })
  const json = { 'content-type': 'application/json' }
  return {
    list: side(origin, () => ({ path: '/api/v1/feedback', headers: { authorization: next(reading).authorization } })),
    bareList: side(bareOrigin, () => ({ path: `/list/${next(reading).workspace.id}` })),
    get: side(origin, () => {
      const { id, authorization } = next(reading)
      return { path: `/api/v1/feedback/${id}`, headers: { authorization } }
    }),
    bareGet: side(bareOrigin, () => {
      const { workspace, id } = next(reading)
      return { path: `/get/${workspace.id}/${id}` }
    }),
    create: side(origin, () => {
      const { authorization } = next(writing)
      const headers = { ...json, authorization, 'idempotency-key': `bench-${count}` }
      return { method: 'POST', path: '/api/v1/feedback', body, headers }
    }),
    bareCreate: side(bareOrigin, () => {
      const { workspace } = next(writing)
      return { method: 'POST', path: `/create/${workspace.id}/${workspace.boardId}`, body, headers: json }
    }),
  }
}
