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

/** A mailer without SMTP_URL, and its folder. */
async function outbox() {
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

test('a message is a file for mail programs that its owner alone can read, and is said to be written there', async () => {
  const { mailer, folder, names } = await outbox()
  const outcome = await mailer.send(message('entry.customer@heed.test'))
  const path = join(folder, 'entry.customer@heed.test.eml')
  assert.deepEqual(outcome, { kind: 'sent', words: `written to ${path}` })
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

test('a repetition takes the place of the first, also at the same moment, and leaves nothing else behind', async () => {
  const { mailer, folder, names } = await outbox()
  await Promise.all(['First', 'Second', 'Third'].map((subject) => mailer.send(message('a@heed.test', { subject }))))
  await mailer.send(message('a@heed.test', { subject: 'Last' }))
  assert.deepEqual(await names(), ['a@heed.test.eml'])
  assert.match(await readFile(join(folder, 'a@heed.test.eml'), 'utf8'), /^Subject: Last\r$/m)
})

test('no Message-ID leads out of the folder, and no two share a file', async () => {
  const { mailer, dataDir, names } = await outbox()
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

test('a folder that cannot be written to makes mail unavailable, with the reason', async () => {
  const { mailer, folder, dataDir } = await outbox()
  await mailer.send(message('a@heed.test'))
  await rm(folder, { recursive: true })
  await writeFile(folder, 'a file where the folder should be')
  const { kind, words } = await mailer.send(message('b@heed.test'))
  assert.equal(kind, 'unavailable')
  assert.match(words, /outbox cannot be written to: EEXIST/)
  assert.deepEqual(await readdir(dataDir), ['outbox'])
})
