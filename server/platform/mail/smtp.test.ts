import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSelfSignedCertificate } from '../../test/support/self-signed-certificate.ts'
import {
  type ReceivedMail,
  type SmtpTestServerOptions,
  startScriptedSmtpServer,
  startSmtpServer,
} from '../../test/support/smtp-server.ts'
import { createLog } from '../log.ts'
import { readSettings } from '../settings.ts'
import { createMailer } from './create-mailer.ts'
import type { Mailer, MailMessage } from './mailer.ts'
import { createSmtpMailer } from './smtp.ts'

function mailerTo(SMTP_URL: string, env: Record<string, string> = {}): Mailer {
  const settings = readSettings({ SMTP_URL, MAIL_FROM: 'news@heed.test', PUBLIC_URL: 'https://heed.test', ...env })
  const mailer = createMailer(settings, createLog('silent'))
  after(() => mailer.close())
  return mailer
}

const message = (change: Partial<MailMessage> = {}): MailMessage => ({
  messageId: 'entry.customer@heed.test',
  senderName: 'Acme',
  to: { address: 'ada@example.com', name: 'Ada' },
  replyTo: null,
  subject: 'CSV export',
  text: 'It is there.\n',
  html: '<p>It is there.</p>',
  headers: {},
  ...change,
})

/** A user whose name and password need encoding in a URL. */
const accounts = { 'ada@example.com': 'p@ss/w#rd%?:' }
const signIn = (url: string, user = 'ada@example.com', password = accounts['ada@example.com']) =>
  url.replace('://', `://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`)

/** Sends one message to a server with these options. @returns the outcome and what the server received */
async function sendOne(
  options: SmtpTestServerOptions,
  urlFor = (url: string) => url,
  change: Partial<MailMessage> = {},
) {
  const smtp = await startSmtpServer(options)
  const outcome = await mailerTo(urlFor(smtp.url)).send(message(change))
  await smtp.stop()
  return { outcome, received: smtp.messages[0] as ReceivedMail | undefined, smtp }
}

test('sends a message from MAIL_FROM with its Message-ID, names and header fields', async () => {
  const { outcome, received } = await sendOne({}, undefined, {
    replyTo: 'team@acme.test',
    headers: { 'List-Unsubscribe': `<https://heed.test/u/${'x'.repeat(300)}>`, 'X-Entry': 'csv' },
  })
  assert.equal(outcome.kind, 'sent')
  assert.match(outcome.response, /^250 /)
  const { from, to, messageId, raw, user, client } = received!
  assert.deepEqual(
    [from, to, messageId, user, client],
    ['news@heed.test', 'ada@example.com', 'entry.customer@heed.test', null, 'heed.test'],
  )
  const fields = parseHeader(raw)
  assert.deepEqual(
    ['from', 'to', 'reply-to', 'subject', 'message-id', 'x-entry'].map((name) => fields.get(name)),
    [
      'Acme <news@heed.test>',
      'Ada <ada@example.com>',
      'team@acme.test',
      'CSV export',
      '<entry.customer@heed.test>',
      'csv',
    ],
  )
  assert.equal(fields.get('list-unsubscribe'), `<https://heed.test/u/${'x'.repeat(300)}>`)
  assert.match(raw, /Content-Type: text\/plain[\s\S]*It is there\.[\s\S]*Content-Type: text\/html[\s\S]*<p>It is there/)
})

test('falls back to the user of SMTP_URL as sender, then to an address at PUBLIC_URL', async () => {
  const from = async (url: (url: string) => string, PUBLIC_URL: string) => {
    const smtp = await startSmtpServer({ accounts: { ...accounts, relay: 'password' } })
    await mailerTo(url(smtp.url), { MAIL_FROM: '', PUBLIC_URL }).send(message())
    return smtp.messages[0]!.from
  }
  const asRelay = (url: string) => signIn(url, 'relay', 'password')
  assert.equal(await from(signIn, 'https://heed.test'), 'ada@example.com')
  assert.equal(await from(asRelay, 'https://feedback.example.com:8443/x'), 'heed@feedback.example.com')
  assert.equal(await from(asRelay, 'http://127.0.0.1:3000'), 'heed@[127.0.0.1]')
})

