import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { startBlockingTransaction } from '../../../test/support/locks.ts'
import { createTestApp } from '../../../test/test-app.ts'

const app = await createTestApp({ shedsLoad: true })
const acme = await app.workspace()
const headers = { authorization: `Bearer ${acme.key}` }

const get = (path: string, accept = 'application/json') =>
  fetch(app.origin + path, { headers: { ...headers, accept }, redirect: 'manual' })

/** Keeps all statements about requests waiting until the work is done. */
async function withBlockedRequests<T>(work: () => Promise<T>): Promise<T> {
  const lock = await startBlockingTransaction(app, 'lock table feedback in access exclusive mode')
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

const list = () => get('/api/v1/feedback')

/** Sends requests until one is refused. Those before wait. @returns the refusal, and the waiting requests */
async function overload(): Promise<{ refused: Response; waiting: Promise<Response>[] }> {
  const waiting: Promise<Response>[] = []
  for (;;) {
    const request = list()
    const response = await Promise.race([request, setTimeout(150, null)])
    if (response !== null) return { refused: response, waiting }
    waiting.push(request)
  }
}

/** Sends a write until it is not refused, as the typed client does. */
async function createUntilItWorks(): Promise<{ id: string }> {
  for (;;) {
    const response = await fetch(`${app.origin}/api/v1/feedback`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'sent-during-an-overload' },
      body: JSON.stringify({ title: 'Sent during an overload' }),
    })
    if (response.ok) return ((await response.json()) as { data: { id: string } }).data
    assert.ok([503, 409].includes(response.status), String(response.status))
    await setTimeout(100)
  }
}

const shedCount = async (reason: string): Promise<number> => {
  const text = await (await fetch(`${app.origin}/metrics`)).text()
  return Number(new RegExp(`^heed_requests_shed_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(text)![1])
}

test('refuses requests while the database is blocked, and loses none of those it admitted', async () => {
  assert.equal((await list()).status, 200)
  // Promises in an object are not awaited.
  const { waiting, creating, again } = await withBlockedRequests(async () => {
    const { refused, waiting } = await overload()

    assert.equal(refused.status, 503)
    assert.match(refused.headers.get('retry-after')!, /^[1-3]$/)
    assert.equal(refused.headers.get('x-request-id'), ((await refused.json()) as ErrorBody).error.requestId)
    assert.ok((await shedCount('database')) >= 1)

    // A write is refused before it has any effect, so it can be repeated, even twice at once with one key.
    const creating = createUntilItWorks()
    const again = createUntilItWorks()

    // The endpoints that operators need still work.
    for (const path of ['/healthz', '/metrics']) assert.equal((await get(path)).status, 200, path)
    return { waiting, creating, again }
  })
  assert.ok(waiting.length >= 10, `${waiting.length} requests waited`)
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200)
  const [created, repeated] = await Promise.all([creating, again])
  assert.equal(repeated.id, created.id)
  assert.equal((await list()).status, 200)
  const titles = (await acme.api.listAll('/feedback')).map(({ title }) => title)
  assert.deepEqual(titles, ['Sent during an overload'])
})

interface ErrorBody {
  error: { code: string; message: string; requestId: string }
}

test('responds in the format of each surface', async () => {
  const { waiting } = await withBlockedRequests(async () => {
    const { refused, waiting } = await overload()
    const { error } = (await refused.json()) as ErrorBody
    assert.deepEqual([error.code, Object.keys(error)], ['internal_error', ['code', 'message', 'requestId']])

    for (const path of ['/console', `/p/${acme.slug}/`, '/unsubscribe/x']) {
      const page = await get(path, 'text/html')
      const text = await page.text()
      assert.equal(page.status, 503, path)
      assert.match(page.headers.get('content-type')!, /^text\/html/, path)
      assert.match(text, /<h1>Heed is very busy right now<\/h1>/, path)
      assert.match(page.headers.get('retry-after')!, /^[1-3]$/, path)
    }
    const script = await get(`/p/${acme.slug}/`)
    assert.equal(((await script.json()) as ErrorBody).error.code, 'internal_error')

    const tool = await fetch(`${app.origin}/mcp`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    assert.deepEqual([tool.status, ((await tool.json()) as { jsonrpc: string }).jsonrpc], [503, '2.0'])
    assert.ok(tool.headers.has('retry-after'))

    const token = await fetch(`${app.origin}/oauth/token`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
    assert.deepEqual(
      [token.status, ((await token.json()) as { error: string }).error],
      [503, 'temporarily_unavailable'],
    )
    return { waiting }
  })
  await Promise.all(waiting)
})

test('refuses requests while the event loop is late, but not after a single pause', async () => {
  const before = await shedCount('event_loop')
  block(2_500)
  await setTimeout(300)
  assert.equal((await list()).status, 200)

  const pauses = { areOver: false }
  const pausing = (async () => {
    while (!pauses.areOver) {
      block(1_200)
      await setImmediate()
    }
  })()
  let status = 200
  while (status === 200) ({ status } = await list())
  pauses.areOver = true
  await pausing
  assert.equal(status, 503)
  assert.ok((await shedCount('event_loop')) > before)

  while (status !== 200) ({ status } = await list())
})

/** Blocks the event loop. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('admits a queue of any length that drains quickly', async () => {
  const before = await shedCount('database')
  const statuses = await Promise.all(Array.from({ length: 300 }, async () => (await list()).status))
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal(await shedCount('database'), before)
})
