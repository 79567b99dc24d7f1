import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A gauge whose value is collected when metrics are read, such as the number of due announcements. */
export interface GaugeDefinition {
  name: string
  help: string
  labelNames?: string[]
  /** Returns one value, or one for each combination of labels. */
  collect(): Promise<number | { labels: Record<string, string>; value: number }[]>
}

const mainProcess = 'main'

/**
 * The label of counters if there are several processes: otherwise, a sum would fall when one of them is replaced, and
 * a falling counter looks like new events.
 */
const counterLabels = (name: string | undefined): { process?: string } => (name === undefined ? {} : { process: name })

/** Creates a registry with the metrics of this process. @param name of one of several processes */
export function createProcessMetrics(name?: string): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'heed_', labels: counterLabels(name) })
  addProcessUsage(registry, name ?? mainProcess)
  return registry
}

/** Adds the memory and the processor time of this process. */
export function addProcessUsage(registry: Registry, name: string): void {
  new Gauge({
    name: 'heed_process_memory_bytes',
    help: 'Resident memory of each process',
    labelNames: ['process'],
    registers: [registry],
    collect() {
      this.set({ process: name }, process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'heed_process_uptime_seconds',
    help: 'How long each process has been running',
    labelNames: ['process'],
    registers: [registry],
    collect() {
      this.set({ process: name }, process.uptime())
    },
  })
  new Gauge({
    name: 'heed_process_cpu_time_seconds',
    help: 'Processor time that each process has used since it started',
    labelNames: ['process'],
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage()
      this.set({ process: name }, (user + system) / 1_000_000)
    },
  })
}

/** Creates the metrics registry with process metrics, the connection pool and the given gauges. */
export function createMetrics(pool: Pool, gauges: GaugeDefinition[], processName?: string): Registry {
  const registry = createProcessMetrics(processName)
  new Gauge({
    name: 'heed_database_connections',
    help: 'Connections of the pool by state; waiting counts requests for a connection',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  for (const { name, help, labelNames = [], collect } of gauges) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      // Every process reads the same value from the database.
      aggregator: 'first',
      async collect() {
        // If the database fails, this gauge has no value, and the others matter even more.
        await withinDeadline(collect()).then(
          (values) => {
            if (typeof values === 'number') this.set(values)
            else for (const { labels, value } of values) this.set(labels, value)
          },
          // `reset` sets a gauge without labels to 0, which would look like a value.
          () => {
            this.reset()
            if (labelNames.length === 0) this.remove()
          },
        )
      },
    })
  }
  return registry
}

// Prometheus times out after ten seconds, and would then miss the values that show what is wrong.
const maxCollectMs = 2_000

/** Rejects if the database does not respond in time. */
function withinDeadline<T>(reading: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The database did not answer in time.')), maxCollectMs)
  return Promise.race([reading, promise]).finally(() => clearTimeout(timer))
}

// From a cached response on a fast machine to the statement timeout.
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** Measures every response, labelled with the route's pattern: the URL could contain ids and searches. */
export function measureRequests(app: FastifyInstance, registry: Registry, processName?: string): void {
  let count = 0
  new Gauge({
    name: 'heed_process_requests',
    help: 'Requests that each process has answered since it started',
    labelNames: ['process'],
    registers: [registry],
    collect() {
      this.set({ process: processName ?? mainProcess }, count)
    },
  })
  const labels = counterLabels(processName)
  const seconds = new Histogram({
    name: 'heed_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: [...Object.keys(labels), 'method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    count += 1
    const route = request.routeOptions.url ?? '(none)'
    seconds.observe({ ...labels, method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}
