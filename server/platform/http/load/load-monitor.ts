import type { Pool } from 'pg'

export type OverloadReason = 'database' | 'event_loop'

export interface LoadMonitor {
  /** The reason why new requests would wait too long; null in normal operation. */
  readonly overload: OverloadReason | null
  /** How long a request for a database connection waits now, in seconds. */
  readonly databaseWaitSeconds: number
  stop(): void
}

// Ten checks a second cost almost nothing, and detect an overload quickly.
const intervalMs = 100
// A burst of 600 requests, the limit of a workspace, drains within this time even on a slow machine. Few clients time
// out earlier, and requests that would wait longer are better retried.
export const defaultMaxWaitMs = 2_000
// On a machine that is short of processors, a timer is sometimes late. Only a process whose timers are late repeatedly
// is overloaded.
const maxLateMs = 1_000
const maxLateLooks = 3

/**
 * Monitors the two queues in which requests wait: for a connection of the pool, and for the event loop.
 *
 * The measure is time, not length, as in CoDel (RFC 8289): a long queue that moves fast is harmless, and queues exist
 * to absorb bursts that drain within two seconds. While requests wait for a connection, one probe waits in the queue
 * with them. If the probe has waited for two seconds, the queue was never empty during that time. The probe returns its
 * connection immediately, so it delays no request, and in normal operation there is no probe.
 *
 * The event loop is overloaded if three checks in a row are late by a second each. A single long pause, such as a
 * garbage collection, is over by the time it is detected.
 */
export function startLoadMonitor(
  pool: Pick<Pool, 'connect' | 'waitingCount'>,
  maxWaitMs: number,
  onChange: OnChange,
): LoadMonitor {
  let overload: OverloadReason | null = null
  let probeSince: number | null = null
  let isDatabaseSlow = false
  let lateLooks = 0
  let lastLook = performance.now()

  const update = () => {
    const before = overload
    overload = isDatabaseSlow ? 'database' : lateLooks >= maxLateLooks ? 'event_loop' : null
    if (overload !== before) onChange(overload)
  }
  const probe = async () => {
    const since = performance.now()
    probeSince = since
    try {
      const client = await pool.connect()
      client.release()
      isDatabaseSlow = performance.now() - since > maxWaitMs
    } catch {
      // The pool timed out: either it is still overloaded, or the database is unreachable, in which case requests fail
      // immediately.
      isDatabaseSlow = performance.now() - since > maxWaitMs
    }
    probeSince = null
  }
  const look = () => {
    const now = performance.now()
    lateLooks = now - lastLook - intervalMs > maxLateMs ? lateLooks + 1 : 0
    lastLook = now
    if (probeSince !== null) isDatabaseSlow ||= now - probeSince > maxWaitMs
    else if (pool.waitingCount > 0 || isDatabaseSlow) probe()
    update()
  }
  const timer = setInterval(look, intervalMs).unref()

  return {
    get overload() {
      return overload
    },
    get databaseWaitSeconds() {
      return probeSince === null ? 0 : (performance.now() - probeSince) / 1_000
    },
    stop: () => clearInterval(timer),
  }
}

type OnChange = (overload: OverloadReason | null) => void
