import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { parseJsonBody, parseJsonOrNull, parseRetryAfter, toOneLine, toUnavailableError } from '../../client/http.ts'
import { type Credential, TrackerError } from '../../tracker.ts'

/** What Linear says of an error; empty where it says nothing. */
interface GraphqlError {
  message: string
  /** `RATELIMITED`, `AUTHENTICATION_ERROR`, `INPUT_ERROR`, … */
  code: string
  /** The same in other words, and there where a code is missing: `invalid input`, `lock timeout`, … */
  type: string
  /** Whether it is the caller's fault. */
  isUserError: boolean
  /** Whether it is about one entry of a list. */
  isListEntry: boolean
  /** For people. */
  userMessage: string
}

/** Linear will not do it. */
export class LinearRefusal extends TrackerError {
  /** Whether it is because what was named does not exist. */
  readonly isMissing: boolean

  constructor(words: string, isMissing: boolean) {
    super('refused', toOneLine(words).replace(/\.$/, ''))
    this.isMissing = isMissing
  }
}

/** One entry of a list cannot be answered and, as GraphQL has it, with it none of the others. */
export class LinearEntryError extends TrackerError {}

/**
 * The data of a GraphQL answer. Linear tells of errors with 200, 400 and 401 alike; what stands in them decides, not
 * the status (https://linear.app/developers/graphql, https://linear.app/developers/rate-limiting).
 * @throws {TrackerError}
 */
export function parseData(answer: OutboundResponse, credential: Credential, now: number): object {
  const error = parseFirstError(answer.text)
  if (error !== null) throw toFailure(error, answer, credential, now)
  const unavailable = toUnavailableError('Linear', answer, now)
  if (unavailable !== null) throw unavailable
  if (answer.status === 401) throw unauthorized(credential, now)
  const body = parseJsonBody('Linear', answer)
  const data = isObject(body) ? body.data : null
  if (answer.status !== 200 || !isObject(data)) throw unreadableResponse(answer.status)
  return data
}

export const unreadableResponse = (status: number, cause?: unknown): TrackerError =>
  new TrackerError('unavailable', `Linear answered ${status} with something other than was asked for`, {
    isOutcomeKnown: false,
    cause,
  })

/** Returns the first error in a body; null if there is none. */
function parseFirstError(text: string): GraphqlError | null {
  const body = parseJsonOrNull(text)
  const errors = isObject(body) ? body.errors : null
  return Array.isArray(errors) && isObject(errors[0]) ? toGraphqlError(errors[0]) : null
}

function toGraphqlError({ message, extensions, path }: Record<string, unknown>): GraphqlError {
  const { code, type, userError, userPresentableMessage } = isObject(extensions) ? extensions : {}
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    message: textOf(message),
    code: textOf(code),
    type: textOf(type),
    isUserError: userError === true,
    isListEntry: Array.isArray(path) && path.some((step) => typeof step === 'number'),
    userMessage: textOf(userPresentableMessage),
  }
}

function toFailure(error: GraphqlError, answer: OutboundResponse, credential: Credential, now: number): TrackerError {
  const { code, type } = error
  if (code === 'RATELIMITED' || type === 'ratelimited') return rateLimited(answer, now)
  const unavailable = toUnavailableError('Linear', answer, now)
  if (unavailable !== null) return unavailable
  if (code === 'AUTHENTICATION_ERROR' || answer.status === 401) return unauthorized(credential, now)
  const failure = toRefusalOrUnavailable(error, answer)
  return error.isListEntry ? new LinearEntryError(failure.kind, failure.message) : failure
}

function toRefusalOrUnavailable(
  { message, code, type, isUserError, userMessage: words }: GraphqlError,
  answer: OutboundResponse,
): TrackerError {
  const isRefusal = isUserError || answer.status >= 400 || refusalCodes.has(type) || refusalCodes.has(code)
  if (isRefusal && type !== 'lock timeout') {
    return new LinearRefusal(words || message || 'It gives no reason', message.startsWith('Entity not found'))
  }
  return new TrackerError('unavailable', `Linear answers with an error: ${toOneLine(message)}`)
}

// Everything else that comes without `userError` is Linear's own fault, and may be over when asked again.
const refusalCodes = new Set(['forbidden', 'FORBIDDEN', 'invalid input', 'INPUT_ERROR', 'user error', 'graphql error'])

const rateLimited = ({ headers }: OutboundResponse, now: number): TrackerError =>
  new TrackerError('unavailable', 'Linear asks for fewer requests', {
    retryAfterSeconds: rateLimitSeconds(headers, now),
  })

/** `Retry-After`, or the time at which the limit that was reached begins anew. */
function rateLimitSeconds(headers: OutboundResponse['headers'], now: number): number | null {
  const isReached = (limit: string) => headers[`x-ratelimit-${limit}-remaining`] === '0'
  const limit = ['endpoint-requests', 'complexity'].find(isReached) ?? 'requests'
  const reset = headers[`x-ratelimit-${limit}-reset`]
  const milliseconds = typeof reset === 'string' && /^\d{1,15}$/.test(reset) ? Number(reset) : null
  const date = milliseconds === null ? undefined : new Date(milliseconds).toUTCString()
  return parseRetryAfter(headers['retry-after'], now) ?? parseRetryAfter(date, now)
}

/** An access token that has run out and one that was taken back get the same answer; only its time tells them apart. */
function unauthorized(credential: Credential, now: number): TrackerError {
  const expiresAt = credential.kind === 'oauth' ? credential.expiresAt : null
  return expiresAt !== null && Date.parse(expiresAt) <= now
    ? new TrackerError('stale', 'The sign-in to Linear has run out')
    : new TrackerError('revoked', 'Linear no longer accepts the credential')
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
