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

test('the message goes out signed as announcements are, and whoever asked reads what became of it', async () => {
  const smtp = await startSmtpServer()
  const trial = await sendWorkspaceTestMail(scope, { ...settings, smtpUrl: smtp.url }, 'bea@acme.test')
  assert.deepEqual([trial.outcome, trial.failed], ['sent', null])
  assert.match(trial.heading, /^The mail server has taken the message to bea@acme\.test\.$/)
  const [{ raw }] = smtp.messages as [(typeof smtp.messages)[0]]
  assert.match(raw, /^From: Ada of Acme <news@heed\.test>\r$/m)
  assert.match(raw, /^Reply-To: ada@acme\.test\r$/m)
  await smtp.stop()
})

test('a failure is told in a sentence, with the words of the server and what to do', async () => {
  const smtp = await startSmtpServer()
  await smtp.stop()
  const trial = await sendWorkspaceTestMail(scope, { ...settings, smtpUrl: smtp.url }, 'bea@acme.test')
  assert.deepEqual([trial.outcome, trial.failed], ['unavailable', 'connection'])
  assert.equal(trial.heading, 'Not sent: the connection failed.')
  assert.match(trial.words, /refuses the connection/)
  assert.match(trial.advice, /host and port/)
})

test('members send no test messages, and nobody sends one to what is no address', async () => {
  const to = (role: 'member' | 'owner', address: string) =>
    sendWorkspaceTestMail(asRole(scope, role), { ...settings, smtpUrl: null }, address)
  await assert.rejects(to('member', 'bea@acme.test'), forbiddenError)
  await assert.rejects(to('owner', 'bea@acme.test, all@acme.test'), invalidPaths('/to'))
})
