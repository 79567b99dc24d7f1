import { isDatabaseUnavailable } from './db/unavailable.ts'
import type { Log } from './log.ts'

// Due work starts within a second or two. A poll costs one index probe.
const pollIntervalMs = 1_000

/** Longer than a slow poll takes. */
export const stallMs = 10_000

export interface Poller {
  /** Returns whether no poll has reached the database lately. */
  isStalled(): boolean
  stop(): Promise<void>
}

/**
 * Polls once a second, and at once at the start, for work that came due while no server was running.
 * @param message logged with the ids that `poll` returns, if any.
 */
export function startPoller(log: Log, message: string, poll: () => Promise<string[]>): Poller {
  let polling = Promise.resolve()
  let isIdle = true
  let polledAt = Date.now()
  const tick = () => {
    if (!isIdle) return
    isIdle = false
    polling = poll()
      .then(
        (ids) => {
          polledAt = Date.now()
          if (ids.length > 0) log.info({ ids }, message)
        },
        (error) => {
          // A single item that cannot be processed must not make the worker look stalled: it has tried the others too.
          if (!isDatabaseUnavailable(error)) polledAt = Date.now()
          log.error({ err: error }, 'a scheduled poll failed')
        },
      )
      .finally(() => {
        isIdle = true
      })
  }
  tick()
  const timer = setInterval(tick, pollIntervalMs)
  return {
    isStalled: () => Date.now() - polledAt > stallMs,
    async stop() {
      clearInterval(timer)
      await polling
    },
  }
}
