import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { traceStatements } from './statements.ts'
import type { Tracing } from './tracing.ts'

interface TracingOptions {
  /** The share of traces to record if the caller has made no sampling decision. */
  ratio: number
  version: string
  processName: string
  warn: (message: string) => void
}

const stopTimeoutMs = 2_000
// A collector that is down fails every few seconds.
const warningIntervalMs = 60_000

/**
 * Records spans with the attributes of OpenTelemetry's semantic conventions. Personal and secret data is left out: URLs
 * contain ids, search terms and the tokens of links in emails, so a request is named by its route, and a statement by
 * its text without values.
 *
 * The context of a span is kept here and not in the global API of OpenTelemetry, so that no other library records
 * anything.
 */
export function createTracing({ ratio, version, processName, warn }: TracingOptions): Tracing {
  const reportLoss = limitReports(warn)
  const ignore = () => {}
  const logger = { error: reportLoss, warn: reportLoss, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, DiagLogLevel.WARN)
  // The exporter reads the endpoint, its headers and its timeout from the standard environment variables.
  const exporter = new OTLPTraceExporter()
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'heed', 'service.version': version }))
      .merge(resourceFromAttributes({ 'service.instance.id': `${processName}-${process.pid}` }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('heed', version)
  const contexts = new AsyncLocalStorage<Context>()
  const activeSpan = () => {
    const context = contexts.getStore()
    return context && trace.getSpan(context)
  }
  traceStatements(tracer, () => contexts.getStore())

  return {
    traceRequests: (http) => traceHttp(http, tracer, contexts),
    traceJob: async ({ queue, id }, work) => {
      const span = tracer.startSpan(
        `process ${queue}`,
        {
          kind: SpanKind.CONSUMER,
          attributes: {
            'messaging.system': 'pg-boss',
            'messaging.operation.type': 'process',
            'messaging.operation.name': 'process',
            'messaging.destination.name': queue,
            'messaging.message.id': id,
          },
        },
        ROOT_CONTEXT,
      )
      try {
        return await contexts.run(trace.setSpan(ROOT_CONTEXT, span), work)
      } catch (error) {
        endWithError(span, (error as Error).name)
        throw error
      } finally {
        span.end()
      }
    },
    currentIds: () => {
      const { traceId, spanId } = activeSpan()?.spanContext() ?? {}
      return traceId === undefined ? null : { trace_id: traceId, span_id: spanId! }
    },
    async stop() {
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, stopTimeoutMs)
      await Promise.race([provider.shutdown().catch((error: Error) => reportLoss(error.message)), timeout.promise])
      clearTimeout(timer)
    },
  }
}

const endWithError = (span: Span, type: string): void => {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

interface RequestTrace {
  span: Span
  context: Context
}

function traceHttp(
  http: FastifyInstance,
  tracer: ReturnType<TracerProvider['getTracer']>,
  contexts: AsyncLocalStorage<Context>,
): void {
  const traces = new WeakMap<FastifyRequest, RequestTrace>()
  http.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers, id } = request
    // The request of a tool call runs inside the request to /mcp.
    const parent = contexts.getStore() ?? callerContext(headers.traceparent)
    const span = tracer.startSpan(
      routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          ...(routeOptions.url !== undefined && { 'http.route': routeOptions.url }),
          'network.protocol.version': request.raw.httpVersion,
          // The same id as in the log and in the response.
          'heed.request_id': id,
        },
      },
      parent,
    )
    const context = trace.setSpan(parent, span)
    traces.set(request, { span, context })
    contexts.run(context, done)
  })
  // The body arrives in events of the connection, which do not have the context of the request.
  http.addHook('preValidation', (request, _reply, done) => contexts.run(traces.get(request)!.context, done))
  http.addHook('onResponse', (request, reply, done) => {
    const { span } = traces.get(request) ?? {}
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (span && reply.statusCode >= 500) endWithError(span, String(reply.statusCode))
    span?.end()
    done()
  })
  http.addHook('onRequestAbort', (request, done) => {
    traces.get(request)?.span.end()
    done()
  })
}

/** Continues the trace of the caller (W3C Trace Context). No other data from the caller becomes part of a span. */
function callerContext(header: string | string[] | undefined): Context {
  const caller = typeof header === 'string' ? parseTraceParent(header) : null
  return caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true })
}

/** Returns a function that reports failed exports, at most one a minute. The library reports errors as JSON, with stacks. */
function limitReports(warn: (message: string) => void): (text: string) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  return (text) => {
    if (performance.now() - lastAt < warningIntervalMs) return
    lastAt = performance.now()
    const reason = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text
    warn(`Spans could not be sent to the collector: ${reason}`)
  }
}
