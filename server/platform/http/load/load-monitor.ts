import type { Pool } from 'pg'

export type OverloadReason = 'database' | 'event_loop'

export interface LoadMonitor {
  /** Why new requests would wait too long; null in normal operation. */
  readonly overload: OverloadReason | null
  /** How long a request for a database connection waits now, in seconds. */
  readonly databaseWaitSeconds: number
  stop(): void
}

// Ten looks a second cost nothing, and notice an overload soon after it has lasted long enough.
const intervalMs = 100
// A burst of a workspace's whole limit, 600 requests at once, drains sooner even on a slow machine. Few clients give up
// within that time, and all that wait longer are better served by a retry.
const maxWaitMs = 2_000
// A machine that is short of processors wakes a process late now and then. Only a process that is late again and again
// has too much to do.
const maxLateMs = 1_000
const maxLateLooks = 3

/**
 * Watches the two queues in which requests wait: for a connection of the pool, and for their turn in the event loop.
 *
 * The measure is time, not length, as in CoDel (RFC 8289): a long queue that moves fast harms nobody, and a burst that
 * drains within two seconds is what queues are for. While requests wait for a connection, one probe waits in line with
 * them. A probe that has waited for two seconds proves that the queue was never empty meanwhile. It is released as soon
 * as it gets a connection, so it takes nothing from the requests, and in normal operation there is none.
 *
 * The event loop counts as overloaded if three looks in a row are late by a second each: one long pause, such as a large
 * collection of garbage, is over by the time it is noticed.
 */
export function startLoadMonitor(pool: Pick<Pool, 'connect' | 'waitingCount'>, onChange: OnChange): LoadMonitor {
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
      // The pool gave up: still overloaded, or the database is unreachable, which answers at once.
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
