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
  /** Where the first account is made; null once there is one. */
  setupUrl: string | null
  /** Finishes what runs, within ten seconds, and leaves the data folder free. */
  stop(): Promise<void>
  /** Resolves when the database went away under the server. */
  lost: Promise<void>
}

// Two connections for each core keep PostgreSQL busy; more only wait there instead of here.
const poolSize = 10
const stopTimeoutMs = 10_000

/** Starts Heed: database, migrations, HTTP. @throws when a setting, the database or the port cannot be used. */
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
    // The first publication would otherwise wait for it.
    jobs.open().catch((error) => log.warn({ err: error }, 'jobs cannot be opened yet'))
    const worker = isWorker ? startWorkerWithRetry(settings, { database, jobs, log, secretKey }) : null
    const { rowCount } = await database.pool.query('select 1 from workspaces limit 1')
    // Where it listens, when no other address is set and the port was left to the system.
    const publicUrl = settings.publicUrl.endsWith(':0') ? address : settings.publicUrl
    const setupUrl = await ensureSetupLink(database, publicUrl, systemClock)
    log.info({ address, version, pid: process.pid }, 'started')

    const stop = async () => {
      isStopping = true
      log.info('stopping')
      const late = Promise.withResolvers<void>()
      const patience = setTimeout(late.resolve, stopTimeoutMs)
      late.promise.then(() => app.http.server.closeAllConnections())
      await Promise.race([Promise.all([app.close(), worker?.stop()]).then(() => jobs.close()), late.promise])
      redis?.disconnect()
      await database.close(late.promise)
      clearTimeout(patience)
      log.info('stopped')
    }
    return { address, isEmpty: rowCount === 0, setupUrl, stop, lost: database.lost }
  } catch (error) {
    await database.close()
    throw error
  }
}

interface OwnWorkerDeps {
  database: OpenedDatabase
  jobs: Jobs
  log: Log
  secretKey: string
}

const workerRetryMs = 10_000

/** Jobs begin once requests are answered: nobody waits for them at a start, and one that fails is tried again. */
function startWorkerWithRetry(settings: Settings, deps: OwnWorkerDeps): Worker {
  const mailer = createMailer(settings, deps.log)
  const stopping = new AbortController()
  const begin = async (): Promise<Worker | null> => {
    const { startWorker } = await import('./worker.ts')
    while (!stopping.signal.aborted) {
      try {
        return await startWorker({ ...deps, mailer, clock: systemClock, settings })
      } catch (error) {
        deps.log.error({ err: error }, 'jobs cannot be carried out; tried again in 10 s')
        await sleep(workerRetryMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    return null
  }
  const beginning = begin()
  return {
    async stop() {
      stopping.abort()
      await (await beginning)?.stop()
      mailer.close()
    },
  }
}

/** Loaded only where it is used. Commands fail at once while Redis is away; see `rate-limits.ts` for what then counts. */
async function connectRedis(url: string, log: Log): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url.replace(/^valkey/, 'redis'), { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is unreachable'))
  return redis
}

/** Windows live where all processes that serve this database see them (contract §11, REDIS_URL). */
function rateLimitStoreFor(redis: Redis | null, { isShared, pool }: OpenedDatabase): RateLimitStore {
  if (redis) return { kind: 'redis', client: redis }
  return isShared ? { kind: 'postgres', pool } : { kind: 'memory' }
}
