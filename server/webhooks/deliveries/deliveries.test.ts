import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { newId } from '../../platform/ids.ts'
import { createSelfSignedCertificate } from '../../test/support/self-signed-certificate.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'

const app = await createTestApp()
const worker = await startTestWorker(app)
after(() => worker.stop())

interface Received {
  headers: IncomingMessage['headers']
  body: string
  at: number
}

type Respond = (response: ServerResponse, count: number) => void

/** Starts a receiver on loopback that stores the requests it gets. */
async function startReceiver(respond: Respond = (response) => response.end('ok')) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), at: Date.now() })
      respond(response, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

async function until<T>(read: () => Promise<T | undefined | false> | T | undefined | false, what: string): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50)) {
    const value = await read()
    if (value) return value
  }
  return assert.fail(`Timed out: ${what}`)
}

async function subscribe(url: string, events = ['feedback.created']) {
  const acme = await app.workspace()
  const webhook = await acme.api.create('/webhooks', { url, events })
  const path = `/webhooks/${webhook.id}`
  const deliveries = async (): Promise<Delivery[]> => (await acme.api.get(`${path}/deliveries`)).body.data
  /** Waits for the first delivery with this many attempts. */
  const attempted = (attempts = 1) =>
    until(async () => (await deliveries()).find((each) => each.attempts.length >= attempts), `${attempts} attempts`)
  return { acme, api: acme.api, webhook, path, deliveries, attempted }
}

interface Delivery {
  id: string
  eventId: string
  eventType: string
  status: string
  nextAttemptAt: string | null
  attempts: { responseStatus: number | null; error: string | null; responseExcerpt: string | null }[]
}

const ask = (acme: TestWorkspace, title = 'CSV') => acme.api.create('/feedback', { title })

/** Makes all retries of a webhook due, so that the test need not wait for hours. */
const skipWaiting = async (webhookId: string) => {
  await app.database.pool.query(
    "update webhook_deliveries set next_attempt_at = now() where webhook_id = $1 and status = 'pending'",
    [webhookId],
  )
  await app.database.pool.query('update webhooks set next_attempt_at = now() where id = $1', [webhookId])
}

test('a receiver can verify a delivery with the Standard Webhooks library', async () => {
  const receiver = await startReceiver()
  const { acme, api, webhook, attempted } = await subscribe(receiver.url)
  const request = await ask(acme)
  await acme.api.create('/changelog', { title: 'Not subscribed', body: '' })
  const [delivery] = await until(() => receiver.received.length > 0 && receiver.received, 'a delivery')
  const [event] = (await api.get('/events?type=feedback.created')).body.data
  const payload = new Webhook(webhook.secret).verify(delivery!.body, delivery!.headers as Record<string, string>)
  assert.deepEqual(payload, { type: 'feedback.created', timestamp: event.timestamp, data: request })
  assert.equal(delivery!.headers['webhook-id'], event.id)
  assert.throws(() =>
    new Webhook(webhook.secret).verify(`${delivery!.body} `, delivery!.headers as Record<string, string>),
  )

  const logged = await attempted()
  assert.equal(logged.status, 'succeeded')
  assert.deepEqual([logged.eventId, logged.eventType, logged.nextAttemptAt], [event.id, 'feedback.created', null])
  assert.deepEqual([logged.attempts[0]!.responseStatus, logged.attempts[0]!.responseExcerpt], [200, 'ok'])
  assert.equal(typeof (await api.get(`/webhooks/${webhook.id}`)).body.data.lastSuccessAt, 'string')
  assert.equal(receiver.received.length, 1)
})

test('both secrets verify deliveries during the overlap of a rotation, and only the new one without an overlap', async () => {
  const receiver = await startReceiver()
  const { acme, api, webhook, path } = await subscribe(receiver.url)
  const rotated = (await api.post(`${path}/rotate-secret`)).body.data
  await ask(acme)
  const [first] = await until(() => receiver.received.length === 1 && receiver.received, 'a delivery')
  for (const secret of [webhook.secret, rotated.secret]) {
    new Webhook(secret).verify(first!.body, first!.headers as Record<string, string>)
  }
  const last = (await api.post(`${path}/rotate-secret`, { overlapHours: 0 })).body.data
  await ask(acme)
  const [, second] = await until(() => receiver.received.length === 2 && receiver.received, 'another delivery')
  new Webhook(last.secret).verify(second!.body, second!.headers as Record<string, string>)
  assert.throws(() => new Webhook(rotated.secret).verify(second!.body, second!.headers as Record<string, string>))
})

