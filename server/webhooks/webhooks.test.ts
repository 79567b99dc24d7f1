import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../platform/ids.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { createTestApp } from '../test/test-app.ts'
import { fanOutEvents } from './deliveries/fan-out.ts'
import { urlProblems } from './url.ts'

const app = await createTestApp()
const url = 'https://example.com/hook'

interface Delivery {
  id: string
  eventType: string
  status: string
}

test('creates a webhook, shows it without its secret, changes and deletes it', async () => {
  const { api } = await app.workspace()
  const created = await api.create('/webhooks', { url, events: ['feedback.created'], description: 'Sync' })
  assert.match(created.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { secret: _secret, ...webhook } = created
  assert.deepEqual(webhook, {
    id: created.id,
    url,
    description: 'Sync',
    events: ['feedback.created'],
    enabled: true,
    disabledReason: null,
    lastSuccessAt: null,
    createdAt: created.createdAt,
    updatedAt: created.createdAt,
  })
  const path = `/webhooks/${created.id}`
  assert.deepEqual((await api.get(path)).body.data, webhook)
  assert.deepEqual((await api.get('/webhooks')).body.data, [webhook])

  const changed = (await api.patch(path, { events: ['*'], enabled: false })).body.data
  assert.deepEqual([changed.events, changed.enabled, changed.disabledReason], [['*'], false, 'manual'])
  const enabled = (await api.patch(path, { enabled: true })).body.data
  assert.deepEqual([enabled.enabled, enabled.disabledReason], [true, null])
  assert.equal((await api.delete(path)).status, 204)
  assert.equal((await api.get(path)).status, 404)
  assert.equal((await api.delete(path)).status, 404)
})

test('a repeated request returns everything but the secret', async () => {
  const { api } = await app.workspace()
  const headers = { 'idempotency-key': newId() }
  const body = { url, events: ['feedback.created'] }
  const first = await api.post('/webhooks', body, headers)
  const second = await api.post('/webhooks', body, headers)
  assert.equal(second.status, 201)
  const { secret, ...kept } = first.body.data
  assert.equal(typeof secret, 'string')
  assert.deepEqual(second.body.data, kept)
  const rotation = await api.post(`/webhooks/${kept.id}/rotate-secret`, { overlapHours: 1 }, headers)
  assert.notEqual(rotation.body.data.secret, secret)
  const repeated = await api.post(`/webhooks/${kept.id}/rotate-secret`, { overlapHours: 1 }, headers)
  assert.equal(repeated.body.data.secret, undefined)
})

const refused: [reason: string, url: string, message: RegExp][] = [
  ['without encryption', 'http://example.com/hook', /http:\/\/ is only for the networks in OUTBOUND_ALLOW/],
  ['with another scheme', 'ftp://example.com/hook', /must begin with https/],
  ['without a scheme', 'hook', /must begin with https/],
  ['with credentials', 'https://ada:secret@example.com/hook', /user name or a password/],
  ['in a private network', 'https://10.0.0.1/hook', /neither a public address/],
  ['of the metadata service', 'https://169.254.169.254/latest', /neither a public address/],
  ['in a private network, as IPv6', 'https://[fd00::1]/hook', /neither a public address/],
  ['with an empty user name', 'https://@example.com/', /user name or a password/],
  ['with a fragment', 'https://example.com/#hook', /must not have a fragment/],
  ['with a line break', 'https://example.com/\r\nX-Evil: 1', /spaces, backslashes or control characters/],
  ['with a character that reverses text', 'https://example.com/\u202Egnp', /spaces, backslashes or control characters/],
  ['with backslashes', 'https:\\\\example.com', /spaces, backslashes or control characters/],
  ['without slashes', 'https:example.com', /must begin with https/],
  ['with an impossible port', 'https://example.com:99999/', /must be a valid URL/],
  ['with port 0', 'https://example.com:0/', /must be a valid URL/],
  ['with a private address in hexadecimal', 'https://0x0a000001/hook', /neither a public address/],
]
for (const [reason, refusedUrl, message] of refused) {
  test(`rejects a URL ${reason}, also in an update`, async () => {
    const { api } = await app.workspace()
    const response = await api.post('/webhooks', { url: refusedUrl, events: ['vote.created'] })
    assert.equal(response.status, 400)
    assert.match(response.body.error.details[0].message, message)
    const { id } = await api.create('/webhooks', { url, events: ['vote.created'] })
    assert.equal((await api.patch(`/webhooks/${id}`, { url: refusedUrl })).status, 400)
  })
}

test('rejects a URL if any IP address of its host name is private', async () => {
  const resolvingTo = (...addresses: string[]) =>
    createOutbound([], (_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      ),
    )
  const problemsOf = (...addresses: string[]) => urlProblems(resolvingTo(...addresses), 'https://hooks.example/')
  assert.deepEqual(await problemsOf('93.184.216.34'), [])
  const [problem] = await problemsOf('93.184.216.34', '10.0.0.1')
  assert.match(problem!.message, /hooks\.example is neither a public address/)
})

test('rejects unknown types of events, and lists the known ones', async () => {
  const { api } = await app.workspace()
  const { status, body } = await api.post('/webhooks', { url, events: ['feedback.exploded'] })
  assert.equal(status, 400)
  assert.match(JSON.stringify(body), /feedback\.stage_changed/)
  assert.equal((await api.post('/webhooks', { url, events: [] })).status, 400)
  assert.equal((await api.post('/webhooks', { url, events: ['*', 'vote.created'] })).status, 400)
})

test('events about customers need customers:read', async () => {
  const acme = await app.workspace()
  const limited = await acme.withScopes('webhooks:write')
  for (const events of [['*'], ['customer.created'], ['vote.created', 'company.updated']]) {
    assert.equal((await limited.post('/webhooks', { url, events })).status, 403)
  }
  const { id } = await limited.create('/webhooks', { url, events: ['vote.created'] })
  assert.equal((await limited.patch(`/webhooks/${id}`, { events: ['*'] })).status, 403)
  const both = await acme.withScopes('webhooks:write', 'customers:read')
  assert.equal((await both.patch(`/webhooks/${id}`, { events: ['*'] })).status, 200)
  // Changing where personal data goes needs the scope too, even when unsubscribing: deliveries may be pending.
  const elsewhere = { url: 'https://example.org' }
  assert.equal((await limited.patch(`/webhooks/${id}`, elsewhere)).status, 403)
  assert.equal((await limited.patch(`/webhooks/${id}`, { ...elsewhere, events: ['vote.created'] })).status, 403)
})

test('unsubscribing from a type cancels its pending deliveries, which cannot be replayed to a new URL', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/webhooks', { url, events: ['*'] })
  await acme.api.create('/feedback', { title: 'CSV', submitter: { email: 'ada@example.com' } })
  await fanOutEvents(app.database)
  const deliveries = async () => (await acme.api.get(`/webhooks/${id}/deliveries`)).body.data as Delivery[]
  const limited = await acme.withScopes('webhooks:write')
  assert.equal((await limited.patch(`/webhooks/${id}`, { events: ['feedback.created'] })).status, 200)
  const statuses = Object.fromEntries((await deliveries()).map(({ eventType, status }) => [eventType, status]))
  assert.deepEqual(statuses, { 'customer.created': 'failed', 'feedback.created': 'pending' })
  assert.equal((await limited.patch(`/webhooks/${id}`, { url: 'https://example.org' })).status, 200)
  for (const each of await deliveries()) {
    const { status, body } = await limited.post(`/webhooks/${id}/deliveries/${each.id}/replay`)
    if (each.eventType === 'feedback.created') assert.equal(status, 202)
    else assert.deepEqual([status, body.error.message], [400, 'This webhook no longer subscribes to customer.created.'])
  }
})

