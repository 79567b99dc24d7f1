import { createEntry } from '../server/changelog/create.ts'
import { publishEntry } from '../server/changelog/publishing/publish.ts'
import { upsertVisitor } from '../server/customers/identity/identify.ts'
import type { Database } from '../server/platform/db/database.ts'
import { createLog } from '../server/platform/log.ts'
import { writeAsSystem } from '../server/platform/system-scope.ts'
import { createCustomerSession, sessionCookie } from '../server/portal/auth/session.ts'
import { createInstanceJobs } from '../server/queues.ts'
import type { BenchServer } from './bench-server.ts'
import type { Percentiles } from './console.ts'
import { type BenchWorkspace, createBenchWorkspaces, insertRequests, vacuumAnalyze, vocabulary } from './dataset.ts'
import { runLoad } from './load.ts'

// A fifth of the requests are closed, and the portal does not show closed ones.
const requests = 12_500
const rounds = 30
const readers = 1_000
const readings = 10_000

export interface PortalResults {
  /** The list with various sort orders, filters and searches, for a signed-in reader, whose pages are not cached. */
  list: Percentiles & { slowest: string }
  /** One entry, for a thousand concurrent signed-out readers. */
  concurrentReaders: { perSecond: number; p99: number; refused: number }
}

/** Creates the portal `portal-0` with 10,000 public requests, a changelog entry, and a signed-in reader. */
export async function preparePortal(database: Database): Promise<{ cookie: string; entryId: string }> {
  const [workspace] = (await createBenchWorkspaces(database, 1, 'portal')) as [BenchWorkspace]
  await insertRequests(database, workspace, requests)
  await castVotes(database, workspace)
  await vacuumAnalyze(database)
  return seedPortal(database, workspace)
}

/** Measures the milliseconds to load the portal's list. */
export async function measurePortal(instance: BenchServer, database: Database): Promise<PortalResults> {
  const { cookie, entryId } = await preparePortal(database)
  const portal = `${instance.origin}/p/portal-0`
  return {
    list: await measureListLatency(portal, cookie),
    concurrentReaders: await measureConcurrentReaders(instance, `/p/portal-0/changelog/${entryId}`),
  }
}

/** Sets vote counters as a year of votes would. */
const castVotes = ({ pool }: Database, { id }: BenchWorkspace) =>
  pool.query(
    `update feedback set votes = v, trend = extract(epoch from created_at) / 1209600 * ln(2) + ln(1 + v)
     from (select id as feedback_id, floor(exp(random() * 6))::int as v from feedback where workspace_id = $1) t
     where workspace_id = $1 and id = feedback_id`,
    [id],
  )

async function seedPortal(database: Database, { id }: BenchWorkspace): Promise<{ cookie: string; entryId: string }> {
  const jobs = createInstanceJobs(database, createLog('silent'))
  const seeded = await writeAsSystem({ database, jobs }, id, async (scope) => {
    const body = `${vocabulary.slice(0, 400).join(' ')}\n\n- one\n- two\n`
    const entry = await createEntry(scope, { title: 'What is new', body })
    await publishEntry(scope, entry.id)
    const token = createCustomerSession(scope, await upsertVisitor(scope, { email: 'reader@bench.test' }))
    return { cookie: `${sessionCookie}=${token}`, entryId: entry.id }
  })
  await jobs.close()
  return seeded
}

function listQueries(): string[] {
  const texts = [1, 10, 100, 1_000, 7_999].map((rank) => vocabulary[rank]!)
  return [
    ...['', '?sort=votes', '?sort=newest', '?stage=planned', '?stage=completed&sort=votes', '?board=feature-requests'],
    ...texts.map((text) => `?search=${text}`),
    ...texts.map((text) => `?search=${text}&sort=newest`),
    '?search=nowhere+to+be+found',
  ]
}

/** Makes a request come from one of 60,000 networks. */
export const fromNetwork = (count: number): Record<string, string> => ({
  'x-forwarded-for': `10.${Math.floor(count / 250) % 250}.${count % 250}.1`,
})

async function measureListLatency(portal: string, cookie: string): Promise<PortalResults['list']> {
  const times: { query: string; ms: number }[] = []
  let count = 0
  for (let round = -2; round < rounds; round++) {
    for (const query of listQueries()) {
      const startedAt = performance.now()
      const answer = await fetch(`${portal}/${query}`, { headers: { cookie, ...fromNetwork(++count) } })
      const page = await answer.text()
      if (answer.status !== 200 || !page.includes('</html>')) throw new Error(`The portal returned ${answer.status}.`)
      if (round >= 0) times.push({ query, ms: performance.now() - startedAt })
    }
  }
  times.sort((one, other) => one.ms - other.ms)
  const at = (share: number) => times[Math.floor(times.length * share)]!
  return { p50: at(0.5).ms, p95: at(0.95).ms, slowest: times.at(-1)!.query }
}

async function measureConcurrentReaders(
  { origin }: BenchServer,
  path: string,
): Promise<PortalResults['concurrentReaders']> {
  const {
    perSecond,
    p99,
    failed: refused,
  } = await runLoad(origin, () => ({ path }), {
    seconds: 0,
    connections: readers,
    amount: readings,
  })
  return { perSecond, p99, refused }
}
