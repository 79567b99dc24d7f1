import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClient } from '../test/clients/api-client.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { id: keyId, key } = await acme.makeKey()
const alice = new TestClient(app.origin, key)
const { pool } = app.database

interface Event {
  type: string
  target_id: string
  actor_type: string
  actor_id: string
  agent: string
  request_id: string
}

async function listEvents(requestId: string): Promise<Event[]> {
  const { rows } = await pool.query<Event>(
    `select type, target_id, actor_type, actor_id, agent, request_id from audit_events
     where workspace_id = $1 and request_id = $2 order by type`,
    [acme.id, requestId],
  )
  return rows
}

const countEvents = async (): Promise<number> => (await pool.query('select count(*) from audit_events')).rows[0].count

let calls = 0

/** Calls an operation with a service agent. @returns the response with the events that it recorded */
async function call(operation: string, body?: object) {
  calls += 1
  const [method, path] = operation.split(' ')
  const headers = { 'x-request-id': `audit-${calls}`, 'x-service-agent': 'Support desk 2.1' }
  const response = await alice.send(method!, path!, { body, headers })
  return { ...response, requestId: `audit-${calls}`, events: await listEvents(`audit-${calls}`) }
}

const feedback = (await alice.create('/feedback', { title: 'Dark mode', submitter: { externalId: 'u1' } })).id
const item = (await alice.create('/roadmap', { title: 'Dark mode' })).id
const entry = (await alice.create('/changelog', { title: 'Night' })).id
const board = (await alice.create('/boards', { name: 'Ideas', slug: 'ideas' })).id
const putCustomer = async (externalId: string): Promise<string> =>
  (await alice.put('/customers', { externalId })).body.data.id
const [customer, leaver] = [await putCustomer('u2'), await putCustomer('u3')]
const webhook = (await alice.create('/webhooks', { url: 'https://example.com', events: ['*'] })).id
const replay = { since: new Date(Date.now() - 60_000).toISOString() }
await alice.create(`/feedback`, { title: 'To replay' })
await app.database.pool.query(
  `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, next_attempt_at, created_at)
  select workspace_id, id, $1, id, type, now(), now() from events where type = 'roadmap.created'`,
  [webhook],
)
const delivery = (await alice.get(`/webhooks/${webhook}/deliveries`)).body.data[0].id
const target = { precision: 'date', date: '2026-09-30' }

const writes: [
  operation: string,
  body: object | undefined,
  type: string,
  targetOf: (data: { id: string }) => string,
][] = [
  ['POST /feedback', { title: 'Anonymous' }, 'feedback.created', ({ id }) => id],
  ['POST /feedback', { title: 'Known', submitter: { externalId: 'u1' } }, 'feedback.created', ({ id }) => id],
  [`PATCH /feedback/${feedback}`, { title: 'Darker' }, 'feedback.updated', () => feedback],
  [`PATCH /feedback/${feedback}/stage`, { stage: 'planned' }, 'feedback.stage_changed', () => feedback],
  [`PATCH /feedback/${feedback}/status`, { status: 'spam' }, 'feedback.status_changed', () => feedback],
  [`POST /feedback/${feedback}/comments`, { body: 'Yes!' }, 'comment.created', ({ id }) => id],
  [`POST /feedback/${feedback}/promote`, { status: 'planned' }, 'feedback.promoted', () => feedback],
  [
    `POST /feedback/${feedback}/promote`,
    { status: 'done', targetDelivery: target },
    'feedback.promoted',
    () => feedback,
  ],
  ['POST /roadmap', { title: 'Light mode' }, 'roadmap.created', ({ id }) => id],
  [`PATCH /roadmap/${item}`, { targetDelivery: target }, 'roadmap.updated', () => item],
  [`PATCH /roadmap/${item}/status`, { status: 'done' }, 'roadmap.status_changed', () => item],
  ['POST /changelog', { title: 'Day' }, 'changelog.created', ({ id }) => id],
  [`PATCH /changelog/${entry}`, { linkedFeedbackIds: [feedback] }, 'changelog.updated', () => entry],
  [`POST /changelog/${entry}/comments`, { body: 'Soon.', kind: 'staff_reply' }, 'comment.created', ({ id }) => id],
  [`POST /changelog/${entry}/publish`, undefined, 'changelog.published', () => entry],
  [`DELETE /changelog/${entry}`, undefined, 'changelog.deleted', () => entry],
  ['POST /boards', { name: 'Bugs', slug: 'bugs' }, 'board.created', ({ id }) => id],
  [`PATCH /boards/${board}`, { isPublic: false }, 'board.updated', () => board],
  [`PUT /feedback/${feedback}/votes/${customer}`, undefined, 'feedback.voted', () => feedback],
  [`DELETE /feedback/${feedback}/votes/${customer}`, undefined, 'feedback.unvoted', () => feedback],
  ['PUT /customers', { externalId: 'u4', attributes: { a: 1 } }, 'customer.added', ({ id }) => id],
  ['PUT /customers', { externalId: 'u4', attributes: { a: 2 } }, 'customer.updated', ({ id }) => id],
  [`PATCH /customers/${customer}`, { name: 'Grace' }, 'customer.updated', () => customer],
  [`DELETE /customers/${leaver}`, undefined, 'customer.deleted', () => leaver],
  ['PUT /companies', { externalId: 'c1', name: 'Acme' }, 'company.created', ({ id }) => id],
  ['PUT /companies', { externalId: 'c1', name: 'Acme Inc' }, 'company.updated', ({ id }) => id],
  ['POST /webhooks', { url: 'https://example.org', events: ['vote.created'] }, 'webhook.created', ({ id }) => id],
  [`PATCH /webhooks/${webhook}`, { description: 'Sync' }, 'webhook.updated', () => webhook],
  [`POST /webhooks/${webhook}/rotate-secret`, {}, 'webhook.secret_rotated', () => webhook],
  [`POST /webhooks/${webhook}/test`, undefined, 'webhook.tested', () => webhook],
  [`POST /webhooks/${webhook}/deliveries/${delivery}/replay`, undefined, 'webhook.replayed', () => webhook],
  [`POST /webhooks/${webhook}/replay`, replay, 'webhook.replayed', () => webhook],
  [`DELETE /webhooks/${webhook}`, undefined, 'webhook.deleted', () => webhook],
]

