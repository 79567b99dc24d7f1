import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf } from '../../../bin/client/names.ts'
import { assertMatchesOpenApi } from '../../../server/test/contract/assert-response.ts'
import { type ContractOperation, operations } from '../../../server/test/contract/openapi.ts'
import { exampleOf, pathToResource, seedApiResources } from '../../../server/test/fixtures/api-resources.ts'
import { createTestApp } from '../../../server/test/test-app.ts'
import { Heed, HeedError, type List, Page } from '../src/index.ts'

// Calls every operation of openapi.json with the client, on a real server.

const app = await createTestApp()

interface Exchange {
  method: string
  path: string
  headers: Headers
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the shape is checked against openapi.json
  body: any
}

/** Creates a client that records each exchange and checks it against openapi.json. */
function createRecordingClient(token: string) {
  const exchanges: Exchange[] = []
  const heed = new Heed({
    baseUrl: app.origin,
    token,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      const text = await response.clone().text()
      const { method = '' } = init ?? {}
      const path = String(url).slice(`${app.origin}/api/v1`.length)
      const body = text === '' ? null : JSON.parse(text)
      assertMatchesOpenApi(method, path.split('?', 1)[0]!, { status: response.status, headers: response.headers, body })
      exchanges.push({ method, path, headers: new Headers(init?.headers), status: response.status, body })
      return response
    },
  })
  return { heed, exchanges }
}

type Methods = Record<string, Record<string, (...values: unknown[]) => Promise<unknown> & List<unknown>>>

/** Returns a function that calls the operation with these ids and the documented example of its body. */
const methodOf = (heed: Heed, { operationId, path }: ContractOperation) => {
  const { resource, method } = nameOf(operationId, path)
  const operationsOfResource = (heed as unknown as Methods)[resource]
  assert.equal(typeof operationsOfResource?.[method], 'function', `heed.${resource}.${method} is missing`)
  return operationsOfResource![method]!.bind(operationsOfResource)
}

for (const operation of operations) {
  const { operationId, method } = operation

  test(`${operationId} sends its request and returns the resource itself`, async () => {
    const acme = await app.workspace()
    const target = pathToResource(operation, await seedApiResources(acme))
    const ids = target.split('/').filter((part) => /^[0-9a-f-]{36}$/.test(part))
    const { heed, exchanges } = createRecordingClient(acme.key)
    const example = exampleOf(operation)
    const call = methodOf(heed, operation)(...ids, ...(example ? [example] : []))
    if (operationId === 'sendToTracker') {
      await assert.rejects(call, (error: HeedError) => error.guidance?.action === 'connect')
      return
    }
    const result = await call
    const [exchange, ...more] = exchanges
    assert.deepEqual(more, [])
    assert.deepEqual([exchange?.method, exchange?.path], [method, target])
    assert.equal(exchange?.headers.has('idempotency-key'), method === 'POST')
    if (result instanceof Page) assert.deepEqual([result.data, result.nextCursor], [exchange?.body.data, null])
    else if (exchange?.status === 204) assert.equal(result, undefined)
    else assert.deepEqual(result, exchange?.body.data ?? exchange?.body)
  })
}

test('has no method that is not an operation', () => {
  const expected = operations.map(({ operationId, path }) => Object.values(nameOf(operationId, path)).join('.')).sort()
  const actual = Object.entries(new Heed({ baseUrl: app.origin, token: 'x' })).flatMap(([resource, methods]) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(methods))
      .filter((name) => name !== 'constructor')
      .map((name) => `${resource}.${name}`),
  )
  assert.deepEqual(actual.sort(), expected)
  assert.equal(new Set(actual).size, actual.length)
})

test('sends every query parameter, lists included, and leaves out undefined ones', async () => {
  const acme = await app.workspace()
  const { heed, exchanges } = createRecordingClient(acme.key)
  const title = 'ünïcode & symbols = ?#/%'
  const created = await heed.feedback.create({ title })
  const { data } = await heed.feedback.list({ search: title, stage: 'pending', board: undefined as never, limit: 5 })
  assert.deepEqual(data, [created])
  await heed.events.list({ type: ['feedback.created', 'vote.created'] })
  assert.equal(exchanges.at(-1)?.path, '/events?type=feedback.created&type=vote.created')
})

test('sends the name of the program, also for one call', async () => {
  const acme = await app.workspace()
  const heed = new Heed({ baseUrl: app.origin, token: acme.key, serviceAgent: 'sync 1.0' })
  const one = await heed.feedback.create({ title: 'One' })
  const two = await heed.feedback.create({ title: 'Two' }, { serviceAgent: 'import' })
  const { rows } = await app.database.pool.query(
    `select target_id, agent from audit_events where target_id = any($1) and type = 'feedback.created'`,
    [[one.id, two.id]],
  )
  const agents = new Map(rows.map(({ target_id: id, agent }) => [id, agent]))
  assert.deepEqual([agents.get(one.id), agents.get(two.id)], ['sync 1.0', 'import'])
})

test('asks for the token before each call, and accepts a base URL with the path of the API', async () => {
  const acme = await app.workspace()
  const tokens = [acme.key, 'heed_sk_wrong']
  const heed = new Heed({ baseUrl: `${app.origin}/api/v1/`, token: async () => tokens.shift()! })
  assert.equal((await heed.workspace.get()).slug, acme.slug)
  await assert.rejects(heed.workspace.get(), { code: 'unauthorized', status: 401 })
})

test('rejects with the code, every detail, the status and the request id', async () => {
  const { key } = await app.workspace()
  const heed = new Heed({ baseUrl: app.origin, token: key })
  const error = await heed.feedback.create({ title: '', votes: 3 } as never).catch((error) => error)
  assert.ok(error instanceof HeedError && error instanceof Error)
  assert.deepEqual(
    [error.name, error.code, error.status, error.retryAfterMs],
    ['HeedError', 'validation_error', 400, null],
  )
  assert.deepEqual(error.details.map(({ path }) => path).sort(), ['/title', '/votes'])
  assert.match(error.message, /\/title must not be empty/)
  assert.match(error.requestId!, /^[\w-]{36}$/)
  await assert.rejects(heed.feedback.get(crypto.randomUUID()), { code: 'not_found', details: [] })
})

test('rejects an id that would change the path, and options that cannot work', () => {
  const heed = new Heed({ baseUrl: app.origin, token: 'x' })
  for (const id of ['', '.', '..', undefined as never]) assert.throws(() => heed.webhooks.delete(id), TypeError)
  assert.throws(() => new Heed({ baseUrl: 'feedback.example.com', token: 'x' }), /baseUrl/)
  assert.throws(() => new Heed({ baseUrl: app.origin, token: process.env.MISSING! }), /token/)
})

test('escapes an id that contains a slash', async () => {
  const { key } = await app.workspace()
  const heed = new Heed({ baseUrl: app.origin, token: key })
  await assert.rejects(heed.feedback.get('../workspace'), { code: 'not_found' })
})
