import { OutboundError, type OutboundRequest, type OutboundResponse } from '../../platform/outbound/outbound.ts'
import { type SessionOptions, TrackerError } from '../tracker.ts'

/** Sends a request to the tracker. @throws {TrackerError} unavailable if there is no answer at all. */
export async function callTracker(
  { fetch, signal }: Pick<SessionOptions, 'fetch' | 'signal'>,
  url: string,
  request: Omit<OutboundRequest, 'signal'>,
): Promise<OutboundResponse> {
  try {
    return await fetch(url, { ...request, signal })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    // An address that Heed's own rules forbid stays forbidden, so a retry is useless.
    const kind = error.isForbidden ? 'refused' : 'unavailable'
    throw new TrackerError(kind, error.message, { isOutcomeKnown: !error.mayHaveArrived, cause: error })
  }
}

// A gateway in front of the tracker answers with these. They say nothing about what the tracker itself is doing.
const gatewayStatuses = new Set([502, 504])

/** Returns the error for 429 and 5xx, which mean the same in every tracker; null for any other status. */
export function toUnavailableError(
  tracker: string,
  { status, headers }: OutboundResponse,
  now = Date.now(),
): TrackerError | null {
  if (status !== 429 && status < 500) return null
  const reason = status === 429 ? 'is rate limiting Heed' : `returned an error (${status})`
  return new TrackerError('unavailable', `${tracker} ${reason}`, {
    isOutcomeKnown: !gatewayStatuses.has(status),
    retryAfterSeconds: parseRetryAfter(headers['retry-after'], now),
  })
}

/**
 * Rethrows an error as one with an unknown outcome: a tracker that returned a 5xx may have created the issue anyway,
 * and may list or find it only later.
 */
export function withUnknownOutcome(error: unknown): never {
  if (!(error instanceof TrackerError) || error.kind !== 'unavailable' || error.retryAfterSeconds !== null) throw error
  // Without any answer, `callTracker` has already determined whether the outcome is known.
  if (error.cause instanceof OutboundError) throw error
  throw new TrackerError('unavailable', error.message, { isOutcomeKnown: false, cause: error })
}

/** Matches the characters that are safe in a header. The tokens of all trackers consist of these. */
export const headerSafe = /^[\x21-\x7e]+$/

// A header must not be able to stop Heed for days.
const maxRetryAfterSeconds = 3_600

/** Parses `Retry-After`, a number or a date (RFC 9110, section 10.2.3), into seconds; null if missing or malformed. */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1_000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), maxRetryAfterSeconds)
}

/**
 * Parses the JSON of a response.
 * @throws unavailable for anything else, such as a proxy's page or a truncated response.
 */
export function parseJsonBody(tracker: string, { text, status }: OutboundResponse): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TrackerError('unavailable', `${tracker} returned a response that is not JSON (${status})`, {
      isOutcomeKnown: false,
      cause,
    })
  }
}

/** Parses JSON; null if it is malformed. */
export function parseJsonOrNull(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return null
  }
}

/** Shortens text of the tracker to one line for Heed's own messages. */
export const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
