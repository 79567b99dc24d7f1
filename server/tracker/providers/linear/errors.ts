import type { OutboundAnswer } from '../../../platform/outbound/outbound.ts'
import { inWords, jsonOf, retryAfterOf, unavailableOf } from '../../client/http.ts'
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
  isOfEntry: boolean
  /** For people. */
  words: string
}

/** Linear will not do it. */
export class LinearRefusal extends TrackerError {
  /** Whether it is because what was named does not exist. */
  readonly isMissing: boolean

  constructor(words: string, isMissing: boolean) {
    super('refused', inWords(words).replace(/\.$/, ''))
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
export function dataOf(answer: OutboundAnswer, credential: Credential, now: number): object {
  const error = errorOf(answer.text)
  if (error !== null) throw failureOf(error, answer, credential, now)
  const unavailable = unavailableOf('Linear', answer, now)
  if (unavailable !== null) throw unavailable
  if (answer.status === 401) throw unauthorized(credential, now)
  const body = jsonOf('Linear', answer)
  const data = isObject(body) ? body.data : null
  if (answer.status !== 200 || !isObject(data)) throw unreadable(answer.status)
  return data
}

export const unreadable = (status: number, cause?: unknown): TrackerError =>
  new TrackerError('unavailable', `Linear answered ${status} with something other than was asked for`, {
    isSettled: false,
    cause,
  })

/** The first of the errors in a body, null when there is none in it. */
function errorOf(text: string): GraphqlError | null {
  try {
    const body: unknown = JSON.parse(text)
    const errors = isObject(body) ? body.errors : null
    return Array.isArray(errors) && isObject(errors[0]) ? readError(errors[0]) : null
  } catch {
    return null
  }
}

function readError({ message, extensions, path }: Record<string, unknown>): GraphqlError {
  const { code, type, userError, userPresentableMessage } = isObject(extensions) ? extensions : {}
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    message: textOf(message),
    code: textOf(code),
    type: textOf(type),
    isUserError: userError === true,
    isOfEntry: Array.isArray(path) && path.some((step) => typeof step === 'number'),
    words: textOf(userPresentableMessage),
  }
}

function failureOf(error: GraphqlError, answer: OutboundAnswer, credential: Credential, now: number): TrackerError {
  const { code, type } = error
  if (code === 'RATELIMITED' || type === 'ratelimited') return limited(answer, now)
  const unavailable = unavailableOf('Linear', answer, now)
  if (unavailable !== null) return unavailable
  if (code === 'AUTHENTICATION_ERROR' || answer.status === 401) return unauthorized(credential, now)
  const failure = failureInWords(error, answer)
  return error.isOfEntry ? new LinearEntryError(failure.kind, failure.message) : failure
}

function failureInWords(
  { message, code, type, isUserError, words }: GraphqlError,
  answer: OutboundAnswer,
): TrackerError {
  const isRefusal = isUserError || answer.status >= 400 || refusals.has(type) || refusals.has(code)
  if (isRefusal && type !== 'lock timeout') {
    return new LinearRefusal(words || message || 'It gives no reason', message.startsWith('Entity not found'))
  }
  return new TrackerError('unavailable', `Linear answers with an error: ${inWords(message)}`)
}

// Everything else that comes without `userError` is Linear's own fault, and may be over when asked again.
const refusals = new Set(['forbidden', 'FORBIDDEN', 'invalid input', 'INPUT_ERROR', 'user error', 'graphql error'])

const limited = ({ headers }: OutboundAnswer, now: number): TrackerError =>
  new TrackerError('unavailable', 'Linear asks for fewer requests', { retryAfterSeconds: pauseOf(headers, now) })

/** `Retry-After`, or the time at which the limit that was reached begins anew. */
function pauseOf(headers: OutboundAnswer['headers'], now: number): number | null {
  const isReached = (limit: string) => headers[`x-ratelimit-${limit}-remaining`] === '0'
  const limit = ['endpoint-requests', 'complexity'].find(isReached) ?? 'requests'
  const reset = headers[`x-ratelimit-${limit}-reset`]
  const milliseconds = typeof reset === 'string' && /^\d{1,15}$/.test(reset) ? Number(reset) : null
  const date = milliseconds === null ? undefined : new Date(milliseconds).toUTCString()
  return retryAfterOf(headers['retry-after'], now) ?? retryAfterOf(date, now)
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
