import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Finding } from '../../diagnostics/finding.ts'
import { newDataDir } from '../../test/instance/test-instance.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { createSelfSignedCertificate } from '../../test/support/self-signed-certificate.ts'
import { startScriptedSmtpServer, startSmtpServer } from '../../test/support/smtp-server.ts'

const dataDir = await newDataDir()

/** Returns the mail findings of `heed doctor`. */
async function checkMail(SMTP_URL: string, env: Record<string, string> = {}): Promise<Finding[]> {
  const start = { dataDir, env: { SMTP_URL, MAIL_FROM: 'news@heed.test', PUBLIC_URL: 'https://heed.test', ...env } }
  const { stdout, json } = await runCommand(start, 'doctor', '--json')
  assert.doesNotMatch(stdout, /hunter22/)
  const { findings } = json() as { findings: Finding[] }
  return findings.filter(({ check }) => check === 'mail')
}

const short = (findings: Finding[]) => findings.map(({ status, message }) => `${status}: ${message}`)

test('reports the outbox folder and how to send mail if SMTP_URL is not set', async () => {
  const [finding, ...more] = await checkMail('', { MAIL_FROM: '' })
  assert.deepEqual(more, [])
  assert.deepEqual(finding, {
    check: 'mail',
    status: 'ok',
    message: `Messages are written to ${join(dataDir, 'outbox')}.`,
    advice: 'Set SMTP_URL and MAIL_FROM to send them.',
  })
})

test('accepts a server that answers, warns about a missing MAIL_FROM and sends nothing', async () => {
  const smtp = await startSmtpServer()
  assert.deepEqual(short(await checkMail(smtp.url, { MAIL_FROM: '' })), [
    `ok: The mail server 127.0.0.1:${smtp.port} responds without encryption.`,
    'warning: SMTP_URL is set but MAIL_FROM is not, so messages come from heed@heed.test.',
  ])
  assert.deepEqual([smtp.recipientCount, smtp.messages.length], [0, 0])
  await smtp.stop()
})

test('signs in with a password and reports a wrong one as a problem', async () => {
  const tls = createSelfSignedCertificate()
  const smtp = await startSmtpServer({ tls, accounts: { ada: 'hunter22' } })
  const url = (password: string) => `${smtp.url.replace('://', `://ada:${password}@`)}?rejectUnauthorized=false`
  assert.deepEqual(short(await checkMail(url('hunter22'))), [
    `ok: The mail server 127.0.0.1:${smtp.port} responds over TLS, and signing in works.`,
    'warning: Every certificate is accepted, so an attacker on the network can impersonate the mail server.',
  ])
  const [wrong] = await checkMail(url('hunter23'))
  assert.equal(wrong!.status, 'problem')
  assert.match(wrong!.message, /rejects the sign-in: 535 5\.7\.8 Wrong user or password$/)
  assert.match(wrong!.advice!, /user and password in SMTP_URL/)
  await smtp.stop()
})

test('warns about a password that the server does not use', async () => {
  const smtp = await startSmtpServer()
  const [finding] = await checkMail(smtp.url.replace('://', '://ada:hunter22@'))
  assert.equal(finding!.status, 'warning')
  assert.match(finding!.message, /doesn’t support authentication, so the username and password aren’t used/)
  await smtp.stop()
})

test('reports a server that rejects, hangs up, is not trusted or is unreachable as a problem', async () => {
  const away = await startScriptedSmtpServer('554 no service here')
  const silent = await startScriptedSmtpServer(null)
  const own = await startSmtpServer({ tls: createSelfSignedCertificate() })
  for (const [url, words, advice] of [
    [away.url, /cannot be used: 554 no service here$/, /host and port/],
    [silent.url, /closed the connection$/, /host and port/],
    [own.url, /not trusted: self-signed certificate$/, /NODE_EXTRA_CA_CERTS/],
    ['smtp://127.0.0.1:1', /127\.0\.0\.1:1 refused the connection$/, /host and port/],
  ] as const) {
    const [finding, ...more] = await checkMail(url)
    assert.deepEqual([finding!.status, more], ['problem', []])
    assert.match(finding!.message, words)
    assert.match(finding!.advice!, advice)
  }
})

test('reports a server that sends no greeting as a problem within seconds', async () => {
  const mute = await startScriptedSmtpServer('')
  const [finding] = await checkMail(mute.url)
  assert.equal(finding!.status, 'problem')
  assert.match(finding!.message, /did not send a greeting within 10 s$/)
  assert.deepEqual(mute.heard, [])
  await mute.stop()
})