test('a test event goes to this webhook only', async () => {
  const receiver = await startReceiver()
  const { api, webhook, path } = await subscribe(receiver.url)
  const other = await startReceiver()
  await api.create('/webhooks', { url: other.url, events: ['*'] })
  const response = await api.post(`${path}/test`)
  assert.equal(response.status, 202)
  const [delivery] = await until(() => receiver.received.length > 0 && receiver.received, 'the test event')
  const { type, data } = JSON.parse(delivery!.body)
  assert.equal(type, 'webhook.test')
  assert.equal(data.id, webhook.id)
  await sleep(1_000)
  assert.deepEqual(other.received, [])
})

const failures: [what: string, respond: Respond, status: number | null, error: RegExp][] = [
  ['an error status', (r) => r.writeHead(500).end('broken'), 500, /status 500/],
  ['a redirect', (r) => r.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(), 302, /Redirects are not followed/],
  ['a reset connection', (r) => void r.socket!.resetAndDestroy(), null, /cannot be reached/],
  ['a closed connection', (r) => void r.socket!.end(), null, /cannot be reached/],
]
for (const [what, respond, status, error] of failures) {
  test(`after ${what}, the delivery is retried with the same id until it succeeds`, async () => {
    const receiver = await startReceiver((response, count) => (count === 1 ? respond(response, 1) : response.end()))
    const { acme, webhook, attempted, deliveries } = await subscribe(receiver.url)
    await ask(acme)
    const failed = await attempted()
    assert.equal(failed.status, 'pending')
    assert.equal(failed.attempts[0]!.responseStatus, status)
    assert.match(failed.attempts[0]!.error!, error)
    assert.ok(Date.parse(failed.nextAttemptAt!) > Date.now())
    await skipWaiting(webhook.id)
    await attempted(2)
    assert.equal((await deliveries())[0]!.status, 'succeeded')
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(ids, [failed.eventId, failed.eventId])
  })
}

test('gives up on a receiver that never responds after 15 seconds', async () => {
  const receiver = await startReceiver(() => {})
  const { acme, attempted } = await subscribe(receiver.url)
  await ask(acme)
  const { attempts } = await attempted()
  assert.match(attempts[0]!.error!, /didn’t respond in time/)
})

test('accepts a response body of any size, and stores its beginning', async () => {
  const receiver = await startReceiver((response) => {
    const chunk = 'ä'.repeat(50_000)
    const write = () => {
      while (response.write(chunk));
      response.once('drain', write)
    }
    response.on('error', () => {})
    write()
  })
  const { acme, attempted } = await subscribe(receiver.url)
  await ask(acme)
  const { status, attempts } = await attempted()
  assert.equal(status, 'succeeded')
  assert.equal(attempts[0]!.responseExcerpt, 'ä'.repeat(512))
})

test('a response body that hangs does not undo a success', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(204 + 1).write('\0part'))
  const { acme, attempted } = await subscribe(receiver.url)
  await ask(acme)
  const { status, attempts } = await attempted()
  assert.deepEqual([status, attempts[0]!.responseExcerpt], ['succeeded', '�part'])
})

