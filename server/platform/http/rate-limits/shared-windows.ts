import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Count, WindowOptions, Windows } from './windows.ts'

/** Counts requests in the table `rate_limit_windows`. */
export function createPostgresWindows(pool: Pool, { name, points, seconds, isOfReads }: WindowOptions): Windows {
  const options = { keyPrefix: name, points, duration: seconds }
  const limiter = new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit_windows',
    tableCreated: true,
    // While the primary is unreachable, each process counts reads on its own. Everything else fails, because
    // sign-ins, single-use proofs and writes must be counted exactly.
    ...(isOfReads && { insuranceLimiter: new RateLimiterMemory(options) }),
  })
  return {
    ...windowsOf(limiter),
    async giveBack(id, maxMsToReset) {
      await pool.query({
        ...giveBackInPostgres,
        values: [limiter.getKey(id), Date.now(), ...giveBackLimits(points, maxMsToReset)],
      })
    },
  }
}

/** Returns the longest `msToReset` that the window may have, and the most requests that count before one is given back. */
const giveBackLimits = (points: number, maxMsToReset?: number): [number, number] =>
  maxMsToReset === undefined ? [Number.MAX_SAFE_INTEGER, 2 ** 31 - 1] : [maxMsToReset, points]

// The library would begin a window with -1 requests if the window has ended.
const giveBackInPostgres = {
  name: 'rate-limit-give-back',
  text: `update rate_limit_windows set points = least(points, $4) - 1
         where key = $1 and points > 0 and expire > $2 and expire - $2 <= $3`,
}

/** Counts requests in Redis. */
export function createRedisWindows(client: Redis, { name, points, seconds }: WindowOptions): Windows {
  const options = { keyPrefix: `heed:${name}`, points, duration: seconds }
  // While Redis is unreachable, each process counts on its own, which is better than rejecting everyone.
  const ownLimiter = new RateLimiterMemory(options)
  const limiter = new RateLimiterRedis({ ...options, storeClient: client, insuranceLimiter: ownLimiter })
  return {
    ...windowsOf(limiter),
    async giveBack(id, maxMsToReset) {
      try {
        await client.eval(giveBackInRedis, 1, limiter.getKey(id), ...giveBackLimits(points, maxMsToReset))
      } catch {
        const own = await ownLimiter.get(id)
        if (own !== null && own.consumedPoints > 0) await ownLimiter.reward(id)
      }
    },
  }
}

// The library would begin a window with -1 requests if the window has ended.
const giveBackInRedis = `
  local msToReset = redis.call('pttl', KEYS[1])
  if msToReset < 0 or msToReset > tonumber(ARGV[1]) then return end
  local consumed = tonumber(redis.call('get', KEYS[1]))
  if consumed > 0 then redis.call('decrby', KEYS[1], math.max(consumed - tonumber(ARGV[2]), 0) + 1) end`

function windowsOf(limiter: RateLimiterAbstract): Omit<Windows, 'giveBack'> {
  return {
    async consume(id) {
      return countOf(await consumePoint(limiter, id))
    },
    async find(id) {
      const state = await limiter.get(id)
      return state === null ? null : countOf(state)
    },
    reset: (id) => limiter.delete(id),
  }
}

const countOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
  consumed: consumedPoints,
  msToReset: msBeforeNext,
})

/** Counts one request and returns the state, which the library throws if the limit is exceeded. */
async function consumePoint(limiter: RateLimiterAbstract, id: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(id)
  } catch (state) {
    if (state instanceof RateLimiterRes) return state
    throw state
  }
}
