import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createTestApp } from '../../../server/test/test-app.ts'
import { Heed } from '../src/index.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, attempt: number) => void

interface Received {
  method: string
  key: string | undefined
}

/** Starts a server whose handler answers each attempt, and a client of it. */
async function startServer(handler: Handler, options = {}) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const key = request.headers['idempotency-key'] as string | undefined
    received.push({ method: request.method!, key })
    handler(request, response, received.length)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { received, baseUrl, heed: new Heed({ baseUrl, token: 'heed_sk_test', ...options }) }
}

const send = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const fail = (response: ServerResponse, status: number, code: string, headers = {}) =>
  send(response, status, { error: { code, message: 'No.', requestId: 'r-1' } }, headers)

const created = { data: { id: '1', title: 'A' } }

/** Each failure that a call survives: how the first attempt ends. */
const failures: Record<string, Handler> = {
  'a 429': (_, response) => fail(response, 429, 'rate_limited', { 'retry-after': '0' }),
  'a 409 of a running request': (_, response) => fail(response, 409, 'in_progress', { 'retry-after': '0' }),
  'a 500': (_, response) => fail(response, 500, 'internal_error'),
  'a 503 of an overloaded server': (_, response) => fail(response, 503, 'internal_error', { 'retry-after': '0' }),
  'a 503 of a proxy': (_, response) => response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503</h1>'),
  'a closed connection': (request) => request.socket.destroy(),
  'a response that ends early': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"data":', () => response.destroy())
  },
}

for (const [name, failFirst] of Object.entries(failures)) {
  test(`repeats a POST with the same idempotency key after ${name}`, async () => {
    const { heed, received } = await startServer((request, response, attempt) =>
      attempt === 1 ? failFirst(request, response, attempt) : send(response, 201, created),
    )
    assert.deepEqual(await heed.feedback.create({ title: 'A' }), created.data)
    assert.equal(received.length, 2)
    assert.match(received[0]!.key!, /^[0-9a-f-]{36}$/)
    assert.equal(received[1]!.key, received[0]!.key)
    await heed.feedback.create({ title: 'A' })
    assert.notEqual(received[2]!.key, received[0]!.key)
  })
}

test('repeats the other methods, without an idempotency key', async () => {
  const { heed, received } = await startServer((request, response, attempt) =>
    attempt % 2 === 1 ? request.socket.destroy() : send(response, 200, created),
  )
  await heed.feedback.get('1')
  await heed.feedback.update('1', { title: 'A' })
  await heed.feedback.vote('1', '2')
  const sent = received.map(({ method, key }) => [method, key])
  assert.deepEqual(
    sent,
    ['GET', 'GET', 'PATCH', 'PATCH', 'PUT', 'PUT'].map((method) => [method, undefined]),
  )
})

test('sends the chosen idempotency key', async () => {
  const { heed, received } = await startServer((_, response) => send(response, 201, created))
  await heed.feedback.create({ title: 'A' }, { idempotencyKey: 'import-row-17' })
  assert.equal(received[0]!.key, 'import-row-17')
})

/** How a server asks to wait until a time. */
const retryAfterFormats = {
  'in seconds': (due: number) => String(Math.ceil((due - Date.now()) / 1_000)),
  'as a date': (due: number) => new Date(due).toUTCString(),
}

for (const [name, format] of Object.entries(retryAfterFormats)) {
  test(`waits for Retry-After ${name}`, async () => {
    // A date has no milliseconds.
    const due = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000
    const { heed, received } = await startServer(
      (_, response) =>
        Date.now() >= due
          ? send(response, 200, created)
          : fail(response, 429, 'rate_limited', { 'retry-after': format(due) }),
      { maxRetries: 1 },
    )
    assert.deepEqual(await heed.feedback.get('1'), created.data)
    assert.equal(received.length, 2)
  })
}

test('does not wait for longer than a minute, but reports the requested time', async () => {
  const { heed, received } = await startServer((_, response) =>
    fail(response, 429, 'rate_limited', { 'retry-after': '3600' }),
  )
  await assert.rejects(heed.feedback.get('1'), { code: 'rate_limited', status: 429, retryAfterMs: 3_600_000 })
  assert.equal(received.length, 1)
})

