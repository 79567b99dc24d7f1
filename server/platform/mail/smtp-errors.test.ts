import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  type SmtpReply,
  type SmtpTestServerOptions,
  startScriptedSmtpServer,
  startSmtpServer,
} from '../../test/support/smtp-server.ts'
import { createLog } from '../log.ts'
import { readSettings } from '../settings.ts'
import { createMailer } from './create-mailer.ts'
import type { MailOutcome } from './mailer.ts'

async function outcomeOf(SMTP_URL: string, address = 'ada@example.com'): Promise<MailOutcome> {
  const settings = readSettings({ SMTP_URL, MAIL_FROM: 'news@heed.test' })
  const mailer = createMailer(settings, createLog('silent'))
  after(() => mailer.close())
  return mailer.send({
    messageId: 'entry.customer@heed.test',
    senderName: 'Acme',
    to: { address, name: null },
    replyTo: null,
    subject: 'CSV export',
    text: 'It is there.',
    html: '<p>It is there.</p>',
    headers: {},
  })
}

const says = (code: number, text: string) => async (): Promise<SmtpReply> => ({ code, text })

for (const [kind, reply, options] of [
  ['refused', '550 5.1.1 No such user', { onRecipient: says(550, '5.1.1 No such user') }],
  ['refused', '554 5.7.1 Looks like spam', { onMessage: says(554, '5.7.1 Looks like spam') }],
  ['deferred', '451 4.7.1 Greylisted', { onRecipient: says(451, '4.7.1 Greylisted') }],
  ['deferred', '452 4.2.2 Mailbox full', { onMessage: says(452, '4.2.2 Mailbox full') }],
  ['deferred', '503 5.5.1 Out of order', { onMessage: says(503, '5.5.1 Out of order') }],
  ['unavailable', '550 5.7.1 Not your address', { onSender: says(550, '5.7.1 Not your address') }],
  ['unavailable', '451 4.7.1 Too many today', { onSender: says(451, '4.7.1 Too many today') }],
  ['unavailable', '421 4.3.2 Shutting down', { onRecipient: says(421, '4.3.2 Shutting down') }],
  ['unavailable', '421 4.3.2 Shutting down', { onMessage: says(421, '4.3.2 Shutting down') }],
  ['unavailable', '421 4.3.2 Shutting down', { onConnection: says(421, '4.3.2 Shutting down') }],
  ['unavailable', '554 5.7.1 No service here', { onConnection: says(554, '5.7.1 No service here') }],
  ['unavailable', '530 5.7.0 Sign in first', { onRecipient: says(530, '5.7.0 Sign in first') }],
] as [MailOutcome['kind'], string, SmtpTestServerOptions][]) {
  const [where] = Object.keys(options)
  test(`classifies ${reply} (${where}) as ${kind} and keeps the reply`, async () => {
    const smtp = await startSmtpServer(options)
    const outcome = await outcomeOf(smtp.url)
    assert.deepEqual([outcome.kind, outcome.response], [kind, reply])
    await smtp.stop()
  })
}

/** Starts a server that accepts messages, except for commands with a scripted reply. */
function script(replies: Record<string, string | null>) {
  let isData = false
  return startScriptedSmtpServer(replies.greeting === undefined ? '220 mail' : replies.greeting, (line) => {
    if (isData) {
      if (line !== '.') return ''
      isData = false
      return replies['.'] === undefined ? '250 ok' : replies['.']
    }
    const [command = ''] = line.toUpperCase().split(/[ :]/)
    if (command in replies) return replies[command]!
    isData = command === 'DATA'
    return isData ? '354 go on' : '250 ok'
  })
}

for (const [title, replies, response] of [
  ['hangs up without a greeting', { greeting: null }, /^127\.0\.0\.1:\d+ closed the connection$/],
  ['knows neither EHLO nor HELO', { EHLO: '550 no', HELO: '550 never' }, /^550 never$/],
  ['hangs up at EHLO', { EHLO: null }, /closed the connection$/],
  ['hangs up at RCPT', { RCPT: null }, /closed the connection$/],
  ['hangs up after the message', { '.': null }, /closed the connection$/],
  ['speaks another protocol', { greeting: 'HTTP/1.1 400 Bad Request' }, /^HTTP\/1\.1 400 Bad Request$/],
] as [string, Record<string, string | null>, RegExp][]) {
  test(`reports mail as unavailable if the server ${title}`, async () => {
    const server = await script(replies)
    const outcome = await outcomeOf(server.url)
    assert.equal(outcome.kind, 'unavailable')
    assert.match(outcome.response, response)
    // A message that may have been accepted is not sent again by the mailer.
    assert.ok(server.heard.filter((line) => line === '.').length <= 1)
    await server.stop()
  })
}

