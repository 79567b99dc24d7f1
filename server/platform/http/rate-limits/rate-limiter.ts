import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'

/** Requests allowed in each window (specification, Limits). */
export interface RateLimitConfig {
  key: number
  workspace: number
  windowSeconds: number
}

export const defaultRateLimits: RateLimitConfig = { key: 120, workspace: 600, windowSeconds: 60 }

/** The tighter of the two limits after a request was counted, or the one that refused it. */
export interface RateLimitResult {
  isAllowed: boolean
  limit: 'key' | 'workspace'
  remaining: number
  /** Until the window ends and all requests of the limit are free again. */
  msToReset: number
}

export interface RateLimiter {
  policy: string
  consume(keyId: string, workspaceId: string): Promise<RateLimitResult>
}

/** Where windows are kept: in this process, or in what all processes of the instance share. */
export type RateLimitStore = { kind: 'memory' } | { kind: 'postgres'; pool: Pool } | { kind: 'redis'; client: Redis }

export function createRateLimiter(store: RateLimitStore, limits: RateLimitConfig): RateLimiter {
  const byKey = createStoreLimiter(store, 'key', limits.key, limits.windowSeconds)
  const byWorkspace = createStoreLimiter(store, 'workspace', limits.workspace, limits.windowSeconds)
  const w = limits.windowSeconds

  return {
    policy: `"key";q=${limits.key};w=${w}, "workspace";q=${limits.workspace};w=${w}`,

    async consume(keyId, workspaceId) {
      const key = await consumePoint(byKey, keyId)
      if (key.consumedPoints > limits.key) return exceeded('key', key)
      const workspace = await consumePoint(byWorkspace, workspaceId)
      if (workspace.consumedPoints > limits.workspace) {
        // The request is refused, so it must not use up the key's own allowance either.
        await byKey.reward(keyId)
        return exceeded('workspace', workspace)
      }
      const isKeyTighter = key.remainingPoints <= workspace.remainingPoints
      const tighter = isKeyTighter ? key : workspace
      return {
        isAllowed: true,
        limit: isKeyTighter ? 'key' : 'workspace',
        remaining: tighter.remainingPoints,
        msToReset: tighter.msBeforeNext,
      }
    },
  }
}

const exceeded = (limit: RateLimitResult['limit'], { msBeforeNext }: RateLimiterRes): RateLimitResult => ({
  isAllowed: false,
  limit,
  remaining: 0,
  msToReset: msBeforeNext,
})

/** The state after counting, whether or not it is over the limit (the library throws the latter). */
async function consumePoint(limiter: RateLimiterAbstract, id: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(id)
  } catch (state) {
    if (state instanceof RateLimiterRes) return state
    throw state
  }
}

/** A fixed window of its own, for what is counted besides requests with keys. */
export interface FixedWindow {
  /** Counts one more. @returns how long until all are free again when it is one too many; otherwise null. */
  consume(id: string): Promise<number | null>
  /** Begins anew for this one. */
  reset(id: string): Promise<void>
}

export function createFixedWindow(store: RateLimitStore, name: string, points: number, seconds: number): FixedWindow {
  const counter = createStoreLimiter(store, name, points, seconds)
  return {
    async consume(id) {
      const { consumedPoints, msBeforeNext } = await consumePoint(counter, id)
      return consumedPoints > points ? msBeforeNext : null
    },
    async reset(id) {
      await counter.delete(id)
    },
  }
}

function createStoreLimiter(
  store: RateLimitStore,
  name: string,
  points: number,
  duration: number,
): RateLimiterAbstract {
  const options = { keyPrefix: name, points, duration }
  switch (store.kind) {
    case 'memory':
      return new RateLimiterMemory(options)
    case 'postgres':
      return new RateLimiterPostgres({
        ...options,
        storeClient: store.pool,
        storeType: 'pool',
        tableName: 'rate_limit_windows',
        tableCreated: true,
      })
    case 'redis':
      return new RateLimiterRedis({
        ...options,
        keyPrefix: `heed:${name}`,
        storeClient: store.client,
        // While Redis is away each process counts for itself: better than refusing everybody.
        insuranceLimiter: new RateLimiterMemory(options),
      })
  }
}
