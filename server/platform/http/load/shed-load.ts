import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from '../../log.ts'
import { Overloaded } from '../../problems.ts'
import { currentResource } from '../api/resource.ts'
import { startLoadMonitor } from './load-monitor.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route answers during an overload: it says how the server is, or it needs no database. */
    isNeverShed?: boolean
  }
}

interface LoadDeps {
  pool: Pool
  registry: Registry
  log: Log
  /** Of one of several processes. */
  processName: string | undefined
}

/**
 * Refuses new requests with 503 and `Retry-After` while the process is overloaded, before anything of them is read or
 * checked. Requests that were admitted run to their end, and jobs are not requests. Returns a function that ends it.
 */
export function shedLoad(http: FastifyInstance, { pool, registry, log, processName }: LoadDeps): () => void {
  const labels = processName === undefined ? {} : { process: processName }
  const shed = new Counter({
    name: 'heed_requests_shed_total',
    help: 'Requests that were refused because this process was overloaded, by what they would have waited for',
    labelNames: [...Object.keys(labels), 'reason'],
    registers: [registry],
  })
  for (const reason of ['database', 'event_loop']) shed.inc({ ...labels, reason }, 0)
  const monitor = startLoadMonitor(pool, (reason) => {
    if (reason === null) log.info('no longer overloaded')
    else log.warn({ reason }, 'overloaded: new requests are refused')
  })
  new Gauge({
    name: 'heed_database_wait_seconds',
    help: 'How long a request for a database connection has been waiting; 0 while none waits',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(monitor.databaseWaitSeconds)
    },
  })

  http.addHook('onRequest', (request, _reply, done) => {
    const reason = monitor.overload
    if (reason !== null && isRefusable(request)) {
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

// Random, so that clients that were refused together do not come back together.
const retryAfterSeconds = (): number => 1 + Math.floor(Math.random() * 3)
