/** The error codes that clients branch on (specification, Errors), each with its HTTP status. */
export const statusByCode = {
  validation_error: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  in_progress: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal_error: 500,
} as const

export type ProblemCode = keyof typeof statusByCode

/** One invalid value: its path (JSON Pointer into the body, `query.limit`, `header.X-Service-Agent`) and the reason. */
export interface ProblemDetail {
  path: string
  message: string
  /** Identifies the reason for surfaces with sentences of their own. The API sends only the path and the message. */
  code?: string
  /** The values that such a sentence mentions, such as `limit`. */
  values?: Record<string, string | number>
}

interface Extra {
  details?: ProblemDetail[]
  headers?: Record<string, string>
  /** Extra members of the error object (contract §8: `guidance`). */
  members?: Record<string, unknown>
}

/** An error with a documented code. Verbs throw it and each surface renders it in one place. The caller sees its message. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly extra: Extra

  constructor(code: ProblemCode, message: string, extra: Extra = {}) {
    super(message)
    this.code = code
    this.extra = extra
  }

  get status(): number {
    return statusByCode[this.code]
  }
}

/**
 * Refuses a request because the process is overloaded. 503 is the standard status for this. The code is
 * `internal_error`, because the specification's list of codes is closed.
 */
export class Overloaded extends Problem {
  constructor(retryAfterSeconds: number) {
    super('internal_error', 'The server is overloaded. Nothing was changed; try again after Retry-After.', {
      headers: { 'retry-after': String(retryAfterSeconds) },
    })
  }

  override get status(): number {
    return 503
  }
}

// With this pause, the three retries of the typed client last longer than a failover, which takes up to 30 seconds.
const databaseRetrySeconds = 10

/**
 * Responds to a request that lost its database, such as during a failover, or could not reach it. The transaction may
 * have been committed, so the message does not claim that nothing was changed. The status is the one that the
 * specification defines for failures of the server.
 */
export class DatabaseUnavailable extends Problem {
  constructor() {
    super(
      'internal_error',
      'The database cannot be reached at the moment. Try again after Retry-After; with the same Idempotency-Key, a POST ' +
        'takes effect once.',
      { headers: { 'retry-after': String(databaseRetrySeconds) } },
    )
  }
}

export const problem = (code: ProblemCode, message: string, extra?: Extra): Problem => new Problem(code, message, extra)

/** Uses the same message for an unknown id, a malformed id and an id of another workspace, so they look alike. */
export const notFound = (): Problem => problem('not_found', 'Nothing with this id exists in this workspace.')

/** Creates a 400 that lists every invalid value. A single one also appears in the message. */
export const invalid = (details: ProblemDetail[], members?: Record<string, unknown>): Problem => {
  const [first] = details
  const message =
    details.length === 1 && first
      ? `${first.path === '' ? 'The body' : first.path} ${first.message}.`
      : `The request has ${details.length} problems; see details.`
  return problem('validation_error', message, { details, members })
}

/** Creates a 400 about the state of a resource, not about a value of the input. */
export const invalidState = (sentence: string): Problem =>
  problem('validation_error', sentence, { details: [{ path: '', message: sentence }] })
