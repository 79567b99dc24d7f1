import { checkArchive } from '../diagnostics/archive.ts'
import { checkDatabase, checkPooler, checkSchema } from '../diagnostics/database.ts'
import { createFindings, type Finding } from '../diagnostics/finding.ts'
import { checkMail } from '../diagnostics/mail.ts'
import { checkRedis } from '../diagnostics/redis.ts'
import { checkReplica } from '../diagnostics/replica.ts'
import { type DatabaseState, readDatabaseState } from '../platform/db/metrics.ts'
import { formatError } from '../platform/format-error.ts'
import type { OverloadReason } from '../platform/http/load/load-monitor.ts'
import { parseSamples, type Sample } from '../platform/http/metric-samples.ts'
import { version } from '../platform/version.ts'
import type { ConsoleDeps } from './request-context.ts'

export interface ProcessStatus {
  name: string
  uptimeSeconds: number
  memoryBytes: number
  /** Seconds of processor time per second since the process started. */
  cpuShare: number
  requests: number
}

export interface QueueStatus {
  name: string
  waiting: number
  active: number
  dead: number
  lateSeconds: number
}

/** A host with sessions on the database, which may be another machine. */
export interface SessionGroup {
  application: string
  address: string | null
  count: number
}

/** What the metrics report. */
export interface Activity {
  processes: ProcessStatus[]
  jobs: JobsStatus | null
  mail: MailStatus | null
  shed: Record<OverloadReason, number>
  rateLimits: ConsoleDeps['rateLimitStore']['kind']
}

/** The queues that have jobs, and the number of empty ones. */
export interface JobsStatus {
  queues: QueueStatus[]
  emptyQueues: number
}

export interface MailStatus {
  due: number
  sent: number
  failed: number
  suppressed: number
}

export interface DatabaseStatus extends DatabaseState {
  replicas: ReplicaStatus[]
  sessionGroups: SessionGroup[]
}

/** A part that could not be read is null, and one of the findings says why. */
export interface InstanceStatus {
  readAt: string
  version: string
  findings: Finding[]
  activity: Activity | null
  database: DatabaseStatus | null
}

export interface ReplicaStatus {
  name: string
  state: string
  syncState: string
  lagSeconds: number | null
}

// Cached, so that several operators who reload the page cost no more than one.
const statusMs = 5_000
// The checks connect to the mail server.
const findingsMs = 60_000

/** Returns a function that reads the status of the instance, from the sources of `/metrics` and `heed doctor`. */
export function createStatusReader(deps: ConsoleDeps): () => Promise<InstanceStatus> {
  const readFindings = cached(findingsMs, () => runChecks(deps))
  return cached(statusMs, () => readStatus(deps, readFindings))
}

function cached<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null
  let since = 0
  return () => {
    if (value === null || performance.now() - since > ms) {
      since = performance.now()
      value = read()
      value.catch(() => {
        value = null
      })
    }
    return value
  }
}

async function readStatus(deps: ConsoleDeps, readFindings: () => Promise<Finding[]>): Promise<InstanceStatus> {
  const [findings, activity, database] = await Promise.all([
    readFindings(),
    readPart('activity', () => readActivity(deps)),
    readPart('database', () => readDatabase(deps)),
  ])
  const failed = [activity, database].flatMap(({ finding }) => finding ?? [])
  if (activity.value?.jobs === null) failed.push(failedCheck('jobs', 'The background jobs could not be read.'))
  if (activity.value?.mail === null) failed.push(failedCheck('mail', 'The numbers of emails could not be read.'))
  return {
    readAt: new Date().toISOString(),
    version,
    findings: [...findings, ...failed],
    activity: activity.value,
    database: database.value,
  }
}

interface Part<T> {
  value: T | null
  finding: Finding | null
}

async function readPart<T>(name: string, read: () => Promise<T>): Promise<Part<T>> {
  try {
    return { value: await read(), finding: null }
  } catch (error) {
    return { value: null, finding: failedCheck(name, `The ${name} could not be read: ${formatError(error)}`) }
  }
}

const failedCheck = (name: string, message: string): Finding =>
  createFindings(name).problem(message, 'Run npx heed doctor on the server.')

async function readDatabase(deps: ConsoleDeps): Promise<DatabaseStatus> {
  const [state, replicas, sessionGroups] = await Promise.all([
    readDatabaseState(deps.database.pool),
    readReplicas(deps),
    readSessionGroups(deps),
  ])
  return { ...state, replicas, sessionGroups }
}

