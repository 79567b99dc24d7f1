import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'
import { connectionContextFor, connectWorkspace, outbound } from '../test/trackers/connect.ts'
import { startLinear } from '../test/trackers/linear/server.ts'
import { deleteExpiredRows } from './delete-expired.ts'

const world = await createTestApp()
const acme = await world.workspace()
const { pool } = world.database
after(() => outbound.close())
const nothing = {
  'idempotency records': 0,
  deliveries: 0,
  news: 0,
  'idempotency claims': 0,
  'tracker calls': 0,
  sessions: 0,
  'second steps': 0,
  'sign-in codes': 0,
  'codes of customers': 0,
  'sessions of customers': 0,
  'arrivals of customers': 0,
  'account links': 0,
  invitations: 0,
  'portal secrets': 0,
}
const going = new AbortController().signal

const count = async (table: string) => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count)

test('idempotency records go after 72 hours, in as many batches as it takes, and younger ones stay', async () => {
  await acme.api.post('/feedback', { title: 'Dark mode' }, { 'idempotency-key': 'young' })
  await pool.query(
    `insert into idempotency_records (workspace_id, operation, key, status, body, created_at)
     select $1, 'POST /api/v1/feedback', 'old ' || n, 201, '{}', now() - interval '73 hours'
     from generate_series(1, 12000) n`,
    [acme.id],
  )
  assert.deepEqual(await deleteExpiredRows(world.database, going), { ...nothing, 'idempotency records': 12_000 })
  assert.equal(await count('idempotency_records'), 1)
})

test('deliveries go 180 days after they ended; one that has not ended stays, and the entry is not announced again', async () => {
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  await acme.api.post(`/changelog/${id}/publish`)
  await pool.query(
    `with people as (
       insert into customers (workspace_id, id, email, created_at)
       select $1, gen_random_uuid(), 'c' || n || '@example.com', now() from generate_series(1, 3) n returning id, email)
     insert into notification_deliveries (workspace_id, entry_id, customer_id, state, due_at, created_at, ended_at)
     select $1, $2, id, case email when 'c1@example.com' then 'due' else 'sent' end, now(), now() - interval '200 days',
       case email when 'c1@example.com' then null when 'c2@example.com' then now() - interval '181 days' else now() end
     from people`,
    [acme.id, id],
  )
  assert.equal((await deleteExpiredRows(world.database, going)).deliveries, 1)
  assert.equal(await count('notification_deliveries'), 2)
  await acme.api.post(`/changelog/${id}/publish`)
  assert.equal(await count('announcements'), 1)
})

test('news go, with the record of their messages, 180 days after they were told; untold ones stay', async () => {
  const request = await acme.api.create('/feedback', { title: 'Dark mode' })
  await pool.query(
    `with bundles as (
       insert into notification_digests (workspace_id, id, feedback_id, stage, created_at, fanned_out_at)
       select $1, gen_random_uuid(), $2, 'planned', now(), now() - age
       from unnest(array['179 days', '181 days', null]::interval[]) age returning id, fanned_out_at),
     person as (
       insert into customers (workspace_id, id, email, created_at)
       values ($1, gen_random_uuid(), 'told@example.com', now()) returning id)
     insert into notification_deliveries (workspace_id, digest_id, customer_id, state, due_at, created_at, ended_at)
     select $1, bundles.id, person.id, 'sent', now(), now(), now() from bundles, person`,
    [acme.id, request.id],
  )
  assert.equal((await deleteExpiredRows(world.database, going)).news, 1)
  const { rows } = await pool.query('select count(*) from notification_deliveries where digest_id is not null')
  assert.deepEqual([await count('notification_digests'), Number(rows[0].count)], [2, 2])
})

test('claims on keys go an hour after their time, and calls of trackers after 30 days', async () => {
  const { connection } = await connectWorkspace(connectionContextFor(world, acme), await startLinear())
  await pool.query(
    `insert into idempotency_leases (workspace_id, operation, key, lease_id, leased_until)
     select $1, 'POST /x', age::text, gen_random_uuid(), now() - age
     from unnest(array['59 minutes', '61 minutes']::interval[]) age`,
    [acme.id],
  )
  await pool.query(
    `insert into tracker_webhook_deliveries (workspace_id, connection_id, delivery_hash, received_at)
     select $1, $2, age::text::bytea, now() - age from unnest(array['29 days', '31 days']::interval[]) age`,
    [acme.id, connection.id],
  )
  const removed = await deleteExpiredRows(world.database, going)
  assert.deepEqual([removed['idempotency claims'], removed['tracker calls']], [1, 1])
  assert.deepEqual([await count('idempotency_leases'), await count('tracker_webhook_deliveries')], [1, 1])
})

