import { sql } from 'kysely'
import { listConsoleFeedback } from '../server/feedback/console/list.ts'
import { listPublicRequests } from '../server/feedback/public/list.ts'
import { listSimilarPublicRequests } from '../server/feedback/public/similar.ts'
import { Signer } from '../server/platform/crypto/secret-key.ts'
import type { Database } from '../server/platform/db/database.ts'
import { createLog } from '../server/platform/log.ts'
import type { WriteScope } from '../server/platform/scope.ts'
import { writeAsSystem } from '../server/platform/system-scope.ts'
import { createInstanceJobs } from '../server/queues.ts'
import { createBenchDataDir, removeDataDir, startBenchServer } from './bench-server.ts'
import {
  type BenchWorkspace,
  createBenchWorkspaces,
  insertRequests,
  openBenchDatabase,
  vacuumAnalyze,
  vocabulary,
  withoutTimeout,
} from './dataset.ts'
import { mainThreadsCpuMs } from './process-usage.ts'

// Measures searches by words in a workspace of 100,000 requests among others, one after another, and what they store.
// The processor time of this process and of its PostgreSQL backend shows what a search takes on a machine without other
// load. Linux only.
// Run: npm run bench -- search
const requests = 100_000
// Their terms are in the same index.
const otherWorkspaces = 100
const requestsOfOthers = 200
const rounds = 4
const maxVotes = 400

/** Queries of common and rare words, several words, words cut off, misspelled and unknown words. */
function searchTexts(): string[] {
  // The most common words are in a third of all requests; commoner ones would be stop words.
  const words = [10, 20, 30, 60, 100, 300, 1_000, 3_000, 7_998].map((rank) => vocabulary[rank]!)
  return [
    ...words,
    ...words.map((word) => word.slice(0, 3)),
    ...words.map((word, index) => `${word} ${words[(index + 3) % words.length]}`),
    ...words.slice(4).map((word) => `${word.slice(0, 2)}${word.slice(3)}x`),
    words.slice(0, 4).join(' '),
    'ba',
    'b',
    'nowhere to be found',
  ]
}

const dataDir = await createBenchDataDir()
const server = await startBenchServer(dataDir)
const database = openBenchDatabase(server.socketDir)
try {
  const [big] = (await createBenchWorkspaces(database, 1, 'big')) as [BenchWorkspace]
  await insertRequests(database, big, requests)
  for (const other of await createBenchWorkspaces(database, otherWorkspaces, 'other')) {
    await insertRequests(database, other, requestsOfOthers)
  }
  await castVotes(database)
  await vacuumAnalyze(database)
  console.log('| search | p50 ms | p95 ms | CPU p50 ms | CPU p95 ms | most CPU |')
  console.log('|---|---|---|---|---|---|')
  const signer = new Signer('x'.repeat(32), 'cursors')
  const filter = { stage: 'all' as const, boardId: null, limit: 25 }
  await report('portal, best match', (scope, search) =>
    listPublicRequests(scope, { ...filter, search, sort: null }, { customerId: null, signer }),
  )
  await report('portal, newest', (scope, search) =>
    listPublicRequests(scope, { ...filter, search, sort: 'newest' }, { customerId: null, signer }),
  )
  await report('console, best match', (scope, search) => listConsoleFeedback(scope, { search, limit: 25 }, signer))
  await report('similar requests', (scope, title) => listSimilarPublicRequests(scope, title, null))
  await reportStorage()

  async function report(name: string, run: (scope: WriteScope, text: string) => Promise<unknown>): Promise<void> {
    const times = await measure(big, run)
    const at = (of: 'ms' | 'cpuMs', share: number) =>
      times.toSorted((one, other) => one[of] - other[of])[Math.floor(times.length * share)]!
    const { text, cpuMs } = at('cpuMs', 0.9999)
    const figures = [at('ms', 0.5).ms, at('ms', 0.95).ms, at('cpuMs', 0.5).cpuMs, at('cpuMs', 0.95).cpuMs]
    console.log(
      `| ${name} | ${figures.map((figure) => figure.toFixed(1)).join(' | ')} | ${cpuMs.toFixed(1)} "${text}" |`,
    )
  }
} finally {
  await database.close()
  await server.stop()
  await removeDataDir(dataDir)
}

async function castVotes(database: Database): Promise<void> {
  await withoutTimeout(
    database,
    `update feedback set votes = v from (select id as feedback_id, floor(exp(random() * ln(${maxVotes})))::int as v
      from feedback) t where id = feedback_id`,
  )
}

async function measure(workspace: BenchWorkspace, run: (scope: WriteScope, text: string) => Promise<unknown>) {
  const jobs = createInstanceJobs(database, createLog('silent'))
  const times: { text: string; ms: number; cpuMs: number }[] = []
  await writeAsSystem({ database, jobs }, workspace.id, async (scope) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(scope.db)
    const pids = [process.pid, rows[0]!.pid]
    for (let round = -1; round < rounds; round++) {
      for (const text of searchTexts()) {
        const cpuBefore = await mainThreadsCpuMs(pids)
        const startedAt = performance.now()
        await run(scope, text)
        const ms = performance.now() - startedAt
        if (round >= 0) times.push({ text, ms, cpuMs: (await mainThreadsCpuMs(pids)) - cpuBefore })
      }
    }
  })
  await jobs.close()
  return times
}

async function reportStorage(): Promise<void> {
  const { rows } = await sql<{ column: number; index: number; text: number }>`
    select round(avg(pg_column_size(search_terms)))::int as column,
      (pg_relation_size('feedback_search_terms') / count(*))::int as index,
      round(avg(octet_length(title) + octet_length(description)))::int as text from feedback`.execute(database.db)
  const { column, index, text } = rows[0]!
  console.log(`\nBytes per request of ${text} bytes of text: ${column} in the row, ${index} in the index`)
}
