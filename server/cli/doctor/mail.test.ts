import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { newDataDir, runHeed } from '../../test/instance/test-instance.ts'
import { createSelfSignedCertificate } from '../../test/support/self-signed-certificate.ts'
import { startScriptedSmtpServer, startSmtpServer } from '../../test/support/smtp-server.ts'
import type { Finding } from './finding.ts'

const dataDir = await newDataDir()

/** What `heed doctor` finds out about mail. */
async function examine(SMTP_URL: string, env: Record<string, string> = {}): Promise<Finding[]> {
  const start = { dataDir, env: { SMTP_URL, MAIL_FROM: 'news@heed.test', PUBLIC_URL: 'https://heed.test', ...env } }
  const { stdout, json } = await runHeed(start, 'doctor', '--json')
  assert.doesNotMatch(stdout, /hunter22/)
  const { findings } = json() as { findings: Finding[] }
  return findings.filter(({ check }) => check === 'mail')
}

const short = (findings: Finding[]) => findings.map(({ status, message }) => `${status}: ${message}`)

test('without SMTP_URL all is well, and it says where messages are and how to have them sent', async () => {
  const [finding, ...more] = await examine('', { MAIL_FROM: '' })
  assert.deepEqual(more, [])
  assert.deepEqual(finding, {
    check: 'mail',
    status: 'ok',
    message: `Messages are written to ${join(dataDir, 'outbox')}.`,
    advice: 'Set SMTP_URL and MAIL_FROM to have them sent.',
  })
})

test('a server that answers is fine; a missing MAIL_FROM is a warning that names the sender; nothing is sent', async () => {
  const smtp = await startSmtpServer()
  assert.deepEqual(short(await examine(smtp.url, { MAIL_FROM: '' })), [
    `ok: The mail server 127.0.0.1:${smtp.port} answers without encryption.`,
    'warning: SMTP_URL is set and MAIL_FROM is not: messages come from heed@heed.test.',
  ])
  assert.deepEqual([smtp.recipientCount, smtp.messages.length], [0, 0])
  await smtp.stop()
})

test('with a password it signs in: the right one is fine, a wrong one is a problem', async () => {
  const tls = createSelfSignedCertificate()
  const smtp = await startSmtpServer({ tls, accounts: { ada: 'hunter22' } })
  const url = (password: string) => `${smtp.url.replace('://', `://ada:${password}@`)}?rejectUnauthorized=false`
  assert.deepEqual(short(await examine(url('hunter22'))), [
    `ok: The mail server 127.0.0.1:${smtp.port} answers over TLS, and the sign-in is right.`,
    'warning: Any certificate is accepted: somebody on the way can pass for the mail server.',
  ])
  const [wrong] = await examine(url('hunter23'))
  assert.equal(wrong!.status, 'problem')
  assert.match(wrong!.message, /refuses the sign-in: 535 5\.7\.8 Wrong user or password$/)
  assert.match(wrong!.advice!, /user and password in SMTP_URL/)
  await smtp.stop()
})

test('a password that the server has no use for is a warning', async () => {
  const smtp = await startSmtpServer()
  const [finding] = await examine(smtp.url.replace('://', '://ada:hunter22@'))
  assert.equal(finding!.status, 'warning')
  assert.match(finding!.message, /offers no sign-in: user and password are not used/)
  await smtp.stop()
})

test('a server that turns us away, hangs up, has a certificate of its own making, or is not there is a problem', async () => {
  const away = await startScriptedSmtpServer('554 no service here')
  const silent = await startScriptedSmtpServer(null)
  const own = await startSmtpServer({ tls: createSelfSignedCertificate() })
  for (const [url, words, advice] of [
    [away.url, /cannot be used: 554 no service here$/, /host and port/],
    [silent.url, /closes the connection$/, /host and port/],
    [own.url, /not trusted: self-signed certificate$/, /NODE_EXTRA_CA_CERTS/],
    ['smtp://127.0.0.1:1', /127\.0\.0\.1:1 refuses the connection$/, /host and port/],
  ] as const) {
    const [finding, ...more] = await examine(url)
    assert.deepEqual([finding!.status, more], ['problem', []])
    assert.match(finding!.message, words)
    assert.match(finding!.advice!, advice)
  }
})

test('a server that never greets is a problem that is found within seconds', async () => {
  const mute = await startScriptedSmtpServer('')
  const [finding] = await examine(mute.url)
  assert.equal(finding!.status, 'problem')
  assert.match(finding!.message, /sends no greeting within 10 s$/)
  assert.deepEqual(mute.heard, [])
  await mute.stop()
})
