import Type from 'typebox'
import { Check } from 'typebox/value'
import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { parseJsonOrNull, parseRetryAfter, toOneLine, toUnavailableError } from '../../client/http.ts'
import { TrackerError } from '../../tracker.ts'

/** What an answer says about the credential, the pace or GitHub itself, whatever was asked; null when nothing. */
export function detectFailure(answer: OutboundResponse, now = Date.now()): TrackerError | null {
  if (answer.status === 401 || isSuspended(answer)) {
    return new TrackerError('revoked', 'GitHub no longer accepts this credential')
  }
  if (!isLimited(answer)) return toUnavailableError('GitHub', answer, now)
  return new TrackerError('unavailable', 'GitHub asks for fewer requests', {
    retryAfterSeconds: rateLimitSeconds(answer, now),
  })
}

/** The account, or the installation of the app. */
const isSuspended = ({ status, text }: OutboundResponse): boolean =>
  status === 403 && /(?:account|installation)\b[^"]{0,100}\bsuspended\b/i.test(text)

/** GitHub says so with 403 as well as with 429. */
const isLimited = ({ status, headers, text }: OutboundResponse): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers['retry-after'] !== undefined ||
      headers['x-ratelimit-remaining'] === '0' ||
      text.includes('secondary rate limit')))

// What GitHub asks for where it names no time.
const pauseSeconds = 60

function rateLimitSeconds({ headers }: OutboundResponse, now: number): number {
  const asked = parseRetryAfter(headers['retry-after'], now)
  if (asked !== null || headers['x-ratelimit-remaining'] !== '0') return asked ?? pauseSeconds
  // Seconds since 1970.
  const untilReset = Math.ceil(Number(headers['x-ratelimit-reset']) - now / 1_000)
  return parseRetryAfter(String(Math.max(untilReset, 1)), now) ?? pauseSeconds
}

// Not there, not there any more (issues are switched off, too), there under another name.
const goneStatuses = new Set([301, 404, 410])

/** Any other answer that is no success. One that is refused is in GitHub's own words alone: who says so is added where it is shown. */
export function toRefusal(answer: OutboundResponse): TrackerError {
  if (goneStatuses.has(answer.status)) {
    return new TrackerError('stale', `GitHub no longer has what this is about: ${errorText(answer)}`)
  }
  return new TrackerError('refused', errorText(answer))
}

const ErrorBody = Type.Object({ message: Type.String(), errors: Type.Optional(Type.Array(Type.Unknown())) })
const ErrorDetail = Type.Object({
  field: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
})

function errorText({ text, status }: OutboundResponse): string {
  const said = parseJsonOrNull(text)
  if (!Check(ErrorBody, said)) return `status ${status}`
  const details = (said.errors ?? []).map(toDetailText).filter((words) => words !== '')
  return toOneLine(details.length === 0 ? said.message : `${said.message} (${details.join('; ')})`)
}

/** An error of a field, or a bare sentence. */
function toDetailText(error: unknown): string {
  if (typeof error === 'string') return error
  if (!Check(ErrorDetail, error)) return ''
  const { field, code, message } = error
  return [field, message ?? code].filter(Boolean).join(': ')
}
