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
import {
  type BenchWorkspace,
  createBenchWorkspaces,
  insertRequests,
  vacuumAnalyze,
  vocabulary,
  withoutTimeout,
} from './dataset.ts'
import { runLoad } from './load.ts'
import { databaseCpuMicros, postmasterOf, usageOf } from './process-usage.ts'

// The public requests of the usual portal and of a large one. A fifth of the requests are closed, and the portal does
// not show closed ones.
export const portalSizes = { usual: 10_000, large: 100_000 }
const publicShare = 0.8
const rounds = 30
const readers = 1_000
const readings = 10_000

export interface PreparedPortal {
  slug: string
  /** The session of a signed-in reader. */
  cookie: string
  /** A published changelog entry. */
  entryId: string
}

/** Milliseconds per page, the slowest query, and the processor time per page. */
export interface ListResults extends Percentiles {
  slowest: string
  cpuMicros: { node: number; database: number }
}

/** Creates a portal with public requests, a changelog entry, and a signed-in reader. */
export async function preparePortal(database: Database, publicRequests = portalSizes.usual): Promise<PreparedPortal> {
  const [workspace] = (await createBenchWorkspaces(database, 1, `portal-${publicRequests}`)) as [BenchWorkspace]
  await insertRequests(database, workspace, publicRequests / publicShare)
  await castVotes(database, workspace)
  await vacuumAnalyze(database)
  return { slug: `portal-${publicRequests}-0`, ...(await seedPortal(database, workspace)) }
}

/** Sets vote counters as a year of votes would. */
const castVotes = (database: Database, { id }: BenchWorkspace) =>
  withoutTimeout(
    database,
    `update feedback set votes = v, trend = extract(epoch from created_at) / 1209600 * ln(2) + ln(1 + v)
     from (select id as feedback_id, floor(exp(random() * 6))::int as v from feedback where workspace_id = '${id}') t
     where workspace_id = '${id}' and id = feedback_id`,
  )

async function seedPortal(
  database: Database,
  { id }: BenchWorkspace,
): Promise<Pick<PreparedPortal, 'cookie' | 'entryId'>> {
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

/**
 * Loads the list with various sort orders, filters and searches, one page after another, for a signed-in reader, whose
 * pages are not cached. Linux only, because of the processor time.
 */
export async function measurePortalList(instance: BenchServer, { slug, cookie }: PreparedPortal): Promise<ListResults> {
  const postmaster = await postmasterOf(instance.socketDir)
  const usage = async () => ({
    node: (await usageOf(instance.pid)).cpuMicros,
    database: await databaseCpuMicros(postmaster),
  })
  let count = 0
  const load = async (query: string) => {
    const startedAt = performance.now()
    const answer = await fetch(`${instance.origin}/p/${slug}/${query}`, {
      headers: { cookie, ...fromNetwork(++count) },
    })
    const page = await answer.text()
    if (answer.status !== 200 || !page.includes('</html>')) throw new Error(`The portal returned ${answer.status}.`)
    return { query, ms: performance.now() - startedAt }
  }
  for (let round = 0; round < 2; round++) for (const query of listQueries()) await load(query)
  const times: { query: string; ms: number }[] = []
  const before = await usage()
  for (let round = 0; round < rounds; round++) for (const query of listQueries()) times.push(await load(query))
  const after = await usage()
  const each = (used: 'node' | 'database') => (after[used] - before[used]) / times.length
  times.sort((one, other) => one.ms - other.ms)
  const at = (share: number) => times[Math.floor(times.length * share)]!.ms
  const cpuMicros = { node: each('node'), database: each('database') }
  return { p50: at(0.5), p95: at(0.95), slowest: times.at(-1)!.query, cpuMicros }
}

export interface ReaderResults {
  perSecond: number
  p99: number
  refused: number
}

/** Loads one changelog entry for a thousand concurrent signed-out readers. */
export async function measureConcurrentReaders(
  { origin }: BenchServer,
  { slug, entryId }: PreparedPortal,
): Promise<ReaderResults> {
  const path = `/p/${slug}/changelog/${entryId}`
  const options = { seconds: 0, connections: readers, amount: readings }
  const { perSecond, p99, failed } = await runLoad(origin, () => ({ path }), options)
  return { perSecond, p99, refused: failed }
}
