import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../../platform/settings.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const app = await createTestApp({ caps: { free: 20, starter: 2, growth: null } })

const submitter = (number: number) => ({ email: `customer${number}@example.com` })

const submit = ({ api }: TestWorkspace, number: number, headers?: Record<string, string>) =>
  api.post('/feedback', { title: `Request ${number}`, submitter: submitter(number) }, headers)

const used = async ({ api }: TestWorkspace) => (await api.get('/workspace')).body.data.limits.trackedCustomers.used

async function countOf(table: string, { id }: TestWorkspace): Promise<number> {
  const { rows } = await app.database.pool.query(`select count(*) from ${table} where workspace_id = $1`, [id])
  return rows[0].count
}

/** Creates a workspace on the Starter plan, which is at its cap of two customers. */
async function fullWorkspace(): Promise<TestWorkspace> {
  const acme = await app.workspace({ plan: 'starter' })
  for (const number of [1, 2]) assert.equal((await submit(acme, number)).status, 201)
  return acme
}

test('admits exactly 20 of 60 concurrent new submitters at a cap of 20, and stores nothing else', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const responses = await Promise.all(Array.from({ length: 60 }, (_, number) => submit(acme, number)))
  const rejected = responses.filter(({ status }) => status !== 201)
  assert.equal(rejected.length, 40)
  for (const { status, body } of rejected) assert.deepEqual([status, body.error.code], [403, 'forbidden'])
  assert.equal(await used(acme), 20)
  for (const table of ['customers', 'feedback', 'votes', 'feedback_context']) {
    assert.equal(await countOf(table, acme), 20, table)
  }
})

test('at the cap, accepts known submitters and anonymous requests', async () => {
  const acme = await fullWorkspace()
  assert.equal((await submit(acme, 3)).status, 403)
  assert.equal((await submit(acme, 1)).status, 201)
  assert.equal((await acme.api.post('/feedback', { title: 'Anonymous' })).status, 201)
  assert.equal(await used(acme), 2)
})

test('at the cap, adds an external id to a known submitter', async () => {
  const acme = await fullWorkspace()
  const withExternalId = { ...submitter(1), externalId: 'u1' }
  assert.equal((await acme.api.post('/feedback', { title: 'Dark mode', submitter: withExternalId })).status, 201)
})

test('replays a response without checking the cap', async () => {
  const acme = await app.workspace({ plan: 'starter' })
  const key = { 'idempotency-key': 'first' }
  const first = await submit(acme, 1, key)
  await submit(acme, 2)
  const replay = await submit(acme, 3, key)
  assert.deepEqual([replay.status, replay.body], [201, first.body])
})

test('releases the idempotency key of a request rejected at the cap', async () => {
  const acme = await fullWorkspace()
  const key = { 'idempotency-key': 'at-the-cap' }
  assert.equal((await submit(acme, 3, key)).status, 403)
  assert.equal((await submit(acme, 1, key)).status, 201)
})

test('counts commenters as tracked customers, except anonymous ones and staff', async () => {
  const acme = await app.workspace({ plan: 'starter' })
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  const comment = (body: object) => acme.api.post(`/feedback/${id}/comments`, { body: 'Yes!', ...body })
  for (const number of [1, 2]) assert.equal((await comment({ submitter: submitter(number) })).status, 201)
  assert.equal(await used(acme), 2)
  const { status, body } = await comment({ submitter: submitter(3) })
  assert.deepEqual([status, body.error.code], [403, 'forbidden'])
  assert.equal((await comment({})).status, 201)
  assert.equal((await comment({ kind: 'staff_reply' })).status, 201)
  assert.equal((await comment({ submitter: submitter(1) })).status, 201)
  assert.equal(await used(acme), 2)
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.comments, 5)
})

test('counts commenters on changelog entries', async () => {
  const acme = await fullWorkspace()
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  const response = await acme.api.post(`/changelog/${id}/comments`, { body: 'Thanks', submitter: submitter(3) })
  assert.equal(response.status, 403)
})

test('accepts two concurrent requests from the same new submitter for the last place', async () => {
  const acme = await app.workspace({ plan: 'starter' })
  await submit(acme, 1)
  const counterLock = await startBlockingTransaction(
    app,
    'select 1 from workspace_usage where workspace_id = $1 for update',
    [acme.id],
  )
  const both = Promise.all([submit(acme, 2), submit(acme, 2)])
  await waitForBlockedConnections(app, 2)
  await counterLock.release()
  assert.deepEqual(
    (await both).map(({ status }) => status),
    [201, 201],
  )
  assert.equal(await used(acme), 2)
})

test('reports an invalid board before the cap', async () => {
  const acme = await fullWorkspace()
  const response = await acme.api.post('/feedback', { title: 'Dark mode', boardId: 'nowhere', submitter: submitter(3) })
  assert.equal(response.status, 400)
})

test('has no cap on the Growth plan', async () => {
  const acme = await app.workspace({ plan: 'growth' })
  const responses = await Promise.all(Array.from({ length: 25 }, (_, number) => submit(acme, number)))
  assert.ok(responses.every(({ status }) => status === 201))
  assert.deepEqual((await acme.api.get('/workspace')).body.data.limits.trackedCustomers, { used: 25, max: null })
})

test('caps Free at 100 and Starter at 1,000 unless the settings override it', () => {
  assert.deepEqual(readSettings({}).trackedCustomerCaps, { free: 100, starter: 1_000, growth: null })
  const env = { TRACKED_CUSTOMERS_FREE: '7', TRACKED_CUSTOMERS_STARTER: '0' }
  assert.deepEqual(readSettings(env).trackedCustomerCaps, { free: 7, starter: 0, growth: null })
})
