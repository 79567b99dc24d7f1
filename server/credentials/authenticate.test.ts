import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { generateApiKey } from '../api-keys/format.ts'
import { revokeApiKey } from '../api-keys/revoke.ts'
import { createLog } from '../platform/log.ts'
import { TestClient } from '../test/clients/api-client.ts'
import { createTestApp } from '../test/test-app.ts'
import { createAuthenticator, leaseMs } from './authenticate.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { pool } = app.database

const challenge = 'Bearer resource_metadata="http://heed.test/.well-known/oauth-protected-resource/api/v1"'

const clientWith = (key: string) => new TestClient(app.origin, key)
const statusOf = async (client: TestClient) => (await client.get('/feedback')).status

test('rejects a revoked key after the lease, even if it was just used, and no other key', async () => {
  const [alice, bob] = [await acme.makeKey(), await acme.makeKey()]
  assert.equal(await statusOf(clientWith(alice.key)), 200)
  const { revokedAt } = await acme.write((scope) => revokeApiKey(scope, alice.id))
  assert.equal(await statusOf(clientWith(bob.key)), 200)
  await setTimeout(leaseMs)
  const { status, headers, body } = await clientWith(alice.key).get('/feedback')
  assert.deepEqual([status, body.error.code], [401, 'unauthorized'])
  assert.equal(headers.get('www-authenticate'), challenge)
  assert.equal(await statusOf(clientWith(bob.key)), 200)
  assert.equal((await acme.write((scope) => revokeApiKey(scope, alice.id))).revokedAt, revokedAt)
})

test('rejects a key that was revoked before its first use at once', async () => {
  const { id, key } = await acme.makeKey()
  await acme.write((scope) => revokeApiKey(scope, id))
  assert.equal(await statusOf(clientWith(key)), 401)
})

test('accepts a key until the moment it expires', async () => {
  const expiresAt = Date.now() + 1_500
  const { key } = await acme.makeKey({ expiresAt: new Date(expiresAt).toISOString() })
  for (let sentAt = 0; sentAt < expiresAt; ) {
    sentAt = Date.now()
    const status = await statusOf(clientWith(key))
    if (Date.now() < expiresAt) assert.equal(status, 200)
    if (sentAt >= expiresAt) assert.equal(status, 401)
  }
})

test('rejects a key that expired long ago', async () => {
  const { key } = await acme.makeKey({ expiresAt: '2020-01-01T00:00:00Z' })
  assert.equal(await statusOf(clientWith(key)), 401)
})

test('rejects keys that were never issued, altered keys and hashes', async () => {
  const { key } = await acme.makeKey()
  const changed = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
  const { rows } = await pool.query(`select encode(hash, 'hex') as hash from api_keys limit 1`)
  for (const token of [generateApiKey(), changed, key.toLowerCase(), `${key}x`, rows[0].hash, 'null']) {
    assert.equal(await statusOf(clientWith(token)), 401, token)
  }
})

const lastUse = async (id: string) =>
  (await pool.query('select last_used_at from api_keys where id = $1', [id])).rows[0].last_used_at

test('stores the last use of a key later, outside the request', async () => {
  const [used, unused] = [await acme.makeKey(), await acme.makeKey()]
  const authenticator = createAuthenticator(app.database, createLog('silent'))
  assert.equal((await authenticator.authenticate(used.key, 'api'))!.id, used.id)
  assert.equal(await lastUse(used.id), null)
  await authenticator.close()
  assert.match(await lastUse(used.id), /^\d{4}-\d\d-\d\dT/)
  assert.equal(await lastUse(unused.id), null)
})

test('does not store a use of a rejected key', async () => {
  const { id, key } = await acme.makeKey({ expiresAt: '2020-01-01T00:00:00Z' })
  const authenticator = createAuthenticator(app.database, createLog('silent'))
  assert.equal(await authenticator.authenticate(key, 'api'), null)
  await authenticator.close()
  assert.equal(await lastUse(id), null)
})
