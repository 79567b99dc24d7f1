import { Redis } from 'ioredis'
import { formatError } from '../../platform/format-error.ts'
import type { Settings } from '../../platform/settings.ts'
import { createFindings, type Finding } from './finding.ts'

const { ok, problem } = createFindings('redis')

const patienceMs = 5_000

/** Whether the store of the rate limits answers, where one is set. */
export async function checkRedis({ redisUrl }: Settings): Promise<Finding[]> {
  if (redisUrl === null) return [ok('There is no REDIS_URL: rate limits are kept in the database or in memory.')]
  // The address without its password.
  const name = `Redis at ${new URL(redisUrl).host}`
  const redis = new Redis(redisUrl.replace(/^valkey/, 'redis'), {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
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
    return [ok(`${name} answers.`)]
  } catch (error) {
    const advice = 'Check REDIS_URL and that the server runs; Heed counts requests there.'
    return [problem(`${name} cannot be used: ${formatError(cause ?? error)}.`, advice)]
  } finally {
    // One that never came up has ended by itself; to end it again takes the client two seconds.
    if (redis.status !== 'end') redis.disconnect()
  }
}
