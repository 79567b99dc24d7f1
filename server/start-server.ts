import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { createApp } from './app.ts'
import { startArchiverIfSet } from './backup/archive/archiver.ts'
import type { ClusterMember } from './cluster/member.ts'
import { type InstanceState, readInstanceState } from './instance-state.ts'
import { loadSecretKey } from './platform/crypto/secret-key.ts'
import {
  joinInstanceDatabase,
  type OpenedDatabase,
  openInstanceDatabase,
} from './platform/db/open-instance-database.ts'
import type { RateLimitStore } from './platform/http/rate-limits/rate-limiter.ts'
import { createLog, type Log } from './platform/log.ts'
import type { Settings } from './platform/settings.ts'
import { version } from './platform/version.ts'
import { createInstanceJobs } from './queues.ts'
import { startWorkerWithRetry } from './start-worker.ts'

export interface RunningServer extends InstanceState {
  address: string
  /** Finishes running requests and jobs within ten seconds and releases the data folder. */
  stop(): Promise<void>
  /** Resolves when the database stops while the server is running. */
  lost: Promise<void>
}

const noState: InstanceState = { isEmpty: false, setupUrl: null }

// Two connections per core keep PostgreSQL busy. With more, requests only wait there instead of here.
const poolSize = 10
const stopTimeoutMs = 10_000

/**
 * Starts the database, migrates it and listens. One of several processes joins the database instead.
 * @throws if the database or the port cannot be used.
 */
export async function startServer(
  settings: Settings,
  log: Log = createLog(settings.logLevel),
  member: ClusterMember | null = null,
): Promise<RunningServer> {
  const database =
    member === null
      ? await openInstanceDatabase(settings, { role: 'server', title: 'npm start', poolSize, log, usesReplica: true })
      : await joinInstanceDatabase(settings, member.socketDir, {
          poolSize: webPoolSize(settings.webProcesses, settings.databaseReadUrl !== null),
          ...{ log, usesReplica: true },
        })
  try {
    const secretKey = await loadSecretKey(settings.secretKey, settings.dataDir)
    const redis = settings.redisUrl === null ? null : await connectRedis(settings.redisUrl, log)
    const isWorker = settings.role !== 'web' && member === null
    const jobs = createInstanceJobs(database, log, { isWorker })
    let isStopping = false
    const app = await createApp({
      settings,
      secretKey,
      database,
      jobs,
      log,
      rateLimitStore: rateLimitStoreFor(redis, database, member),
      member,
      isStopping: () => isStopping,
    })
    const address = await app.http.listen({ host: settings.host, port: settings.port })
    await database.publishAddress(address)
    // Opens jobs early, so that the first publication does not have to wait.
    jobs.open().catch((error) => log.warn({ err: error }, 'could not open jobs yet'))
    const archiver = member === null ? startArchiverIfSet(settings, database, log) : null
    const worker = isWorker ? startWorkerWithRetry(settings, { database, jobs, log, secretKey }) : null
    // The primary process reports the state of an instance with several processes.
    const state = member === null ? await readInstanceState(database, settings, address) : noState
    log.info({ address, version, pid: process.pid, ...(member && { process: member.name }) }, 'started')

    const stop = async () => {
      isStopping = true
      log.info('stopping')
      // Load balancers see `/readyz` fail and stop sending requests. Requests that still arrive are answered.
      await sleep(settings.drainSeconds * 1_000)
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, stopTimeoutMs)
      timeout.promise.then(() => app.http.server.closeAllConnections())
      await Promise.race([archiver?.stop(), timeout.promise])
      await Promise.race([Promise.all([app.close(), worker?.stop()]).then(() => jobs.close()), timeout.promise])
      redis?.disconnect()
      await database.close(timeout.promise)
      clearTimeout(timer)
      log.info('stopped')
    }
    return { address, ...state, stop, lost: database.lost }
  } catch (error) {
    await database.close()
    throw error
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
function rateLimitStoreFor(
  redis: Redis | null,
  { isShared, pool }: OpenedDatabase,
  member: ClusterMember | null,
): RateLimitStore {
  if (redis) return { kind: 'redis', client: redis }
  if (isShared) return { kind: 'postgres', pool }
  return { kind: member === null ? 'memory' : 'cluster' }
}

// PostgreSQL accepts 97 connections by default. The worker and the primary process open up to 10; the rest is left to
// commands and backups.
const maxWebConnections = 80
const minPoolSize = 2

/**
 * Divides the connections among the web processes. Besides its pool, each opens two for jobs, one for health checks and,
 * with a replica, one that reads the primary's position.
 */
export const webPoolSize = (webProcesses: number, hasReplica: boolean): number => {
  const connections = Math.floor(maxWebConnections / webProcesses)
  return Math.max(minPoolSize, Math.min(poolSize, connections - (hasReplica ? 4 : 3)))
}
