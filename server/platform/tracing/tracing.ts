import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { version } from '../version.ts'

/** Records spans of requests, jobs and statements, and sends them to the operator's collector. */
export interface Tracing {
  traceRequests(http: FastifyInstance): void
  traceJob<T>(job: { queue: string; id: string }, work: () => Promise<T>): Promise<T>
  /** Returns the ids of the current span, for log lines. */
  currentIds(): { trace_id: string; span_id: string } | null
  /** Sends what is left. */
  stop(): Promise<void>
}

let tracing: Tracing | null = null

/**
 * Starts tracing if the standard variables of OpenTelemetry ask for it. Only then is its library loaded; otherwise each
 * place that would record a span compares one variable with null.
 *
 * @param processName the name of this process if there are several
 * @param warn reports that tracing is off, and that spans were lost
 */
export async function startTracing(
  { tracing: settings }: Pick<Settings, 'tracing'>,
  processName: string,
  warn: (message: string) => void,
): Promise<void> {
  if (settings === null || tracing !== null) return
  const { ratio, protocol } = settings
  // The variables may be there for other programs.
  if (protocol !== 'http/json') {
    return warn(`Tracing is off: OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}", and Heed supports only http/json.`)
  }
  const { createTracing } = await import('./open-telemetry.ts')
  tracing = createTracing({ ratio, version, processName, warn })
}

/** Sends the remaining spans. A collector that does not respond delays the shutdown only briefly. */
export async function stopTracing(): Promise<void> {
  await tracing?.stop()
  tracing = null
}

export const traceRequests = (http: FastifyInstance): void => tracing?.traceRequests(http)

export const traceJob = <T>(job: { queue: string; id: string }, work: () => Promise<T>): Promise<T> =>
  tracing === null ? work() : tracing.traceJob(job, work)

export const currentTraceIds = (): { trace_id: string; span_id: string } | null => tracing?.currentIds() ?? null