const withoutIds = (operation: string): string =>
  operation
    .replace(/[0-9a-f-]{36}/, '{id}')
    .replace(/[0-9a-f-]{36}/, operation.includes('/deliveries/') ? '{deliveryId}' : '{customerId}')

for (const [operation, body, type, targetOf] of writes) {
  test(`${withoutIds(operation)} records one ${type} event with key, agent and request id`, async () => {
    const { status, body: response, requestId, events } = await call(operation, body)
    assert.ok(status < 300)
    assert.deepEqual(events, [
      {
        type,
        target_id: targetOf(response?.data),
        actor_type: 'key',
        actor_id: keyId,
        agent: 'Support desk 2.1',
        request_id: requestId,
      },
    ])
  })
}

test('covers every operation that writes', () => {
  const written = new Set(writes.map(([operation]) => withoutIds(operation)))
  const writing = app.server.operations
    .filter(({ method }) => method !== 'GET')
    .map((each) => `${each.method} ${each.path}`)
  // Sending needs a tracker connection; without one it writes nothing.
  assert.deepEqual([...written, 'POST /feedback/{id}/send-to-tracker'].sort(), writing.sort())
})

test('records a new customer in an event of its own, without personal data', async () => {
  const submitter = { email: 'ada@example.com', name: 'Ada Lovelace', externalId: 'user-77' }
  const { events, requestId } = await call('POST /feedback', { title: 'Dark mode', submitter })
  assert.deepEqual(
    events.map(({ type }) => type),
    ['customer.added', 'feedback.created'],
  )
  const { rows } = await pool.query('select changes::text from audit_events where request_id = $1', [requestId])
  assert.doesNotMatch(JSON.stringify(rows), /ada@|Lovelace|user-77/)
})

test('records no event when publishing again or replaying a request', async () => {
  const { id } = await alice.create('/changelog', { title: 'Twice' })
  await call(`POST /changelog/${id}/publish`)
  assert.deepEqual((await call(`POST /changelog/${id}/publish`)).events, [])
  await alice.post('/feedback', { title: 'Once' }, { 'idempotency-key': 'once' })
  const before = await countEvents()
  assert.equal((await alice.post('/feedback', { title: 'Once' }, { 'idempotency-key': 'once' })).status, 201)
  assert.equal(await countEvents(), before)
})

test('records no event for a rejected write', async () => {
  const unknownId = '0198c0de-0000-7000-8000-000000000000'
  const before = await countEvents()
  for (const [operation, body, status] of [
    ['POST /feedback', { title: '' }, 400],
    ['POST /feedback', { title: 'x', boardId: 'unknown', submitter: { externalId: 'new' } }, 400],
    [`PATCH /feedback/${unknownId}`, { title: 'x' }, 404],
    [`PATCH /feedback/${feedback}/stage`, { stage: 'done' }, 400],
    [`POST /feedback/${unknownId}/promote`, { status: 'planned' }, 404],
    [`POST /feedback/${feedback}/comments`, { body: 'x', parentId: unknownId }, 400],
    [`POST /feedback/${feedback}/send-to-tracker`, {}, 400],
    [`PATCH /roadmap/${unknownId}/status`, { status: 'done' }, 404],
    ['POST /changelog', { title: 'x', tagIds: [unknownId] }, 400],
    [`DELETE /changelog/${entry}`, undefined, 404],
  ] as const) {
    assert.equal((await call(operation, body)).status, status, operation)
  }
  const reader = await acme.withScopes('feedback:read')
  const after = await countEvents()
  assert.equal(after, before + 1, 'the new key is recorded')
  assert.equal((await reader.post('/feedback', { title: 'x' })).status, 403)
  assert.equal(await countEvents(), after)
})

test('rolls back a write whose event cannot be recorded', async () => {
  const before = (await alice.get(`/feedback/${feedback}`)).body.data
  await pool.query(`alter table audit_events add constraint closed check (type <> 'feedback.updated') not valid`)
  assert.equal((await alice.patch(`/feedback/${feedback}`, { title: 'Unseen' })).status, 500)
  await pool.query('alter table audit_events drop constraint closed')
  assert.deepEqual((await alice.get(`/feedback/${feedback}`)).body.data, before)
})
