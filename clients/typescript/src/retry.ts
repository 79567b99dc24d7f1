import { HeedError } from './errors.ts'

// Without Retry-After, the pause starts at this value and doubles with each retry up to the longest pause.
const firstPauseMs = 500
const longestPauseMs = 8_000
// Heed's rate limits reset within a minute. If a server asks to wait for longer, the call fails.
const longestRetryAfterMs = 65_000

/**
 * Returns how long to wait before the next attempt, or null if another attempt would fail too. Every call is safe to
 * repeat, even if the server processed it and the response was lost: a POST has an idempotency key, and the other
 * methods of the API are idempotent.
 */
export function pauseBeforeRetry(error: unknown, retries: number): number | null {
  if (!(error instanceof HeedError) || !mayBeTemporary(error)) return null
  const { retryAfterMs } = error
  if (retryAfterMs !== null && retryAfterMs > longestRetryAfterMs) return null
  // Random, so that programs that failed together do not retry together.
  const backoff = Math.min(longestPauseMs, firstPauseMs * 2 ** retries) * (0.5 + Math.random() / 2)
  return retryAfterMs === null ? backoff : retryAfterMs + backoff / 4
}

const mayBeTemporary = ({ code, status }: HeedError): boolean =>
  code === 'network_error' || code === 'timeout' || code === 'in_progress' || status === 429 || (status ?? 0) >= 500

/** Waits. @throws the reason of the signal when it is aborted */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
  })
