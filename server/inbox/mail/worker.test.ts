import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMail } from '../../test/fixtures/digests.ts'
import { createInboxScene } from '../../test/fixtures/inbox.ts'
import { startSmtpServer } from '../../test/support/smtp-server.ts'
import { createTestApp } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'

test('workers send what is due, once, and try again after the mail server was busy', async () => {
  const app = await createTestApp()
  let isBusy = true
  const smtp = await startSmtpServer({
    onRecipient: async () => (isBusy ? { code: 451, text: '4.3.2 Busy' } : null),
  })
  const { acme, grace, write } = await createInboxScene(app)
  await write(grace, 'Have a look, @Ada Lovelace')
  const { pool } = app.database
  await pool.query(
    `update member_notifications set mail_due_at = now() - interval '1 second' where workspace_id = $1`,
    [acme.id],
  )
  const workers = await Promise.all([
    startTestWorker(app, undefined, smtp.url),
    startTestWorker(app, undefined, smtp.url),
  ])
  const jobs = async () =>
    (await pool.query(`select start_after from pgboss.job where name = 'member-mail' and state = 'created'`)).rows
  await smtp.waitUntil(() => smtp.recipientCount > 0)
  while ((await jobs()).length === 0) await new Promise(setImmediate)
  isBusy = false
  await pool.query(`update member_mails set due_at = now() - interval '1 second' where workspace_id = $1`, [acme.id])
  await pool.query(`update pgboss.job set start_after = now() where name = 'member-mail' and state = 'created'`)
  await smtp.waitUntil(() => smtp.messages.length > 0)
  await Promise.all(workers.map((worker) => worker.stop()))
  assert.deepEqual(
    smtp.messages.map((message) => parseMail(message).subject),
    ['Someone mentioned you in “Dark mode”'],
  )
  const { rows } = await pool.query('select state from member_mails where workspace_id = $1', [acme.id])
  assert.deepEqual(rows, [{ state: 'sent' }])
})
