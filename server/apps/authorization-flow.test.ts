import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { leaseMs } from '../credentials/authenticate.ts'
import { TestClient } from '../test/clients/api-client.ts'
import { OAuthClient, registerTestApp } from '../test/clients/oauth-client.ts'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const people = await createAccountFixtures(app)
const acme = await app.workspace()
const ada = await people.createMember(acme, 'owner')
const clientId = await registerTestApp(app, acme)
const { pool } = app.database

const api = 'http://heed.test/api/v1'
const mcp = 'http://heed.test/mcp'
const statusOf = async (token: string) => (await new TestClient(app.origin, token).get('/feedback')).status

test('issues an access token that works for an hour and a refresh token, and names the issuer', async () => {
  const client = new OAuthClient(app, clientId)
  const parameters = await client.run(acme, ada)
  assert.deepEqual([parameters.get('state'), parameters.get('iss')], ['state-1', 'http://heed.test'])
  const { status, body, headers } = await client.exchange(parameters.get('code')!)
  assert.equal(status, 200)
  assert.match(body.access_token, /^heed_at_[0-9A-Za-z]{49}$/)
  assert.match(body.refresh_token, /^heed_rt_[0-9A-Za-z]{49}$/)
  assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 3600, 'feedback:read feedback:write'])
  assert.deepEqual([headers.get('cache-control'), headers.get('access-control-allow-origin')], ['no-store', '*'])
  assert.equal(await statusOf(body.access_token), 200)
  const { rows } = await pool.query(`select t::text as row from app_tokens t`)
  for (const secret of [body.access_token, body.refresh_token, parameters.get('code')!]) {
    assert.ok(rows.every(({ row }) => !row.includes(secret)))
  }
})

test('rotates refresh tokens', async () => {
  const client = new OAuthClient(app, clientId)
  const first = await client.connect(acme, ada)
  const { status, body } = await client.refresh(first.refresh_token)
  assert.equal(status, 200)
  assert.notEqual(body.refresh_token, first.refresh_token)
  assert.deepEqual([await statusOf(first.access_token), await statusOf(body.access_token)], [200, 200])
  assert.equal((await client.refresh(body.refresh_token)).status, 200)
})

test('grants both resources unless the authorization or token request names one', async () => {
  const resourcesOf = async (token: string) => {
    const credential = await app.server.http.inject({
      url: '/api/v1/feedback',
      headers: { authorization: `Bearer ${token}` },
    })
    return credential.statusCode
  }
  const client = () => new OAuthClient(app, clientId)
  assert.equal(await resourcesOf((await client().connect(acme, ada)).access_token), 200)
  assert.equal(await resourcesOf((await client().connect(acme, ada, { resource: api })).access_token), 200)
  assert.equal(await resourcesOf((await client().connect(acme, ada, { resource: mcp })).access_token), 401)
  const both = client()
  const tokens = await both.connect(acme, ada)
  const narrowed = await both.refresh(tokens.refresh_token, { resource: mcp })
  assert.equal(await resourcesOf(narrowed.body.access_token), 401)
  const wide = await both.refresh(narrowed.body.refresh_token)
  assert.equal(await resourcesOf(wide.body.access_token), 200)
})

test('revokes an authorization with either of its tokens', async () => {
  for (const kind of ['access_token', 'refresh_token'] as const) {
    const client = new OAuthClient(app, clientId)
    const tokens = await client.connect(acme, ada)
    assert.equal(await statusOf(tokens.access_token), 200)
    const { status } = await client.post('/oauth/revoke', { client_id: clientId, token: tokens[kind] })
    assert.equal(status, 200)
    await setTimeout(leaseMs)
    assert.equal(await statusOf(tokens.access_token), 401)
    assert.equal((await client.refresh(tokens.refresh_token)).status, 400)
  }
})