for (const [status, code] of [
  [400, 'validation_error'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [413, 'payload_too_large'],
] as const) {
  test(`does not repeat a call after a ${status}`, async () => {
    const { heed, received } = await startServer((_, response) => fail(response, status, code))
    await assert.rejects(heed.feedback.create({ title: 'A' }), { code, status, requestId: 'r-1', message: 'No.' })
    assert.equal(received.length, 1)
  })
}

test('gives up after maxRetries, of the client or of the call', async () => {
  const { heed, received } = await startServer((_, response) => fail(response, 500, 'internal_error'), {
    maxRetries: 1,
  })
  await assert.rejects(heed.feedback.get('1'), { code: 'internal_error' })
  assert.equal(received.length, 2)
  await assert.rejects(heed.feedback.get('1', { maxRetries: 0 }), { code: 'internal_error' })
  assert.equal(received.length, 3)
})

test('times out each attempt, also while the body arrives', async () => {
  const { heed, received } = await startServer(
    (_, response, attempt) => {
      if (attempt === 2) response.writeHead(200).write('{')
      if (attempt === 3) send(response, 200, created)
    },
    { timeoutMs: 100 },
  )
  assert.deepEqual(await heed.feedback.get('1'), created.data)
  assert.equal(received.length, 3)
  const silent = await startServer(() => {}, { timeoutMs: 50, maxRetries: 0 })
  await assert.rejects(silent.heed.feedback.get('1'), { name: 'HeedError', code: 'timeout', status: null })
})

test('aborts a call and its pauses with the reason of the signal', async () => {
  const reason = new Error('The user left.')
  for (const handler of [
    () => {},
    (_: unknown, response: ServerResponse) => fail(response, 429, 'rate_limited', { 'retry-after': '30' }),
  ]) {
    const controller = new AbortController()
    const { heed, received } = await startServer((request, response) => {
      handler(request, response)
      setTimeout(() => controller.abort(reason), 100)
    })
    await assert.rejects(heed.feedback.get('1', { signal: controller.signal }), reason)
    assert.equal(received.length, 1)
    await assert.rejects(heed.feedback.get('1', { signal: controller.signal }), reason)
    assert.equal(received.length, 1)
  }
})

test('reports a server that cannot be reached, with the cause', async () => {
  const { heed } = await startServer(() => {})
  const unreachable = new Heed({ baseUrl: 'http://127.0.0.1:1', token: 'x', maxRetries: 0 })
  await assert.rejects(unreachable.feedback.get('1'), (error: Error & { code: string }) => {
    assert.deepEqual([error.code, error.cause instanceof Error], ['network_error', true])
    return /GET http:\/\/127\.0\.0\.1:1\/api\/v1\/feedback\/1 got no response/.test(error.message)
  })
  assert.ok(heed)
})

test('does not follow redirects, and rejects responses of other servers', async () => {
  const elsewhere = await startServer((_, response) => send(response, 200, created))
  const { heed } = await startServer((_, response) => response.writeHead(301, { location: elsewhere.baseUrl }).end())
  await assert.rejects(heed.feedback.get('1'), { code: 'unexpected_response', status: 301 })
  assert.equal(elsewhere.received.length, 0)
  const page = await startServer((_, response) => response.writeHead(200).end('<h1>Welcome</h1>'))
  await assert.rejects(page.heed.feedback.get('1'), { code: 'unexpected_response', message: /Check baseUrl/ })
})

// From here on, the server is Heed.

/** Forwards requests to the app. @param intercept returns whether to lose the response */
async function startProxy(origin: string, token: string, intercept: (request: IncomingMessage) => boolean) {
  return startServer(
    (incoming, response) => {
      const isLost = intercept(incoming)
      const { port } = new URL(origin)
      const outgoing = request({
        port,
        host: '127.0.0.1',
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      })
      outgoing.on('response', (answer) => {
        if (!isLost) return answer.pipe(response.writeHead(answer.statusCode!, answer.headers))
        return answer.on('end', () => incoming.socket.destroy()).resume()
      })
      incoming.pipe(outgoing)
    },
    { token },
  )
}

test('creates nothing twice when responses are lost after the server has committed', async () => {
  const app = await createTestApp()
  const acme = await app.workspace()
  let requests = 0
  const isLost = () => ++requests % 2 === 1
  const { heed, received } = await startProxy(app.origin, acme.key, isLost)
  const titles = ['One', 'Two', 'Three']
  for (const title of titles) {
    const { id } = await heed.feedback.create({ title })
    assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.title, title)
    await heed.feedback.createComment(id, { body: 'Yes.' })
    assert.equal((await acme.api.get(`/feedback/${id}/comments`)).body.data.length, 1)
  }
  assert.equal(received.filter(({ method }) => method === 'POST').length, 12)
  assert.deepEqual(
    (await acme.api.listAll('/feedback')).map(({ title }) => title),
    titles.toReversed(),
  )
})

