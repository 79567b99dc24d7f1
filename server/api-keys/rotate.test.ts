import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { leaseMs } from '../credentials/authenticate.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { TestClient } from '../test/clients/api-client.ts'
import { asRole, forbiddenError, invalidPaths } from '../test/support/roles.ts'
import { createTestApp } from '../test/test-app.ts'
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
    rotateApiKey(tx, old.id, { overlapMinutes: 1_440 }),
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
  const { key } = await acme.write((tx) => rotateApiKey(tx, old.id, { overlapMinutes: 0 }))
  await setTimeout(leaseMs)
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

test('keeps the expiry date unless another is given, and never extends the old key', async () => {
  const rotate = (id: string, expiresAt?: string | null) =>
    acme.write((tx) => rotateApiKey(tx, id, { overlapMinutes: 1_440, expiresAt }))
  const [soon, late, later] = [2, 48, 72].map((hours) => hoursFrom(Date.now(), hours))
  const withLateExpiry = await rotate((await acme.makeKey({ expiresAt: late })).id)
  assert.equal(withLateExpiry.key.expiresAt, late)
  const withEarlyExpiry = await rotate((await acme.makeKey({ expiresAt: soon })).id)
  assert.deepEqual([withEarlyExpiry.key.expiresAt, withEarlyExpiry.replacedExpiresAt], [soon, soon])
  const renewed = await rotate((await acme.makeKey({ expiresAt: soon })).id, later)
  assert.deepEqual([renewed.key.expiresAt, renewed.replacedExpiresAt], [later, soon])
  assert.equal((await rotate((await acme.makeKey({ expiresAt: soon })).id, null)).key.expiresAt, null)
  const { id } = await acme.makeKey()
  await assert.rejects(rotate(id, '2020-01-01T00:00:00Z'), invalidPaths('/expiresAt'))
  assert.equal((await keyRow(id)).state, 'active')
})

test('ends the old key immediately if the rotation has no overlap', async () => {
  const { id } = await acme.makeKey()
  const { now, replacedExpiresAt } = await acme.write(async (tx) => ({
    now: tx.now,
    ...(await rotateApiKey(tx, id, { overlapMinutes: 0 })),
  }))
  assert.equal(replacedExpiresAt, now)
})

test('rejects an overlap of more than a year', async () => {
  const { id } = await acme.makeKey()
  await assert.rejects(
    acme.write((tx) => rotateApiKey(tx, id, { overlapMinutes: 366 * 1_440 })),
    invalidPaths('/overlap'),
  )
})

const replacedError = {
  code: 'validation_error',
  message: 'This key has already been replaced. Rotate the key that replaced it instead.',
}

test('replaces a key once, even in concurrent rotations', async () => {
  const old = await acme.makeKey()
  const rotations = await Promise.allSettled(
    [60, 600].map((overlapMinutes) => acme.write((tx) => rotateApiKey(tx, old.id, { overlapMinutes }))),
  )
  const [made, ...others] = rotations.filter(({ status }) => status === 'fulfilled')
  assert.ok(made?.status === 'fulfilled' && others.length === 0)
  await assert.rejects(
    acme.write((tx) => rotateApiKey(tx, old.id, { overlapMinutes: 0 })),
    replacedError,
  )
  const row = await keyRow(old.id)
  assert.deepEqual([row.state, row.expiresAt], ['replaced', made.value.replacedExpiresAt])
  assert.equal(await statusAt(app, old.key), 200)
  await acme.write((tx) => rotateApiKey(tx, made.value.key.id, { overlapMinutes: 0 }))
})

test('rejects the rotation of a revoked or expired key', async () => {
  const [revoked, expired] = [await acme.makeKey(), await acme.makeKey({ expiresAt: '2020-01-01T00:00:00Z' })]
  await acme.write((tx) => revokeApiKey(tx, revoked.id))
  for (const [id, message] of [
    [revoked.id, 'This key has been revoked. Create a new one instead.'],
    [expired.id, 'This key has expired. Create a new one instead.'],
  ] as const) {
    await assert.rejects(
      acme.write((tx) => rotateApiKey(tx, id, { overlapMinutes: 60 })),
      { message },
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
    (tx: WriteScope): Promise<unknown> => rotateApiKey(tx, id, { overlapMinutes: 0 }),
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
