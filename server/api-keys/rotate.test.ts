import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { TestClient } from '../test/clients/api-client.ts'
import { asRole, forbiddenError, invalidPaths } from '../test/support/roles.ts'
import { createTestApp } from '../test/test-app.ts'
import { keyLeaseMs } from './authenticate.ts'
import { createApiKey } from './create.ts'
import { findScopePreset, scopePresets } from './presets.ts'
import { listApiKeys } from './queries.ts'
import { revokeApiKey } from './revoke.ts'
import { expireApiKey, rotateApiKey } from './rotate.ts'

const app = await createTestApp()
const second = await createTestApp({ databaseName: app.databaseName })
const acme = await app.workspace()

const statusAt = async ({ origin }: typeof app, key: string) =>
  (await new TestClient(origin, key).get('/feedback')).status
const hoursFrom = (now: number, hours: number) => new Date(now + hours * 3_600_000).toISOString()
const keyRow = async (id: string) => (await acme.write((tx) => listApiKeys(tx))).find((key) => key.id === id)!

test('gives the new key the old one’s name and scopes, and accepts both during the overlap', async () => {
  const old = await acme.makeKey({ scopes: ['feedback:read'] })
  const { key, replacedExpiresAt: oldExpiresAt } = await acme.write((tx) =>
    rotateApiKey(tx, old.id, { overlapHours: 24 }),
  )
  assert.deepEqual([key.name, key.scopes, key.expiresAt], ['test', ['feedback:read'], null])
  assert.ok(Math.abs(Date.parse(oldExpiresAt) - Date.now() - 86_400_000) < 60_000)
  assert.equal((await keyRow(old.id)).expiresAt, oldExpiresAt)
  for (const each of [old.key, key.key]) assert.equal(await statusAt(app, each), 200)
  const { rows } = await app.database.pool.query(
    `select changes from audit_events where target_id = $1 and type = 'api_key.rotated'`,
    [old.id],
  )
  assert.deepEqual(rows[0].changes, { newKeyId: key.id, name: 'test', expiresAt: [null, oldExpiresAt] })
})

test('rejects the old key in every process after the lease when there is no overlap', async () => {
  const old = await acme.makeKey()
  for (const process of [app, second]) assert.equal(await statusAt(process, old.key), 200)
  const { key } = await acme.write((tx) => rotateApiKey(tx, old.id, { overlapHours: 0 }))
  await setTimeout(keyLeaseMs)
  for (const process of [app, second]) {
    assert.equal(await statusAt(process, old.key), 401)
    assert.equal(await statusAt(process, key.key), 200)
  }
})

test('applies an earlier expiry exactly in processes that have cached the key', async () => {
  const old = await acme.makeKey({ expiresAt: hoursFrom(Date.now(), 24) })
  const processes = [app, second]
  for (const process of processes) assert.equal(await statusAt(process, old.key), 200)
  const expiresAt = Date.now() + 2_500
  await acme.write((tx) => expireApiKey(tx, old.id, new Date(expiresAt).toISOString()))
  for (let sentAt = 0; sentAt < expiresAt; ) {
    sentAt = Date.now()
    const statuses = await Promise.all(processes.map((process) => statusAt(process, old.key)))
    if (Date.now() < expiresAt) assert.deepEqual(statuses, [200, 200])
    if (sentAt >= expiresAt) assert.deepEqual(statuses, [401, 401])
  }
})

test('never extends the old key, and gives the new one its expiry date or its lifetime', async () => {
  const rotate = (id: string) => acme.write((tx) => rotateApiKey(tx, id, { overlapHours: 24 }))
  const late = hoursFrom(Date.now(), 48)
  const withLateExpiry = await rotate((await acme.makeKey({ expiresAt: late })).id)
  assert.equal(withLateExpiry.key.expiresAt, late)
  const soon = hoursFrom(Date.now(), 2)
  const withEarlyExpiry = await rotate((await acme.makeKey({ expiresAt: soon })).id)
  assert.equal(withEarlyExpiry.replacedExpiresAt, soon)
  const termHours = (Date.parse(withEarlyExpiry.key.expiresAt!) - Date.now()) / 3_600_000 - 24
  assert.ok(Math.abs(termHours - 2) < 0.1, `${termHours}`)
})

test('creates two keys in concurrent rotations and expires the old one at the earlier time', async () => {
  const old = await acme.makeKey()
  const both = await Promise.all(
    ([1, 168] as const).map((overlapHours) => acme.write((tx) => rotateApiKey(tx, old.id, { overlapHours }))),
  )
  assert.ok(Date.parse((await keyRow(old.id)).expiresAt!) < Date.now() + 2 * 3_600_000)
  assert.notEqual(both[0]!.key.key, both[1]!.key.key)
})

test('rejects the rotation of a revoked or expired key', async () => {
  const [revoked, expired] = [await acme.makeKey(), await acme.makeKey({ expiresAt: '2020-01-01T00:00:00Z' })]
  await acme.write((tx) => revokeApiKey(tx, revoked.id))
  for (const { id } of [revoked, expired]) {
    await assert.rejects(
      acme.write((tx) => rotateApiKey(tx, id, { overlapHours: 1 })),
      { message: 'This key has been revoked or has expired. Create a new one instead.' },
    )
  }
  assert.deepEqual([(await keyRow(revoked.id)).state, (await keyRow(expired.id)).state], ['revoked', 'expired'])
})

test('records the member who created a key, and rejects an expiry in the past', async () => {
  const memberId = newId()
  await app.database.pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, 'ada@acme.test', 'admin', now())`,
    [acme.id, memberId],
  )
  const input = { name: 'CI', scopes: ['feedback:read' as const] }
  const created = await acme.write((tx) => createApiKey(asRole(tx, 'admin', memberId), input))
  assert.equal((await keyRow(created.id)).createdBy, 'ada@acme.test')
  await assert.rejects(
    acme.write((tx) => createApiKey(tx, { ...input, expiresAt: '2020-01-01T00:00:00Z' })),
    invalidPaths('/expiresAt'),
  )
})

test('does not let members list, create, rotate or revoke keys, and returns 404 for a foreign key', async () => {
  const { id } = await acme.makeKey()
  const charlie = await app.workspace()
  await assert.rejects(
    acme.write((tx) => listApiKeys(asRole(tx, 'member'))),
    forbiddenError,
  )
  await assert.rejects(
    acme.write((tx) => createApiKey(asRole(tx, 'member'), { name: 'x', scopes: ['feedback:read'] })),
    forbiddenError,
  )
  for (const verb of [
    (tx: WriteScope): Promise<unknown> => rotateApiKey(tx, id, { overlapHours: 0 }),
    (tx: WriteScope): Promise<unknown> => revokeApiKey(tx, id),
  ]) {
    await assert.rejects(charlie.write(verb), { code: 'not_found' })
    await assert.rejects(
      acme.write((tx) => verb(asRole(tx, 'member'))),
      forbiddenError,
    )
  }
})

test('finds each preset by its scopes', () => {
  for (const preset of scopePresets) assert.equal(findScopePreset([...preset.scopes].reverse()), preset)
  assert.equal(findScopePreset(['feedback:read']), null)
})