test('a deletion succeeds when its response was lost, and fails when there was nothing to delete', async () => {
  const app = await createTestApp()
  const acme = await app.workspace()
  const { id } = await acme.api.create('/webhooks', { url: 'https://example.com/', events: ['feedback.created'] })
  let requests = 0
  const { heed } = await startProxy(app.origin, acme.key, () => ++requests === 1)
  assert.equal(await heed.webhooks.delete(id), undefined)
  assert.equal(requests, 2)
  await assert.rejects(heed.webhooks.delete(id), { code: 'not_found' })
})

test('a deletion succeeds when a proxy lost its response, and fails when the server itself had failed', async () => {
  for (const [status, isDone] of [
    [502, true],
    [504, true],
    [500, false],
    [503, false],
  ] as const) {
    const { heed, received } = await startServer((_, response, attempt) =>
      attempt === 1 ? response.writeHead(status).end('<h1>Proxy</h1>') : fail(response, 404, 'not_found'),
    )
    const deleting = heed.webhooks.delete('1')
    await (isDone ? deleting : assert.rejects(deleting, { code: 'not_found' }))
    assert.equal(received.length, 2)
  }
})

test('ignores an invalid Retry-After', async () => {
  for (const text of ['soon', '-1', 'NaN', '1e9', '']) {
    const { heed, received } = await startServer((_, response, attempt) =>
      attempt === 1 ? fail(response, 429, 'rate_limited', { 'retry-after': text }) : send(response, 200, created),
    )
    assert.deepEqual(await heed.feedback.get('1'), created.data, text)
    assert.equal(received.length, 2)
  }
})

test('waits until the rate limit of the server allows the call', async () => {
  const app = await createTestApp({ limits: { key: 2, workspace: 100, windowSeconds: 1 } })
  const acme = await app.workspace()
  const statuses: number[] = []
  const heed = new Heed({
    baseUrl: app.origin,
    token: acme.key,
    fetch: async (...values) => {
      const response = await fetch(...values)
      statuses.push(response.status)
      return response
    },
  })
  for (let at = 0; at < 5; at++) await heed.feedback.create({ title: `Request ${at}` })
  assert.ok(statuses.includes(429), `${statuses}`)
  const { rows } = await app.database.pool.query('select count(*)::int as count from feedback')
  assert.equal(rows[0].count, 5)
})

test('concurrent calls with one idempotency key get the same resource', async () => {
  const app = await createTestApp()
  const acme = await app.workspace()
  // The first call waits for this lock while it holds the key.
  const blocker = await app.database.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table feedback in exclusive mode')
  const statuses: number[] = []
  const heed = new Heed({
    baseUrl: app.origin,
    token: acme.key,
    fetch: async (...values) => {
      const response = await fetch(...values)
      statuses.push(response.status)
      if (statuses.length === 2) await blocker.query('commit')
      return response
    },
  })
  const options = { idempotencyKey: 'once' }
  const results = await Promise.all(Array.from({ length: 3 }, () => heed.feedback.create({ title: 'Once' }, options)))
  blocker.release()
  assert.deepEqual(statuses.toSorted(), [201, 201, 201, 409, 409])
  assert.equal(new Set(results.map(({ id }) => id)).size, 1)
  assert.equal((await acme.api.listAll('/feedback')).length, 1)
})
