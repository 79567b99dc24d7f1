import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../../boards/create.ts'
import { lockCustomerCounter, waitForBlockedConnections } from '../../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../../test/test-app.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await app.workspace()
const { api } = acme
const { pool } = app.database

/** Sends a POST with an idempotency key. @returns the exact response body as text. */
async function post(path: string, key: string, body: object, workspace: TestWorkspace = acme) {
  const response = await fetch(`${app.origin}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${workspace.key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    text: await response.text(),
    replayed: response.headers.get('idempotency-replayed'),
    retryAfter: response.headers.get('retry-after'),
  }
}

const titled = async (title: string) => (await api.listAll('/feedback')).filter((request) => request.title === title)

test('creates one request for fifty concurrent POSTs with one key', async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => post('/feedback', 'fifty', { title: 'Fifty' })))
  assert.equal((await titled('Fifty')).length, 1)
  const created = responses.filter(({ status }) => status === 201)
  assert.ok(created.length >= 1)
  assert.equal(new Set(created.map(({ text }) => text)).size, 1)
  assert.equal(created.filter(({ replayed }) => replayed === null).length, 1)
  for (const { status, text, retryAfter } of responses.filter((response) => response.status !== 201)) {
    assert.deepEqual([status, JSON.parse(text).error.code], [409, 'in_progress'])
    assert.match(retryAfter!, /^[1-9]\d*$/)
  }
})

test('replays the first response byte for byte, whatever has changed since and whatever the second body is', async () => {
  const first = await post('/feedback', 'replay', { title: 'First', description: 'é "quoted" 😀' })
  const { id } = JSON.parse(first.text).data
  await api.patch(`/feedback/${id}`, { title: 'Changed' })
  app.setClock('2026-03-01T10:00:00.000Z')
  const others = [
    { title: 'Another', submitter: { email: 'ada@example.com' } },
    { title: 'First', boardId: 'unknown' },
  ]
  for (const body of [{ title: 'First' }, ...others]) {
    const again = await post('/feedback', 'replay', body)
    assert.deepEqual([again.status, again.text, again.replayed], [201, first.text, 'true'])
  }
  assert.equal(first.replayed, null)
  assert.deepEqual(await titled('Another'), [])
  assert.equal((await api.get('/workspace')).body.data.limits.trackedCustomers.used, 0)
})

test('replays a response after 24 hours', async () => {
  app.setClock('2026-03-01T11:00:00.000Z')
  const first = await post('/feedback', 'a-day', { title: 'A day' })
  app.setClock('2026-03-02T11:00:00.000Z')
  const { text, replayed } = await post('/feedback', 'a-day', { title: 'A day' })
  assert.deepEqual([text, replayed], [first.text, 'true'])
})

test('responds 400 to an invalid second request instead of replaying the response', async () => {
  await post('/feedback', 'strict', { title: 'Strict' })
  for (const body of [{}, { title: 'Strict', x: 1 }]) {
    const { status, replayed } = await post('/feedback', 'strict', body)
    assert.deepEqual([status, replayed], [400, null])
  }
})

test('frees the key of a rejected request', async () => {
  await acme.write((scope) => createBoard(scope, { name: 'Old', slug: 'old', acceptsRequests: false }))
  const nowhere = '0198c0de-0000-7000-8000-000000000000'
  assert.equal((await post('/feedback', 'refused', { title: '' })).status, 400)
  assert.equal((await post('/feedback', 'refused', { title: 'Refused', boardId: 'old' })).status, 400)
  assert.equal((await post('/feedback', 'refused', { title: 'Refused', boardId: nowhere })).status, 400)
  const { status, replayed } = await post('/feedback', 'refused', { title: 'Refused' })
  assert.deepEqual([status, replayed], [201, null])
  const path = `/feedback/${nowhere}/promote`
  for (const response of [
    await post(path, 'absent', { status: 'done' }),
    await post(path, 'absent', { status: 'done' }),
  ]) {
    assert.deepEqual([response.status, response.replayed], [404, null])
  }
})

test('treats the same key on another path or in another workspace as a new key', async () => {
  const elsewhere = await app.workspace()
  const [one, two] = [await api.create('/feedback', { title: 'One' }), await api.create('/feedback', { title: 'Two' })]
  const calls = [
    await post('/feedback', 'shared', { title: 'Shared' }),
    await post('/roadmap', 'shared', { title: 'Shared' }),
    await post('/changelog', 'shared', { title: 'Shared' }),
    await post(`/feedback/${one.id}/comments`, 'shared', { body: 'Yes!' }),
    await post(`/feedback/${two.id}/comments`, 'shared', { body: 'Yes!' }),
    await post(`/feedback/${one.id}/promote`, 'shared', { status: 'done' }),
    await post('/feedback', 'shared', { title: 'Shared' }, elsewhere),
  ]
  for (const { replayed } of calls) assert.equal(replayed, null)
  assert.deepEqual(
    calls.map(({ status }) => status),
    [201, 201, 201, 201, 201, 200, 201],
  )
  assert.equal(new Set(calls.map(({ text }) => JSON.parse(text).data.id)).size, 7)
})

test('shares idempotency keys among the API keys of a workspace', async () => {
  const first = await post('/feedback', 'team', { title: 'Team' })
  const { key } = await acme.makeKey()
  const bob = await post('/feedback', 'team', { title: 'Team' }, { ...acme, key })
  assert.deepEqual([bob.text, bob.replayed], [first.text, 'true'])
})

test('retries every POST without a second effect', async () => {
  const request = await api.create('/feedback', { title: 'Dark mode' })
  const entry = await api.create('/changelog', { title: 'Night' })
  for (const [path, body] of [
    ['/roadmap', { title: 'Item' }],
    ['/changelog', { title: 'Entry' }],
    [`/feedback/${request.id}/comments`, { body: 'Yes!' }],
    [`/feedback/${request.id}/promote`, { status: 'done' }],
    [`/changelog/${entry.id}/comments`, { body: 'Thanks' }],
    [`/changelog/${entry.id}/publish`, {}],
  ] as const) {
    const first = await post(path, 'retried', body)
    const again = await post(path, 'retried', body)
    assert.deepEqual([again.status, again.text, again.replayed], [first.status, first.text, 'true'], path)
  }
  assert.equal((await api.get(`/feedback/${request.id}`)).body.data.comments, 1)
  assert.equal((await api.get(`/changelog/${entry.id}`)).body.data.comments, 1)
})

test('responds 409 with Retry-After while the first request runs, and does not block other keys', async () => {
  const counter = await lockCustomerCounter(app, acme.id)
  const submitter = { email: 'ada@example.com' }
  const first = post('/feedback', 'running', { title: 'Running', submitter })
  await waitForBlockedConnections(app)
  const second = await post('/feedback', 'running', { title: 'Running', submitter })
  assert.deepEqual([second.status, JSON.parse(second.text).error.code], [409, 'in_progress'])
  assert.match(second.retryAfter!, /^[1-9]\d*$/)
  assert.equal((await post('/feedback', 'not-running', { title: 'Meanwhile' })).status, 201)
  await counter.release()
  const { status, text } = await first
  assert.equal(status, 201)
  assert.deepEqual(await post('/feedback', 'running', { title: 'Running' }), {
    status,
    text,
    replayed: 'true',
    retryAfter: null,
  })
})

test('frees the key and rolls back the effect if the process dies', async () => {
  const counter = await lockCustomerCounter(app, acme.id)
  const first = post('/feedback', 'killed', { title: 'Killed', submitter: { email: 'eve@example.com' } })
  const [pid] = await waitForBlockedConnections(app)
  await pool.query('select pg_terminate_backend($1::int)', [pid])
  assert.equal((await first).status, 500)
  await counter.release()
  assert.deepEqual(await titled('Killed'), [])
  const { status, replayed } = await post('/feedback', 'killed', { title: 'Killed' })
  assert.deepEqual([status, replayed], [201, null])
})

test('rolls back the effect if the response cannot be stored', async () => {
  await pool.query(`alter table idempotency_records add constraint closed check (key <> 'unrecorded')`)
  assert.equal((await post('/feedback', 'unrecorded', { title: 'Unrecorded' })).status, 500)
  assert.deepEqual(await titled('Unrecorded'), [])
  await pool.query('alter table idempotency_records drop constraint closed')
  assert.equal((await post('/feedback', 'unrecorded', { title: 'Unrecorded' })).status, 201)
})

test('accepts keys of 1 to 255 visible ASCII characters', async () => {
  for (const key of ['k', '!'.repeat(255), '~{"a":1}~']) {
    assert.equal((await post('/feedback', key, { title: 'Key' })).status, 201, key)
  }
  for (const key of ['k'.repeat(256), 'a b', 'clé', '']) {
    const { status, text } = await post('/feedback', key, { title: 'No key' })
    assert.deepEqual([status, JSON.parse(text).error?.details[0].path], [400, 'header.Idempotency-Key'], key)
  }
  assert.deepEqual(await titled('No key'), [])
})