test('an invalid certificate fails the attempt', async () => {
  const server = createTlsServer(createSelfSignedCertificate(), (_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { acme, attempted } = await subscribe(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await ask(acme)
  const { attempts } = await attempted()
  assert.equal(attempts[0]!.responseStatus, null)
  assert.match(attempts[0]!.error!, /cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)
})

test('Retry-After delays the next attempt', async () => {
  const receiver = await startReceiver((response) => response.writeHead(429, { 'retry-after': '3600' }).end())
  const { acme, attempted } = await subscribe(receiver.url)
  await ask(acme)
  const { nextAttemptAt } = await attempted()
  const seconds = (Date.parse(nextAttemptAt!) - Date.now()) / 1_000
  assert.ok(seconds > 3_500 && seconds <= 3_600, `${seconds} s`)
})

test('a delivery fails after its last retry', async () => {
  const receiver = await startReceiver((response) => response.writeHead(503).end())
  const { acme, webhook, attempted, deliveries } = await subscribe(receiver.url)
  await ask(acme)
  for (let attempts = 1; attempts <= 10; attempts++) {
    await attempted(attempts)
    if (attempts < 10) await skipWaiting(webhook.id)
  }
  const [delivery] = await deliveries()
  assert.deepEqual([delivery!.status, delivery!.nextAttemptAt, delivery!.attempts.length], ['failed', null, 10])
})

test('status 410 disables the webhook and cancels its deliveries', async () => {
  const receiver = await startReceiver((response) => response.writeHead(410).end())
  const { acme, api, path, attempted } = await subscribe(receiver.url)
  await ask(acme)
  assert.equal((await attempted()).status, 'failed')
  const { enabled, disabledReason } = (await api.get(path)).body.data
  assert.deepEqual([enabled, disabledReason], [false, 'gone'])
  await ask(acme)
  await sleep(1_500)
  assert.equal(receiver.received.length, 1)
  assert.equal((await api.post(`${path}/test`)).status, 400)
})

test('five days without a success disable the webhook', async () => {
  const receiver = await startReceiver((response) => response.writeHead(500).end())
  const { acme, api, webhook, path, attempted } = await subscribe(receiver.url)
  await ask(acme)
  await attempted()
  await app.database.pool.query("update webhooks set failing_since = now() - interval '5 days' where id = $1", [
    webhook.id,
  ])
  await skipWaiting(webhook.id)
  await attempted(2)
  assert.equal(await until(async () => (await api.get(path)).body.data.disabledReason, 'disabled'), 'failing')
})

test('after a quiet time, the first failure does not disable the webhook', async () => {
  const receiver = await startReceiver((response, count) => response.writeHead(count === 2 ? 200 : 500).end())
  const { acme, api, webhook, path, attempted } = await subscribe(receiver.url)
  await app.database.pool.query("update webhooks set failing_since = now() - interval '30 days' where id = $1", [
    webhook.id,
  ])
  await ask(acme)
  assert.equal((await attempted()).status, 'pending')
  assert.equal((await api.get(path)).body.data.enabled, true)
  await skipWaiting(webhook.id)
  assert.equal((await attempted(2)).status, 'succeeded')
})

test('a pending delivery whose event has expired fails and logs why', async () => {
  const receiver = await startReceiver((response) => response.writeHead(500).end())
  const { acme, webhook, attempted, deliveries } = await subscribe(receiver.url)
  await ask(acme)
  await attempted()
  await app.database.pool.query('update webhook_deliveries set event_id = $2 where webhook_id = $1', [
    webhook.id,
    newId(),
  ])
  await skipWaiting(webhook.id)
  await attempted(2)
  const [delivery] = await deliveries()
  assert.deepEqual([delivery!.status, delivery!.nextAttemptAt], ['failed', null])
  const { responseStatus, error } = delivery!.attempts[1]!
  assert.deepEqual([responseStatus, error], [null, 'Nothing was sent, because the event has expired'])
  assert.equal(receiver.received.length, 1)
})

for (const [status, outcome] of [
  [200, 'succeeded'],
  [500, 'failed'],
] as const) {
  test(`an attempt that ends with status ${status} after its webhook was disabled is logged`, async () => {
    let respond = () => {}
    const receiver = await startReceiver((response) => {
      respond = () => response.writeHead(status).end()
    })
    const { acme, api, path, deliveries, attempted } = await subscribe(receiver.url)
    await ask(acme)
    await until(() => receiver.received.length === 1, 'the request')
    await api.patch(path, { enabled: false })
    assert.equal((await deliveries())[0]!.status, 'failed')
    // Enabling it again does not bring back the delivery.
    await api.patch(path, { enabled: true })
    respond()
    const { attempts, ...delivery } = await attempted()
    assert.deepEqual([delivery.status, delivery.nextAttemptAt], [outcome, null])
    assert.equal(attempts[0]!.responseStatus, status)
  })
}

test('replays a delivery with the same id, and all events of a time range', async () => {
  const receiver = await startReceiver()
  const { acme, api, path, attempted } = await subscribe(receiver.url, ['feedback.created'])
  const since = new Date().toISOString()
  await ask(acme, 'One')
  const { id, eventId } = await attempted()
  const replayed = await api.post(`${path}/deliveries/${id}/replay`)
  assert.deepEqual([replayed.status, replayed.body.data], [202, { count: 1 }])
  await until(() => receiver.received.length === 2, 'the replay')
  assert.equal(receiver.received[1]!.headers['webhook-id'], eventId)
  // Events that happen while the webhook is disabled are sent only by a replay.
  await api.patch(path, { enabled: false })
  await ask(acme, 'Two')
  assert.equal((await api.post(`${path}/replay`, { since })).status, 400)
  await api.patch(path, { enabled: true })
  await sleep(1_000)
  assert.equal(receiver.received.length, 2)
  assert.deepEqual((await api.post(`${path}/replay`, { since })).body.data, { count: 2 })
  await until(() => receiver.received.length === 4, 'both events')
  assert.deepEqual((await api.post(`${path}/replay`, { since, types: ['vote.created'] })).body.data, { count: 0 })
  assert.deepEqual((await api.post(`${path}/replay`, { since, until: since })).body.data, { count: 0 })
})

test('a replay skips events whose next attempt is due within a minute', async () => {
  const receiver = await startReceiver((response) => response.writeHead(503).end())
  const { acme, api, path, attempted, deliveries } = await subscribe(receiver.url)
  const since = new Date().toISOString()
  await ask(acme)
  const { id } = await attempted()
  const replayed = [await api.post(`${path}/replay`, { since }), await api.post(`${path}/deliveries/${id}/replay`)]
  for (const { status, body } of replayed) assert.deepEqual([status, body.data], [202, { count: 0 }])
  assert.equal((await deliveries()).length, 1)
})

test('rejects a replay that would make more than 100,000 deliveries pending', async () => {
  const receiver = await startReceiver()
  const { acme, api, webhook, path, attempted } = await subscribe(receiver.url)
  const since = new Date().toISOString()
  await ask(acme)
  const { id } = await attempted()
  const fill = (count: number) =>
    app.database.pool.query(
      `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, next_attempt_at, created_at)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), 'feedback.created', now() + interval '1 hour', now()
       from generate_series(1, $3::int)`,
      [acme.id, webhook.id, count],
    )
  await fill(99_999)
  assert.deepEqual((await api.post(`${path}/replay`, { since })).body.data, { count: 1 })
  await until(() => receiver.received.length === 2, 'the replay')
  await fill(1)
  const refused = [await api.post(`${path}/replay`, { since }), await api.post(`${path}/deliveries/${id}/replay`)]
  for (const { status, body } of refused) {
    assert.equal(status, 400)
    assert.match(body.error.message, /100,000 pending/)
  }
})

test('deleting a webhook cancels its pending deliveries', async () => {
  const receiver = await startReceiver((response) => response.writeHead(500).end())
  const { acme, api, webhook, path, attempted } = await subscribe(receiver.url)
  await ask(acme)
  await attempted()
  assert.equal((await api.delete(path)).status, 204)
  await skipWaiting(webhook.id)
  await sleep(1_500)
  assert.equal(receiver.received.length, 1)
})

test('lists the delivery log by status and type, in pages', async () => {
  const receiver = await startReceiver()
  const { acme, api, path } = await subscribe(receiver.url, ['*'])
  for (const title of ['One', 'Two', 'Three']) await ask(acme, title)
  await acme.api.create('/changelog', { title: 'News', body: '' })
  await until(() => receiver.received.length === 4, 'four deliveries')
  const list = async (query: string) => (await api.get(`${path}/deliveries?${query}`)).body
  await until(async () => (await list('status=succeeded')).data.length === 4, 'four successes')
  assert.equal((await list('status=failed')).data.length, 0)
  assert.equal((await list('eventType=changelog.created')).data.length, 1)
  const first = await list('limit=3')
  const second = await list(`limit=3&cursor=${first.pagination.nextCursor}`)
  assert.deepEqual([first.data.length, second.data.length, second.pagination.hasMore], [3, 1, false])
  assert.equal((await api.get(`${path}/deliveries?status=lost`)).status, 400)
})

test('a dead and a slow webhook do not delay others', async () => {
  const dead = await startReceiver(() => {})
  const slow = await startReceiver((response) => void setTimeout(() => response.end(), 14_000))
  const healthy = await startReceiver()
  const acme = await app.workspace()
  for (const { url } of [dead, slow, healthy]) await acme.api.create('/webhooks', { url, events: ['feedback.created'] })
  for (let n = 0; n < 30; n++) await ask(acme, `Request ${n}`)
  await until(() => healthy.received.length === 30, 'all deliveries of the healthy webhook')
  assert.ok(dead.received.length < 30 && slow.received.length < 30)
})
