import type { Error as ErrorBody, TrackerGuidance } from './generated/types.ts'

/** An error code of the API, or of this client if there is no valid response. */
export type ErrorCode = ErrorBody['error']['code'] | 'network_error' | 'timeout' | 'unexpected_response'

/** A problem of a rejected request. */
export type ErrorDetail = NonNullable<ErrorBody['error']['details']>[number]

interface ErrorProperties {
  code: ErrorCode
  status?: number
  details?: ErrorDetail[]
  guidance?: TrackerGuidance | null
  requestId?: string | null
  retryAfterMs?: number | null
  cause?: unknown
}

/** Says why a call failed. Branch on `code`. */
export class HeedError extends Error {
  override readonly name = 'HeedError'
  readonly code: ErrorCode
  /** The status of the response; null without one. */
  readonly status: number | null
  /** For `validation_error`: every problem of the request, with the path to the member. Otherwise empty. */
  readonly details: ErrorDetail[]
  /** If a tracker is not connected: what to do. Otherwise null. */
  readonly guidance: TrackerGuidance | null
  /** Names the request in the server's log; null without a response. */
  readonly requestId: string | null
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | null

  constructor(message: string, properties: ErrorProperties) {
    const { code, status, details, guidance, requestId, retryAfterMs, cause } = properties
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.guidance = guidance ?? null
    this.status = status ?? null
    this.details = details ?? []
    this.requestId = requestId ?? null
    this.retryAfterMs = retryAfterMs ?? null
  }
}

/** Converts a response that is not a success. */
export function toError(response: Response, text: string): HeedError {
  const { status, headers } = response
  const common = { status, requestId: headers.get('x-request-id'), retryAfterMs: parseRetryAfter(headers) }
  const error = parseJson(text)?.error as (ErrorBody['error'] & { guidance?: TrackerGuidance }) | undefined
  if (typeof error?.code !== 'string') return unexpectedResponse(response, common)
  const { code, message, details, guidance, requestId } = error
  const problems =
    details && details.length > 1 ? ` (${details.map((each) => `${each.path} ${each.message}`).join('; ')})` : ''
  return new HeedError(`${message}${problems}`, {
    ...common,
    code,
    details: details ?? [],
    guidance: guidance ?? null,
    requestId,
  })
}

/** Creates an error for a response that does not come from the API, but from a proxy or another server. */
export function unexpectedResponse({ status, headers, url }: Response, more: Partial<ErrorProperties> = {}): HeedError {
  const target = headers.get('location')
  const what =
    target === null ? `responded with status ${status}, but not as the Heed API does` : `redirects to ${target}`
  return new HeedError(`${url || 'The server'} ${what}. Check baseUrl.`, {
    code: 'unexpected_response',
    status,
    requestId: headers.get('x-request-id'),
    ...more,
  })
}

export function parseJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). Returns milliseconds. */
function parseRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