test('delivers names, subject and body in any script unchanged', async () => {
  const { received } = await sendOne({}, undefined, {
    senderName: 'Søren & Søn, "Værktøj"',
    to: { address: 'ada@example.com', name: '山田 太郎' },
    subject: `Экспорт в CSV 🎉 ${'long '.repeat(30)}end`,
    text: 'Grüße, 世界\n',
  })
  const fields = parseHeader(received!.raw)
  assert.equal(decodeWords(fields.get('from')!), 'Søren & Søn, "Værktøj" <news@heed.test>')
  assert.equal(decodeWords(fields.get('to')!), '山田 太郎 <ada@example.com>')
  assert.equal(decodeWords(fields.get('subject')!), `Экспорт в CSV 🎉 ${'long '.repeat(30)}end`)
  assert.ok(received!.raw.split('\r\n').every((line) => line.length <= 998 && /^[\x00-\x7f]*$/.test(line)))
})

const lineEnds = ['\r\n', '\n', '\r', '\u2028', '\u0000\r\n']

for (const [member, change] of [
  ['the sender name', (text: string) => ({ senderName: text })],
  ['the recipient name', (text: string) => ({ to: { address: 'ada@example.com', name: text } })],
  ['Reply-To', (text: string) => ({ replyTo: text })],
  ['the subject', (text: string) => ({ subject: text })],
  ['the Message-ID', (text: string) => ({ messageId: text })],
  ['the value of a field', (text: string) => ({ headers: { 'X-Entry': text } })],
] as const) {
  test(`prevents a line break in ${member} from adding a header field or recipient`, async () => {
    const smtp = await startSmtpServer()
    const mailer = mailerTo(smtp.url)
    for (const end of lineEnds) {
      await mailer.send(message(change(`x${end}Bcc: eve@evil.test${end}X-Evil: yes${end}${end}<b>body</b>`)))
    }
    assert.ok(smtp.messages.length > 0)
    for (const { to, raw } of smtp.messages) {
      assert.equal(to, 'ada@example.com')
      const fields = parseHeader(raw)
      assert.deepEqual([fields.has('bcc'), fields.has('x-evil')], [false, false])
      assert.equal(fields.get('content-type')?.startsWith('multipart/alternative'), true)
    }
    await smtp.stop()
  })
}

test('rejects an address with a line break, a second address or no address before contacting the server', async () => {
  const smtp = await startSmtpServer()
  const mailer = mailerTo(smtp.url)
  for (const address of [
    'ada@example.com>\r\nRCPT TO:<eve@evil.test',
    'ada@example.com, eve@evil.test',
    'ada@example.com eve@evil.test',
    'Ada <ada@example.com>',
    'ada',
    '',
  ]) {
    const { kind } = await mailer.send(message({ to: { address, name: null } }))
    assert.equal(kind, 'refused', address)
  }
  assert.deepEqual([smtp.recipientCount, smtp.messages.length], [0, 0])
  await smtp.stop()
})

test('signs in with the decoded user and password of SMTP_URL', async () => {
  const { outcome, received } = await sendOne({ accounts }, signIn)
  assert.equal(outcome.kind, 'sent')
  assert.equal(received!.user, 'ada@example.com')
})

test('reports a wrong password as unavailable, without the password', async () => {
  const { outcome, smtp } = await sendOne({ accounts }, (url) => signIn(url, 'ada@example.com', 'hunter22'))
  assert.deepEqual([outcome.kind, outcome.response], ['unavailable', '535 5.7.8 Wrong user or password'])
  assert.equal(smtp.recipientCount, 0)
})

test('reports mail as unavailable if the server requires credentials that are missing', async () => {
  const { outcome } = await sendOne({ accounts })
  assert.equal(outcome.kind, 'unavailable')
  assert.match(outcome.response, /^530 /)
})

const tls = createSelfSignedCertificate()
const trusting = (url: string) => `${url}?rejectUnauthorized=false`

for (const [name, isImplicitTls] of [
  ['STARTTLS', false],
  ['implicit TLS', true],
] as const) {
  test(`${name}: rejects a self-signed certificate, and accepts it with rejectUnauthorized=false`, async () => {
    const rejected = await sendOne({ tls: { ...tls, isImplicitTls }, accounts }, signIn)
    assert.equal(rejected.outcome.kind, 'unavailable')
    assert.match(rejected.outcome.response, /^the certificate of 127\.0\.0\.1:\d+ is not trusted: .*self-signed/)
    assert.equal(rejected.smtp.messages.length, 0)
    const accepted = await sendOne({ tls: { ...tls, isImplicitTls }, accounts }, (url) => signIn(trusting(url)))
    assert.equal(accepted.outcome.kind, 'sent')
    assert.deepEqual([accepted.received!.isEncrypted, accepted.received!.user], [true, 'ada@example.com'])
  })
}