test('reports mail as unavailable if the port is closed or the host name unknown', async () => {
  const gone = await startSmtpServer()
  await gone.stop()
  const refused = await outcomeOf(gone.url)
  assert.deepEqual(refused, { kind: 'unavailable', response: `127.0.0.1:${gone.port} refused the connection` })
  const nowhere = await outcomeOf('smtp://mail.invalid:25')
  assert.equal(nowhere.kind, 'unavailable')
  assert.match(
    nowhere.response,
    /^(there is no host named mail\.invalid$|the host name mail\.invalid could not be resolved: )/,
  )
})

test('distinguishes a server without implicit TLS from one that is unreachable', async () => {
  const server = await script({})
  const { kind, response } = await outcomeOf(server.url.replace('smtp:', 'smtps:'))
  assert.deepEqual([kind, response], ['unavailable', `127.0.0.1:${server.port} does not use implicit TLS`])
  await server.stop()
})

test('reports mail as unavailable if signing in fails, whatever the reply code', async () => {
  for (const code of ['454 4.7.0 Try later', '534 5.7.9 Use an app password', '500 What']) {
    const server = await script({ EHLO: '250-mail\r\n250 AUTH PLAIN LOGIN', AUTH: code })
    const outcome = await outcomeOf(server.url.replace('://', '://ada:secret-word@'))
    assert.deepEqual(outcome, { kind: 'unavailable', response: code })
    await server.stop()
  }
})

test('joins a multiline reply into one line with each code once', async () => {
  const server = await script({
    RCPT: '550-5.1.1 The account does not exist.\r\n550-5.1.1 Look for typing errors.\r\n550 5.1.1 Bye',
  })
  const outcome = await outcomeOf(server.url)
  const response = '550 5.1.1 The account does not exist. Look for typing errors. Bye'
  assert.deepEqual(outcome, { kind: 'refused', response, isAddressError: true })
  await server.stop()
})

test('strips control characters from replies and truncates them to 500 characters', async () => {
  const server = await script({ RCPT: `550 a\u0007b\tc\u001b[31m ${'x'.repeat(2_000)}` })
  const { response } = await outcomeOf(server.url)
  assert.match(response, /^550 a b c \[31m x+$/)
  assert.equal(response.length, 500)
  await server.stop()
})

test('redacts credentials that a server repeats', async () => {
  const [user, password] = ['ada@example.com', 'hunter2:täst']
  const token = Buffer.from(`\0${user}\0${password}`).toString('base64')
  const echo = `535 ${token} ${Buffer.from(password).toString('base64')} ${password} ${user} is wrong`
  const server = await script({ EHLO: '250-mail\r\n250 AUTH PLAIN', AUTH: echo })
  const at = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  const { response } = await outcomeOf(server.url.replace('://', `://${at}@`))
  assert.equal(response, '535 [redacted] [redacted] [redacted] [redacted] is wrong')
  await server.stop()
})

test('blames an internationalized recipient if the server rejects the sender because of it', async () => {
  const server = await script({ EHLO: '250-mail\r\n250 SMTPUTF8', MAIL: '555 5.6.7 No such parameter' })
  assert.equal((await outcomeOf(server.url, 'jörg@example.com')).kind, 'refused')
  assert.equal((await outcomeOf(server.url)).kind, 'unavailable')
  await server.stop()
})

for (const [isAddressError, code, text, where] of [
  [true, 550, '5.1.1 No such user', 'onRecipient'],
  [true, 550, 'No such user here', 'onRecipient'],
  [true, 552, '5.2.2 Mailbox full', 'onRecipient'],
  [false, 554, '5.7.1 Relay access denied', 'onRecipient'],
  [false, 550, '5.4.1 Recipient domain unknown to us', 'onRecipient'],
  [false, 552, 'Message too big', 'onMessage'],
  [false, 550, '5.1.1 said too late', 'onMessage'],
] as const) {
  test(`${isAddressError ? 'counts' : 'does not count'} "${code} ${text}" (${where}) as an address error`, async () => {
    const smtp = await startSmtpServer({ [where]: says(code, text) })
    const outcome = await outcomeOf(smtp.url)
    assert.ok(outcome.kind === 'refused')
    assert.equal(outcome.isAddressError, isAddressError)
  })
}
