import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClient } from '../clients/api-client.ts'
import { OAuthClient, registerTestApp } from '../clients/oauth-client.ts'
import { createAccountFixtures } from '../fixtures/accounts.ts'
import { createTestApp } from '../test-app.ts'

const app = await createTestApp({ limits: { key: 3, workspace: 5, windowSeconds: 600 } })
const people = await createAccountFixtures(app)

test('counts the calls of an authorization across its refreshed tokens, and those of a workspace across all', async () => {
  const acme = await app.workspace()
  const ada = await people.createMember(acme, 'owner')
  const client = new OAuthClient(app, await registerTestApp(app, acme))
  let tokens = await client.connect(acme, ada)
  const call = async () => (await new TestClient(app.origin, tokens.access_token).get('/feedback')).status
  const statuses = []
  for (let n = 0; n < 4; n++) {
    statuses.push(await call())
    tokens = (await client.refresh(tokens.refresh_token)).body
  }
  assert.deepEqual(statuses, [200, 200, 200, 429])
  // Another authorization has its own calls, but not more than the workspace.
  tokens = await client.connect(acme, ada)
  assert.deepEqual([await call(), await call(), await call()], [200, 200, 429])
})

test('limits how often a network opens consent pages and asks for tokens', async () => {
  const acme = await app.workspace()
  const client = new OAuthClient(app, await registerTestApp(app, acme))
  let status = 0
  for (let n = 0; n < 301 && status !== 429; n++) status = (await client.authorize()).status
  assert.equal(status, 429)
})
