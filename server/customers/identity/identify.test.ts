import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const app = await createTestApp()

/** Lists the customers of a workspace in the order they were created. */
async function customersOf({ id }: TestWorkspace) {
  const { rows } = await app.database.pool.query<{ email: string; name: string; external_id: string }>(
    'select email, name, external_id from customers where workspace_id = $1 order by id',
    [id],
  )
  return rows
}

/** Submits a request and returns its customer. */
async function submit({ api }: TestWorkspace, submitter: object) {
  const { id } = await api.create('/feedback', { title: 'Dark mode', submitter })
  const { rows } = await app.database.pool.query<{ email: string; external_id: string }>(
    `select email, external_id from customers u join feedback_context c
     on c.workspace_id = u.workspace_id and c.customer_id = u.id where c.feedback_id = $1`,
    [id],
  )
  return rows[0]!
}

test('creates a customer from a new submitter, with trimmed fields', async () => {
  const acme = await app.workspace()
  await submit(acme, { email: ' Ada@Example.com ', name: ' Ada ', externalId: ' u1 ' })
  await submit(acme, { externalId: 'u2', name: '' })
  assert.deepEqual(await customersOf(acme), [
    { email: 'Ada@Example.com', name: 'Ada', external_id: 'u1' },
    { email: null, name: null, external_id: 'u2' },
  ])
})

test('matches by external id before email', async () => {
  const acme = await app.workspace()
  await submit(acme, { externalId: 'u1', email: 'ada@example.com' })
  await submit(acme, { externalId: 'u2', email: 'bea@example.com' })
  const found = await submit(acme, { externalId: 'u2', email: 'ada@example.com' })
  assert.deepEqual(found, { email: 'bea@example.com', external_id: 'u2' })
  assert.equal((await customersOf(acme)).length, 2)
})

test('matches emails without regard to case', async () => {
  const acme = await app.workspace()
  await submit(acme, { email: 'Ada@Example.com' })
  await submit(acme, { email: 'ADA@example.COM' })
  assert.deepEqual(await customersOf(acme), [{ email: 'Ada@Example.com', name: null, external_id: null }])
})

test('falls back to the email if the external id is unknown', async () => {
  const acme = await app.workspace()
  await submit(acme, { email: 'ada@example.com', externalId: 'u1' })
  const found = await submit(acme, { email: 'ada@example.com', externalId: 'u9' })
  assert.deepEqual(found, { email: 'ada@example.com', external_id: 'u1' })
  assert.equal((await customersOf(acme)).length, 1)
})

test('fills empty fields of a match and overwrites none', async () => {
  const acme = await app.workspace()
  await submit(acme, { email: 'ada@example.com' })
  await submit(acme, { email: 'ada@example.com', name: 'Ada', externalId: 'u1' })
  await submit(acme, { email: 'other@example.com', name: 'Other', externalId: 'u1' })
  assert.deepEqual(await customersOf(acme), [{ email: 'ada@example.com', name: 'Ada', external_id: 'u1' }])
})

test('does not give a match the email of another customer', async () => {
  const acme = await app.workspace()
  await submit(acme, { externalId: 'u1' })
  await submit(acme, { email: 'bea@example.com' })
  await submit(acme, { externalId: 'u1', email: 'BEA@example.com', name: 'Ada' })
  assert.deepEqual(await customersOf(acme), [
    { email: null, name: 'Ada', external_id: 'u1' },
    { email: 'bea@example.com', name: null, external_id: null },
  ])
})

test('keeps the first value if two requests fill the same field concurrently', async () => {
  const acme = await app.workspace()
  await submit(acme, { externalId: 'u1' })
  const firstUpdate = await startBlockingTransaction(
    app,
    `update customers set name = 'First' where workspace_id = $1`,
    [acme.id],
  )
  const second = submit(acme, { externalId: 'u1', name: 'Second' })
  await waitForBlockedConnections(app)
  await firstUpdate.release()
  await second
  assert.equal((await customersOf(acme))[0]!.name, 'First')
})

test('creates one customer for twenty concurrent requests from the same new submitter', async () => {
  const acme = await app.workspace()
  const submitter = { email: 'ada@example.com', externalId: 'u1' }
  await Promise.all(Array.from({ length: 20 }, () => submit(acme, submitter)))
  assert.equal((await customersOf(acme)).length, 1)
  assert.equal((await acme.api.get('/workspace')).body.data.limits.trackedCustomers.used, 1)
})

test('does not match a customer of another workspace', async () => {
  const [acme, elsewhere] = [await app.workspace(), await app.workspace()]
  await submit(acme, { email: 'ada@example.com', name: 'Ada' })
  await submit(elsewhere, { email: 'ada@example.com' })
  assert.deepEqual(await customersOf(elsewhere), [{ email: 'ada@example.com', name: null, external_id: null }])
})

const invalidSubmitters: [what: string, submitter: object, path: string][] = [
  ['neither an email nor an external id', { name: 'Ada' }, '/submitter'],
  ['a malformed email', { email: 'ada@' }, '/submitter/email'],
  ['an email of 255 characters', { email: `${'a'.repeat(243)}@example.com` }, '/submitter/email'],
  ['a name of 201 characters', { externalId: 'u1', name: 'n'.repeat(201) }, '/submitter/name'],
  ['an empty external id', { externalId: ' ' }, '/submitter/externalId'],
  ['an external id of 256 characters', { externalId: 'x'.repeat(256) }, '/submitter/externalId'],
  ['an unknown field', { externalId: 'u1', phone: '1' }, '/submitter/phone'],
]

for (const [what, submitter, path] of invalidSubmitters) {
  test(`rejects a submitter with ${what}, with the path of the field`, async () => {
    const acme = await app.workspace()
    const { status, body } = await acme.api.post('/feedback', { title: 'Dark mode', submitter })
    assert.equal(status, 400)
    assert.deepEqual(
      body.error.details.map((detail: { path: string }) => detail.path),
      [path],
    )
    assert.deepEqual(await customersOf(acme), [])
  })
}

test('stores fields of the maximum length', async () => {
  const acme = await app.workspace()
  const submitter = { email: `${'a'.repeat(242)}@example.com`, name: '😀'.repeat(200), externalId: '字'.repeat(255) }
  await submit(acme, submitter)
  const { externalId: external_id, ...rest } = submitter
  assert.deepEqual(await customersOf(acme), [{ ...rest, external_id }])
})
