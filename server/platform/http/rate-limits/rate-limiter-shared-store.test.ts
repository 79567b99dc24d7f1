import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { TestClient } from '../../../test/clients/api-client.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../../test/support/locks.ts'
import { createTestApp, type TestAppOptions } from '../../../test/test-app.ts'
import { createFixedWindow, createRateLimiter } from './rate-limiter.ts'
import { createWindows, type RateLimitStore } from './windows.ts'

// An hour is longer than the test takes.
const standard = { key: 40, workspace: 60, windowSeconds: 3_600 }

/** Starts two servers on one database that share one rate limit store. */
async function twoServers(rateLimitStore: TestAppOptions['rateLimitStore'], limits = standard) {
  const first = await createTestApp({ limits, rateLimitStore })
  const second = await createTestApp({ limits, rateLimitStore, databaseName: first.databaseName })
  const acme = await first.workspace()
  const origins = [first.origin, second.origin]
  /** Sends concurrent requests to the two servers in turn. @returns how many passed, and one that was limited. */
  const burst = async (key: string, count: number) => {
    const requests = Array.from({ length: count }, (_, index) => new TestClient(origins[index % 2]!, key).get('/tags'))
    const responses = await Promise.all(requests)
    const limited = responses.find(({ status }) => status === 429)
    return { passed: responses.filter(({ status }) => status === 200).length, limited }
  }
  return { acme, burst }
}

/** Returns the store of an app. */
async function openStore(rateLimitStore: TestAppOptions['rateLimitStore']): Promise<RateLimitStore> {
  const { database } = await createTestApp({ rateLimitStore })
  return rateLimitStore!(database)
}

function testSharedLimits(
  rateLimitStore: TestAppOptions['rateLimitStore'],
  options: { skip?: string | false } = {},
): void {
  test('enforces the limit of a key exactly across both servers', options, async () => {
    const { acme, burst } = await twoServers(rateLimitStore)
    assert.equal((await burst(acme.key, 100)).passed, 40)
    assert.equal((await burst(acme.key, 10)).passed, 0)
  })

  test('starts a new window on both servers after the Retry-After of either', options, async () => {
    const limits = { key: 3, workspace: 60, windowSeconds: 3 }
    const { acme, burst } = await twoServers(rateLimitStore, limits)
    const { passed, limited } = await burst(acme.key, 6)
    assert.equal(passed, 3)
    await setTimeout(Number(limited!.headers.get('retry-after')) * 1_000)
    assert.equal((await burst(acme.key, 6)).passed, 3)
  })

  test('enforces the limit of a workspace exactly across both servers and all its keys', options, async () => {
    const { acme, burst } = await twoServers(rateLimitStore)
    const keys = await Promise.all(Array.from({ length: 3 }, () => acme.makeKey()))
    const bursts = await Promise.all(keys.map(({ key }) => burst(key, 36)))
    assert.equal(
      bursts.reduce((sum, { passed }) => sum + passed, 0),
      60,
    )
  })

  test('does not count requests over the key limit against the workspace limit', options, async () => {
    const { acme, burst } = await twoServers(rateLimitStore)
    assert.equal((await burst(acme.key, 80)).passed, 40)
    const { key } = await acme.makeKey()
    assert.equal((await burst(key, 40)).passed, 20)
  })

  test('takes a request back only from the window that counted it', options, async () => {
    const windows = createWindows(await openStore(rateLimitStore), { name: 'key', points: 2, seconds: 3_600 })
    const consume = async () => (await windows.consume('a')).consumed
    await windows.giveBack('a')
    assert.equal(await consume(), 1)
    const { consumed, msToReset } = await windows.consume('a')
    assert.equal(consumed, 2)
    await windows.giveBack('a', msToReset)
    assert.equal(await consume(), 2)
    // As if counted 2 ms before the end of an earlier window.
    await windows.giveBack('a', 2)
    assert.equal(await consume(), 3)
    for (let count = 0; count < 5; count += 1) await windows.giveBack('a')
    assert.equal(await consume(), 1)
  })

  test('gives a request its place back, even if others were rejected over the limit', options, async () => {
    const windows = createWindows(await openStore(rateLimitStore), { name: 'rejected', points: 3, seconds: 3_600 })
    const { msToReset } = await windows.consume('a')
    for (let count = 1; count < 8; count += 1) await windows.consume('a')
    await windows.giveBack('a')
    assert.equal((await windows.find('a'))?.consumed, 7)
    await windows.giveBack('a', msToReset)
    assert.equal((await windows.find('a'))?.consumed, 2)
    await windows.giveBack('a', msToReset)
    assert.equal((await windows.find('a'))?.consumed, 1)
  })

  test('does not raise the limit when an event that was never counted is given back', options, async () => {
    const window = createFixedWindow(await openStore(rateLimitStore), 'portal-vote', 2, 3_600)
    await window.giveBack('a')
    const results = await Promise.all(['a', 'a', 'a'].map((id) => window.consume(id)))
    assert.equal(results.filter((ms) => ms === null).length, 2)
  })
}

describe('two servers that share PostgreSQL', () => {
  testSharedLimits(({ pool }) => ({ kind: 'postgres', pool }))

  test('a rejected request whose window has ended meanwhile does not raise the limit of the next one', async () => {
    const app = await createTestApp()
    const limits = { key: 3, workspace: 1, windowSeconds: 4 }
    const store = { kind: 'postgres', pool: app.database.pool } as const
    const limiter = createRateLimiter(store, limits)
    const windows = createWindows(store, { name: 'key', points: limits.key, seconds: limits.windowSeconds })
    const { msToReset } = await limiter.consume('a', 'first')
    await setTimeout(msToReset / 2)
    // The window of this workspace lasts longer than the one of the key.
    assert.equal((await limiter.consume('b', 'full')).isAllowed, true)
    const waiting = await startBlockingTransaction(
      app,
      `select from rate_limit_windows where key = 'workspace:full' for update`,
    )
    const rejected = limiter.consume('a', 'full')
    await waitForBlockedConnections(app)
    assert.equal((await windows.find('a'))!.consumed, 2)
    while ((await windows.find('a')) !== null) await setTimeout(20)
    assert.equal((await limiter.consume('a', 'second')).isAllowed, true)
    await waiting.release()
    assert.deepEqual([(await rejected).isAllowed, (await rejected).limit], [false, 'workspace'])
    assert.equal((await windows.find('a'))!.consumed, 1)
  })
})

describe('two servers that share Redis', async () => {
  const program = await findRedis()
  if (program === null)
    return testSharedLimits(undefined, { skip: 'neither redis-server nor valkey-server is on the PATH' })
  const folder = await mkdtemp(join(tmpdir(), 'heed-redis-'))
  const path = join(folder, 'redis.sock')
  const server = spawn(program, ['--port', '0', '--unixsocket', path, '--save', '', '--dir', folder], {
    stdio: 'ignore',
  })
  const client = new Redis({ path })
  // Connecting fails until the server listens. The client retries by itself.
  client.on('error', () => {})
  after(async () => {
    client.disconnect()
    server.kill()
    await rm(folder, { recursive: true })
  })
  testSharedLimits(() => ({ kind: 'redis', client }))
})

async function findRedis(): Promise<string | null> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of ['redis-server', 'valkey-server']) {
      const path = join(folder, name)
      if (
        await access(path).then(
          () => true,
          () => false,
        )
      )
        return path
    }
  }
  return null
}
