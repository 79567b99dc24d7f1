import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { requestExport } from '../server/archives/exports/request.ts'
import type { Database } from '../server/platform/db/database.ts'
import { createLog } from '../server/platform/log.ts'
import { writeAsSystem } from '../server/platform/system-scope.ts'
import { createInstanceJobs } from '../server/queues.ts'
import { type BenchServer, createBenchDataDir, removeDataDir, startBenchServer } from './bench-server.ts'
import { type BenchWorkspace, createBenchWorkspaces, insertRequests, openBenchDatabase } from './dataset.ts'

// Measures the export of a workspace with 100,000 requests, 1,000,000 votes, 300,000 comments and 50,000 customers by the
// job of the running server, and lists of that workspace meanwhile. Linux only.
// Run: npm run bench -- export [share of this size]

const whole = { requests: 100_000, votesPerRequest: 10, commentsPerRequest: 3, customers: 50_000 }
const listIntervalMs = 110
const quietSeconds = 20

export async function printExport(share = 1): Promise<void> {
  const dataDir = await createBenchDataDir('export')
  const server = await startBenchServer(dataDir)
  const database = openBenchDatabase(server.socketDir)
  try {
    const [workspace] = await createBenchWorkspaces(database, 1, 'export')
    await fill(database, workspace!, share)
    // Warms up the server and its caches.
    await measureLists(server, workspace!, 5_000)
    const quiet = await measureLists(server, workspace!, quietSeconds * 1_000)
    const before = await server.residentMegabytes()
    const { seconds, during, peak, bytes } = await measureExport(server, database, workspace!)
    console.log('| figure | required | measured |')
    console.log('|---|---|---|')
    console.log(`| export of ${share * 100} %, s | ≤ ${120 * share} | ${seconds.toFixed(1)} |`)
    console.log(`| archive, MB | | ${Math.round(bytes / 1e6)} |`)
    console.log(`| memory of the server before, and at most during the export, MB | ≤ 400 | ${before}, ${peak} |`)
    console.log(`| list of 25 requests without an export, p50 and p99, ms | | ${format(quiet)} |`)
    console.log(`| list of 25 requests during the export, p50 and p99, ms | p99 ≤ twice | ${format(during)} |`)
  } finally {
    await database.close()
    await server.stop()
    await removeDataDir(dataDir)
  }
}

async function fill(database: Database, workspace: BenchWorkspace, share: number): Promise<void> {
  const { db } = database
  const { id } = workspace
  const customers = whole.customers * share
  await insertRequests(database, workspace, whole.requests * share)
  const client = await database.pool.connect()
  await client.query(`set statement_timeout = '1h'`)
  await client.query(
    `insert into customers (workspace_id, id, email, name, external_id, created_at)
     select $1, gen_random_uuid(), 'customer' || n || '@example.com', 'Customer ' || n, 'c-' || n, now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [id, customers],
  )
  await client.query(
    'create temporary table people as select id, row_number() over () - 1 as n from customers where workspace_id = $1',
    [id],
  )
  await client.query('create index on people (n)')
  await client.query(
    `insert into votes (workspace_id, feedback_id, customer_id, created_at)
     select $1, f.id, p.id, f.created_at + v * interval '1 hour'
     from (select id, created_at, row_number() over () as n from feedback where workspace_id = $1) f
     cross join generate_series(1, ${whole.votesPerRequest}) v
     join people p on p.n = (f.n * 7919 + v * 104729) % $2
     on conflict do nothing`,
    [id, customers],
  )
  await client.query(
    `insert into comments (workspace_id, id, feedback_id, kind, body, customer_id, is_internal, created_at, updated_at)
     select $1, gen_random_uuid(), f.id, 'comment', repeat('We need this for our team, please. ', 4), p.id, false,
       f.created_at + c * interval '2 hours', f.created_at + c * interval '2 hours'
     from (select id, created_at, row_number() over () as n from feedback where workspace_id = $1) f
     cross join generate_series(1, ${whole.commentsPerRequest}) c
     join people p on p.n = (f.n * 31 + c) % $2`,
    [id, customers],
  )
  await client.query('analyze')
  client.release(true)
  const { rows } = await sql<{ votes: number; comments: number }>`
    select (select count(*) from votes where workspace_id = ${id}) as votes,
      (select count(*) from comments where workspace_id = ${id}) as comments`.execute(db)
  console.log(
    `${whole.requests * share} requests, ${rows[0]!.votes} votes, ${rows[0]!.comments} comments, ${customers} customers\n`,
  )
}

interface Latency {
  p50: number
  p99: number
}

const format = ({ p50, p99 }: Latency): string => `${p50.toFixed(1)}, ${p99.toFixed(1)}`

/** Sends lists at a fixed rate, regardless of response times. */
async function measureLists(
  { origin }: BenchServer,
  { keys }: BenchWorkspace,
  until: number | { isDone: boolean },
): Promise<Latency> {
  const taken: number[] = []
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  const isDone = () => (typeof until === 'number' ? performance.now() - startedAt > until : until.isDone)
  for (let count = 0; !isDone(); count++) {
    const sentAt = performance.now()
    running.push(
      fetch(`${origin}/api/v1/feedback`, { headers: { authorization: `Bearer ${keys[count % keys.length]}` } }).then(
        async (response) => {
          await response.arrayBuffer()
          if (response.status !== 200) throw new Error(`A list returned ${response.status}.`)
          taken.push(performance.now() - sentAt)
        },
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, listIntervalMs))
  }
  await Promise.all(running)
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

async function measureExport(server: BenchServer, database: Database, workspace: BenchWorkspace) {
  const jobs = createInstanceJobs(database, createLog('silent'))
  const state = { isDone: false }
  const measuring = measureLists(server, workspace, state)
  const startedAt = performance.now()
  const { id } = await writeAsSystem({ database, jobs }, workspace.id, (tx) => requestExport(tx))
  let peak = 0
  for (;;) {
    peak = Math.max(peak, await server.residentMegabytes())
    const row = await database.db
      .selectFrom('exports')
      .select(['state', 'bytes'])
      .where('workspace_id', '=', workspace.id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (row.state === 'failed') throw new Error('The export failed.')
    if (row.state === 'finished') break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  state.isDone = true
  const during = await measuring
  await jobs.close()
  const { size: bytes } = await stat(join(server.dataDir, 'files', workspace.id, id))
  return { seconds, during, peak, bytes }
}
