import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import { ClusterWindows } from './cluster-windows.ts'
import { MemoryWindows } from './memory-windows.ts'
import { createPostgresWindows, createRedisWindows } from './shared-windows.ts'

/** The requests counted in the current window of an id. */
export interface Count {
  consumed: number
  msToReset: number
}

/** Fixed windows, each of which begins with the first request of an id. */
export interface Windows {
  /** Counts one request. */
  consume(id: string): Count | Promise<Count>
  /** Returns the current window of an id without counting, and null if it has none. */
  find(id: string): Count | null | Promise<Count | null>
  /**
   * Uncounts one request, unless its window has ended. With `maxMsToReset`, rejected requests over the limit
   * are uncounted too. Otherwise, the count would stay at the limit, and giving the request back would have no effect. The
   * request itself must have been within the limit.
   * @param maxMsToReset the `msToReset` of the request. A window that lasts longer is a newer one and did not count the
   *   request. Only a request that began its window and is given back a whole window later may be uncounted from the next
   *   one. Without this parameter, the request is uncounted from the current window, even if that is a newer one.
   */
  giveBack(id: string, maxMsToReset?: number): unknown
  /** Clears the count of an id. */
  reset(id: string): unknown
}

/** Where windows are stored: in this process, in the primary process, or in a store that all machines share. */
export type RateLimitStore =
  | { kind: 'memory' }
  | { kind: 'cluster' }
  | { kind: 'postgres'; pool: Pool }
  | { kind: 'redis'; client: Redis }

export interface WindowOptions {
  /** Unique within the store. */
  name: string
  points: number
  seconds: number
  /** Whether it limits only reads that a replica can answer while the primary is unreachable. */
  isOfReads?: boolean
}

export function createWindows(store: RateLimitStore, options: WindowOptions): Windows {
  switch (store.kind) {
    case 'memory':
      return new MemoryWindows(options)
    case 'cluster':
      return new ClusterWindows(options)
    case 'postgres':
      return createPostgresWindows(store.pool, options)
    case 'redis':
      return createRedisWindows(store.client, options)
  }
}
