import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordNotice } from '../../events/notices.ts'
import { channelDeps } from '../../test/fixtures/channels.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { createChannel } from '../channels/create.ts'
import { fanOutNotices } from './fan-out-notices.ts'

// No worker runs, so notices wait until a test hands them out.
const app = await createTestApp()
const { pool } = app.database

const connect = (acme: TestWorkspace, kinds: ('report.created' | 'comment.pending')[]) =>
  acme.write((tx) =>
    createChannel(channelDeps, tx, {
      provider: 'slack',
      name: 'Feedback',
      webhookUrl: 'http://127.0.0.1:1/services/T0/B0/secret',
      kinds,
      boardIds: [],
    }),
  )

const notify = (acme: TestWorkspace, subjectId: string = crypto.randomUUID()) =>
  acme.write(async (tx) => recordNotice(tx, { kind: 'report.created', subjectId, feedbackId: null }))

const count = async (table: 'channel_notices' | 'webhook_deliveries', { id }: { id: string }) =>
  (
    await pool.query(`select from ${table} where ${table === 'channel_notices' ? 'workspace_id' : 'webhook_id'} = $1`, [
      id,
    ])
  ).rows.length

test('delivers a notice only to channels that existed when it was recorded', async () => {
  const acme = await app.workspace()
  const earlier = await connect(acme, ['report.created'])
  await notify(acme)
  const later = await connect(acme, ['report.created'])
  // Both may have been recorded in the same millisecond.
  await pool.query(`update webhooks set created_at = created_at + interval '1 second' where id = $1`, [later.id])
  assert.equal(await fanOutNotices(app.database), true)
  assert.deepEqual([await count('webhook_deliveries', earlier), await count('webhook_deliveries', later)], [1, 0])
})

test('adds a later notice about the same subject to a waiting message, but not to an attempted one', async () => {
  const acme = await app.workspace()
  const channel = await connect(acme, ['report.created'])
  const subject = crypto.randomUUID()
  for (const deliveries of [1, 1]) {
    await notify(acme, subject)
    await fanOutNotices(app.database)
    assert.equal(await count('webhook_deliveries', channel), deliveries)
  }
  await pool.query('update webhook_deliveries set attempt_count = 1 where webhook_id = $1', [channel.id])
  await notify(acme, subject)
  await fanOutNotices(app.database)
  assert.equal(await count('webhook_deliveries', channel), 2)
})

test('records no notice that no channel wants', async () => {
  const acme = await app.workspace()
  await connect(acme, ['comment.pending'])
  await notify(acme)
  assert.equal(await count('channel_notices', acme), 0)
})

test('delivers the notices of each workspace while another workspace has many', async () => {
  const [busy, quiet] = [await app.workspace(), await app.workspace()]
  const [, channel] = [await connect(busy, ['report.created']), await connect(quiet, ['report.created'])]
  await pool.query(
    `insert into channel_notices (workspace_id, subject_id, kind)
     select $1::uuid, gen_random_uuid(), 'report.created' from generate_series(1, 1000)`,
    [busy.id],
  )
  await notify(quiet)
  await fanOutNotices(app.database)
  assert.equal(await count('webhook_deliveries', channel), 1)
  assert.ok((await count('channel_notices', busy)) > 0)
  while (await fanOutNotices(app.database));
  assert.equal(await count('channel_notices', busy), 0)
})
