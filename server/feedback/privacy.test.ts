import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiScopes } from '../platform/http/api/scopes.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
// Only operations with these scopes present customers.
const isForCustomers = (scope: string) => scope.startsWith('customers:')
const { key } = await acme.makeKey({ scopes: apiScopes.filter((scope) => !isForCustomers(scope)) })

// Every private value contains this word, so that any leak is found.
const secret = 'xyzzyprivate'
const submitter = { email: `${secret}@example.com`, externalId: `${secret}-1`, name: 'Ada' }
const requestInput = {
  title: 'Dark mode',
  submitter,
  sourceUrl: `https://example.com/${secret}`,
  metadata: { [secret]: 1, note: secret },
}

const base = `${app.origin}/api/v1`

async function call(operation: string, body?: object, idempotencyKey?: string) {
  const [method, path] = operation.split(' ')
  const response = await fetch(base + path, {
    method: method!,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const headers = JSON.stringify([...response.headers])
  const text = await response.text()
  assert.ok(!(headers + text).toLowerCase().includes(secret), `${operation} returned ${text}`)
  return { status: response.status, data: text === '' ? undefined : JSON.parse(text).data }
}

test('returns no source, metadata, email or external id of a submitter from any operation', async () => {
  const { id } = (await call('POST /feedback', requestInput, 'once')).data
  const { data: entry } = await call('POST /changelog', { title: 'Night', linkedFeedbackIds: [id] })
  const comment = { body: 'Please!', submitter }
  const item = (await call(`POST /feedback/${id}/promote`, { status: 'planned' })).data.roadmapItem.id

  const board = (await call('POST /boards', { name: 'Ideas', slug: 'ideas' })).data.id
  const customerId = (await acme.api.listAll(`/feedback/${id}/votes`))[0].customerId
  const [created] = (await call('GET /events?type=feedback.created')).data
  const subscription = { url: 'https://example.com/hook', events: ['feedback.created'] }
  const webhook = (await call('POST /webhooks', subscription)).data.id
  await call(`POST /webhooks/${webhook}/replay`, { since: '2020-01-01T00:00:00Z' })
  const [delivery] = (await call(`GET /webhooks/${webhook}/deliveries`)).data

  const calls: [operation: string, body?: object][] = [
    ['GET /feedback'],
    ['GET /feedback?search=dark'],
    [`GET /feedback/${id}`],
    [`PATCH /feedback/${id}`, { title: 'Darker mode' }],
    [`PATCH /feedback/${id}/stage`, { stage: 'in_progress' }],
    [`PATCH /feedback/${id}/status`, { status: 'approved' }],
    [`POST /feedback/${id}/comments`, comment],
    [`GET /feedback/${id}/comments`],
    [`GET /feedback/${id}/send-to-tracker`],
    [`POST /feedback/${id}/send-to-tracker`],
    ['GET /roadmap'],
    ['POST /roadmap', { title: 'Dark mode' }],
    [`GET /roadmap/${item}`],
    [`PATCH /roadmap/${item}`, { title: 'Night' }],
    [`PATCH /roadmap/${item}/status`, { status: 'done' }],
    ['GET /changelog'],
    [`GET /changelog/${entry.id}`],
    [`PATCH /changelog/${entry.id}`, { body: 'At last.' }],
    [`POST /changelog/${entry.id}/publish`],
    [`POST /changelog/${entry.id}/comments`, comment],
    [`GET /changelog/${entry.id}/comments`],
    [`DELETE /changelog/${entry.id}`],
    ['GET /tags'],
    ['GET /workspace'],
    ['GET /boards'],
    [`PATCH /boards/${board}`, { name: 'Wishes' }],
    [`PUT /feedback/${id}/votes/${customerId}`],
    [`DELETE /feedback/${id}/votes/${customerId}`],
    ['GET /events'],
    [`GET /events/${created.id}`],
    ['GET /webhooks'],
    [`GET /webhooks/${webhook}`],
    [`PATCH /webhooks/${webhook}`, { description: 'Sync' }],
    [`POST /webhooks/${webhook}/rotate-secret`, {}],
    [`POST /webhooks/${webhook}/test`],
    [`POST /webhooks/${webhook}/replay`, { since: '2020-01-01T00:00:00Z' }],
    [`GET /webhooks/${webhook}/deliveries`],
    [`POST /webhooks/${webhook}/deliveries/${delivery.id}/replay`],
    [`DELETE /webhooks/${webhook}`],
    ['GET /openapi.json'],
  ]
  const covered = new Set(['createFeedback', 'createChangelogEntry', 'promoteFeedback', 'createBoard', 'createWebhook'])
  for (const [operation, body] of calls) {
    const { status } = await call(operation, body)
    const isRejected = operation.startsWith('POST') && operation.endsWith('send-to-tracker')
    assert.equal(status >= 300, isRejected, `${operation} returned ${status}`)
    covered.add(operationIdOf(operation))
  }
  const others = app.server.operations.filter(({ scope }) => !isForCustomers(scope))
  assert.deepEqual([...covered].sort(), others.map(({ operationId }) => operationId).sort())
})

/** Returns the id of the operation that a call reaches, to check that the test covers every operation. */
function operationIdOf(call: string): string {
  const [method, address] = call.split(' ')
  const ids = ['{id}', address!.startsWith('/webhooks') ? '{deliveryId}' : '{customerId}']
  const path = address!.split('?')[0]!.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, () => ids.shift()!)
  return app.server.operations.find((each) => each.method === method && each.path === path)!.operationId
}

test('returns no private value in replayed responses or errors', async () => {
  await call('POST /feedback', requestInput, 'once')
  const invalidSubmitter = { email: `${secret}@`, externalId: `${secret}-2`.repeat(30), name: secret.repeat(30) }
  const { status } = await call('POST /feedback', {
    ...requestInput,
    title: '',
    sourceUrl: `${secret}:`,
    submitter: invalidSubmitter,
  })
  assert.equal(status, 400)
})
