import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Problem } from '../../platform/problems.ts'
import { github } from '../../tracker/providers/github/index.ts'
import { jira } from '../../tracker/providers/jira/index.ts'
import { linear } from '../../tracker/providers/linear/index.ts'
import {
  type CredentialOptions,
  readCredential,
  readWebhookSecret,
  validateCredentialOptions,
} from './credential-input.ts'

const input = (text: string | Buffer) => Readable.from([text])

async function problemsOf(work: () => unknown): Promise<Record<string, string>> {
  const error = await (async () => work())().catch((thrown) => thrown)
  assert.ok(error instanceof Problem, String(error))
  return Object.fromEntries(error.extra.details!.map(({ path, message }) => [path, message]))
}

test('trims whitespace and a byte order mark around a token', async () => {
  for (const text of ['lin_api_x', 'lin_api_x\n', 'lin_api_x\r\n', '  lin_api_x \r\n\r\n', '\ufefflin_api_x\n']) {
    assert.deepEqual(await readCredential(linear, {}, input(text)), { kind: 'token', token: 'lin_api_x' })
  }
  const split = Readable.from([Buffer.from('lin_'), Buffer.from('api_x\n')])
  assert.deepEqual(await readCredential(linear, {}, split), { kind: 'token', token: 'lin_api_x' })
})

test('combines an email address and a token', async () => {
  const credential = await readCredential(jira, { email: 'ada@example.com' }, input('ATATT3x=\r\n'))
  assert.deepEqual(credential, { kind: 'basic', email: 'ada@example.com', token: 'ATATT3x=' })
})

test('accepts the private key of a GitHub App with any line ends', async () => {
  const options = { appId: '1', installationId: '2' }
  for (const type of ['pkcs1', 'pkcs8'] as const) {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type, format: 'pem' },
    })
    for (const text of [privateKey, privateKey.replaceAll('\n', '\r\n'), `\n${privateKey}\n`]) {
      const credential = await readCredential(github, options, input(text))
      assert.deepEqual(credential, { kind: 'app', ...options, privateKey: privateKey.trim() })
    }
  }
})

test('names the option of an invalid credential, and never repeats the credential', async () => {
  const app = { appId: '1', installationId: '2' }
  const secret = 'hunter22'
  for (const [tracker, options, text, expected] of [
    [linear, {}, '', /found nothing/],
    [linear, {}, ' \r\n', /found nothing/],
    [linear, {}, `${secret} ${secret}`, /one word/],
    [linear, {}, `Bearer ${secret}`, /one word/],
    [linear, {}, `${secret}\n${secret}`, /one word/],
    [linear, {}, Buffer.from(`\ufeff${secret}`, 'utf16le'), /one word/],
    [linear, {}, `${secret}ü`, /one word/],
    [jira, { email: 'ada@example.com' }, `ada@example.com ${secret}`, /one word/],
    [linear, {}, secret.repeat(3_000), /too much from standard input/],
    [github, app, secret, /the GitHub App’s private key/],
    [
      github,
      app,
      `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`,
      /the complete, unencrypted PEM file/,
    ],
    [github, {}, `-----BEGIN RSA PRIVATE KEY-----\n${secret}`, /--app-id and --installation-id/],
  ] as const) {
    const { '/tokenStdin': message, ...more } = await problemsOf(() => readCredential(tracker, options, input(text)))
    assert.match(message!, expected)
    assert.deepEqual(more, {})
    assert.ok(!message!.includes(secret))
  }
})

test('requires one word of at least 16 characters as a webhook secret', async () => {
  assert.equal(await readWebhookSecret(input('lin_wh_0123456789\r\n')), 'lin_wh_0123456789')
  for (const text of ['', 'too-short', 'two words of some length']) {
    assert.deepEqual(Object.keys(await problemsOf(() => readWebhookSecret(input(text)))), ['/secretStdin'])
  }
})

test('rejects a terminal as standard input instead of waiting', async () => {
  const terminal = Object.assign(new Readable({ read() {} }), { isTTY: true })
  const { '/tokenStdin': message } = await problemsOf(() => readCredential(linear, {}, terminal))
  assert.match(message!, /which is a terminal: put the secret in a file and add < file/)
})

test('reports all options that conflict with the tracker or with one another', async () => {
  const stdin = { tokenStdin: true }
  for (const [tracker, options, paths] of [
    [linear, {}, ['/tokenStdin']],
    [linear, { hasInlineCredential: true }, ['/tokenStdin']],
    [linear, { hasInlineCredential: true, ...stdin }, ['/tokenStdin']],
    [linear, { ...stdin, email: 'ada@example.com', appId: '1' }, ['/appId', '/email']],
    [linear, { ...stdin, oauth: true }, ['/oauth']],
    [github, { oauth: true }, ['/oauth']],
    [github, { ...stdin, appId: '1' }, ['/installationId']],
    [github, { ...stdin, installationId: '1' }, ['/appId']],
    [jira, stdin, ['/email']],
    [jira, {}, ['/email', '/tokenStdin']],
  ] as [typeof linear, CredentialOptions, string[]][]) {
    const problems = await problemsOf(() => validateCredentialOptions(tracker, options))
    assert.deepEqual(Object.keys(problems).sort(), paths)
  }
  for (const [tracker, options] of [
    [linear, stdin],
    [linear, { oauth: true }],
    [github, stdin],
    [github, { ...stdin, appId: '1', installationId: '2' }],
    [jira, { ...stdin, email: 'ada@example.com' }],
  ] as [typeof linear, CredentialOptions][]) {
    validateCredentialOptions(tracker, options)
  }
})
