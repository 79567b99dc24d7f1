import { type OutboundAnswer, OutboundError, type OutboundRequest } from '../../platform/outbound/outbound.ts'
import { type Access, TrackerError } from '../tracker.ts'

/** Calls the tracker. @throws {TrackerError} unavailable, when there is no answer at all. */
export async function call(
  { fetch, signal }: Pick<Access, 'fetch' | 'signal'>,
  url: string,
  request: Omit<OutboundRequest, 'signal'>,
): Promise<OutboundAnswer> {
  try {
    return await fetch(url, { ...request, signal })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    // Our own rules forbid the address: however often it is tried.
    const kind = error.isForbidden ? 'refused' : 'unavailable'
    throw new TrackerError(kind, error.message, { isSettled: !error.mayHaveArrived, cause: error })
  }
}

// Answers of what stands before a tracker, which says nothing about what the tracker does meanwhile.
const ofGateways = new Set([502, 504])

/** What 429 and 5xx mean everywhere; null for any other status. */
export function unavailableOf(
  tracker: string,
  { status, headers }: OutboundAnswer,
  now = Date.now(),
): TrackerError | null {
  if (status !== 429 && status < 500) return null
  const words = status === 429 ? 'asks for fewer requests' : `answers with an error (${status})`
  return new TrackerError('unavailable', `${tracker} ${words}`, {
    isSettled: !ofGateways.has(status),
    retryAfterSeconds: retryAfterOf(headers['retry-after'], now),
  })
}

// Nobody is to be left waiting for days by a header.
const secondsAtMost = 3_600

/** `Retry-After` in seconds: a number or a date (RFC 9110, section 10.2.3); null when there is none that can be read. */
export function retryAfterOf(header: string | string[] | undefined, now: number): number | null {
  if (typeof header !== 'string') return null
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1_000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), secondsAtMost)
}

/** JSON of an answer. @throws unavailable for anything else: a proxy's page, half an answer. */
export function jsonOf(tracker: string, { text, status }: OutboundAnswer): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TrackerError('unavailable', `${tracker} answered ${status} with something other than JSON`, {
      isSettled: false,
      cause,
    })
  }
}

/** Words of the tracker for our own messages: one line, bounded. */
export const inWords = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
