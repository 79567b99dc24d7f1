import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { MemoryWindows } from './memory-windows.ts'

/** The number of requests allowed in each window (specification, Limits). */
export interface RateLimitConfig {
  key: number
  workspace: number
  windowSeconds: number
}

export const defaultRateLimits: RateLimitConfig = { key: 120, workspace: 600, windowSeconds: 60 }

/** The tighter of the two limits after counting a request, or the limit that it exceeded. */
export interface RateLimitResult {
  isAllowed: boolean
  limit: 'key' | 'workspace'
  remaining: number
  /** Milliseconds until the window ends and the full limit is available again. */
  msToReset: number
}

export interface RateLimiter {
  policy: string
  /** Returns synchronously if the windows are in this process. */
  consume(keyId: string, workspaceId: string): RateLimitResult | Promise<RateLimitResult>
}

/** Where windows are stored: in this process, in the primary process, or in a store that all machines share. */
export type RateLimitStore =
  | { kind: 'memory' }
  | { kind: 'cluster' }
  | { kind: 'postgres'; pool: Pool }
  | { kind: 'redis'; client: Redis }

export function createRateLimiter(store: RateLimitStore, limits: RateLimitConfig): RateLimiter {
  const byKey = createCounter(store, 'key', limits.key, limits.windowSeconds)
  const byWorkspace = createCounter(store, 'workspace', limits.workspace, limits.windowSeconds)
  const w = limits.windowSeconds

  const addWorkspace = (key: Count, keyId: string, workspaceId: string) =>
    continueWith(byWorkspace.consume(workspaceId), (workspace) => {
      if (workspace.consumed <= limits.workspace) return tighterOf(key, workspace, limits)
      // The request is rejected, so it must not count against the key either.
      return continueWith(byKey.giveBack(keyId), () => exceeded('workspace', workspace))
    })

  return {
    policy: `"key";q=${limits.key};w=${w}, "workspace";q=${limits.workspace};w=${w}`,
    consume: (keyId, workspaceId) =>
      continueWith(byKey.consume(keyId), (key) =>
        key.consumed > limits.key ? exceeded('key', key) : addWorkspace(key, keyId, workspaceId),
      ),
  }
}

/** Calls the continuation with a value immediately, or with the value of a promise later. */
const continueWith = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value)

function tighterOf(key: Count, workspace: Count, limits: RateLimitConfig): RateLimitResult {
  const ofKey = limits.key - key.consumed
  const ofWorkspace = limits.workspace - workspace.consumed
  return ofKey <= ofWorkspace
    ? { isAllowed: true, limit: 'key', remaining: ofKey, msToReset: key.msToReset }
    : { isAllowed: true, limit: 'workspace', remaining: ofWorkspace, msToReset: workspace.msToReset }
}

const exceeded = (limit: RateLimitResult['limit'], { msToReset }: Count): RateLimitResult => ({
  isAllowed: false,
  limit,
  remaining: 0,
  msToReset,
})

/** The requests counted in the current window of a key or a workspace. */
export interface Count {
  consumed: number
  msToReset: number
}

interface Counter {
  /** Counts one request. */
  consume(id: string): Count | Promise<Count>
  /** Uncounts one request. */
  giveBack(id: string): unknown
}

function createCounter(store: RateLimitStore, name: string, points: number, seconds: number): Counter {
  if (store.kind === 'memory') return new MemoryWindows(seconds)
  const limiter = createStoreLimiter(store, name, points, seconds)
  return {
    async consume(id) {
      const { consumedPoints, msBeforeNext } = await consumePoint(limiter, id)
      return { consumed: consumedPoints, msToReset: msBeforeNext }
    },
    giveBack: (id) => limiter.reward(id),
  }
}

/** Counts one request and returns the state, which the library throws if the limit is exceeded. */
async function consumePoint(limiter: RateLimiterAbstract, id: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(id)
  } catch (state) {
    if (state instanceof RateLimiterRes) return state
    throw state
  }
}

/** A fixed-window counter for anything other than requests with API keys. */
export interface FixedWindow {
  /** Counts one event. @returns the milliseconds until the window ends if the limit is exceeded, otherwise null. */
  consume(id: string): Promise<number | null>
  /** Returns whether the limit is used up, without counting an event. */
  isFull(id: string): Promise<boolean>
  /** Clears the count of an id. */
  reset(id: string): Promise<void>
  /** Takes one event back. */
  giveBack(id: string): Promise<void>
}

/** @param isOfReads whether it limits only reads that a replica can answer while the primary is unreachable */
export function createFixedWindow(
  store: RateLimitStore,
  name: string,
  points: number,
  seconds: number,
  { isOfReads = false } = {},
): FixedWindow {
  const counter = createStoreLimiter(store, name, points, seconds, isOfReads)
  return {
    async consume(id) {
      const { consumedPoints, msBeforeNext } = await consumePoint(counter, id)
      return consumedPoints > points ? msBeforeNext : null
    },
    async isFull(id) {
      const state = await counter.get(id)
      return state !== null && state.consumedPoints >= points
    },
    async reset(id) {
      await counter.delete(id)
    },
    async giveBack(id) {
      await counter.reward(id)
    },
  }
}

// The primary process has nothing else to do. Without an answer, the request fails.
const primaryTimeoutMs = 5_000

function createStoreLimiter(
  store: RateLimitStore,
  name: string,
  points: number,
  duration: number,
  isOfReads = false,
): RateLimiterAbstract {
  const options = { keyPrefix: name, points, duration }
  switch (store.kind) {
    case 'memory':
      return new RateLimiterMemory(options)
    case 'cluster':
      return new RateLimiterCluster({ ...options, timeoutMs: primaryTimeoutMs })
    case 'postgres':
      return new RateLimiterPostgres({
        ...options,
        storeClient: store.pool,
        storeType: 'pool',
        tableName: 'rate_limit_windows',
        tableCreated: true,
        // While the primary is unreachable, each process counts reads on its own. Everything else fails, because
        // sign-ins, single-use proofs and writes must be counted exactly.
        ...(isOfReads && { insuranceLimiter: new RateLimiterMemory(options) }),
      })
    case 'redis':
      return new RateLimiterRedis({
        ...options,
        keyPrefix: `heed:${name}`,
        storeClient: store.client,
        // While Redis is unreachable, each process counts on its own, which is better than rejecting everyone.
        insuranceLimiter: new RateLimiterMemory(options),
      })
  }
}
