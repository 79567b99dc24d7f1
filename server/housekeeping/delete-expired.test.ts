import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'
import { connectionContextFor, connectWorkspace, outbound } from '../test/trackers/connect.ts'
import { startLinear } from '../test/trackers/linear/server.ts'
import { deleteExpiredRows } from './delete-expired.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { pool } = app.database
after(() => outbound.close())
const nothingDeleted = {
  idempotency_records: 0,
  imports: 0,
  import_changes: 0,
  notification_deliveries: 0,
  notification_digests: 0,
  idempotency_leases: 0,
  tracker_webhook_deliveries: 0,
  webhook_deliveries: 0,
  app_tokens: 0,
  archived_additions: 0,
  account_oauth_artifacts: 0,
  account_sessions: 0,
  account_challenges: 0,
  account_codes: 0,
  customer_codes: 0,
  customer_sessions: 0,
  consumed_sso_tokens: 0,
  account_links: 0,
  invitations: 0,
  pending_comments: 0,
  content_edits: 0,
  pending_edits: 0,
  report_evidence: 0,
  files: 0,
  member_notifications: 0,
  member_mails: 0,
  portal_sso_secrets: 0,
}
const notAborted = new AbortController().signal

const count = async (table: string) => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count)

test('deletes idempotency records after 72 hours, in several batches', async () => {
  await acme.api.post('/feedback', { title: 'Dark mode' }, { 'idempotency-key': 'young' })
  await pool.query(
    `insert into idempotency_records (workspace_id, operation, key, status, body, created_at)
     select $1, 'POST /api/v1/feedback', 'old ' || n, 201, '{}', now() - interval '73 hours'
     from generate_series(1, 12000) n`,
    [acme.id],
  )
  assert.deepEqual(await deleteExpiredRows(app.database, notAborted), {
    ...nothingDeleted,
    idempotency_records: 12_000,
  })
  assert.equal(await count('idempotency_records'), 1)
})

test('deletes deliveries 180 days after they ended, without announcing the entry again', async () => {
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
  assert.equal((await deleteExpiredRows(app.database, notAborted)).notification_deliveries, 1)
  assert.equal(await count('notification_deliveries'), 2)
  await acme.api.post(`/changelog/${id}/publish`)
  assert.equal(await count('announcements'), 1)
})

test('deletes digests with their deliveries 180 days after their fan-out, and keeps pending ones', async () => {
  const request = await acme.api.create('/feedback', { title: 'Dark mode' })
  await pool.query(
    `with digests as (
       insert into notification_digests (workspace_id, id, feedback_id, stage, created_at, fanned_out_at)
       select $1, gen_random_uuid(), $2, 'planned', now(), now() - age
       from unnest(array['179 days', '181 days', null]::interval[]) age returning id, fanned_out_at),
     person as (
       insert into customers (workspace_id, id, email, created_at)
       values ($1, gen_random_uuid(), 'digest@example.com', now()) returning id)
     insert into notification_deliveries (workspace_id, digest_id, customer_id, state, due_at, created_at, ended_at)
     select $1, digests.id, person.id, 'sent', now(), now(), now() from digests, person`,
    [acme.id, request.id],
  )
  assert.equal((await deleteExpiredRows(app.database, notAborted)).notification_digests, 1)
  const { rows } = await pool.query('select count(*) from notification_deliveries where digest_id is not null')
  assert.deepEqual([await count('notification_digests'), Number(rows[0].count)], [2, 2])
})

test('deletes idempotency leases an hour after they expire, and webhook deliveries after 30 days', async () => {
  const { connection } = await connectWorkspace(connectionContextFor(app, acme), await startLinear())
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
  const deleted = await deleteExpiredRows(app.database, notAborted)
  assert.deepEqual([deleted.idempotency_leases, deleted.tracker_webhook_deliveries], [1, 1])
  assert.deepEqual([await count('idempotency_leases'), await count('tracker_webhook_deliveries')], [1, 1])
})

test('deletes expired sessions, codes, links and invitations, and keeps the setup link', async () => {
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
  const deleted = await deleteExpiredRows(app.database, notAborted)
  const tables = ['account_sessions', 'account_challenges', 'account_codes', 'account_links', 'invitations']
  assert.deepEqual(
    tables.map((table) => deleted[table]),
    [1, 1, 1, 1, 1],
  )
  assert.deepEqual(await Promise.all(tables.map(count)), [2, 2, 2, 1, 2])
})

test('deletes expired codes, sessions and used SSO tokens of customers', async () => {
  const ages = `unnest(array['-1 hour', '30 minutes', '2 days']::interval[]) age`
  await pool.query(
    `insert into customer_codes (workspace_id, email, browser_hash, hash, expires_at, created_at)
     select $1, age::text || '@x.example', repeat('x', 43), sha256('x'), now() - age, now() from ${ages}`,
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
  const deleted = await deleteExpiredRows(app.database, notAborted)
  const tables = ['customer_codes', 'customer_sessions', 'consumed_sso_tokens']
  assert.deepEqual(
    tables.map((table) => deleted[table]),
    [1, 1, 1],
  )
  assert.deepEqual(await Promise.all(tables.map(count)), [2, 2, 2])
})

test('deletes expired app tokens and consent requests, and keeps used refresh tokens until they expire', async () => {
  const id = '01960000-0000-7000-8000-0000000000aa'
  await pool.query(
    `insert into app_authorizations (workspace_id, id, authorized_by, client_id, name, redirect_host, scopes, resources,
       created_at)
     values ($1, $2, 'ada@example.com', 'x', 'x', 'x', '{feedback:read}', '{api}', now())`,
    [acme.id, id],
  )
  const ages = `unnest(array['-1 hour', '59 minutes', '2 hours']::interval[]) age`
  await pool.query(
    `insert into app_tokens (workspace_id, hash, authorization_id, kind, scopes, resources, payload, created_at,
       expires_at, consumed_at)
     select $1, sha256(age::text::bytea), $2, 'refresh', '{}', '{}', '{}', now(), now() - age, now() - interval '1 day'
     from ${ages}`,
    [acme.id, id],
  )
  await pool.query(
    `insert into account_oauth_artifacts (kind, hash, payload, created_at, expires_at)
     select 'interaction', sha256(age::text::bytea), '{}', now(), now() - age from ${ages}`,
  )
  const deleted = await deleteExpiredRows(app.database, notAborted)
  assert.deepEqual([deleted.app_tokens, deleted.account_oauth_artifacts], [1, 1])
  assert.deepEqual([await count('app_tokens'), await count('account_oauth_artifacts')], [2, 2])
})

test('stops between two batches when aborted', async () => {
  await pool.query(
    `insert into idempotency_records (workspace_id, operation, key, status, body, created_at)
     values ($1, 'POST /api/v1/feedback', 'old', 201, '{}', now() - interval '73 hours')`,
    [acme.id],
  )
  assert.deepEqual(await deleteExpiredRows(app.database, AbortSignal.abort()), nothingDeleted)
})
