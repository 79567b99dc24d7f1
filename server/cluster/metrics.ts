import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

interface MetricsRequest {
  type: 'heed:metrics-request'
  id: number
}

interface MetricsResponse {
  type: 'heed:metrics-response'
  id: number
  /** Null if a process did not answer in time. */
  text: string | null
}

type Message = MetricsRequest | MetricsResponse | { type?: undefined }

let lastId = 0
const waiting = new Map<number, (text: string | null) => void>()

/**
 * Reports the metrics of all processes instead of this one's: counters are added up, and metrics with the label
 * `process` are listed for each. If a process does not answer within five seconds, reports those of this process only.
 */
export function shareMetrics(registry: Registry): Pick<Registry, 'contentType' | 'metrics'> {
  answerMetricsRequests(registry)
  process.on('message', (message: Message) => {
    if (message?.type !== 'heed:metrics-response') return
    waiting.get(message.id)?.(message.text)
    waiting.delete(message.id)
  })
  return {
    contentType: registry.contentType,
    async metrics() {
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<string | null>()
      waiting.set(id, resolve)
      process.send!({ type: 'heed:metrics-request', id } satisfies MetricsRequest)
      return (await promise) ?? registry.metrics()
    },
  }
}

/** Answers the primary process's questions about the metrics of this process. */
export function answerMetricsRequests(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry()
}

/** Lets each process report the metrics of all. Runs in the primary process. */
export function collectMetricsForMembers(): void {
  const aggregator = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, message: Message) => {
    if (message?.type !== 'heed:metrics-request') return
    const text = await aggregator.clusterMetrics().catch(() => null)
    if (worker.isConnected())
      worker.send({ type: 'heed:metrics-response', id: message.id, text } satisfies MetricsResponse)
  })
}
