import { CompiledQuery, type Kysely } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Tables } from '../../tables.ts'
import type { DatabaseTarget } from '../db/database.ts'
import type { Log } from '../log.ts'

/** A kind of job: its name, and how often and how slowly it is tried again. */
export interface Queue<T extends object> {
  name: string
  /** Tries after the first. Then the job is dead: it stays, for an operator to look at. */
  retries: number
  /** Before the first retry, in seconds; doubled with each one, up to an hour. */
  retryDelaySeconds: number
  /** How long a job that is done, or dead, can be looked at. Default: a year. */
  deleteAfterSeconds?: number
  /** A five-field cron expression (UTC), for a job that comes by itself. */
  cron?: string
  /** The shape of its data, which is kept as JSON. Never a credential or an address. */
  readonly data?: T
}

export interface JobOptions {
  /** ISO 8601; at once by default. */
  startAfter?: string
  /** Of jobs that are ready, those with the highest go first. Default: 0. */
  priority?: number
}

/** Adds a job in the transaction that it was made for. */
export type Enqueue = <T extends object>(queue: Queue<T>, data: T, options?: JobOptions) => Promise<void>

/** @param signal aborted when this process stops or has lost the job. The handler then returns soon. */
export type JobHandler<T extends object> = (data: T, signal: AbortSignal) => Promise<void>

export interface Jobs {
  /** Opens what is otherwise opened at the first use. */
  open(): Promise<void>
  /** @param db the transaction. */
  enqueueIn(db: Kysely<Tables>): Enqueue
  /** Carries out the jobs of a queue, `lanes` at a time in this process. */
  work<T extends object>(queue: Queue<T>, lanes: number, handler: JobHandler<T>): Promise<void>
  /** Has dead jobs of a queue tried once more. */
  retryDead<T extends object>(queue: Queue<T>, ids: string[]): Promise<void>
  /** Lets running handlers finish for a while, then gives their jobs back. */
  close(): Promise<void>
}

interface Options {
  target: DatabaseTarget
  log: Log
  queues: Queue<object>[]
  /** Whether this process looks after jobs whose worker has died, and after the cron. Workers do. */
  isWorker: boolean
}

// A worker that has not been heard of for this long is dead, and its jobs are another's. The least that pg-boss takes.
const heartbeatSeconds = 10
const pollSeconds = 1
const cronPollSeconds = 30
const shutdownTimeoutMs = 8_000
const yearSeconds = 365 * 24 * 3_600
// A job waits for as long as it takes, and a dead one for somebody who looks.
const jobRetentionSeconds = 5 * 365 * 24 * 3_600

/** Jobs in the instance's own database (pg-boss). Nothing is opened or loaded before the first use. */
export function createJobs(options: Options): Jobs {
  let opened: Promise<PgBoss> | undefined
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

    async work(queue, lanes, handler) {
      const worker = await boss()
      if (queue.cron !== undefined) await worker.schedule(queue.name, queue.cron)
      await worker.work(
        queue.name,
        {
          pollingIntervalSeconds: queue.cron === undefined ? pollSeconds : cronPollSeconds,
          localConcurrency: lanes,
          heartbeatRefreshSeconds: heartbeatSeconds / 4,
        },
        async ([job]) => handler(job!.data as never, AbortSignal.any([job!.signal, stopping.signal])),
      )
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
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
  boss.on('warning', ({ message }) => log.warn({ detail: message }, 'jobs'))
  await boss.start()
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name, retries, retryDelaySeconds, deleteAfterSeconds: endedSeconds = yearSeconds } of queues) {
    const settings = {
      retryLimit: retries,
      retryDelay: retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: 3_600,
      heartbeatSeconds,
      expireInSeconds: 600,
      retentionSeconds: jobRetentionSeconds,
      deleteAfterSeconds: endedSeconds,
    }
    if (!known.has(name)) await boss.createQueue(name, settings)
    else if (isWorker) await boss.updateQueue(name, settings)
  }
  return boss
}
