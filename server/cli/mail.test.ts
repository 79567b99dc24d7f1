import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { newDataDir, runHeed } from '../test/instance/test-instance.ts'
import { runCommand } from '../test/support/run-command.ts'
import { createSelfSignedCertificate } from '../test/support/self-signed-certificate.ts'
import { type SmtpTestServerOptions, startScriptedSmtpServer, startSmtpServer } from '../test/support/smtp-server.ts'

const dataDir = await newDataDir()
const environment = { MAIL_FROM: 'Acme <news@heed.test>', PUBLIC_URL: 'https://heed.test' }

const mailTest = (env: Record<string, string>, ...options: string[]) =>
  runCommand({ dataDir, env: { ...environment, ...env } }, 'mail', 'test', 'ada@example.com', ...options)

test('sends a test message and reports the server’s response without creating a database', async () => {
  const smtp = await startSmtpServer()
  const { status, stdout } = await mailTest({ SMTP_URL: smtp.url })
  assert.equal(status, 0)
  assert.match(stdout, /^The mail server accepted the message to ada@example\.com\.$/m)
  assert.match(stdout, new RegExp(`^ {2}server +127\\.0\\.0\\.1:${smtp.port}$`, 'm'))
  assert.match(stdout, /^ {2}connection +not encrypted$/m)
  assert.match(stdout, /^ {2}sign-in +none$/m)
  assert.match(stdout, /^ {2}response +250 /m)
  const [{ from, to, raw, messageId, client }, ...more] = smtp.messages as [(typeof smtp.messages)[0]]
  assert.deepEqual([from, to, client, more.length], ['news@heed.test', 'ada@example.com', 'heed.test', 0])
  assert.match(raw, /^From: Acme <news@heed\.test>\r$/m)
  assert.match(messageId, /^test\..+@heed\.test$/)
  await assert.rejects(stat(dataDir), { code: 'ENOENT' })
  await smtp.stop()
})

test('reports TLS and sign-in, and trusts a private CA in NODE_EXTRA_CA_CERTS', async () => {
  const tls = createSelfSignedCertificate()
  const smtp = await startSmtpServer({ tls, accounts: { ada: 'hunter22' } })
  const folder = join(dirname(dataDir), 'authority')
  await mkdir(folder)
  await writeFile(join(folder, 'ca.pem'), tls.cert)
  const SMTP_URL = smtp.url.replace('://', '://ada:hunter22@')
  // Node.js reads NODE_EXTRA_CA_CERTS when a process starts.
  const outcome = await runHeed(
    { dataDir, env: { ...environment, SMTP_URL, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } },
    ...['mail', 'test', 'ada@example.com', '--json'],
  )
  const { response, advice, ...rest } = outcome.json()
  assert.equal(outcome.status, 0)
  assert.deepEqual(rest, {
    outcome: 'sent',
    to: 'ada@example.com',
    from: 'news@heed.test',
    destination: `127.0.0.1:${smtp.port}`,
    file: null,
    isEncrypted: true,
    isSignedIn: true,
    failed: null,
  })
  assert.match(response, /^250 /)
  assert.match(advice, /mailbox of ada@example\.com/)
  assert.deepEqual([smtp.messages[0]!.isEncrypted, smtp.messages[0]!.user], [true, 'ada'])
  await smtp.stop()
})

const reject = (code: number, text: string) => async () => ({ code, text })
const ada = (url: string) => url.replace('://', '://ada:hunter22@')

