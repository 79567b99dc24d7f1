import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asRole, forbiddenError, invalidPaths } from '../test/support/roles.ts'
import { startSmtpServer } from '../test/support/smtp-server.ts'
import { createTestApp } from '../test/test-app.ts'
import { sendWorkspaceTestMail } from './test-mail.ts'
import { updateWorkspace } from './update.ts'

const app = await createTestApp()
const acme = await app.workspace()
await acme.write((tx) => updateWorkspace(tx, { senderName: 'Ada of Acme', replyTo: 'ada@acme.test' }))

const settings = { mailFrom: 'news@heed.test', publicUrl: 'https://heed.test', dataDir: '/nowhere' }
const scope = {
  db: app.database.db,
  workspaceId: acme.id,
  actor: { type: 'member' as const, id: null, role: 'admin' as const },
  agent: null,
  requestId: null,
  now: new Date().toISOString(),
}

test('sends the message with the sender of announcements, and reports the outcome', async () => {
  const smtp = await startSmtpServer()
  const report = await sendWorkspaceTestMail(scope, { ...settings, smtpUrl: smtp.url }, 'bea@acme.test')
  assert.deepEqual([report.outcome, report.failed], ['sent', null])
  assert.match(report.heading, /^The mail server accepted the message to bea@acme\.test\.$/)
  const [{ raw }] = smtp.messages as [(typeof smtp.messages)[0]]
  assert.match(raw, /^From: Ada of Acme <news@heed\.test>\r$/m)
  assert.match(raw, /^Reply-To: ada@acme\.test\r$/m)
  await smtp.stop()
})

test('reports a failure in one sentence, with the server’s response and advice', async () => {
  const smtp = await startSmtpServer()
  await smtp.stop()
  const report = await sendWorkspaceTestMail(scope, { ...settings, smtpUrl: smtp.url }, 'bea@acme.test')
  assert.deepEqual([report.outcome, report.failed], ['unavailable', 'connection'])
  assert.equal(report.heading, 'Not sent: the connection failed.')
  assert.match(report.response, /refused the connection/)
  assert.match(report.advice, /host and port/)
})

test('rejects members and malformed addresses', async () => {
  const sendAs = (role: 'member' | 'owner', address: string) =>
    sendWorkspaceTestMail(asRole(scope, role), { ...settings, smtpUrl: null }, address)
  await assert.rejects(sendAs('member', 'bea@acme.test'), forbiddenError)
  await assert.rejects(sendAs('owner', 'bea@acme.test, all@acme.test'), invalidPaths('/to'))
})
