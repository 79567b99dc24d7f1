import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { createDatabaseBefore } from '../../test/support/database-before.ts'

const at = '2026-01-02T03:04:05.678Z'

test('frees the places of strangers, keeps access for people who use a private portal, and serves existing domains for 30 days', async () => {
  const database = await createDatabaseBefore('0004')
  const { pool } = database
  const id = newId()
  await pool.query(
    `insert into workspaces (workspace_id, slug, name, plan, tracked_customers, created_at, portal_access, portal_host)
     values ($1, 'acme', 'Acme', 'free', 5, $2, 'private', 'feedback.acme.test')`,
    [id, at],
  )
  /** Adds a tracked customer. @param by the type of the actor who added them */
  const customer = async (
    email: string,
    by: string,
    { externalId = null as string | null, hasSession = false } = {},
  ) => {
    const customerId = newId()
    await pool.query(
      `insert into customers (workspace_id, id, email, external_id, created_at) values ($1, $2, $3, $4, $5)`,
      [id, customerId, email, externalId, at],
    )
    await pool.query(
      `insert into audit_events (workspace_id, id, type, target_id, actor_type, created_at)
       values ($1, $2, 'customer.added', $3, $4, $5)`,
      [id, newId(), customerId, by, at],
    )
    if (!hasSession) return
    await pool.query(
      `insert into customer_sessions (workspace_id, id, customer_id, hash, expires_at, created_at)
       values ($1, $2, $3, sha256($4::bytea), now() + interval '1 day', $5)`,
      [id, newId(), customerId, email, at],
    )
  }
  await customer('stranger@x.test', 'customer')
  await customer('reader@x.test', 'key', { hasSession: true })
  await customer('form@x.test', 'key')
  await customer('team@x.test', 'member')
  await customer('token@x.test', 'customer', { externalId: 'u1' })
  await migrate(database)
  const { rows } = await pool.query(
    `select split_part(email, '@', 1) as name, is_tracked, is_participant, is_admitted from customers order by 1`,
  )
  assert.deepEqual(
    rows.map((row) => [row.name, row.is_tracked, row.is_participant, row.is_admitted]),
    [
      ['form', true, false, false],
      ['reader', true, false, true],
      ['stranger', false, true, false],
      ['team', true, false, true],
      ['token', true, true, true],
    ],
  )
  const workspace = await pool.query('select tracked_customers, portal_host from workspaces')
  assert.deepEqual(workspace.rows, [{ tracked_customers: 4, portal_host: 'feedback.acme.test' }])
  const domains = await pool.query(
    `select host, verified_at is not null as is_verified, served_until > now() + interval '29 days' as is_kept
     from portal_domains`,
  )
  assert.deepEqual(domains.rows, [{ host: 'feedback.acme.test', is_verified: true, is_kept: true }])
})
