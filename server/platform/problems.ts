/** The codes that a client branches on (specification, Errors) and the status of each. */
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

/** Where a value was wrong (JSON Pointer into the body, `query.limit`, `header.X-Service-Agent`, `path.id`) and how. */
export interface ProblemDetail {
  path: string
  message: string
}

interface Extra {
  details?: ProblemDetail[]
  headers?: Record<string, string>
  /** Further members of the error object (contract §8: `guidance`). */
  members?: Record<string, unknown>
}

/** A refusal: thrown anywhere, rendered in one place (`http/errors.ts`). Its message is for the caller to read. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly extra: Extra

  constructor(code: ProblemCode, message: string, extra: Extra = {}) {
    super(message)
    this.code = code
    this.extra = extra
  }
}

export const problem = (code: ProblemCode, message: string, extra?: Extra): Problem => new Problem(code, message, extra)

/** The same words for an absent id, a malformed one and one of another workspace: none tells them apart. */
export const notFound = (): Problem => problem('not_found', 'Nothing with this id exists in this workspace.')

/** A 400 that names every given member; one sentence when there is only one. */
export const invalid = (details: ProblemDetail[], members?: Record<string, unknown>): Problem => {
  const [first] = details
  const message =
    details.length === 1 && first
      ? `${first.path === '' ? 'The body' : first.path} ${first.message}.`
      : `The request has ${details.length} problems; see details.`
  return problem('validation_error', message, { details, members })
}

/** A 400 about the state of things and no member of the input, in one sentence for people to read. */
export const invalidState = (sentence: string): Problem =>
  problem('validation_error', sentence, { details: [{ path: '', message: sentence }] })
