import { setTimeout as sleep } from 'node:timers/promises'
import { publishScheduledEntries } from '../../server/changelog/publishing/publish-scheduled.ts'
import { upsertVisitor } from '../../server/customers/identity/identify.ts'
import { defaultEventsDays, deleteExpiredEvents } from '../../server/events/delete-expired.ts'
import { indexTexts } from '../../server/feedback/search/index-texts.ts'
import { removeDueFiles } from '../../server/files/remove-due.ts'
import { createFileStore } from '../../server/files/store/store.ts'
import { deleteExpiredRows } from '../../server/housekeeping/delete-expired.ts'
import { createDueMemberMails } from '../../server/inbox/mail/create-due.ts'
import { requeueLostMemberMails } from '../../server/inbox/mail/requeue-lost.ts'
import { createDueDigests } from '../../server/notifications/digests/create-due-digests.ts'
import { requeueLostJobs } from '../../server/notifications/requeue-lost-jobs.ts'
import type { Database } from '../../server/platform/db/database.ts'
import type { Jobs } from '../../server/platform/jobs/jobs.ts'
import { createLog } from '../../server/platform/log.ts'
import type { WriteScope } from '../../server/platform/scope.ts'
import { writeAsSystem } from '../../server/platform/system-scope.ts'
import { createCustomerSession, sessionCookie } from '../../server/portal/auth/session.ts'
import { createInstanceJobs } from '../../server/queues.ts'
import { applyRetention } from '../../server/retention/apply.ts'
import { enqueueDueDigests } from '../../server/weekly-digest/schedule.ts'
import type { BenchServer } from '../bench-server.ts'
import { signInOwner } from '../console.ts'
import { createCpuMeter } from '../cpu-meter.ts'
import { vocabulary } from '../dataset.ts'
import { fromNetwork } from '../portal.ts'
import { postmasterOf } from '../process-usage.ts'
import type { GrowthDataset, MeasuredWorkspace } from './dataset.ts'

export interface Figure {
  name: string
  /** Milliseconds. */
  p50: number
  p95: number
  /** Processor time of the server and PostgreSQL for each call, in microseconds. */
  cpuMicros: number
}

