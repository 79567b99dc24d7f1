import { formatError } from '../platform/format-error.ts'
import type { Settings } from '../platform/settings.ts'
import { createFindings, type Finding } from './finding.ts'

const { ok, problem } = createFindings('redis')

const timeoutMs = 5_000

/** Checks that Redis answers, if it is set as the rate limit store. */
export async function checkRedis({ redisUrl }: Pick<Settings, 'redisUrl'>): Promise<Finding[]> {
  if (redisUrl === null) return [ok('REDIS_URL is not set, so rate limits are kept in the database or in memory.')]
  // Leaves out the password.
  const name = `Redis at ${new URL(redisUrl).host}`
  // Imported here, because it takes 5 MB, which most instances do not need.
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl.replace(/^valkey/, 'redis'), {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    enableReadyCheck: false,
    retryStrategy: () => null,
  })
  let cause: Error | null = null
  redis.on('error', (error: Error) => {
    cause ??= error
  })
  try {
    await redis.connect()
    await redis.ping()
    return [ok(`${name} is reachable.`)]
  } catch (error) {
    const advice = 'Check REDIS_URL and that the server is running. Heed stores its rate-limit counters there.'
    return [problem(`${name} cannot be used: ${formatError(cause ?? error)}.`, advice)]
  } finally {
    // A client that never connected has already ended, and disconnecting it would take two seconds.
    if (redis.status !== 'end') redis.disconnect()
  }
}
