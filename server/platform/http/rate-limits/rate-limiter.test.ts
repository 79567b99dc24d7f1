import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { TestClient, type TestResponse } from '../../../test/clients/api-client.ts'
import { createTestApp, type TestWorkspace } from '../../../test/test-app.ts'
import { defaultRateLimits } from './rate-limiter.ts'

const app = await createTestApp({ limits: defaultRateLimits })
// No test outlasts a window of an hour. Windows that tests wait for are as short as a busy machine allows.
const small = await createTestApp({ limits: { key: 5, workspace: 6, windowSeconds: 3_600 } })
const brief = await createTestApp({ limits: { key: 5, workspace: 6, windowSeconds: 4 } })
const briefKeys = await createTestApp({ limits: { key: 5, workspace: 1_000, windowSeconds: 4 } })

const policy = '"key";q=120;w=60, "workspace";q=600;w=60'

/** Sends concurrent requests. */
const burst = (api: TestClient, count: number): Promise<TestResponse[]> =>
  Promise.all(Array.from({ length: count }, () => api.get('/tags')))

const passed = (responses: TestResponse[]) => responses.filter(({ status }) => status === 200)

const retryAfterMs = ({ headers }: TestResponse) => Number(headers.get('retry-after')) * 1000

const anotherKey = async ({ makeKey }: TestWorkspace, origin: string) => new TestClient(origin, (await makeKey()).key)

test('reports 119 remaining requests and a full window to the first request of a key', async () => {
  const { headers } = await (await app.workspace()).api.get('/tags')
  assert.equal(headers.get('ratelimit-policy'), policy)
  assert.equal(headers.get('ratelimit'), '"key";r=119;t=60')
  assert.equal(headers.get('retry-after'), null)
})

test('passes 120 concurrent requests of a key and limits the 121st', async () => {
  const { api } = await app.workspace()
  const responses = await burst(api, 130)
  const remaining = passed(responses).map(({ headers }) =>
    Number(/^"key";r=(\d+);t=\d+$/.exec(headers.get('ratelimit')!)![1]),
  )
  assert.deepEqual(
    remaining.toSorted((a, b) => a - b),
    Array.from({ length: 120 }, (_, number) => number),
  )
  for (const { status, body, headers } of responses.filter((response) => response.status !== 200)) {
    assert.deepEqual([status, body.error.code], [429, 'rate_limited'])
    assert.equal(headers.get('ratelimit-policy'), policy)
    const seconds = /^"key";r=0;t=(\d+)$/.exec(headers.get('ratelimit')!)![1]!
    assert.equal(headers.get('retry-after'), seconds)
    assert.ok(Number(seconds) >= 1 && Number(seconds) <= 60)
  }
})

test('passes 600 requests of a workspace across its keys without affecting other workspaces', async () => {
  const acme = await app.workspace()
  const keys = await Promise.all(Array.from({ length: 6 }, () => anotherKey(acme, app.origin)))
  const responses = (await Promise.all(keys.map((api) => burst(api, 105)))).flat()
  assert.equal(passed(responses).length, 600)
  const limited = responses.find(({ status }) => status === 429)!
  assert.match(limited.headers.get('ratelimit')!, /^"workspace";r=0;t=\d+$/)
  const fresh = await anotherKey(acme, app.origin)
  assert.equal((await fresh.get('/tags')).status, 429)
  assert.equal((await (await app.workspace()).api.get('/tags')).status, 200)
})

test('reports the tighter of the two limits', async () => {
  const acme = await small.workspace()
  const [alice, bob] = [acme.api, await anotherKey(acme, small.origin)]
  const rateLimitOf = async (api: TestClient) => (await api.get('/tags')).headers.get('ratelimit')
  assert.match((await rateLimitOf(alice))!, /^"key";r=4;/)
  assert.match((await rateLimitOf(alice))!, /^"key";r=3;/)
  assert.match((await rateLimitOf(bob))!, /^"workspace";r=3;/)
})

test('reports whole seconds that decrease within a window', async () => {
  const { api } = await app.workspace()
  const seconds = async () => Number(/;t=([1-9]\d*)$/.exec((await api.get('/tags')).headers.get('ratelimit')!)![1])
  assert.equal(await seconds(), 60)
  await setTimeout(1_000)
  const later = await seconds()
  assert.ok(later >= 1 && later < 60)
})

test('counts every authenticated request, including rejected ones, and no other', async () => {
  const reader = await (await small.workspace()).withScopes('feedback:read')
  const responses = [
    await reader.get('/feedback'),
    await reader.get('/roadmap'),
    await reader.get('/feedback?limit=0'),
    await reader.get('/feedback/nothing'),
  ]
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 403, 400, 404],
  )
  const remaining = responses.map(({ headers }) => headers.get('ratelimit')!.split(';')[1])
  assert.deepEqual(remaining, ['r=4', 'r=3', 'r=2', 'r=1'])
  for (const { headers } of [await small.anonymous.get('/feedback'), await small.anonymous.get('/openapi.json')]) {
    assert.deepEqual([headers.get('ratelimit'), headers.get('ratelimit-policy')], [null, null])
  }
})

test('starts a new window after Retry-After even if the client never stops sending', async () => {
  const { api } = await briefKeys.workspace()
  assert.equal(passed(await burst(api, 5)).length, 5)
  let response = await api.get('/tags')
  assert.equal(response.status, 429)
  const deadline = performance.now() + retryAfterMs(response)
  while (response.status === 429) {
    // The last request is sent after the deadline and must pass.
    const isLast = performance.now() >= deadline
    response = await api.get('/tags')
    assert.ok(response.status === 200 || !isLast)
  }
  assert.match(response.headers.get('ratelimit')!, /^"key";r=4;t=4$/)
})

test('does not count requests over the key limit against the workspace limit', async () => {
  const acme = await small.workspace()
  const [alice, bob] = [acme.api, await anotherKey(acme, small.origin)]
  assert.equal(passed(await burst(alice, 20)).length, 5)
  assert.equal(passed(await burst(bob, 20)).length, 1)
})

test('does not count requests over the workspace limit against the key limit', async () => {
  const acme = await brief.workspace()
  const [alice, bob, carol] = [acme.api, await anotherKey(acme, brief.origin), await anotherKey(acme, brief.origin)]
  assert.equal(passed(await burst(alice, 5)).length, 5)
  assert.equal((await bob.get('/tags')).status, 200)
  // Late in the workspace's window, so that a window of Carol's key would outlast it.
  await setTimeout(2_000)
  const limited = await burst(carol, 4)
  assert.deepEqual(new Set(limited.map(({ status }) => status)), new Set([429]))
  await setTimeout(Math.max(...limited.map(retryAfterMs)))
  assert.equal(passed(await burst(carol, 6)).length, 5)
})
