import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { leaseMs } from '../../credentials/authenticate.ts'
import { TestClient } from '../clients/api-client.ts'
import { OAuthClient, redirectUri, registerTestApp, returnLinkOf } from '../clients/oauth-client.ts'
import { createAccountFixtures } from '../fixtures/accounts.ts'
import { createTestApp } from '../test-app.ts'

const app = await createTestApp()
const people = await createAccountFixtures(app)
const acme = await app.workspace()
const ada = await people.createMember(acme, 'owner')
const clientId = await registerTestApp(app, acme, { redirectUris: [redirectUri, 'https://app.example/other'] })
const otherId = await registerTestApp(app, acme, { name: 'Other' })
const { pool } = app.database

const newClient = () => new OAuthClient(app, clientId)
const codeFor = async (client: OAuthClient) => (await client.run(acme, ada)).get('code')!
const statusOf = async (token: string) => (await new TestClient(app.origin, token).get('/feedback')).status

test('an intercepted code is useless without the verifier, and stays valid for its app', async () => {
  const client = newClient()
  const code = await codeFor(client)
  const thief = newClient()
  for (const verifier of [thief.verifier, '', client.challenge]) {
    const { status, body } = await thief.exchange(code, { code_verifier: verifier })
    assert.deepEqual([status, body.error], [400, 'invalid_grant'], verifier)
  }
  assert.equal((await client.exchange(code)).status, 200)
})

test('requires a code challenge with S256', async () => {
  const errorOf = async (changes: Record<string, string | null>) =>
    (await returnLinkOf(await newClient().authorize(changes))).searchParams.get('error')
  assert.equal(await errorOf({ code_challenge_method: 'plain' }), 'invalid_request')
  assert.equal(await errorOf({ code_challenge: null, code_challenge_method: null }), 'invalid_request')
  assert.equal(await errorOf({ code_challenge_method: null }), 'invalid_request')
  assert.equal(await errorOf({ code_challenge: 'short' }), 'invalid_request')
})

test('a code that is used twice revokes all tokens issued for it', async () => {
  const client = newClient()
  const code = await codeFor(client)
  const { body } = await client.exchange(code)
  assert.equal(await statusOf(body.access_token), 200)
  const again = await client.exchange(code)
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
  await setTimeout(leaseMs)
  assert.equal(await statusOf(body.access_token), 401)
  assert.equal((await client.refresh(body.refresh_token)).status, 400)
  const { rows } = await pool.query(
    `select changes->>'name' as name from audit_events where type = 'app.reuse_detected' order by id desc limit 1`,
  )
  assert.deepEqual(rows, [{ name: 'Reporter' }])
})

test('at most one of several concurrent uses of a code gets tokens, which are then revoked', async () => {
  const client = newClient()
  const code = await codeFor(client)
  const answers = await Promise.all([1, 2, 3, 4].map(() => client.exchange(code)))
  const tokens = answers.filter(({ status }) => status === 200).map(({ body }) => body.access_token)
  assert.ok(tokens.length <= 1)
  await setTimeout(leaseMs)
  for (const token of tokens) assert.equal(await statusOf(token), 401)
})

test('a code belongs to its client and redirect URI, and expires after a minute', async () => {
  const client = newClient()
  const code = await codeFor(client)
  const stolen = await new OAuthClient(app, otherId).exchange(code, { code_verifier: client.verifier })
  assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant'])
  const elsewhere = await client.exchange(code, { redirect_uri: 'https://app.example/other' })
  assert.deepEqual([elsewhere.status, elsewhere.body.error], [400, 'invalid_grant'])
  const { rowCount } = await pool.query(
    `update app_tokens set payload = payload || jsonb_build_object('exp', extract(epoch from now())::int - 1)
     where kind = 'code' and consumed_at is null and payload->>'clientId' = $1`,
    [clientId],
  )
  assert.equal(rowCount, 1)
  assert.deepEqual((await client.exchange(code)).body.error, 'invalid_grant')
})

test('a refresh token that is used twice revokes the whole family', async () => {
  const client = newClient()
  const first = await client.connect(acme, ada)
  const second = (await client.refresh(first.refresh_token)).body
  const third = (await client.refresh(second.refresh_token)).body
  const other = await newClient().connect(acme, ada)
  assert.equal(await statusOf(third.access_token), 200)
  assert.equal((await client.refresh(first.refresh_token)).body.error, 'invalid_grant')
  await setTimeout(leaseMs)
  for (const { access_token } of [first, second, third]) assert.equal(await statusOf(access_token), 401)
  assert.equal((await client.refresh(third.refresh_token)).body.error, 'invalid_grant')
  assert.equal(await statusOf(other.access_token), 200)
})

test('at most one of several concurrent uses of a refresh token succeeds, and the whole family is revoked', async () => {
  const client = newClient()
  const { refresh_token } = await client.connect(acme, ada)
  const answers = await Promise.all([1, 2, 3].map(() => client.refresh(refresh_token)))
  const succeeded = answers.filter(({ status }) => status === 200)
  assert.ok(succeeded.length <= 1)
  for (const { body } of succeeded) assert.equal((await client.refresh(body.refresh_token)).status, 400)
})

test('a refresh token belongs to its client', async () => {
  const { refresh_token } = await newClient().connect(acme, ada)
  const { status, body } = await new OAuthClient(app, otherId).refresh(refresh_token)
  assert.deepEqual([status, body.error], [400, 'invalid_grant'])
})

test('a refresh adds no scope and no resource', async () => {
  const client = newClient()
  const resource = 'http://heed.test/api/v1'
  const tokens = await client.connect(acme, ada, { scope: 'feedback:read', resource })
  const wider = await client.refresh(tokens.refresh_token, { scope: 'feedback:read webhooks:write' })
  assert.deepEqual([wider.status, wider.body.error], [400, 'invalid_scope'])
  const narrowed = (await client.refresh(tokens.refresh_token)).body
  assert.equal(narrowed.scope, 'feedback:read')
  const elsewhere = await client.refresh(narrowed.refresh_token, { resource: 'http://heed.test/mcp' })
  assert.deepEqual([elsewhere.status, elsewhere.body.error], [400, 'invalid_target'])
})

test('an app cannot revoke the tokens of another', async () => {
  const tokens = await newClient().connect(acme, ada)
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    await newClient().post('/oauth/revoke', { client_id: otherId, token })
  }
  await setTimeout(leaseMs)
  assert.equal(await statusOf(tokens.access_token), 200)
})

test('includes the issuer in successful and error responses, against mix-up attacks', async () => {
  const client = newClient()
  assert.equal((await client.run(acme, ada)).get('iss'), 'http://heed.test')
  const failed = await newClient().authorize({ code_challenge_method: 'plain' })
  assert.equal((await returnLinkOf(failed)).searchParams.get('iss'), 'http://heed.test')
})
