import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLog } from '../log.ts'
import { readSettings } from '../settings.ts'
import { createMailer } from './create-mailer.ts'
import type { MailMessage } from './mailer.ts'

const parent = await mkdtemp(join(tmpdir(), 'heed-outbox-'))
after(() => rm(parent, { recursive: true }))

let folders = 0

/** Creates a mailer without SMTP_URL. */
async function createTestOutbox() {
  folders += 1
  const DATA_DIR = join(parent, String(folders))
  const settings = readSettings({ DATA_DIR, PUBLIC_URL: 'https://feedback.example.com' })
  const mailer = createMailer(settings, createLog('silent'))
  const folder = join(DATA_DIR, 'outbox')
  return { mailer, folder, dataDir: DATA_DIR, names: async () => (await readdir(folder)).sort() }
}

const message = (messageId: string, change: Partial<MailMessage> = {}): MailMessage => ({
  messageId,
  senderName: 'Äcme',
  to: { address: 'ada@example.com', name: null },
  replyTo: null,
  subject: 'CSV export',
  text: 'It is there.\nReally.\n',
  html: '<p>It is there.</p>',
  headers: { 'X-Entry': 'csv' },
  ...change,
})

test('writes a message to a file that only its owner can read, and reports the path', async () => {
  const { mailer, folder, names } = await createTestOutbox()
  const outcome = await mailer.send(message('entry.customer@heed.test'))
  const path = join(folder, 'entry.customer@heed.test.eml')
  assert.deepEqual(outcome, { kind: 'sent', response: `written to ${path}` })
  assert.deepEqual(await names(), ['entry.customer@heed.test.eml'])
  assert.equal(mailer.destination, folder)
  const content = await readFile(path, 'utf8')
  for (const line of [
    'Message-ID: <entry.customer@heed.test>',
    'From: =?UTF-8?Q?=C3=84cme?= <heed@feedback.example.com>',
    'To: ada@example.com',
    'Subject: CSV export',
    'X-Entry: csv',
    'It is there.\r\nReally.',
  ]) {
    assert.ok(content.includes(`${line}\r\n`), line)
  }
  assert.doesNotMatch(content, /[^\r]\n/)
  assert.deepEqual([(await stat(path)).mode & 0o777, (await stat(folder)).mode & 0o777], [0o600, 0o700])
})

test('replaces a message with the same id, even concurrently, and leaves no other files', async () => {
  const { mailer, folder, names } = await createTestOutbox()
  await Promise.all(['First', 'Second', 'Third'].map((subject) => mailer.send(message('a@heed.test', { subject }))))
  await mailer.send(message('a@heed.test', { subject: 'Last' }))
  assert.deepEqual(await names(), ['a@heed.test.eml'])
  assert.match(await readFile(join(folder, 'a@heed.test.eml'), 'utf8'), /^Subject: Last\r$/m)
})

test('writes each Message-ID to its own file inside the folder', async () => {
  const { mailer, dataDir, names } = await createTestOutbox()
  const ids = [
    '../../x@h',
    '..',
    '.hidden@h',
    'a/b@h',
    'a:b@h',
    'a_b@h',
    'a\0b@h',
    'ä@h',
    `${'x'.repeat(400)}1`,
    `${'x'.repeat(400)}2`,
  ]
  for (const id of ids) assert.equal((await mailer.send(message(id))).kind, 'sent', id)
  const files = await names()
  assert.equal(files.length, ids.length)
  for (const name of files) assert.match(name, /^[\w][\w.@-]{0,210}\.eml$/)
  assert.deepEqual(await readdir(dataDir), ['outbox'])
})

test('reports mail as unavailable, with the reason, if the folder is not writable', async () => {
  const { mailer, folder, dataDir } = await createTestOutbox()
  await mailer.send(message('a@heed.test'))
  await rm(folder, { recursive: true })
  await writeFile(folder, 'a file where the folder should be')
  const { kind, response } = await mailer.send(message('b@heed.test'))
  assert.equal(kind, 'unavailable')
  assert.match(response, /cannot write to .*outbox: EEXIST/)
  assert.deepEqual(await readdir(dataDir), ['outbox'])
})
