import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { newId } from '../../platform/ids.ts'
import type { TestClient, TestResponse } from '../clients/api-client.ts'
import { seedApiResources } from '../fixtures/api-resources.ts'
import { lockIdempotencyKey } from '../support/locks.ts'
import { createTestApp, type TestWorkspace } from '../test-app.ts'

// A request with two problems gets the error that is checked first (contract §1). Each test combines two checks, not
// always adjacent ones.

const app = await createTestApp({ caps: { free: 1, starter: 1, growth: null } })
const acme = await app.workspace()
const things = await seedApiResources(acme)
const json = { 'content-type': 'application/json' }
const big = '{"title":"x"}'.padEnd(2_000_000)
const bigAndBroken = '{'.padEnd(2_000_000)
const reader = await acme.withScopes('feedback:read')
const charlie = app.anonymous

const inChunks = (text: string) => new Blob([text]).stream()

async function statusOf(answer: Promise<TestResponse>): Promise<number> {
  return (await answer).status
}

/** Creates a client whose key has reached its limit and only has the scope feedback:read. */
async function spent(): Promise<TestClient> {
  const narrow = await createTestApp({ limits: { key: 1, workspace: 100, windowSeconds: 3_600 } })
  const client = await (await narrow.workspace()).withScopes('feedback:read')
  assert.equal(await statusOf(client.get('/feedback')), 200)
  return client
}

test('checks the path before the credential and the body', async () => {
  assert.equal(await statusOf(charlie.get('/nowhere')), 404)
  assert.equal(await statusOf(charlie.send('POST', '/nowhere', { raw: big, headers: json })), 404)
  assert.equal(await statusOf(acme.api.send('POST', '/nowhere', { raw: inChunks(big), headers: json })), 404)
})

test('checks the method before the credential and the body', async () => {
  assert.equal(await statusOf(charlie.send('PUT', '/feedback')), 405)
  assert.equal(await statusOf(charlie.send('PUT', '/feedback', { raw: big, headers: json })), 405)
  assert.equal(await statusOf(acme.api.send('PUT', '/feedback', { raw: inChunks(big), headers: json })), 405)
})

test('checks the credential before the body and the id', async () => {
  assert.equal(await statusOf(charlie.send('POST', '/feedback', { raw: big, headers: json })), 401)
  assert.equal(await statusOf(charlie.send('POST', '/feedback', { raw: inChunks(big), headers: json })), 401)
  assert.equal(await statusOf(charlie.send('POST', '/feedback', { raw: '{', headers: json })), 401)
  assert.equal(await statusOf(charlie.get(`/feedback/${newId()}?surprise=1`)), 401)
  assert.equal(await statusOf(charlie.get('/feedback/not-a-uuid')), 401)
})

test('checks the rate limit before the scope and the body', async () => {
  const client = await spent()
  assert.equal(await statusOf(client.get('/roadmap')), 429)
  assert.equal(await statusOf(client.send('POST', '/feedback', { raw: big, headers: json })), 429)
})

test('counts a request without the scope against the rate limit', async () => {
  const narrow = await createTestApp({ limits: { key: 1, workspace: 100, windowSeconds: 3_600 } })
  const client = await (await narrow.workspace()).withScopes('feedback:read')
  assert.equal(await statusOf(client.get('/roadmap')), 403)
  assert.equal(await statusOf(client.get('/feedback')), 429)
})

test('checks the scope before the body and the id', async () => {
  assert.equal(await statusOf(reader.send('POST', '/feedback', { raw: big, headers: json })), 403)
  assert.equal(await statusOf(reader.send('POST', '/feedback', { raw: inChunks(big), headers: json })), 403)
  assert.equal(await statusOf(reader.send('POST', '/feedback', { raw: '{', headers: json })), 403)
  assert.equal(await statusOf(reader.patch(`/feedback/${newId()}`, { title: 'x' })), 403)
  assert.equal(await statusOf(reader.patch('/feedback/not-a-uuid', { title: 'x' })), 403)
})

test('checks the size of a body before everything else about it', async () => {
  const send = (path: string, raw: string, headers: object = json) =>
    statusOf(acme.api.send('POST', path, { raw, headers: headers as Record<string, string> }))
  assert.equal(await send('/feedback', bigAndBroken), 413)
  assert.equal(await send('/feedback', big, { 'content-type': 'text/plain' }), 413)
  assert.equal(await send('/feedback', big, { 'content-type': 'nonsense' }), 413)
  assert.equal(await send('/feedback?surprise=1', big, { ...json, 'x-service-agent': '' }), 413)
  assert.equal(await send(`/feedback/${newId()}/promote`, big), 413)
})

