import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { ensureSetupLink } from './accounts/setup/setup.ts'
import { createApp } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { loadSecretKey } from './platform/crypto/secret-key.ts'
import { type OpenedDatabase, openInstanceDatabase } from './platform/db/open-instance-database.ts'
import type { RateLimitStore } from './platform/http/rate-limits/rate-limiter.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMailer } from './platform/mail/create-mailer.ts'
import type { Settings } from './platform/settings.ts'
import { version } from './platform/version.ts'
import { createInstanceJobs } from './queues.ts'
import type { Worker } from './worker.ts'

export interface RunningServer {
  address: string
  /** Whether the instance has no workspace yet. */
  isEmpty: boolean
  /** The address for creating the first account. Null once there is an account. */
  setupUrl: string | null
  /** Finishes running requests and jobs within ten seconds and releases the data folder. */
  stop(): Promise<void>
  /** Resolves when the database stops while the server is running. */
  lost: Promise<void>
}

// Two connections per core keep PostgreSQL busy. With more, requests only wait there instead of here.
const poolSize = 10
const stopTimeoutMs = 10_000

/** Starts the database, migrates it and listens. @throws if the database or the port cannot be used. */
export async function startServer(settings: Settings, log: Log = createLog(settings.logLevel)): Promise<RunningServer> {
  const database = await openInstanceDatabase(settings, { role: 'server', title: 'npm start', poolSize, log })
  try {
    const secretKey = await loadSecretKey(settings.secretKey, settings.dataDir)
    const redis = settings.redisUrl === null ? null : await connectRedis(settings.redisUrl, log)
    const isWorker = settings.role !== 'web'
    const jobs = createInstanceJobs(database, log, { isWorker })
    let isStopping = false
    const app = await createApp({
      settings,
      secretKey,
      database,
      jobs,
      log,
      rateLimitStore: rateLimitStoreFor(redis, database),
      isStopping: () => isStopping,
    })
    const address = await app.http.listen({ host: settings.host, port: settings.port })
    await database.publishAddress(address)
    // Opens jobs early, so that the first publication does not have to wait.
    jobs.open().catch((error) => log.warn({ err: error }, 'could not open jobs yet'))
    const worker = isWorker ? startWorkerWithRetry(settings, { database, jobs, log, secretKey }) : null
    const { rowCount } = await database.pool.query('select 1 from workspaces limit 1')
    // Port 0 lets the system choose a port, so the public address is the one listened on.
    const publicUrl = settings.publicUrl.endsWith(':0') ? address : settings.publicUrl
    const setupUrl = await ensureSetupLink(database, publicUrl, systemClock)
    log.info({ address, version, pid: process.pid }, 'started')

    const stop = async () => {
      isStopping = true
      log.info('stopping')
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, stopTimeoutMs)
      timeout.promise.then(() => app.http.server.closeAllConnections())
      await Promise.race([Promise.all([app.close(), worker?.stop()]).then(() => jobs.close()), timeout.promise])
      redis?.disconnect()
      await database.close(timeout.promise)
      clearTimeout(timer)
      log.info('stopped')
    }
    return { address, isEmpty: rowCount === 0, setupUrl, stop, lost: database.lost }
  } catch (error) {
    await database.close()
    throw error
  }
}

interface WorkerStartDeps {
  database: OpenedDatabase
  jobs: Jobs
  log: Log
  secretKey: string
}

const workerRetryMs = 10_000

/** Starts the worker in the background once the server answers requests, and retries if that fails. */
function startWorkerWithRetry(settings: Settings, deps: WorkerStartDeps): Worker {
  const mailer = createMailer(settings, deps.log)
  const stopping = new AbortController()
  const start = async (): Promise<Worker | null> => {
    const { startWorker } = await import('./worker.ts')
    while (!stopping.signal.aborted) {
      try {
        return await startWorker({ ...deps, mailer, clock: systemClock, settings })
      } catch (error) {
        deps.log.error({ err: error }, 'could not start the worker; retrying in 10 s')
        await sleep(workerRetryMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    return null
  }
  const starting = start()
  return {
    async stop() {
      stopping.abort()
      await (await starting)?.stop()
      mailer.close()
    },
  }
}

/** Connects to Redis. While Redis is unreachable, commands fail at once and `rate-limiter.ts` counts in memory. */
async function connectRedis(url: string, log: Log): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url.replace(/^valkey/, 'redis'), { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is unreachable'))
  return redis
}

/** Chooses the store that all processes of this database share (contract §11, REDIS_URL). */
function rateLimitStoreFor(redis: Redis | null, { isShared, pool }: OpenedDatabase): RateLimitStore {
  if (redis) return { kind: 'redis', client: redis }
  return isShared ? { kind: 'postgres', pool } : { kind: 'memory' }
}
