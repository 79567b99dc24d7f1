const second = 1
const minute = 60
const hour = 3_600

/** Seconds until each retry (contract, part two, section 3). After the last one, a delivery has failed. */
export const retryDelays = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

// Keeps retries to a receiver that was down from arriving all at once.
const jitter = 0.1
const maxDelay = 24 * hour

/**
 * Returns the seconds until the next attempt; null after the last one.
 * @param attempts how many have failed
 * @param retryAfter the seconds in `Retry-After`, which can delay a retry by up to a day
 */
export function secondsToRetry(attempts: number, retryAfter: number | null, random = Math.random()): number | null {
  const delay = retryDelays[attempts - 1]
  if (delay === undefined) return null
  return Math.max(delay * (1 + jitter * random), Math.min(retryAfter ?? 0, maxDelay))
}

/** Reads `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). @returns seconds, or null */
export function parseRetryAfter(value: string | string[] | undefined, now: number): number | null {
  const text = Array.isArray(value) ? value[0] : value
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text)
  // Date.parse also reads numbers such as -5, as years.
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1_000)
}
