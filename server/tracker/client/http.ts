import { OutboundError, type OutboundRequest, type OutboundResponse } from '../../platform/outbound/outbound.ts'
import { type SessionOptions, TrackerError } from '../tracker.ts'

/** Calls the tracker. @throws {TrackerError} unavailable, when there is no answer at all. */
export async function callTracker(
  { fetch, signal }: Pick<SessionOptions, 'fetch' | 'signal'>,
  url: string,
  request: Omit<OutboundRequest, 'signal'>,
): Promise<OutboundResponse> {
  try {
    return await fetch(url, { ...request, signal })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    // Our own rules forbid the address: however often it is tried.
    const kind = error.isForbidden ? 'refused' : 'unavailable'
    throw new TrackerError(kind, error.message, { isOutcomeKnown: !error.mayHaveArrived, cause: error })
  }
}

// Answers of what stands before a tracker, which says nothing about what the tracker does meanwhile.
const gatewayStatuses = new Set([502, 504])

/** What 429 and 5xx mean everywhere; null for any other status. */
export function toUnavailableError(
  tracker: string,
  { status, headers }: OutboundResponse,
  now = Date.now(),
): TrackerError | null {
  if (status !== 429 && status < 500) return null
  const words = status === 429 ? 'asks for fewer requests' : `answers with an error (${status})`
  return new TrackerError('unavailable', `${tracker} ${words}`, {
    isOutcomeKnown: !gatewayStatuses.has(status),
    retryAfterSeconds: parseRetryAfter(headers['retry-after'], now),
  })
}

// Nobody is to be left waiting for days by a header.
const maxRetryAfterSeconds = 3_600

/** `Retry-After` in seconds: a number or a date (RFC 9110, section 10.2.3); null when there is none that can be read. */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1_000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), maxRetryAfterSeconds)
}

/** JSON of an answer. @throws unavailable for anything else: a proxy's page, half an answer. */
export function parseJsonBody(tracker: string, { text, status }: OutboundResponse): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TrackerError('unavailable', `${tracker} answered ${status} with something other than JSON`, {
      isOutcomeKnown: false,
      cause,
    })
  }
}

/** Words of the tracker for our own messages: one line, bounded. */
export const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
