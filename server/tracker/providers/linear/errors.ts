import type { OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { parseJsonBody, parseJsonOrNull, parseRetryAfter, toOneLine, toUnavailableError } from '../../client/http.ts'
import { type Credential, TrackerError } from '../../tracker.ts'

/** An error in a GraphQL response; empty strings for what is missing. */
interface GraphqlError {
  message: string
  /** `RATELIMITED`, `AUTHENTICATION_ERROR`, `INPUT_ERROR`, … */
  code: string
  /** Similar to the code, and present where that is missing: `invalid input`, `lock timeout`, … */
  type: string
  /** Whether the caller caused it. */
  isUserError: boolean
  /** Whether it concerns one entry of a list. */
  isListEntry: boolean
  /** The message for people. */
  userMessage: string
}

/** Thrown when Linear refuses a request. */
export class LinearRefusal extends TrackerError {
  /** Whether the reason is that something does not exist. */
  readonly isMissing: boolean

  constructor(message: string, isMissing: boolean) {
    super('refused', toOneLine(message).replace(/\.$/, ''))
    this.isMissing = isMissing
  }
}

/** Thrown when one entry of a list failed, which in GraphQL fails the whole list. */
export class LinearEntryError extends TrackerError {}

/**
 * Parses the data of a GraphQL response. Linear reports errors with status 200, 400 and 401; the body decides, not the
 * status (https://linear.app/developers/graphql, https://linear.app/developers/rate-limiting).
 * @throws {TrackerError}
 */
export function parseData(response: OutboundResponse, credential: Credential, now: number): object {
  const error = parseFirstError(response.text)
  if (error !== null) throw toFailure(error, response, credential, now)
  const unavailable = toUnavailableError('Linear', response, now)
  if (unavailable !== null) throw unavailable
  if (response.status === 401) throw unauthorized(credential, now)
  const body = parseJsonBody('Linear', response)
  const data = isObject(body) ? body.data : null
  if (response.status !== 200 || !isObject(data)) throw unreadableResponse(response.status)
  return data
}

export const unreadableResponse = (status: number, cause?: unknown): TrackerError =>
  new TrackerError('unavailable', `Linear returned an unexpected response (${status})`, {
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
  const toText = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    message: toText(message),
    code: toText(code),
    type: toText(type),
    isUserError: userError === true,
    isListEntry: Array.isArray(path) && path.some((step) => typeof step === 'number'),
    userMessage: toText(userPresentableMessage),
  }
}

function toFailure(error: GraphqlError, response: OutboundResponse, credential: Credential, now: number): TrackerError {
  const { code, type } = error
  if (code === 'RATELIMITED' || type === 'ratelimited') return rateLimited(response, now)
  const unavailable = toUnavailableError('Linear', response, now)
  if (unavailable !== null) return unavailable
  if (code === 'AUTHENTICATION_ERROR' || response.status === 401) return unauthorized(credential, now)
  const failure = toRefusalOrUnavailable(error, response)
  return error.isListEntry ? new LinearEntryError(failure.kind, failure.message) : failure
}

function toRefusalOrUnavailable(
  { message, code, type, isUserError, userMessage }: GraphqlError,
  response: OutboundResponse,
): TrackerError {
  const isRefusal = isUserError || response.status >= 400 || refusalCodes.has(type) || refusalCodes.has(code)
  if (isRefusal && type !== 'lock timeout') {
    return new LinearRefusal(userMessage || message || 'No reason was given', message.startsWith('Entity not found'))
  }
  return new TrackerError('unavailable', `Linear returned an error: ${toOneLine(message)}`)
}

// Any other error without `userError` is Linear's own, and a retry may succeed.
const refusalCodes = new Set(['forbidden', 'FORBIDDEN', 'invalid input', 'INPUT_ERROR', 'user error', 'graphql error'])

const rateLimited = ({ headers }: OutboundResponse, now: number): TrackerError =>
  new TrackerError('unavailable', 'Linear is rate limiting Heed', {
    retryAfterSeconds: rateLimitSeconds(headers, now),
  })

/** Returns `Retry-After`, or the time until the exhausted limit resets. */
function rateLimitSeconds(headers: OutboundResponse['headers'], now: number): number | null {
  const isReached = (limit: string) => headers[`x-ratelimit-${limit}-remaining`] === '0'
  const limit = ['endpoint-requests', 'complexity'].find(isReached) ?? 'requests'
  const reset = headers[`x-ratelimit-${limit}-reset`]
  const milliseconds = typeof reset === 'string' && /^\d{1,15}$/.test(reset) ? Number(reset) : null
  const date = milliseconds === null ? undefined : new Date(milliseconds).toUTCString()
  return parseRetryAfter(headers['retry-after'], now) ?? parseRetryAfter(date, now)
}

/** Expired and revoked access tokens get the same response; only the stored expiry tells them apart. */
function unauthorized(credential: Credential, now: number): TrackerError {
  const expiresAt = credential.kind === 'oauth' ? credential.expiresAt : null
  return expiresAt !== null && Date.parse(expiresAt) <= now
    ? new TrackerError('stale', 'The OAuth token for Linear has expired')
    : new TrackerError('revoked', 'Linear no longer accepts the credential')
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
