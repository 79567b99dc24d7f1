import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { TestClient } from '../test/clients/api-client.ts'
import { asRole, forbiddenError, invalidPaths } from '../test/support/roles.ts'
import { createTestApp } from '../test/test-app.ts'
import { keyLeaseMs } from './authenticate.ts'
import { listConsoleApiKeys } from './console-list.ts'
import { createApiKey } from './create-key.ts'
import { findScopePreset, scopePresets } from './presets.ts'
import { revokeApiKey } from './revoke.ts'
import { expireApiKey, rotateApiKey } from './rotate.ts'

const world = await createTestApp()
const second = await createTestApp({ databaseName: world.databaseName })
const acme = await world.workspace()

const statusAt = async ({ origin }: typeof world, key: string) =>
  (await new TestClient(origin, key).get('/feedback')).status
const hoursFrom = (now: number, hours: number) => new Date(now + hours * 3_600_000).toISOString()
const keyRow = async (id: string) => (await acme.write(listConsoleApiKeys)).find((key) => key.id === id)!

test('the new key has name and scopes of the old one, and both work until the overlap ends', async () => {
  const old = await acme.makeKey({ scopes: ['feedback:read'] })
  const { key, replacedExpiresAt: oldEndsAt } = await acme.write((tx) => rotateApiKey(tx, old.id, { overlapHours: 24 }))
  assert.deepEqual([key.name, key.scopes, key.expiresAt], ['test', ['feedback:read'], null])
  assert.ok(Math.abs(Date.parse(oldEndsAt) - Date.now() - 86_400_000) < 60_000)
  assert.equal((await keyRow(old.id)).expiresAt, oldEndsAt)
  for (const each of [old.key, key.key]) assert.equal(await statusAt(world, each), 200)
  const { rows } = await world.database.pool.query(
    `select changes from audit_events where target_id = $1 and type = 'api_key.rotated'`,
    [old.id],
  )
  assert.deepEqual(rows[0].changes, { newKeyId: key.id, name: 'test', expiresAt: [null, oldEndsAt] })
})

test('without an overlap the old key is refused by every process once the lease has passed', async () => {
  const old = await acme.makeKey()
  for (const process of [world, second]) assert.equal(await statusAt(process, old.key), 200)
  const { key } = await acme.write((tx) => rotateApiKey(tx, old.id, { overlapHours: 0 }))
  await setTimeout(keyLeaseMs)
  for (const process of [world, second]) {
    assert.equal(await statusAt(process, old.key), 401)
    assert.equal(await statusAt(process, key.key), 200)
  }
})

test('an end that was brought forward holds to the moment in processes that knew the key before', async () => {
  const old = await acme.makeKey({ expiresAt: hoursFrom(Date.now(), 24) })
  const processes = [world, second]
  for (const process of processes) assert.equal(await statusAt(process, old.key), 200)
  const endsAt = Date.now() + 2_500
  await acme.write((tx) => expireApiKey(tx, old.id, new Date(endsAt).toISOString()))
  for (let sentAt = 0; sentAt < endsAt; ) {
    sentAt = Date.now()
    const statuses = await Promise.all(processes.map((process) => statusAt(process, old.key)))
    if (Date.now() < endsAt) assert.deepEqual(statuses, [200, 200])
    if (sentAt >= endsAt) assert.deepEqual(statuses, [401, 401])
  }
})

test('the old key never ends later than it would have; its date is kept by the new one, or its term', async () => {
  const rotate = (id: string) => acme.write((tx) => rotateApiKey(tx, id, { overlapHours: 24 }))
  const late = hoursFrom(Date.now(), 48)
  const kept = await rotate((await acme.makeKey({ expiresAt: late })).id)
  assert.equal(kept.key.expiresAt, late)
  const soon = hoursFrom(Date.now(), 2)
  const ending = await rotate((await acme.makeKey({ expiresAt: soon })).id)
  assert.equal(ending.replacedExpiresAt, soon)
  const termHours = (Date.parse(ending.key.expiresAt!) - Date.now()) / 3_600_000 - 24
  assert.ok(Math.abs(termHours - 2) < 0.1, `${termHours}`)
})

test('of two rotations at once each makes a key, and the old one ends by the earlier end', async () => {
  const old = await acme.makeKey()
  const both = await Promise.all(
    ([1, 168] as const).map((overlapHours) => acme.write((tx) => rotateApiKey(tx, old.id, { overlapHours }))),
  )
  assert.ok(Date.parse((await keyRow(old.id)).expiresAt!) < Date.now() + 2 * 3_600_000)
  assert.notEqual(both[0]!.key.key, both[1]!.key.key)
})

test('a key that has ended is not rotated', async () => {
  const [revoked, expired] = [await acme.makeKey(), await acme.makeKey({ expiresAt: '2020-01-01T00:00:00Z' })]
  await acme.write((tx) => revokeApiKey(tx, revoked.id))
  for (const { id } of [revoked, expired]) {
    await assert.rejects(
      acme.write((tx) => rotateApiKey(tx, id, { overlapHours: 1 })),
      { message: 'This key has ended. Make a new one instead.' },
    )
  }
  assert.deepEqual([(await keyRow(revoked.id)).state, (await keyRow(expired.id)).state], ['revoked', 'expired'])
})

test('a key that a member makes names them, and does not end in the past', async () => {
  const memberId = newId()
  await world.database.pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, 'ada@acme.test', 'admin', now())`,
    [acme.id, memberId],
  )
  const input = { name: 'CI', scopes: ['feedback:read' as const] }
  const made = await acme.write((tx) => createApiKey(asRole(tx, 'admin', memberId), input))
  assert.equal((await keyRow(made.id)).createdBy, 'ada@acme.test')
  await assert.rejects(
    acme.write((tx) => createApiKey(tx, { ...input, expiresAt: '2020-01-01T00:00:00Z' })),
    invalidPaths('/expiresAt'),
  )
})

test('members of the team see, make, rotate and revoke no keys; strangers’ keys are not there', async () => {
  const { id } = await acme.makeKey()
  const charlie = await world.workspace()
  await assert.rejects(
    acme.write((tx) => listConsoleApiKeys(asRole(tx, 'member'))),
    forbiddenError,
  )
  await assert.rejects(
    acme.write((tx) => createApiKey(asRole(tx, 'member'), { name: 'x', scopes: ['feedback:read'] })),
    forbiddenError,
  )
  for (const act of [
    (tx: WriteScope): Promise<unknown> => rotateApiKey(tx, id, { overlapHours: 0 }),
    (tx: WriteScope): Promise<unknown> => revokeApiKey(tx, id),
  ]) {
    await assert.rejects(charlie.write(act), { code: 'not_found' })
    await assert.rejects(
      acme.write((tx) => act(asRole(tx, 'member'))),
      forbiddenError,
    )
  }
})

test('each preset is known again by its scopes', () => {
  for (const preset of scopePresets) assert.equal(findScopePreset([...preset.scopes].reverse()), preset)
  assert.equal(findScopePreset(['feedback:read']), null)
})
