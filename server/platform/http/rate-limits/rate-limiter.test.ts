import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { TestClient, type TestResponse } from '../../../test/clients/api-client.ts'
import { createTestApp, type TestWorkspace } from '../../../test/test-app.ts'
import { defaultRateLimits } from './rate-limiter.ts'

const world = await createTestApp({ limits: defaultRateLimits })
// An hour is longer than any test takes; windows that tests wait for are as short as a busy machine allows.
const small = await createTestApp({ limits: { key: 5, workspace: 6, windowSeconds: 3_600 } })
const brief = await createTestApp({ limits: { key: 5, workspace: 6, windowSeconds: 4 } })

const policy = '"key";q=120;w=60, "workspace";q=600;w=60'

/** Sends requests at once. */
const burst = (api: TestClient, count: number): Promise<TestResponse[]> =>
  Promise.all(Array.from({ length: count }, () => api.get('/tags')))

const passed = (answers: TestResponse[]) => answers.filter(({ status }) => status === 200)

const retryAfterMs = ({ headers }: TestResponse) => Number(headers.get('retry-after')) * 1000

const anotherKey = async ({ makeKey }: TestWorkspace, origin: string) => new TestClient(origin, (await makeKey()).key)

test('the first request of a key is told of 119 more and of a whole window', async () => {
  const { headers } = await (await world.workspace()).api.get('/tags')
  assert.equal(headers.get('ratelimit-policy'), policy)
  assert.equal(headers.get('ratelimit'), '"key";r=119;t=60')
  assert.equal(headers.get('retry-after'), null)
})

test('120 requests of a key pass and the 121st does not, also when all come at once', async () => {
  const { api } = await world.workspace()
  const answers = await burst(api, 130)
  const remaining = passed(answers).map(({ headers }) =>
    Number(/^"key";r=(\d+);t=\d+$/.exec(headers.get('ratelimit')!)![1]),
  )
  assert.deepEqual(
    remaining.toSorted((a, b) => a - b),
    Array.from({ length: 120 }, (_, number) => number),
  )
  for (const { status, body, headers } of answers.filter((answer) => answer.status !== 200)) {
    assert.deepEqual([status, body.error.code], [429, 'rate_limited'])
    assert.equal(headers.get('ratelimit-policy'), policy)
    const seconds = /^"key";r=0;t=(\d+)$/.exec(headers.get('ratelimit')!)![1]!
    assert.equal(headers.get('retry-after'), seconds)
    assert.ok(Number(seconds) >= 1 && Number(seconds) <= 60)
  }
})

test('600 requests of a workspace pass over all of its keys, and no other workspace is held up', async () => {
  const acme = await world.workspace()
  const keys = await Promise.all(Array.from({ length: 6 }, () => anotherKey(acme, world.origin)))
  const answers = (await Promise.all(keys.map((api) => burst(api, 105)))).flat()
  assert.equal(passed(answers).length, 600)
  const refused = answers.find(({ status }) => status === 429)!
  assert.match(refused.headers.get('ratelimit')!, /^"workspace";r=0;t=\d+$/)
  const fresh = await anotherKey(acme, world.origin)
  assert.equal((await fresh.get('/tags')).status, 429)
  assert.equal((await (await world.workspace()).api.get('/tags')).status, 200)
})

test('the tighter of the two limits is told', async () => {
  const acme = await small.workspace()
  const [alice, bob] = [acme.api, await anotherKey(acme, small.origin)]
  const told = async (api: TestClient) => (await api.get('/tags')).headers.get('ratelimit')
  assert.match((await told(alice))!, /^"key";r=4;/)
  assert.match((await told(alice))!, /^"key";r=3;/)
  assert.match((await told(bob))!, /^"workspace";r=3;/)
})

test('seconds are whole and go down within a window', async () => {
  const { api } = await world.workspace()
  const seconds = async () => Number(/;t=([1-9]\d*)$/.exec((await api.get('/tags')).headers.get('ratelimit')!)![1])
  assert.equal(await seconds(), 60)
  await setTimeout(1_000)
  const later = await seconds()
  assert.ok(later >= 1 && later < 60)
})

test('every authenticated answer is counted and told, a refusal for other reasons too; others are not', async () => {
  const reader = await (await small.workspace()).withScopes('feedback:read')
  const answers = [
    await reader.get('/feedback'),
    await reader.get('/roadmap'),
    await reader.get('/feedback?limit=0'),
    await reader.get('/feedback/nothing'),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 403, 400, 404],
  )
  const remaining = answers.map(({ headers }) => headers.get('ratelimit')!.split(';')[1])
  assert.deepEqual(remaining, ['r=4', 'r=3', 'r=2', 'r=1'])
  for (const { headers } of [await small.anonymous.get('/feedback'), await small.anonymous.get('/openapi.json')]) {
    assert.deepEqual([headers.get('ratelimit'), headers.get('ratelimit-policy')], [null, null])
  }
})

test('after Retry-After a whole new window is free, though the client never stopped asking', async () => {
  const { api } = await brief.workspace()
  assert.equal(passed(await burst(api, 5)).length, 5)
  let answer = await api.get('/tags')
  assert.equal(answer.status, 429)
  const deadline = performance.now() + retryAfterMs(answer)
  while (answer.status === 429) {
    // The last question is asked when the deadline has passed, and that one must be answered.
    const isLast = performance.now() >= deadline
    answer = await api.get('/tags')
    assert.ok(answer.status === 200 || !isLast)
  }
  assert.match(answer.headers.get('ratelimit')!, /^"key";r=4;t=4$/)
})

test('requests that the key limit refuses use up nothing of the workspace limit', async () => {
  const acme = await small.workspace()
  const [alice, bob] = [acme.api, await anotherKey(acme, small.origin)]
  assert.equal(passed(await burst(alice, 20)).length, 5)
  assert.equal(passed(await burst(bob, 20)).length, 1)
})

test('requests that the workspace limit refuses use up nothing of the key limit', async () => {
  const acme = await brief.workspace()
  const [alice, bob, carol] = [acme.api, await anotherKey(acme, brief.origin), await anotherKey(acme, brief.origin)]
  assert.equal(passed(await burst(alice, 5)).length, 5)
  assert.equal((await bob.get('/tags')).status, 200)
  // Late in the window of the workspace, so that one of Carol's key would outlast it.
  await setTimeout(2_000)
  const refused = await burst(carol, 4)
  assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([429]))
  await setTimeout(Math.max(...refused.map(retryAfterMs)))
  assert.equal(passed(await burst(carol, 6)).length, 5)
})