for (const [failed, title, options, urlOf, response, advice] of [
  ['sign-in', 'a wrong password', { accounts: { ada: 'another' } }, ada, /^535 /, /user and password in SMTP_URL/],
  ['sign-in', 'a missing password', { accounts: { ada: 'x' } }, null, /^530 /, /requires authentication/],
  [
    'sender',
    'a rejected sender',
    { onSender: reject(550, '5.7.1 Not yours') },
    null,
    /^550 5\.7\.1 Not yours$/,
    /MAIL_FROM/,
  ],
  [
    'recipient',
    'a rejected recipient',
    { onRecipient: reject(550, '5.1.1 Who') },
    null,
    /^550 5\.1\.1 Who$/,
    /Check the address/,
  ],
  ['recipient', 'a deferred recipient', { onRecipient: reject(451, '4.7.1 Later') }, null, /^451 /, /try again later/],
  ['content', 'a rejected message', { onMessage: reject(554, '5.7.1 Spam') }, null, /^554 5\.7\.1 Spam$/, /SPF/],
  [
    'encryption',
    'a self-signed certificate',
    { tls: createSelfSignedCertificate() },
    null,
    /not trusted/,
    /NODE_EXTRA_CA_CERTS/,
  ],
  ['encryption', 'no STARTTLS', {}, (url) => `${url}?requireTLS=true`, /does not offer STARTTLS/, /requireTLS=false/],
  [
    'encryption',
    'smtps:// without TLS',
    {},
    (url) => url.replace('smtp:', 'smtps:'),
    /does not use implicit TLS/,
    /use smtp:/,
  ],
] as [string, string, SmtpTestServerOptions, ((url: string) => string) | null, RegExp, RegExp][]) {
  test(`reports the failed step (${failed}), the reason and advice for ${title}`, async () => {
    const smtp = await startSmtpServer(options)
    const SMTP_URL = urlOf?.(smtp.url) ?? smtp.url
    const outcome = await mailTest({ SMTP_URL }, '--json')
    const report = outcome.json()
    assert.equal(outcome.status, 1)
    assert.notEqual(report.outcome, 'sent')
    assert.equal(report.failed, failed)
    assert.match(report.response, response)
    assert.match(report.advice, advice)
    assert.doesNotMatch(outcome.stdout + outcome.stderr, /hunter22/)
    assert.equal(smtp.messages.length, 0)
    await smtp.stop()
  })
}

test('prints what failed, why, and what to do', async () => {
  const server = await startScriptedSmtpServer('554 5.7.1 No service for you')
  const { status, stdout } = await mailTest({ SMTP_URL: server.url })
  assert.equal(status, 1)
  assert.match(stdout, /^Not sent: the connection failed\.\n/)
  assert.match(stdout, /^ {2}reason +554 5\.7\.1 No service for you$/m)
  assert.match(stdout, /^→ Check the host and port in SMTP_URL/m)
  assert.doesNotMatch(stdout, /encrypted|sign-in/)
  await server.stop()
})

test('writes the message to a file and names it if SMTP_URL is not set', async () => {
  const { status, stdout } = await mailTest({})
  assert.equal(status, 0)
  const [name, ...more] = await readdir(join(dataDir, 'outbox'))
  assert.deepEqual(more, [])
  assert.match(stdout, /^The message to ada@example\.com was written to a file\.$/m)
  assert.ok(stdout.includes(join(dataDir, 'outbox', name!)))
  assert.match(stdout, /Nothing is sent until SMTP_URL is set/)
  assert.match(await readFile(join(dataDir, 'outbox', name!), 'utf8'), /^From: Acme <news@heed\.test>\r$/m)
})

test('rejects an invalid address as a usage error and names invalid settings', async () => {
  const start = { dataDir, env: { SMTP_URL: 'smtp://127.0.0.1:1' } }
  for (const address of ['ada', 'ada@example.com, eve@example.com', 'ada@example.com\nBcc: eve@example.com']) {
    const { status, stderr } = await runCommand(start, 'mail', 'test', address)
    assert.equal(status, 2)
    assert.match(stderr, /single email address, such as/)
  }
  const { status, stderr } = await mailTest({ SMTP_URL: 'smtp://mail?pool=1', MAIL_FROM: 'nobody' })
  assert.equal(status, 1)
  assert.match(stderr, /SMTP_URL has an unknown parameter pool[\s\S]*MAIL_FROM must be an address/)
})