interface Call {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

// Together with the calls for publishing, fewer than the 600 requests a minute that a workspace may send.
const warmUpCalls = 200
const measured = 80
const jobRuns = 5

/** Measures every figure in both workspaces, one call after another, and the daily jobs of the instance. */
export async function* measureGrowth(
  server: BenchServer,
  database: Database,
  { largest, average, warmUps }: GrowthDataset,
): AsyncGenerator<Figure> {
  const jobs = createInstanceJobs(database, createLog('silent'))
  const ownerCookie = await signInOwner(
    server,
    database,
    [largest, average, ...warmUps].map(({ id }) => id),
  )
  const prepare = async (workspace: MeasuredWorkspace) =>
    callsOf(workspace, await signInCustomer(database, jobs, workspace), ownerCookie)
  await warmUp(server, await Promise.all(warmUps.map(prepare)))
  const postmaster = await postmasterOf(server.socketDir)
  const meter = createCpuMeter([server.pid], postmaster)
  // This process runs the daily jobs itself. It also sends the other calls, which is not counted.
  const jobMeter = createCpuMeter([server.pid, process.pid], postmaster)
  for (const [size, workspace] of [
    ['largest', largest],
    ['average', average],
  ] as const) {
    for (const [name, callOf] of Object.entries(await prepare(workspace))) {
      yield { name: `${name}, ${size}`, ...(await measureCalls(server, meter, callOf)) }
    }
    yield await measurePublication(server, database, meter, workspace, size)
  }
  for (const [name, run] of Object.entries(dailyJobs(database, jobs, server.dataDir))) {
    yield { name: `${name} (instance)`, ...(await measureRuns(jobMeter, run)) }
  }
  await jobs.close()
}

type CallOf = (count: number) => Call

function callsOf(
  { slug, keys, requestIds }: MeasuredWorkspace,
  cookie: string,
  ownerCookie: string,
): Record<string, CallOf> {
  const api = (count: number, path: string, content?: object): Call => ({
    path: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${keys[count % keys.length]}`,
      ...(content && { 'content-type': 'application/json', 'idempotency-key': `growth-${count}-${performance.now()}` }),
    },
    ...(content && { method: 'POST', body: JSON.stringify(content) }),
  })
  const idOf = (count: number) => requestIds[count % requestIds.length]
  const text = { title: 'A request of the benchmark', description: 'It has some text. '.repeat(15) }
  const portalQueries = ['', '?sort=votes', '?sort=newest', '?stage=planned', '?stage=completed&sort=votes']
  return {
    list: (count) => api(count, '/feedback'),
    get: (count) => api(count, `/feedback/${idOf(count)}`),
    search: (count) => api(count, `/feedback?search=${vocabulary[(count * 37) % 8_000]}`),
    create: (count) =>
      api(count, '/feedback', { ...text, submitter: { email: `customer${1 + (count % 90)}@example.com` } }),
    promote: (count) => api(count, `/feedback/${idOf(count)}/promote`, { status: 'planned' }),
    'portal list': (count) => ({
      path: `/p/${slug}/${portalQueries[count % portalQueries.length]}`,
      headers: { cookie, ...fromNetwork(count) },
    }),
    'portal search': (count) => ({
      path: `/p/${slug}/?search=${vocabulary[(count * 37) % 8_000]}`,
      headers: { cookie, ...fromNetwork(count) },
    }),
    'console overview': () => ({ path: `/console/w/${slug}`, headers: { cookie: ownerCookie } }),
  }
}

/** Sends each call to the workspaces in turn. */
async function warmUp({ origin }: BenchServer, calls: Record<string, CallOf>[]): Promise<void> {
  for (let count = 0; count < warmUpCalls; count++) {
    for (const callOf of Object.values(calls[count % calls.length]!)) await send(origin, callOf(count))
  }
}

/** @returns how long the response took, in milliseconds */
async function send(origin: string, { path, ...init }: Call): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(origin + path, { redirect: 'manual', ...init })
  const body = await response.text()
  if (response.status >= 300) throw new Error(`${path} returned ${response.status}: ${body.slice(0, 300)}`)
  return performance.now() - startedAt
}

async function measureCalls({ origin }: BenchServer, meter: () => Promise<number>, callOf: CallOf) {
  const before = await meter()
  const times: number[] = []
  for (let count = 0; count < measured; count++) times.push(await send(origin, callOf(count)))
  return { ...percentiles(times), cpuMicros: ((await meter()) - before) / measured }
}

function percentiles(times: number[]): Pick<Figure, 'p50' | 'p95'> {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p95: at(0.95) }
}

/** Publishes an entry to all customers of the workspace. The figures are per message. */
async function measurePublication(
  { origin }: BenchServer,
  { pool }: Database,
  meter: () => Promise<number>,
  { id, keys, customers }: MeasuredWorkspace,
  size: string,
): Promise<Figure> {
  const post = async (path: string, content: object) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })
    if (response.status >= 300) throw new Error(`${path} returned ${response.status}.`)
    return ((await response.json()) as { data: { id: string } }).data.id
  }
  const entryId = await post('/changelog', { title: 'News', body: 'Everything is **faster** now.' })
  const [before, startedAt] = [await meter(), performance.now()]
  await post(`/changelog/${entryId}/publish`, {})
  for (let isOver = false; !isOver; ) {
    await sleep(250)
    const { rows } = await pool.query<{ isOver: boolean }>(
      `select fanned_out_at is not null and not exists (select from notification_deliveries
         where workspace_id = $1 and entry_id = $2 and state in ('due', 'sending')) as "isOver"
       from announcements where workspace_id = $1 and entry_id = $2`,
      [id, entryId],
    )
    isOver = rows[0]?.isOver ?? false
  }
  const ms = (performance.now() - startedAt) / customers
  const cpuMicros = ((await meter()) - before) / customers
  return { name: `publish, per message to ${customers} customers, ${size}`, p50: ms, p95: ms, cpuMicros }
}

const dailyJobs = (database: Database, jobs: Jobs, dataDir: string): Record<string, () => Promise<unknown>> => {
  const now = () => new Date().toISOString()
  const { signal } = new AbortController()
  const log = createLog('silent')
  const store = createFileStore({ dataDir, s3Url: null })
  const write = <T>(id: string, work: (scope: WriteScope) => Promise<T>) => writeAsSystem({ database, jobs }, id, work)
  return {
    housekeeping: () => deleteExpiredRows(database, signal),
    'search index': () => indexTexts(database, write, signal),
    retention: () => applyRetention({ database, jobs }, signal),
    digests: () => createDueDigests({ database, jobs }, now()),
    'scheduled entries': () => publishScheduledEntries({ database, jobs }, now()),
    'lost jobs': () => requeueLostJobs(database, write),
    'lost inbox mail': () => requeueLostMemberMails(database, write),
    'inbox mail': () => createDueMemberMails({ database, jobs }, now()),
    events: () => deleteExpiredEvents(database, { days: defaultEventsDays, now: now() }, signal),
    files: () => removeDueFiles({ database, store, log }, signal),
    // Not a Monday, so it looks at every workspace and sends nothing.
    'weekly digests': () => enqueueDueDigests(database, write, log, '2036-04-02T12:00:00.000Z'),
  }
}

async function measureRuns(meter: () => Promise<number>, run: () => Promise<unknown>) {
  await run()
  const before = await meter()
  const times: number[] = []
  for (let count = 0; count < jobRuns; count++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  const cpuMicros = ((await meter()) - before) / jobRuns
  return { ...percentiles(times), cpuMicros }
}

/** Signs in a customer, and turns on retention, so that its job looks at every customer. */
async function signInCustomer(database: Database, jobs: Jobs, { id }: MeasuredWorkspace): Promise<string> {
  await database.pool.query(
    'update workspaces set retention_inactive_months = 24, retention_context_months = 24 where workspace_id = $1',
    [id],
  )
  return writeAsSystem({ database, jobs }, id, async (scope) => {
    const token = createCustomerSession(scope, await upsertVisitor(scope, { email: 'customer1@example.com' }))
    return `${sessionCookie}=${token}`
  })
}
