import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import { addProcessUsage } from '../platform/http/metrics.ts'

type Metrics = MetricObjectWithValues<MetricValue<string>>[]

// Between a process and the primary process. A response has the id of its request.
type Message =
  | { type: 'heed:metrics-request'; id: number }
  | { type: 'heed:metrics-response'; id: number; text: string }
  | { type: 'heed:values-request'; id: number }
  | { type: 'heed:values-response'; id: number; metrics: Metrics }
  | { type?: undefined }

const memberTimeoutMs = 5_000
// Longer, so that the primary process can still answer when one of the others does not.
const primaryTimeoutMs = 7_000

let lastId = 0
const waiting = new Map<number, (answer: never) => void>()

type Peer = { send?(message: object): unknown } & Pick<NodeJS.EventEmitter, 'once' | 'off'>

/** Asks another process, and resolves with null if it ends or doesn't answer in time. */
async function ask<T>(peer: Peer, type: Message['type'], timeoutMs: number): Promise<T | null> {
  const id = ++lastId
  const { promise, resolve } = Promise.withResolvers<T | null>()
  const giveUp = () => resolve(null)
  const timer = setTimeout(giveUp, timeoutMs)
  peer.once('exit', giveUp)
  waiting.set(id, resolve)
  peer.send!({ type, id })
  try {
    return await promise
  } finally {
    waiting.delete(id)
    clearTimeout(timer)
    peer.off('exit', giveUp)
  }
}

function resolveWaiting(id: number, answer: unknown): void {
  waiting.get(id)?.(answer as never)
}

/**
 * Reports the metrics of all processes instead of this one's. If the primary process doesn't answer, reports those of
 * this process only.
 */
export function shareMetrics(registry: Registry): Pick<Registry, 'contentType' | 'metrics'> {
  answerMetricsRequests(registry)
  process.on('message', (message: Message) => {
    if (message?.type === 'heed:metrics-response') resolveWaiting(message.id, message.text)
  })
  return {
    contentType: registry.contentType,
    async metrics() {
      return (await ask<string>(process, 'heed:metrics-request', primaryTimeoutMs)) ?? registry.metrics()
    },
  }
}

/** Answers the primary process's questions about the metrics of this process. */
export function answerMetricsRequests(registry: Registry): void {
  process.on('message', async (message: Message) => {
    if (message?.type !== 'heed:values-request') return
    const metrics = await registry.getMetricsAsJSON()
    process.send!({ type: 'heed:values-response', id: message.id, metrics } satisfies Message)
  })
}

/** Lets each process report the metrics of all. Runs in the primary process. */
export function collectMetricsForMembers(): void {
  const registry = new Registry()
  addProcessUsage(registry, 'primary')
  cluster.on('message', async (worker: Worker, message: Message) => {
    if (message?.type === 'heed:values-response') resolveWaiting(message.id, message.metrics)
    if (message?.type !== 'heed:metrics-request') return
    const text = await collectMetrics(registry)
    if (worker.isConnected()) worker.send({ type: 'heed:metrics-response', id: message.id, text } satisfies Message)
  })
}

/** Returns the metrics of all processes as text. A process that doesn't answer is left out. */
async function collectMetrics(own: Registry): Promise<string> {
  const members = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
  const values = await Promise.all([
    own.getMetricsAsJSON(),
    ...members.map((worker) => ask<Metrics>(worker!, 'heed:values-request', memberTimeoutMs)),
  ])
  return AggregatorRegistry.aggregate(values.filter((metrics) => metrics !== null)).metrics()
}
