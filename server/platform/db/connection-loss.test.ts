import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp } from '../../test/test-app.ts'

const world = await createTestApp()
const acme = await world.workspace()

test('fails only one request, without changes, when the database closes its connection during a write', async () => {
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  const held = await startBlockingTransaction(world, 'select id from feedback where id = $1 for update', [id])
  const changing = acme.api.patch(`/feedback/${id}`, { title: 'Light mode' })
  const [pid] = await waitForBlockedConnections(world)
  await world.database.pool.query('select pg_terminate_backend($1)', [pid])
  await held.release()

  const { status, body } = await changing
  assert.equal(status, 500)
  assert.equal(body.error.code, 'internal_error')
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.title, 'Dark mode')
  assert.equal((await acme.api.patch(`/feedback/${id}`, { title: 'Light mode' })).status, 200)
})

test('does not use a connection again whose session the database has ended', async () => {
  const { db } = world.database
  await assert.rejects(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db), { code: '57P01' })
  assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
})
