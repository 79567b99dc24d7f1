import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kyselyOnClient, sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { newId } from '../../platform/ids.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { lockCounter } from './counter.ts'

const cap = 20
const app = await createTestApp({ caps: { free: cap, starter: null, growth: null } })
const { pool } = app.database

// A distributed database has no triggers for processes of the previous version, because they cannot use it.
const skip = sendsDistributedStatements() && 'no process of the previous version can use a distributed database'

const submit = ({ api }: TestWorkspace, number: number) =>
  api.post('/feedback', { title: 'Dark mode', submitter: { email: `customer${number}@x.example` } })

/** Reads the counter, the column of the previous version, and the real number. */
async function countersOf({ id }: TestWorkspace): Promise<{ counter: number; column: number; real: number }> {
  const { rows } = await pool.query(
    `select (select tracked_customers from workspace_usage where workspace_id = $1) as counter,
       (select tracked_customers from workspaces where workspace_id = $1) as column,
       (select count(*)::int from customers where workspace_id = $1 and is_tracked) as real`,
    [id],
  )
  return rows[0]
}

/** Adds a customer as the previous version does: locks and updates the workspace. @returns false at the cap */
async function addAsBefore({ id }: TestWorkspace): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query(
      `update workspaces set tracked_customers = tracked_customers + 1 where workspace_id = $1
         and (case when plan = 'free' then tracked_customers < $2::int end) is not false returning workspace_id`,
      [id, cap],
    )
    if (rowCount === 1) {
      await client.query(
        'insert into customers (workspace_id, id, external_id, created_at) values ($1, $2, $3, now())',
        [id, newId(), newId()],
      )
    }
    await client.query('commit')
    return rowCount === 1
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

test('keeps the cap exact while processes of the previous version add customers too', { skip }, async () => {
  const acme = await app.workspace({ plan: 'free' })
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, number) => [
      submit(acme, number).then(({ status }) => status === 201),
      addAsBefore(acme),
    ]).flat(),
  )
  assert.equal(outcomes.filter(Boolean).length, cap)
  assert.deepEqual(await countersOf(acme), { counter: cap, column: cap, real: cap })
})

test('waits for a process of the previous version that deletes a customer', { skip }, async () => {
  const acme = await app.workspace({ plan: 'free' })
  assert.equal((await submit(acme, 1)).status, 201)
  const [{ id }] = await acme.api.listAll('/customers')
  const previous = await startBlockingTransaction(
    app,
    'select from workspaces where workspace_id = $1 for no key update',
    [acme.id],
  )
  const both = Promise.all([submit(acme, 2), acme.api.delete(`/customers/${id}`)])
  await waitForBlockedConnections(app, 2)
  await pool.query('select from workspace_usage where workspace_id = $1 for update nowait', [acme.id])
  await previous.release()
  assert.deepEqual(
    (await both).map(({ status }) => status),
    [201, 204],
  )
  assert.deepEqual(await countersOf(acme), { counter: 1, column: 1, real: 1 })
})

test('copies the number in both directions between this version and the previous one', { skip }, async () => {
  const acme = await app.workspace()
  await pool.query('update workspaces set tracked_customers = 7 where workspace_id = $1', [acme.id])
  assert.equal((await countersOf(acme)).counter, 7)
  assert.equal((await submit(acme, 1)).status, 201)
  assert.deepEqual(await countersOf(acme), { counter: 8, column: 8, real: 1 })

  const id = newId()
  await pool.query(
    "insert into workspaces (workspace_id, slug, name, plan, created_at) values ($1::uuid, $1::text, 'A', 'free', now())",
    [id],
  )
  const { rows } = await pool.query('select tracked_customers from workspace_usage where workspace_id = $1', [id])
  assert.deepEqual(rows, [{ tracked_customers: 0 }])
})

test('recounts the customers when the counter is missing', async () => {
  const acme = await app.workspace({ plan: 'free' })
  for (const number of [1, 2]) assert.equal((await submit(acme, number)).status, 201)
  await pool.query('delete from workspace_usage where workspace_id = $1', [acme.id])
  assert.equal((await acme.api.get('/workspace')).body.data.limits.trackedCustomers.used, 0)
  assert.equal((await submit(acme, 3)).status, 201)
  assert.equal((await countersOf(acme)).counter, 3)
})

test('accepts concurrent new customers while the counter is missing', { skip }, async () => {
  const acme = await app.workspace({ plan: 'free' })
  await pool.query('delete from workspace_usage where workspace_id = $1', [acme.id])
  const lock = await startBlockingTransaction(app, 'select from workspaces where workspace_id = $1 for no key update', [
    acme.id,
  ])
  const both = Promise.all([submit(acme, 1), submit(acme, 2)])
  await waitForBlockedConnections(app, 2)
  await lock.release()
  assert.deepEqual(
    (await both).map(({ status }) => status),
    [201, 201],
  )
  assert.deepEqual(await countersOf(acme), { counter: 2, column: 2, real: 2 })
})

test('keeps the number exact when a customer is deleted while the counter is missing', async () => {
  const acme = await app.workspace()
  for (const number of [1, 2]) assert.equal((await submit(acme, number)).status, 201)
  await pool.query('delete from workspace_usage where workspace_id = $1', [acme.id])
  const [{ id }] = await acme.api.listAll('/customers')
  assert.equal((await acme.api.delete(`/customers/${id}`)).status, 204)
  const { counter, real } = await countersOf(acme)
  assert.deepEqual({ counter, real }, { counter: 1, real: 1 })
})

test('a missing counter can be locked, and new customers wait for it', async () => {
  const acme = await app.workspace()
  await pool.query('delete from workspace_usage where workspace_id = $1', [acme.id])
  const client = await pool.connect()
  await client.query('begin')
  await lockCounter({ db: kyselyOnClient(client), workspaceId: acme.id })
  const created = submit(acme, 1)
  await waitForBlockedConnections(app)
  await client.query('commit')
  client.release()
  assert.equal((await created).status, 201)
  const { counter, real } = await countersOf(acme)
  assert.deepEqual({ counter, real }, { counter: 1, real: 1 })
})

test('rejects locking the counter of a workspace that does not exist', async () => {
  const client = await pool.connect()
  await client.query('begin')
  const locked = lockCounter({ db: kyselyOnClient(client), workspaceId: newId() })
  await assert.rejects(locked, { code: 'not_found' })
  await client.query('rollback')
  client.release()
})
