import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Replica } from '../../db/replica/replica.ts'
import type { Log } from '../../log.ts'
import { Overloaded } from '../../problems.ts'
import { currentResource } from '../api/resource.ts'
import { defaultMaxWaitMs, startLoadMonitor } from './load-monitor.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route answers during an overload, because it reports the server's health or needs no database. */
    isNeverShed?: boolean
    /** Returns whether a request needs no connection to the primary while a replica is in use. Default: false. */
    readsReplica?: (request: FastifyRequest) => boolean
  }
}

interface LoadDeps {
  /** The pool of the primary, and the replica if there is one. Requests that read only from the replica do not wait for the primary. */
  database: { pool: Pool; replica: Pick<Replica, 'isInUse'> | null }
  registry: Registry
  log: Log
  /** The name of this process if there are several. */
  processName: string | undefined
  /** How long requests may wait for a connection, in milliseconds. */
  maxWaitMs?: number | undefined
}

/**
 * Refuses new requests with 503 and `Retry-After` while the process is overloaded, before they are read or checked.
 * Admitted requests run to their end, and jobs are not affected. Returns a function that stops it.
 */
export function shedLoad(
  http: FastifyInstance,
  { database, registry, log, processName, maxWaitMs = defaultMaxWaitMs }: LoadDeps,
): () => void {
  const labels = processName === undefined ? {} : { process: processName }
  const shed = new Counter({
    name: 'heed_requests_shed_total',
    help: 'Requests that were refused because this process was overloaded, by reason',
    labelNames: [...Object.keys(labels), 'reason'],
    registers: [registry],
  })
  for (const reason of ['database', 'event_loop']) shed.inc({ ...labels, reason }, 0)
  const monitor = startLoadMonitor(database.pool, maxWaitMs, (reason) => {
    if (reason === null) log.info('no longer overloaded')
    else log.warn({ reason }, 'overloaded: new requests are refused')
  })
  new Gauge({
    name: 'heed_database_wait_seconds',
    help: 'How long requests have been waiting for a database connection; 0 if none is waiting',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(monitor.databaseWaitSeconds)
    },
  })

  const isForReplica = (request: FastifyRequest): boolean =>
    database.replica?.isInUse === true && request.routeOptions.config?.readsReplica?.(request) === true
  http.addHook('onRequest', (request, _reply, done) => {
    const reason = monitor.overload
    if (reason !== null && isRefusable(request) && !(reason === 'database' && isForReplica(request))) {
      shed.inc({ ...labels, reason })
      throw new Overloaded(retryAfterSeconds())
    }
    done()
  })
  return monitor.stop
}

// Tool calls belong to a request that was admitted.
const isRefusable = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config?.isNeverShed !== true && currentResource() === 'api'

/** Answers the routes that are registered here even during an overload. */
export function neverShed(routes: FastifyInstance): void {
  routes.addHook('onRoute', (route) => {
    route.config = { ...route.config, isNeverShed: true }
  })
}

// Random, so that clients that were refused together do not retry together.
const retryAfterSeconds = (): number => 1 + Math.floor(Math.random() * 3)
