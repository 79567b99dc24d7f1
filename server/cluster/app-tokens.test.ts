import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Client } from 'undici'
import { leaseMs } from '../credentials/authenticate.ts'
import { connectTo } from '../test/instance/members.ts'
import { newMigratedDataDir, startInstance, waitFor } from '../test/instance/test-instance.ts'

// Connects an app to an instance with two web processes, only over HTTP, from the setup link to the revocation.

const instance = await startInstance({
  dataDir: await newMigratedDataDir(),
  env: { WEB_PROCESSES: '2', LOG_LEVEL: 'trace', OAUTH_DYNAMIC_REGISTRATION: '1' },
})
const { origin } = instance
const output = () => instance.stdout() + instance.stderr()
const redirectUri = 'http://127.0.0.1/callback'
const verifier = randomBytes(32).toString('base64url')
// Public clients have no secret, but some libraries send one.
const clientSecret = 'a-secret-that-nobody-asked-for'
/** Values that the logs must not contain. */
const secrets: string[] = [verifier, clientSecret]

const cookies = new Map<string, string>()

/** Opens a page or submits a form as one browser does, without following redirects. */
async function browse(url: string, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(new URL(url, origin), {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  for (const header of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!
    cookies.set(name!, value!)
  }
  return response
}

const locationOf = ({ status, headers }: Response): string => {
  const location = headers.get('location')
  assert.ok(location, `answered ${status}`)
  return location
}

/** Creates the first account and a workspace, and stays signed in. */
async function setUp(): Promise<void> {
  const link = await waitFor(() => /Set up Heed: (\S+)/.exec(output())?.[1], instance)
  const form = { intent: 'setup', name: 'Ada', email: 'ada@example.com', password: 'a long enough password' }
  locationOf(await browse(new URL(link).pathname, { ...form, workspaceName: 'Acme', slug: 'acme' }))
}

async function post(client: Client, path: string, fields: Record<string, string>) {
  const { statusCode, body } = await client.request({
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  })
  const text = await body.text()
  return { status: statusCode, body: (text === '' ? {} : JSON.parse(text)) as Record<string, string> }
}

async function statusOf(client: Client, token: string, path = '/api/v1/feedback'): Promise<number> {
  const { statusCode, body } = await client.request({
    method: path === '/mcp' ? 'POST' : 'GET',
    path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(path === '/mcp' && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
    },
    ...(path === '/mcp' && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) }),
  })
  await body.dump()
  return statusCode
}

/** Registers a client, and consents on the consent page. @returns its id and a code */
async function authorize(): Promise<{ clientId: string; code: string }> {
  const registered = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Two processes', redirect_uris: [redirectUri] }),
  })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'feedback:read',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const consentPage = new URL(locationOf(await browse(`/oauth/authorize?${query}`))).pathname
  const html = await (await browse(consentPage)).text()
  const fields = ['account', 'workspace', 'scopes'].map((name): [string, string] => {
    const value = new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1]
    assert.ok(value, `the form has no ${name}`)
    return [name, value]
  })
  const answered = await browse(consentPage, { intent: 'allow', ...Object.fromEntries(fields) })
  const back = new URL(locationOf(await browse(new URL(locationOf(answered)).pathname)))
  return { clientId, code: back.searchParams.get('code')! }
}

test('a token issued by one process works in the other, which rejects it within a second of its revocation', async () => {
  await setUp()
  const { clientId, code } = await authorize()
  secrets.push(code)
  const [one, two] = [await connectTo(instance, 'web-1'), await connectTo(instance, 'web-2')]

  const exchange = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri, code }
  const wrong = await post(one, '/oauth/token', { ...exchange, code_verifier: 'x'.repeat(43) })
  assert.equal(wrong.body.error, 'invalid_grant')
  const exchanged = await post(one, '/oauth/token', { ...exchange, code_verifier: verifier })
  assert.equal(exchanged.status, 200, JSON.stringify(exchanged.body))
  const refresh = { grant_type: 'refresh_token', client_id: clientId }
  const refreshed = await post(two, '/oauth/token', { ...refresh, refresh_token: exchanged.body.refresh_token! })
  assert.equal(refreshed.status, 200)
  const tokens = [exchanged.body.access_token!, refreshed.body.access_token!]
  secrets.push(...tokens, exchanged.body.refresh_token!, refreshed.body.refresh_token!)
  for (const token of tokens) {
    for (const client of [one, two]) {
      assert.deepEqual([await statusOf(client, token), await statusOf(client, token, '/mcp')], [200, 200])
    }
  }

  assert.equal((await post(one, '/oauth/revoke', { client_id: clientId, token: tokens[0]! })).status, 200)
  await setTimeout(leaseMs)
  for (const token of tokens) {
    for (const client of [two, one]) {
      assert.deepEqual([await statusOf(client, token), await statusOf(client, token, '/mcp')], [401, 401])
    }
  }
  const late = await post(two, '/oauth/token', { ...refresh, refresh_token: refreshed.body.refresh_token! })
  assert.deepEqual([late.status, late.body.error], [400, 'invalid_grant'])
})

test('no log contains a code, token, verifier or client secret, even of failed requests', async () => {
  const client = await connectTo(instance, 'web-1')
  const { clientId, code } = await authorize()
  secrets.push(code)
  const exchange = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri, code }
  const failing: Record<string, string>[] = [
    { ...exchange, code_verifier: verifier, grant_type: 'password', password: clientSecret },
    { ...exchange, code_verifier: verifier, redirect_uri: 'http://127.0.0.1/other' },
    { grant_type: 'refresh_token', client_id: clientId, refresh_token: secrets.at(-2)!, client_secret: clientSecret },
  ]
  for (const fields of failing) assert.equal((await post(client, '/oauth/token', fields)).status, 400)
  const exchanged = await post(client, '/oauth/token', {
    ...exchange,
    code_verifier: verifier,
    client_secret: clientSecret,
  })
  assert.equal(exchanged.status, 200)
  secrets.push(exchanged.body.access_token!, exchanged.body.refresh_token!)
  // In places where they do not belong.
  for (const secret of secrets) {
    await (
      await browse(`/oauth/authorize?client_id=${clientId}&code_verifier=${secret}&client_secret=${secret}`)
    ).text()
    await (await browse(`/api/v1/feedback?access_token=${secret}&code=${secret}`)).text()
  }
  // The last request is logged after the others.
  const requestId = (await fetch(`${origin}/api/v1/feedback`, { headers: { connection: 'close' } })).headers.get(
    'x-request-id',
  )!
  await waitFor(() => output().includes(requestId), instance)
  const log = output()
  assert.ok(log.includes('/oauth/token') && log.includes('/oauth/revoke'), 'the requests are not in the log')
  assert.equal(secrets.length, 10)
  for (const secret of secrets) assert.ok(!log.includes(secret), `the log contains ${secret}`)
})
