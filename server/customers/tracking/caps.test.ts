import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../../platform/settings.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp({ caps: { free: 20, starter: 2, growth: null } })

const submitter = (number: number) => ({ email: `customer${number}@example.com` })

const submit = ({ api }: TestWorkspace, number: number, headers?: Record<string, string>) =>
  api.post('/feedback', { title: `Request ${number}`, submitter: submitter(number) }, headers)

const used = async ({ api }: TestWorkspace) => (await api.get('/workspace')).body.data.limits.trackedCustomers.used

async function countOf(table: string, { id }: TestWorkspace): Promise<number> {
  const { rows } = await world.database.pool.query(`select count(*) from ${table} where workspace_id = $1`, [id])
  return rows[0].count
}

/** A workspace on the Starter plan with both of its customers. */
async function fullWorkspace(): Promise<TestWorkspace> {
  const acme = await world.workspace({ plan: 'starter' })
  for (const number of [1, 2]) assert.equal((await submit(acme, number)).status, 201)
  return acme
}

test('of 60 new submitters at once, exactly as many as the cap of 20 come in, and the others leave nothing', async () => {
  const acme = await world.workspace({ plan: 'free' })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, number) => submit(acme, number)))
  const refused = answers.filter(({ status }) => status !== 201)
  assert.equal(refused.length, 40)
  for (const { status, body } of refused) assert.deepEqual([status, body.error.code], [403, 'forbidden'])
  assert.equal(await used(acme), 20)
  for (const table of ['customers', 'feedback', 'votes', 'feedback_context']) {
    assert.equal(await countOf(table, acme), 20, table)
  }
})

test('at the cap, known submitters and anonymous requests still work', async () => {
  const acme = await fullWorkspace()
  assert.equal((await submit(acme, 3)).status, 403)
  assert.equal((await submit(acme, 1)).status, 201)
  assert.equal((await acme.api.post('/feedback', { title: 'Anonymous' })).status, 201)
  assert.equal(await used(acme), 2)
})

test('at the cap, a known submitter can still gain an external id', async () => {
  const acme = await fullWorkspace()
  const attributed = { ...submitter(1), externalId: 'u1' }
  assert.equal((await acme.api.post('/feedback', { title: 'Dark mode', submitter: attributed })).status, 201)
})

test('a replayed key never meets the cap', async () => {
  const acme = await world.workspace({ plan: 'starter' })
  const key = { 'idempotency-key': 'first' }
  const first = await submit(acme, 1, key)
  await submit(acme, 2)
  const replay = await submit(acme, 3, key)
  assert.deepEqual([replay.status, replay.body], [201, first.body])
})

test('a key that met the cap is free again', async () => {
  const acme = await fullWorkspace()
  const key = { 'idempotency-key': 'at-the-cap' }
  assert.equal((await submit(acme, 3, key)).status, 403)
  assert.equal((await submit(acme, 1, key)).status, 201)
})

test('commenters are tracked customers too; anonymous ones and staff are not', async () => {
  const acme = await world.workspace({ plan: 'starter' })
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

test('commenters on changelog entries count as well', async () => {
  const acme = await fullWorkspace()
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  const answer = await acme.api.post(`/changelog/${id}/comments`, { body: 'Thanks', submitter: submitter(3) })
  assert.equal(answer.status, 403)
})

test('two requests at once of the same new submitter both work on the last free place', async () => {
  const acme = await world.workspace({ plan: 'starter' })
  await submit(acme, 1)
  const counter = await startBlockingTransaction(world, 'select 1 from workspaces where workspace_id = $1 for update', [
    acme.id,
  ])
  const both = Promise.all([submit(acme, 2), submit(acme, 2)])
  await waitForBlockedConnections(world, 2)
  await counter.release()
  assert.deepEqual(
    (await both).map(({ status }) => status),
    [201, 201],
  )
  assert.equal(await used(acme), 2)
})

test('a state rule is told before the cap', async () => {
  const acme = await fullWorkspace()
  const answer = await acme.api.post('/feedback', { title: 'Dark mode', boardId: 'nowhere', submitter: submitter(3) })
  assert.equal(answer.status, 400)
})

test('the Growth plan has no cap', async () => {
  const acme = await world.workspace({ plan: 'growth' })
  const answers = await Promise.all(Array.from({ length: 25 }, (_, number) => submit(acme, number)))
  assert.ok(answers.every(({ status }) => status === 201))
  assert.deepEqual((await acme.api.get('/workspace')).body.data.limits.trackedCustomers, { used: 25, max: null })
})

test('the caps are 100 on Free and 1,000 on Starter, unless the instance says otherwise', () => {
  assert.deepEqual(readSettings({}).trackedCustomerCaps, { free: 100, starter: 1_000, growth: null })
  const env = { TRACKED_CUSTOMERS_FREE: '7', TRACKED_CUSTOMERS_STARTER: '0' }
  assert.deepEqual(readSettings(env).trackedCustomerCaps, { free: 7, starter: 0, growth: null })
})