test('sends nothing beyond EHLO and STARTTLS to a server without TLS if TLS is required', async () => {
  const script = await startScriptedSmtpServer('220 mail', (line) =>
    line.startsWith('EHLO') ? '250-mail\r\n250 AUTH PLAIN' : '502 no',
  )
  const { kind, response } = await mailerTo(signIn(`${script.url}?requireTLS=true`)).send(message())
  assert.equal(kind, 'unavailable')
  assert.match(response, /does not offer STARTTLS: 502 no$/)
  assert.deepEqual(script.heard, ['EHLO heed.test', 'STARTTLS'])
})

test('reuses connections and opens at most SMTP_CONNECTIONS', async () => {
  const smtp = await startSmtpServer()
  const one = mailerTo(smtp.url)
  for (let sent = 0; sent < 5; sent++) await one.send(message())
  assert.deepEqual([smtp.connectionCount, one.concurrency], [1, 5])
  const three = mailerTo(smtp.url, { SMTP_CONNECTIONS: '3' })
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => three.send(message())))
  assert.ok(outcomes.every(({ kind }) => kind === 'sent'))
  assert.deepEqual([smtp.connectionCount, three.concurrency, smtp.messages.length], [4, 3, 35])
  await smtp.stop()
})

test('keeps the connection after a rejected message', async () => {
  const smtp = await startSmtpServer({
    onRecipient: async (to) => (to.startsWith('no') ? { code: 550, text: 'No' } : null),
  })
  const mailer = mailerTo(smtp.url, { SMTP_CONNECTIONS: '1' })
  for (const address of ['no@example.com', 'ada@example.com', 'no@example.com', 'bea@example.com']) {
    await mailer.send(message({ to: { address, name: null } }))
  }
  assert.deepEqual([smtp.connectionCount, smtp.messages.length], [1, 2])
  await smtp.stop()
})

test('keeps to SMTP_RATE across all connections', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' })
  const mailer = mailerTo(smtp.url, { SMTP_RATE: '20' })
  assert.deepEqual([mailer.rate, mailer.concurrency], [20, 5])
  const start = performance.now()
  await Promise.all(Array.from({ length: 11 }, () => mailer.send(message())))
  // A lower bound that holds on any machine: the eleventh message may not leave before half a second.
  assert.ok(performance.now() - start >= 499)
  assert.equal(mailerTo(smtp.url, { SMTP_RATE: '2' }).concurrency, 2)
  await smtp.stop()
})

test('gives up on a message if the server stalls, and sends the next one', async () => {
  const smtp = await startSmtpServer({
    onRecipient: (to) => (to.startsWith('slow') ? new Promise(() => {}) : Promise.resolve(null)),
  })
  const settings = readSettings({ SMTP_URL: smtp.url, SMTP_CONNECTIONS: '1' })
  const mailer = createSmtpMailer({ ...settings, smtpUrl: smtp.url }, createLog('silent'), 3_000)
  const slow = await mailer.send(message({ to: { address: 'slow@example.com', name: null } }))
  assert.deepEqual(slow, { kind: 'unavailable', response: `127.0.0.1:${smtp.port} took too long to accept a message` })
  assert.equal((await mailer.send(message())).kind, 'sent')
  mailer.close()
  await smtp.stop()
})

test('reports mail as unavailable after the mailer is closed', async () => {
  const smtp = await startSmtpServer()
  const mailer = mailerTo(smtp.url)
  await mailer.send(message())
  mailer.close()
  assert.equal((await mailer.send(message())).kind, 'unavailable')
  assert.equal(smtp.messages.length, 1)
  await smtp.stop()
})

/** Parses the header fields of a message by lower-case name, unfolded (RFC 5322, section 2.2.3). */
function parseHeader(raw: string): Map<string, string> {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]))
}

/** Decodes encoded words (RFC 2047), independently of nodemailer. */
function decodeWords(value: string): string {
  const words = value.replaceAll(/\?=\s+=\?/g, '?==?')
  const read = (_: string, encoding: string, text: string) => {
    if (encoding.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString('latin1')
    return text
      .replaceAll('_', ' ')
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  const bytes = words.replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, read)
  return words === bytes ? value.replaceAll(/\\(.)/g, '$1') : Buffer.from(bytes, 'latin1').toString()
}
