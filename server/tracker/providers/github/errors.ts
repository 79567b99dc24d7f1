import Type from 'typebox'
import { Check } from 'typebox/value'
import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { parseJsonOrNull, parseRetryAfter, toOneLine, toUnavailableError } from '../../client/http.ts'
import { TrackerError } from '../../tracker.ts'

/**
 * Returns the error if a response reports a problem with the credential, rate limit or GitHub itself; null otherwise.
 */
export function detectFailure(response: OutboundResponse, now = Date.now()): TrackerError | null {
  if (response.status === 401 || isSuspended(response)) {
    return new TrackerError('revoked', 'GitHub no longer accepts this credential')
  }
  if (!isLimited(response)) return toUnavailableError('GitHub', response, now)
  return new TrackerError('unavailable', 'GitHub is rate limiting Heed', {
    retryAfterSeconds: rateLimitSeconds(response, now),
  })
}

/** Whether the account or the App's installation is suspended. */
const isSuspended = ({ status, text }: OutboundResponse): boolean =>
  status === 403 && /(?:account|installation)\b[^"]{0,100}\bsuspended\b/i.test(text)

/** GitHub uses both 403 and 429 for rate limits. */
const isLimited = ({ status, headers, text }: OutboundResponse): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers['retry-after'] !== undefined ||
      headers['x-ratelimit-remaining'] === '0' ||
      text.includes('secondary rate limit')))

// GitHub's documented wait if it gives no time.
const defaultWaitSeconds = 60

function rateLimitSeconds({ headers }: OutboundResponse, now: number): number {
  const retryAfter = parseRetryAfter(headers['retry-after'], now)
  if (retryAfter !== null || headers['x-ratelimit-remaining'] !== '0') return retryAfter ?? defaultWaitSeconds
  // Seconds since 1970.
  const untilReset = Math.ceil(Number(headers['x-ratelimit-reset']) - now / 1_000)
  return parseRetryAfter(String(Math.max(untilReset, 1)), now) ?? defaultWaitSeconds
}

// Moved, missing, or gone, which includes disabled issues.
const goneStatuses = new Set([301, 404, 410])

/**
 * Turns any other unsuccessful response into an error. A refusal holds only GitHub's own message; callers add the name.
 */
export function toRefusal(response: OutboundResponse): TrackerError {
  if (goneStatuses.has(response.status)) {
    return new TrackerError('stale', `GitHub can no longer find it: ${errorText(response)}`)
  }
  return new TrackerError('refused', errorText(response))
}

const ErrorBody = Type.Object({ message: Type.String(), errors: Type.Optional(Type.Array(Type.Unknown())) })
const ErrorDetail = Type.Object({
  field: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
})

function errorText({ text, status }: OutboundResponse): string {
  const body = parseJsonOrNull(text)
  if (!Check(ErrorBody, body)) return `status ${status}`
  const details = (body.errors ?? []).map(toDetailText).filter((detail) => detail !== '')
  return toOneLine(details.length === 0 ? body.message : `${body.message} (${details.join('; ')})`)
}

/** Formats an error about a field, or a plain sentence. */
function toDetailText(error: unknown): string {
  if (typeof error === 'string') return error
  if (!Check(ErrorDetail, error)) return ''
  const { field, code, message } = error
  return [field, message ?? code].filter(Boolean).join(': ')
}
