import { CompiledQuery, type Kysely } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Tables } from '../../tables.ts'
import type { DatabaseTarget } from '../db/database.ts'
import type { Log } from '../log.ts'
import { traceJob } from '../tracing/tracing.ts'

/** A kind of job and its retry policy. */
export interface Queue<T extends object> {
  name: string
  /** Retries after the first attempt. Then the job is dead, and kept for an operator to inspect. */
  retries: number
  /** The delay before the first retry, in seconds; doubles with each retry, up to an hour. */
  retryDelaySeconds: number
  /**
   * How long one attempt may take, in seconds, before another worker takes the job. Default: ten minutes. If a worker
   * dies, its jobs are taken sooner, because its heartbeat stops.
   */
  expiresAfterSeconds?: number
  /** How long a completed or dead job is kept, in seconds. Default: a year. */
  deleteAfterSeconds?: number
  /** A five-field cron expression (UTC), for a scheduled job. */
  cron?: string
  /** The type of the data, stored as JSON. Never a credential or an address in the clear. */
  readonly data?: T
}

export interface JobOptions {
  /** ISO 8601. Default: now. */
  startAfter?: string
  /** Ready jobs with the highest priority run first. Default: 0. */
  priority?: number
}

/** Adds a job in the transaction that the function was created for. */
export type Enqueue = <T extends object>(queue: Queue<T>, data: T, options?: JobOptions) => Promise<void>

/** @param signal aborted when the process stops or has lost the job. The handler must then return soon. */
export type JobHandler<T extends object> = (data: T, signal: AbortSignal) => Promise<void>

export interface Jobs {
  /** Opens the connection, which otherwise opens at the first use. */
  open(): Promise<void>
  /** @param db the transaction that jobs are added in */
  enqueueIn(db: Kysely<Tables>): Enqueue
  /** Runs the jobs of a queue, up to `concurrency` at a time in this process. */
  work<T extends object>(queue: Queue<T>, concurrency: number, handler: JobHandler<T>): Promise<void>
  /** Returns the queues of this process that it has not polled for a while, for example because the database is unreachable. */
  findStalled(): string[]
  /** Retries dead jobs of a queue once. */
  retryDead<T extends object>(queue: Queue<T>, ids: string[]): Promise<void>
  /** Waits a few seconds for running handlers, then releases their jobs. */
  close(): Promise<void>
}

interface Options {
  target: DatabaseTarget
  log: Log
  queues: Queue<object>[]
  /** Whether this process recovers the jobs of dead workers and schedules cron jobs. */
  isWorker: boolean
}

// A worker without a heartbeat for this long is dead, and another takes its jobs. The minimum of pg-boss.
const heartbeatSeconds = 10
const pollSeconds = 1
const cronPollSeconds = 30
// Longer than a slow statement takes. A queue that has not been polled for this much longer than its interval is stalled.
const stallMs = 10_000
const shutdownTimeoutMs = 8_000
// Longer than any job that works in small steps.
const defaultExpirySeconds = 600
const yearSeconds = 365 * 24 * 3_600
// Jobs wait as long as necessary, and dead ones until an operator inspects them.
const jobRetentionSeconds = 5 * 365 * 24 * 3_600

/** Creates the job queues in the instance's own database (pg-boss), loaded and opened at the first use. */
export function createJobs(options: Options): Jobs {
  let opened: Promise<PgBoss> | undefined
  let working: PgBoss | undefined
  const stopping = new AbortController()
  const boss = () => {
    opened ??= open(options).catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }

  return {
    async open() {
      await boss()
    },

    enqueueIn: (db) => async (queue, data, options) => {
      const executor = {
        executeSql: async (text: string, values: unknown[] = []) => ({
          rows: (await db.executeQuery(CompiledQuery.raw(text, values))).rows as unknown[],
        }),
      }
      await (await boss()).send(queue.name, data, { ...options, db: executor })
    },

    async work(queue, concurrency, handler) {
      const worker = await boss()
      working = worker
      if (queue.cron !== undefined) await worker.schedule(queue.name, queue.cron)
      await worker.work(
        queue.name,
        {
          pollingIntervalSeconds: pollSecondsOf(queue),
          localConcurrency: concurrency,
          heartbeatRefreshSeconds: heartbeatSeconds / 4,
        },
        async ([job]) =>
          traceJob({ queue: queue.name, id: job!.id }, () =>
            handler(job!.data as never, AbortSignal.any([job!.signal, stopping.signal])),
          ),
      )
    },

    findStalled() {
      const limits = new Map(options.queues.map((queue) => [queue.name, pollSecondsOf(queue) * 1_000 + stallMs]))
      const stalled = (working?.getWipData() ?? []).filter(
        // A worker with a job does not poll until the job ends.
        ({ name, count, createdOn, lastFetchedOn, lastJobEndedOn }) =>
          count === 0 && Date.now() - Math.max(createdOn, lastFetchedOn ?? 0, lastJobEndedOn ?? 0) > limits.get(name)!,
      )
      return [...new Set(stalled.map(({ name }) => name))]
    },

    async retryDead({ name }, ids) {
      await (await boss()).retry(name, ids)
    },

    async close() {
      stopping.abort()
      const running = await opened?.catch(() => undefined)
      await running?.stop({ graceful: true, timeout: shutdownTimeoutMs })
    },
  }
}

const pollSecondsOf = ({ cron }: Queue<object>): number => (cron === undefined ? pollSeconds : cronPollSeconds)

async function open({ target, log, queues, isWorker }: Options): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    ...('url' in target
      ? { connectionString: target.url }
      : { host: target.socketDir, user: 'heed', database: target.database ?? 'heed' }),
    application_name: 'heed jobs',
    max: 2,
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 5,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  boss.on('warning', ({ message }) => log.warn({ detail: message }, 'job queue'))
  await boss.start()
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const queue of queues) {
    const { name, retries, retryDelaySeconds, deleteAfterSeconds = yearSeconds } = queue
    const settings = {
      retryLimit: retries,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: 3_600,
      heartbeatSeconds,
      expireInSeconds: queue.expiresAfterSeconds ?? defaultExpirySeconds,
      retentionSeconds: jobRetentionSeconds,
      deleteAfterSeconds,
    }
    if (!known.has(name)) await boss.createQueue(name, settings)
    else if (isWorker) await boss.updateQueue(name, settings)
  }
  return boss
}
