import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A figure that is asked for when metrics are read, such as how many announcements are due. */
export interface GaugeDefinition {
  name: string
  help: string
  labelNames?: string[]
  /** One figure, or one for each combination of labels. */
  collect(): Promise<number | { labels: Record<string, string>; value: number }[]>
}

/** Counts requests and their latencies by route and status, and watches the pool and the event loop. */
export function createMetrics(pool: Pool, readings: GaugeDefinition[]): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'heed_' })
  new Gauge({
    name: 'heed_database_connections',
    help: 'Connections of the pool by state; waiting counts requests without one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  for (const { name, help, labelNames = [], collect: read } of readings) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        // Without the database there is no such figure; the others are wanted all the more.
        await read().then(
          (figures) => {
            if (typeof figures === 'number') this.set(figures)
            else for (const { labels, value } of figures) this.set(labels, value)
          },
          () => this.reset(),
        )
      },
    })
  }
  return registry
}

// From a cached answer on a fast machine to the statement time-out.
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** Observes every reply. The route's pattern is the label, never the address: ids and searches are not for metrics. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const labelNames = ['method', 'route', 'status'] as const
  const seconds = new Histogram({
    name: 'heed_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its reply',
    labelNames,
    buckets,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(none)'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}