test('lists test events, which show the URL, only for keys with webhooks:read', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/webhooks', { url: `${url}?token=secret`, events: ['vote.created'] })
  assert.equal((await acme.api.post(`/webhooks/${id}/test`)).status, 202)
  const [event] = (await acme.api.get('/events?type=webhook.test')).body.data
  assert.equal(event.data.id, id)
  const limited = await acme.withScopes('events:read', 'customers:read')
  assert.ok(!JSON.stringify((await limited.get('/events')).body).includes('token=secret'))
  assert.equal((await limited.get(`/events/${event.id}`)).status, 404)
})

test('a workspace has at most 50 webhooks, also with concurrent requests', async () => {
  const { api } = await app.workspace()
  const statuses = await Promise.all(
    Array.from({ length: 55 }, async () => (await api.post('/webhooks', { url, events: ['vote.created'] })).status),
  )
  assert.equal(statuses.filter((status) => status === 201).length, 50)
  assert.equal(statuses.filter((status) => status === 400).length, 5)
})

test('another workspace sees nothing of a webhook', async () => {
  const acme = await app.workspace()
  const other = await app.workspace()
  const { id } = await acme.api.create('/webhooks', { url, events: ['vote.created'] })
  const path = `/webhooks/${id}`
  const since = '2026-01-01T00:00:00Z'
  const responses = await Promise.all([
    other.api.get(path),
    other.api.patch(path, { enabled: false }),
    other.api.delete(path),
    other.api.post(`${path}/rotate-secret`),
    other.api.post(`${path}/test`),
    other.api.get(`${path}/deliveries`),
    other.api.post(`${path}/deliveries/${newId()}/replay`),
    other.api.post(`${path}/replay`, { since }),
  ])
  assert.deepEqual(
    responses.map(({ status }) => status),
    Array(8).fill(404),
  )
  assert.deepEqual((await other.api.get('/webhooks')).body.data, [])
})