test('sessions, codes, links and invitations go some time after they are over; the set-up link stays', async () => {
  const account = '01960000-0000-7000-8000-000000000001'
  await pool.query(
    `insert into accounts (id, email, name, created_at, updated_at) values ($1, 'a@x.example', 'Ada', now(), now())`,
    [account],
  )
  const ages = `unnest(array['-1 hour', '59 minutes', '40 days']::interval[]) age`
  await pool.query(
    `insert into account_sessions (id, account_id, token, expires_at, created_at, updated_at)
     select gen_random_uuid(), $1, age::text, now() - age, now(), now() from ${ages}`,
    [account],
  )
  await pool.query(
    `insert into account_challenges (id, identifier, value, expires_at, created_at, updated_at)
     select gen_random_uuid(), age::text, 'x', now() - age, now(), now() from ${ages}`,
  )
  await pool.query(
    `insert into account_codes (email, hash, expires_at, created_at)
     select lower(age::text), sha256('x'), now() - age, now() from ${ages}`,
  )
  await pool.query(
    `insert into account_links (hash, purpose, account_id, verifies_email, expires_at, created_at)
     values (sha256('1'), 'setup', null, true, null, now() - interval '1 year'),
       (sha256('2'), 'reset', $1, true, now() - interval '2 days', now())`,
    [account],
  )
  await pool.query(
    `insert into invitations (workspace_id, id, email, role, hash, invited_by_type, expires_at, created_at)
     select $1, gen_random_uuid(), age::text, 'member', sha256(age::text::bytea), 'system', now() - age, now() from ${ages}`,
    [acme.id],
  )
  const {
    sessions,
    'second steps': steps,
    'sign-in codes': codes,
    ...rest
  } = await deleteExpiredRows(world.database, going)
  assert.deepEqual([sessions, steps, codes, rest['account links'], rest.invitations], [1, 1, 1, 1, 1])
  const left = ['account_sessions', 'account_challenges', 'account_codes', 'account_links', 'invitations']
  assert.deepEqual(await Promise.all(left.map(count)), [2, 2, 2, 1, 2])
})

test('codes, sessions and arrivals of customers go some time after they are over', async () => {
  const ages = `unnest(array['-1 hour', '30 minutes', '2 days']::interval[]) age`
  await pool.query(
    `insert into customer_codes (workspace_id, email, hash, expires_at, created_at)
     select $1, age::text || '@x.example', sha256('x'), now() - age, now() from ${ages}`,
    [acme.id],
  )
  await pool.query(
    `insert into customer_sessions (workspace_id, id, customer_id, hash, expires_at, created_at)
     select $1, gen_random_uuid(), (select id from customers where workspace_id = $1 limit 1), sha256(age::text::bytea),
       now() - age, now() from ${ages}`,
    [acme.id],
  )
  await pool.query(
    `insert into consumed_sso_tokens (workspace_id, token_hash, expires_at)
     select $1, sha256(age::text::bytea), now() - age from ${ages}`,
    [acme.id],
  )
  const removed = await deleteExpiredRows(world.database, going)
  const tables = ['codes', 'sessions', 'arrivals'].map((what) => `${what} of customers`)
  assert.deepEqual(
    tables.map((what) => removed[what]),
    [1, 1, 1],
  )
  const left = ['customer_codes', 'customer_sessions', 'consumed_sso_tokens']
  assert.deepEqual(await Promise.all(left.map(count)), [2, 2, 2])
})

test('it ends between two batches when it is told to', async () => {
  await pool.query(
    `insert into idempotency_records (workspace_id, operation, key, status, body, created_at)
     values ($1, 'POST /api/v1/feedback', 'old', 201, '{}', now() - interval '73 hours')`,
    [acme.id],
  )
  assert.deepEqual(await deleteExpiredRows(world.database, AbortSignal.abort()), nothing)
})
