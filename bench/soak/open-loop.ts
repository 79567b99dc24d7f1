import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import type { BenchRequest } from '../load.ts'

export type Surface = 'api' | 'portal' | 'console'

/** One request of the load. */
export interface Operation {
  name: string
  surface: Surface
  request: BenchRequest
  /** Reads a successful response, such as the id of what was created. Other responses are discarded unread. */
  onResponse?(body: string): void
}

/** What happened between two samples. */
export interface LoadInterval {
  requests: number
  errors: number
  /** In milliseconds, of all requests and of those of each surface. */
  latency: Record<'all' | Surface, { p50: number; p99: number }>
}

export interface OpenLoop {
  /** Resolves after the last response. */
  finished: Promise<void>
  /** Returns the figures since the previous call, and starts over. */
  readInterval(): LoadInterval
  /** The first error of each kind, with its operation. */
  errorSamples: Map<string, string>
}

interface LoadOptions {
  origin: string
  perSecond: number
  seconds: number
  signal: AbortSignal
  next(): Operation
  /** Requests in flight, so that a stalled server cannot fill this process's memory. */
  maxInFlight?: number
}

// The client's timeout, and the highest latency recorded. Latency also includes the wait before sending.
const maxLatencyMs = 60_000
const maxErrorSamples = 20

/**
 * Sends requests at a fixed rate, whether or not earlier ones have been answered (an open loop). The latency of a
 * request counts from the moment it was due, so a stall also counts for the requests that could not be sent during it.
 */
export function startOpenLoop({ origin, perSecond, seconds, signal, next, maxInFlight = 512 }: LoadOptions): OpenLoop {
  const pool = new Pool(origin, { connections: maxInFlight, headersTimeout: maxLatencyMs, bodyTimeout: maxLatencyMs })
  const meter = createMeter()
  const errorSamples = new Map<string, string>()
  let inFlight = 0

  const recordError = (operation: Operation, reason: string) => {
    meter.countError()
    const kind = `${operation.name}: ${reason.slice(0, 200)}`
    if (errorSamples.size < maxErrorSamples && !errorSamples.has(kind)) errorSamples.set(kind, operation.request.path)
  }
  const send = async (dueAt: number): Promise<void> => {
    const operation = next()
    const { method = 'GET', path, headers, body } = operation.request
    try {
      const response = await pool.request({ method, path, headers, body })
      if (response.statusCode >= 400) {
        recordError(operation, `${response.statusCode} ${await response.body.text()}`)
      } else if (operation.onResponse) operation.onResponse(await response.body.text())
      else for await (const _chunk of response.body);
    } catch (error) {
      recordError(operation, String(error))
    } finally {
      meter.record(operation.surface, performance.now() - dueAt)
      inFlight -= 1
    }
  }
  const run = async (): Promise<void> => {
    const startedAt = performance.now()
    const total = Math.round(seconds * perSecond)
    for (let sent = 0; sent < total && !signal.aborted; ) {
      const dueAt = startedAt + (sent * 1_000) / perSecond
      if (dueAt > performance.now() || inFlight >= maxInFlight) {
        await sleep(1)
        continue
      }
      sent += 1
      inFlight += 1
      void send(dueAt)
    }
    while (inFlight > 0 && !signal.aborted) await sleep(10)
    await pool.destroy()
  }
  return { finished: run(), readInterval: meter.read, errorSamples }
}

/** Counts requests and their latencies in histograms of constant size. */
function createMeter() {
  const create = (): RecordableHistogram => createHistogram({ lowest: 1, highest: maxLatencyMs * 1_000, figures: 3 })
  const histograms = { all: create(), api: create(), portal: create(), console: create() }
  let errors = 0
  const percentiles = (histogram: RecordableHistogram) => ({
    p50: histogram.percentile(50) / 1_000,
    p99: histogram.percentile(99) / 1_000,
  })
  return {
    countError: () => {
      errors += 1
    },
    record(surface: Surface, ms: number): void {
      const micros = Math.min(Math.max(1, Math.round(ms * 1_000)), maxLatencyMs * 1_000)
      histograms.all.record(micros)
      histograms[surface].record(micros)
    },
    read(): LoadInterval {
      const { all, api, portal, console } = histograms
      const latency = {
        all: percentiles(all),
        api: percentiles(api),
        portal: percentiles(portal),
        console: percentiles(console),
      }
      const interval = { requests: all.count, errors, latency }
      for (const histogram of Object.values(histograms)) histogram.reset()
      errors = 0
      return interval
    },
  }
}
