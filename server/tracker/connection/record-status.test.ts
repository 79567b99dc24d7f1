import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelDeps } from '../../test/fixtures/channels.ts'
import { waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp } from '../../test/test-app.ts'
import { createChannel } from '../../webhooks/channels/create.ts'
import { getCurrentConnection, recordStatus } from './queries.ts'

// No worker runs, so notices wait.
const app = await createTestApp()
const { pool, db } = app.database

test('reports a problem to channels once if two calls find it at the same time', async () => {
  const acme = await app.workspace()
  await acme.write((tx) =>
    createChannel(channelDeps, tx, {
      provider: 'slack',
      name: 'Feedback',
      webhookUrl: 'http://127.0.0.1:1/services/T0/B0/secret',
      kinds: ['tracker.failed'],
      boardIds: [],
    }),
  )
  await pool.query(
    `insert into tracker_connections (workspace_id, id, provider, api_url, credential, account_id, account_name, account_url,
       checked_at, connected_by_type, connected_at)
     values ($1, gen_random_uuid(), 'linear', 'https://linear.example', '\\x00', 'o', 'Tidepool', 'https://linear.example',
       now(), 'system', now())`,
    [acme.id],
  )
  const connection = await acme.write(async (tx) => (await getCurrentConnection(tx))!)
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('select from tracker_connections where workspace_id = $1 for update', [acme.id])
  const recording = ['a', 'b'].map((reason) => recordStatus(db, connection, 'revoked', reason))
  await waitForBlockedConnections(app, 2)
  await blocker.query('commit')
  blocker.release()
  await Promise.all(recording)
  const { rows } = await pool.query('select kind from channel_notices where workspace_id = $1', [acme.id])
  assert.deepEqual(rows, [{ kind: 'tracker.failed' }])
})
