import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { TestClient } from '../../../test/clients/api-client.ts'
import { createTestApp, type TestAppOptions } from '../../../test/test-app.ts'

// An hour is longer than the test takes.
const standard = { key: 40, workspace: 60, windowSeconds: 3_600 }

/** Two servers on one database, with one store of windows. */
async function twoServers(rateLimitStore: TestAppOptions['rateLimitStore'], limits = standard) {
  const first = await createTestApp({ limits, rateLimitStore })
  const second = await createTestApp({ limits, rateLimitStore, databaseName: first.databaseName })
  const acme = await first.workspace()
  const origins = [first.origin, second.origin]
  /** Requests at once, by turns on the two. @returns how many passed, and what a refused one was told. */
  const burst = async (key: string, count: number) => {
    const requests = Array.from({ length: count }, (_, index) => new TestClient(origins[index % 2]!, key).get('/tags'))
    const answers = await Promise.all(requests)
    const refused = answers.find(({ status }) => status === 429)
    return { passed: answers.filter(({ status }) => status === 200).length, refused }
  }
  return { acme, burst }
}

function sharing(rateLimitStore: TestAppOptions['rateLimitStore'], options: { skip?: string | false } = {}): void {
  test('the limit of a key holds exactly over both', options, async () => {
    const { acme, burst } = await twoServers(rateLimitStore)
    assert.equal((await burst(acme.key, 100)).passed, 40)
    assert.equal((await burst(acme.key, 10)).passed, 0)
  })

  test('after the Retry-After of either, a new window is free on both', options, async () => {
    const limits = { key: 3, workspace: 60, windowSeconds: 3 }
    const { acme, burst } = await twoServers(rateLimitStore, limits)
    const { passed, refused } = await burst(acme.key, 6)
    assert.equal(passed, 3)
    await setTimeout(Number(refused!.headers.get('retry-after')) * 1_000)
    assert.equal((await burst(acme.key, 6)).passed, 3)
  })

  test('the limit of a workspace holds exactly over both and over its keys', options, async () => {
    const { acme, burst } = await twoServers(rateLimitStore)
    const keys = await Promise.all(Array.from({ length: 3 }, () => acme.makeKey()))
    const bursts = await Promise.all(keys.map(({ key }) => burst(key, 36)))
    assert.equal(
      bursts.reduce((sum, { passed }) => sum + passed, 0),
      60,
    )
  })

  test('what the key limit refuses uses up nothing of the workspace limit', options, async () => {
    const { acme, burst } = await twoServers(rateLimitStore)
    assert.equal((await burst(acme.key, 80)).passed, 40)
    const { key } = await acme.makeKey()
    assert.equal((await burst(key, 40)).passed, 20)
  })
}

describe('two servers that share PostgreSQL', () => {
  sharing(({ pool }) => ({ kind: 'postgres', pool }))
})

describe('two servers that share Redis', async () => {
  const program = await findRedis()
  if (program === null) return sharing(undefined, { skip: 'neither redis-server nor valkey-server is on the PATH' })
  const folder = await mkdtemp(join(tmpdir(), 'heed-redis-'))
  const path = join(folder, 'redis.sock')
  const server = spawn(program, ['--port', '0', '--unixsocket', path, '--save', '', '--dir', folder], {
    stdio: 'ignore',
  })
  const client = new Redis({ path })
  // Until the server listens, connecting fails; the client tries again by itself.
  client.on('error', () => {})
  after(async () => {
    client.disconnect()
    server.kill()
    await rm(folder, { recursive: true })
  })
  sharing(() => ({ kind: 'redis', client }))
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
