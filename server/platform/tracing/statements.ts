import { type Context, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import pg from 'pg'

type Callback = (error: (Error & { code?: string }) | null, ...rest: unknown[]) => void

/** The argument of pg's `query`: a text, a configuration, or an object that handles its own result. */
type Statement = string | { text: string; callback?: Callback; submit?: unknown }

// Longer texts are generated statements, which are repetitive.
const maxTextLength = 2_000

/**
 * Records a span for each statement of a request or a job. Values are parameters, so the text contains none. Statements
 * outside of requests and jobs, such as the queue's polls, are not recorded.
 */
export function traceStatements(tracer: Tracer, currentContext: () => Context | undefined): void {
  const { prototype } = pg.Client as unknown as { prototype: { query(...args: unknown[]): unknown } }
  const send = prototype.query
  prototype.query = function query(this: { database?: string }, ...args: unknown[]): unknown {
    const context = currentContext()
    const statement = args[0] as Statement
    if (context === undefined || !isTraceable(statement)) return send.apply(this, args)
    const text = typeof statement === 'string' ? statement : statement.text
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    const span = tracer.startSpan(
      operation,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          'db.system.name': 'postgresql',
          ...(this.database !== undefined && { 'db.namespace': this.database }),
          'db.operation.name': operation,
          'db.query.text': text.slice(0, maxTextLength),
        },
      },
      context,
    )
    const callback = typeof statement === 'object' ? statement.callback : undefined
    if (callback !== undefined) {
      ;(statement as { callback: Callback }).callback = (error, ...rest) => {
        end(span, error)
        callback(error, ...rest)
      }
    }
    const result = send.apply(this, args)
    if (callback === undefined && result instanceof Promise)
      result.then(
        () => end(span, null),
        (error) => end(span, error),
      )
    else if (callback === undefined) end(span, null)
    return result
  }
}

const isTraceable = (statement: unknown): statement is Statement =>
  typeof statement === 'string' || typeof (statement as { text?: unknown } | null)?.text === 'string'

function end(span: Span, error: { code?: string; name?: string } | null): void {
  if (error !== null) {
    if (error.code !== undefined) span.setAttribute('db.response.status_code', error.code)
    span.setAttribute('error.type', error.code ?? error.name ?? '_OTHER')
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}