test('validates the request before looking up the id', async () => {
  for (const id of [newId(), 'not-a-uuid']) {
    assert.equal(await statusOf(acme.api.get(`/feedback/${id}?surprise=1`)), 400)
    assert.equal(await statusOf(acme.api.get(`/feedback/${id}/comments?limit=0`)), 400)
    assert.equal(await statusOf(acme.api.get(`/feedback/${id}/comments?cursor=junk`)), 400)
    assert.equal(await statusOf(acme.api.patch(`/feedback/${id}`, {})), 400)
    assert.equal(await statusOf(acme.api.post(`/changelog/${id}/publish`, { surprise: 1 })), 400)
    assert.equal(await statusOf(acme.api.send('DELETE', `/changelog/${id}`, { raw: '{', headers: json })), 400)
  }
})

test('validates the request before claiming its idempotency key', async () => {
  const headers = { 'idempotency-key': 'in-use' }
  const held = await lockIdempotencyKey(app, acme.id, 'POST /api/v1/feedback', 'in-use')
  const answers = [
    await acme.api.post('/feedback', { title: '' }, headers),
    await acme.api.post('/feedback', { title: 'x', boardId: 'nowhere' }, headers),
  ]
  await held.release()
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 409],
  )
})

test('claims the idempotency key before looking up the id', async () => {
  const path = `/changelog/${newId()}/publish`
  const held = await lockIdempotencyKey(app, acme.id, `POST /api/v1${path}`, 'in-use')
  const { status } = await acme.api.post(path, undefined, { 'idempotency-key': 'in-use' })
  await held.release()
  assert.equal(status, 409)
})

test('replays after validation and before looking up the id', async () => {
  const entry = await acme.api.create('/changelog', { title: 'Short-lived' })
  const path = `/changelog/${entry.id}/comments`
  const headers = { 'idempotency-key': 'once' }
  const first = await acme.api.post(path, { body: 'Nice.' }, headers)
  assert.equal(first.status, 201)
  assert.equal(await statusOf(acme.api.delete(`/changelog/${entry.id}`)), 200)
  const again = await acme.api.post(path, { body: 'Nice.' }, headers)
  assert.equal(again.status, 201)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(again.body, first.body)
  assert.equal(await statusOf(acme.api.post(path, { body: '' }, headers)), 400)
  assert.equal(await statusOf(acme.api.post(path, { body: 'Nice.' })), 404)
})

test('looks up the id before checking references and state', async () => {
  const parentId = newId()
  assert.equal(await statusOf(acme.api.post(`/feedback/${newId()}/comments`, { body: 'Re', parentId })), 404)
  assert.equal(await statusOf(acme.api.post(`/changelog/${newId()}/comments`, { body: 'Re', parentId })), 404)
  assert.equal(await statusOf(acme.api.patch(`/changelog/${newId()}`, { tagIds: [newId()] })), 404)
  assert.equal(await statusOf(acme.api.post(`/feedback/${newId()}/send-to-tracker`)), 404)
})

test('checks references and state before the customer cap', async () => {
  const full: TestWorkspace = await app.workspace({ plan: 'free' })
  await full.write((scope) => createBoard(scope, { name: 'Closed', slug: 'closed', acceptsRequests: false }))
  const { id } = await full.api.create('/feedback', { title: 'First', submitter: { externalId: 'first' } })
  const submitter = { externalId: 'second' }
  const comments = `/feedback/${id}/comments`
  assert.equal(await statusOf(full.api.post('/feedback', { title: 'x', submitter, boardId: 'nowhere' })), 400)
  assert.equal(await statusOf(full.api.post('/feedback', { title: 'x', submitter, boardId: 'closed' })), 400)
  assert.equal(await statusOf(full.api.post(comments, { body: 'x', submitter, parentId: newId() })), 400)
  assert.equal(await statusOf(full.api.post('/feedback', { title: 'x', submitter })), 403)
  assert.equal(await statusOf(full.api.post(comments, { body: 'x', submitter })), 403)
})

test('counts rejected requests against the rate limit and reports how many remain', async () => {
  const { api } = await app.workspace()
  const left = async (answer: Promise<TestResponse>) => /;r=(\d+);/.exec((await answer).headers.get('ratelimit')!)![1]
  const first = Number(await left(api.get(`/feedback/${things.feedback}`)))
  assert.equal(Number(await left(api.post('/feedback', { title: '' }))), first - 1)
  assert.equal(Number(await left(api.send('POST', '/feedback', { raw: big, headers: json }))), first - 2)
})