async function readActivity(deps: ConsoleDeps): Promise<Activity> {
  const samples = parseSamples(await deps.readMetrics())
  const shed = (reason: OverloadReason) => sumOf(samples, 'heed_requests_shed_total', { reason }) ?? 0
  return {
    processes: processesOf(samples),
    jobs: jobsOf(samples),
    mail: mailOf(samples),
    shed: { database: shed('database'), event_loop: shed('event_loop') },
    rateLimits: deps.rateLimitStore.kind,
  }
}

/** Returns the sum of the samples with these labels, or null if none could be read. */
function sumOf(samples: Sample[], metric: string, labels: Record<string, string> = {}): number | null {
  const found = samples.filter(
    (sample) => sample.name === metric && Object.entries(labels).every(([key, is]) => sample.labels[key] === is),
  )
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
}

function jobsOf(samples: Sample[]): JobsStatus | null {
  const queues = queuesOf(samples)
  if (queues.length === 0) return null
  const busy = queues.filter(({ waiting, active, dead }) => waiting + active + dead > 0)
  return { queues: busy, emptyQueues: queues.length - busy.length }
}

function mailOf(samples: Sample[]): MailStatus | null {
  const toCustomers = sumOf(samples, 'heed_deliveries_due')
  const toMembers = sumOf(samples, 'heed_member_mails_due')
  const [sent, failed, suppressed] = ['sent', 'failed', 'suppressed'].map((result) =>
    sumOf(samples, 'heed_mails_ended_day', { result }),
  )
  if (toCustomers === null || toMembers === null || sent == null || failed == null || suppressed == null) return null
  return { due: toCustomers + toMembers, sent, failed, suppressed }
}

function processesOf(samples: Sample[]): ProcessStatus[] {
  const of = (name: string, process: string) =>
    samples.find((sample) => sample.name === name && sample.labels.process === process)?.value ?? 0
  return samples
    .filter(({ name }) => name === 'heed_process_uptime_seconds')
    .map(({ labels: { process: name = '' }, value: uptimeSeconds }) => ({
      name,
      uptimeSeconds,
      memoryBytes: of('heed_process_memory_bytes', name),
      cpuShare: of('heed_process_cpu_time_seconds', name) / Math.max(uptimeSeconds, 1),
      requests: of('heed_process_requests', name),
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

function queuesOf(samples: Sample[]): QueueStatus[] {
  const jobs = samples.filter(({ name }) => name === 'heed_jobs')
  const names = [...new Set(jobs.map(({ labels }) => labels.queue!))]
  const count = (queue: string, state: string) =>
    jobs.find(({ labels }) => labels.queue === queue && labels.state === state)?.value ?? 0
  return names.map((name) => ({
    name,
    waiting: count(name, 'waiting'),
    active: count(name, 'active'),
    dead: count(name, 'dead'),
    lateSeconds:
      samples.find((sample) => sample.name === 'heed_jobs_late_seconds' && sample.labels.queue === name)?.value ?? 0,
  }))
}

/**
 * Lists the replicas that follow the database. Returns none if the database user lacks the permission to see their
 * state.
 */
async function readReplicas({ database: { pool } }: ConsoleDeps): Promise<ReplicaStatus[]> {
  const { rows } = await pool.query<ReplicaStatus>(`
    select application_name as name, state, sync_state as "syncState",
      extract(epoch from replay_lag)::float8 as "lagSeconds"
    from pg_stat_replication where state is not null order by 1 limit 20`)
  return rows
}

async function readSessionGroups({ database: { pool } }: ConsoleDeps): Promise<SessionGroup[]> {
  const { rows } = await pool.query<SessionGroup>(`
    select application_name as application, host(client_addr) as address, count(*) as count
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
    group by 1, 2 order by 3 desc, 1, 2 limit 20`)
  return rows
}

/** Runs the checks of `heed doctor` that a running server can do. A failed check becomes a finding. */
async function runChecks({ database, settings }: ConsoleDeps): Promise<Finding[]> {
  const checks = {
    database: async () => [
      ...(await checkDatabase(database)),
      ...(await checkPooler(database)),
      ...(await checkSchema(database)).findings,
    ],
    replica: () => checkReplica(database, settings),
    mail: () => checkMail(settings),
    redis: () => checkRedis(settings),
    archive: () => checkArchive(settings),
  }
  const groups = await Promise.all(
    Object.entries(checks).map(([name, check]) =>
      check().catch((error) => [failedCheck(name, `The ${name} check failed: ${formatError(error)}`)]),
    ),
  )
  return groups.flat()
}
