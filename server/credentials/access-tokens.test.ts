import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { generateAccessToken } from '../apps/tokens/format.ts'
import { type ApiResource, apiResources } from '../platform/http/api/credentials.ts'
import { currentResource, withResource } from '../platform/http/api/resource.ts'
import { type ApiScope, apiScopes } from '../platform/http/api/scopes.ts'
import { createLog } from '../platform/log.ts'
import { TestClient } from '../test/clients/api-client.ts'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { grantAccess } from '../test/fixtures/apps.ts'
import { createTestApp } from '../test/test-app.ts'
import { createAuthenticator, leaseMs } from './authenticate.ts'

const app = await createTestApp()
const { createMember } = await createAccountFixtures(app)
const acme = await app.workspace()
const { memberId } = await createMember(acme, 'owner')
const { pool } = app.database

const clientWith = (token: string) => new TestClient(app.origin, token)
const statusOf = async (token: string) => (await clientWith(token).get('/feedback')).status
const grant = (options: { scopes?: ApiScope[]; resources?: ApiResource[]; expiresInMs?: number } = {}) =>
  grantAccess(app, acme, { memberId, ...options })

test('accepts an access token for its scopes, in its workspace', async () => {
  const { token } = await grant({ scopes: ['feedback:read'] })
  const globex = await app.workspace()
  await acme.api.create('/feedback', { title: 'Ours' })
  await globex.api.create('/feedback', { title: 'Theirs' })
  const { body } = await clientWith(token).get('/feedback')
  assert.deepEqual(
    body.data.map(({ title }: { title: string }) => title),
    ['Ours'],
  )
  const refused = await clientWith(token).post('/feedback', { title: 'New' })
  assert.equal(refused.status, 403)
  assert.match(refused.headers.get('www-authenticate')!, /error="insufficient_scope", scope="feedback:write"$/)
})

test('names the app as the actor of events and in the audit log', async () => {
  const { id, token } = await grant()
  const { body } = await clientWith(token).post('/feedback', { title: 'From an app' })
  const events = await clientWith(token).get('/events?type=feedback.created&limit=100')
  assert.deepEqual(events.body.data.at(-1).actor, { type: 'app', id, name: 'Reporter' })
  const { rows } = await pool.query(`select actor_type, actor_id from audit_events where target_id = $1`, [
    body.data.id,
  ])
  assert.deepEqual(rows, [{ actor_type: 'app', actor_id: id }])
})

test('rejects an expired token, one for another resource, and one that was never issued', async () => {
  const expired = await grant({ expiresInMs: -1 })
  const other = await grant({ resources: ['mcp'] })
  for (const token of [expired.token, other.token, generateAccessToken(), 'heed_at_', `${other.token}x`]) {
    const { status, headers } = await clientWith(token).get('/feedback')
    assert.equal(status, 401)
    assert.match(headers.get('www-authenticate')!, /oauth-protected-resource\/api\/v1"$/)
  }
})

test('rejects a cached token from the moment it expires', async ({ mock }) => {
  const { token } = await grant({ expiresInMs: 60_000 })
  const authenticator = createAuthenticator(app.database, createLog('silent'))
  assert.notEqual(await authenticator.authenticate(token, 'api'), null)
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 })
  assert.equal(await authenticator.authenticate(token, 'api'), null)
  await authenticator.close()
})

test('ends a cached token within the lease when its authorization ends', async () => {
  const [ended, other] = [await grant(), await grant()]
  assert.equal(await statusOf(ended.token), 200)
  await pool.query(
    `update app_authorizations set ended_at = now(), ended_by = 'team', changed_at = clock_timestamp() where id = $1`,
    [ended.id],
  )
  await setTimeout(leaseMs)
  assert.deepEqual([await statusOf(ended.token), await statusOf(other.token)], [401, 200])
})

test('grants at most what the role of the member allows', async () => {
  const mia = await createMember(acme, 'member')
  await acme.api.create('/feedback', { title: 'Asked', submitter: { externalId: 'u1' } })
  const { token } = await grantAccess(app, acme, { memberId: mia.memberId })
  assert.equal(await statusOf(token), 200)
  assert.equal((await clientWith(token).get('/webhooks')).status, 403)
  const [customer] = (await acme.api.get('/customers')).body.data
  const { status, body } = await clientWith(token).send('DELETE', `/customers/${customer.id}`)
  assert.deepEqual([status, body.error.code], [403, 'forbidden'])
})

test('identifies an authorization by its own id, whichever token it uses, and stores its last use', async () => {
  const authenticator = createAuthenticator(app.database, createLog('silent'))
  const { id, token } = await grant()
  assert.equal((await authenticator.authenticate(token, 'mcp'))!.id, id)
  await authenticator.close()
  const { rows } = await pool.query('select last_used_at from app_authorizations where id = $1', [id])
  assert.match(rows[0].last_used_at, /^\d{4}/)
})

test('allows only injected calls of this process to use another resource', async () => {
  const { token } = await grant({ resources: ['mcp'], scopes: [...apiScopes] })
  const inject = () =>
    app.server.http.inject({ url: '/api/v1/feedback', headers: { authorization: `Bearer ${token}` } })
  assert.equal((await withResource('mcp', inject)).statusCode, 200)
  assert.equal((await inject()).statusCode, 401)
  assert.equal(currentResource(), 'api')
  for (const resource of apiResources) {
    const headers = { resource, 'x-resource': resource, 'mcp-protocol-version': '2026-07-28' }
    assert.equal((await clientWith(token).send('GET', '/feedback', { headers })).status, 401)
  }
})
