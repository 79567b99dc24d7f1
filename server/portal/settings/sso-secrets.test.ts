import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OverlapHours } from '../../api-keys/rotate.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { loadActiveSsoSecrets } from './active-sso-secrets.ts'
import { createSsoSecret, listSsoSecrets, revealSsoSecret, revokeSsoSecret, rotateSsoSecret } from './sso-secrets.ts'

const world = await createTestApp()
const vault = new Vault(testSecretKey)

const make = (acme: TestWorkspace) => acme.write((tx) => createSsoSecret(tx, vault))
const rotate = (acme: TestWorkspace, id: string, overlapHours: OverlapHours) =>
  acme.write((tx) => rotateSsoSecret(tx, vault, id, { overlapHours }))
const good = (acme: TestWorkspace, now = new Date().toISOString()) =>
  acme.write(async (scope) => (await loadActiveSsoSecrets({ ...scope, now }, vault)).map(({ secret }) => secret))
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const trail = async (acme: TestWorkspace): Promise<string[]> => {
  const { rows } = await world.database.pool.query(
    `select type from audit_events where workspace_id = $1 and type like 'portal.%' order by id`,
    [acme.id],
  )
  return rows.map(({ type }) => type)
}

test('creates one secret, and audits each time it is revealed', async () => {
  const acme = await world.workspace()
  assert.deepEqual([await good(acme), await acme.write(listSsoSecrets)], [[], []])
  const { id, secret } = await make(acme)
  assert.match(secret, /^heed_ps_[0-9A-Za-z]{43}$/)
  await assert.rejects(make(acme), { code: 'validation_error' })
  assert.deepEqual(await acme.write((tx) => revealSsoSecret(tx, vault, id)), { id, secret })
  assert.deepEqual(await good(acme), [secret])
  assert.deepEqual(await trail(acme), ['portal.sso_secret_created', 'portal.sso_secret_revealed'])
})

test('stores no secret in plain text, and binds the ciphertext to its row and key', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const { id, secret } = await make(acme)
  const { rows } = await world.database.pool.query(
    `select encode(secret, 'escape') as text from portal_sso_secrets where id = $1
     union all select changes::text from audit_events where workspace_id = $2`,
    [id, acme.id],
  )
  assert.ok(rows.length > 1 && rows.every(({ text }) => !text.includes(secret)))
  const copied = `insert into portal_sso_secrets (workspace_id, id, secret, created_at)
    select $1, id, secret, created_at from portal_sso_secrets where id = $2`
  await world.database.pool.query(copied, [other.id, id])
  assert.deepEqual(await good(other), [])
  await assert.rejects(
    acme.write((tx) => revealSsoSecret(tx, new Vault('another key, as long as one has to be, of 48'), id)),
    { code: 'validation_error', message: /SECRET_KEY/ },
  )
})

test('accepts a rotated secret for the overlap, and the new one at once', async () => {
  const acme = await world.workspace()
  const first = await make(acme)
  const second = await rotate(acme, first.id, 24)
  assert.deepEqual(await good(acme), [second.secret, first.secret])
  assert.deepEqual(await good(acme, inHours(23)), [second.secret, first.secret])
  assert.deepEqual(await good(acme, inHours(25)), [second.secret])
  const listed = await acme.write(listSsoSecrets)
  assert.deepEqual(
    listed.map(({ id, expiresAt }) => [id, expiresAt]),
    [
      [second.id, null],
      [first.id, second.previousExpiresAt],
    ],
  )
  const third = await rotate(acme, second.id, 0)
  assert.deepEqual(await good(acme), [third.secret, first.secret])
})

test('revokes a replaced secret at once, but not the current one', async () => {
  const acme = await world.workspace()
  const first = await make(acme)
  const second = await rotate(acme, first.id, 168)
  await assert.rejects(
    acme.write((tx) => revokeSsoSecret(tx, second.id)),
    { code: 'validation_error' },
  )
  await acme.write((tx) => revokeSsoSecret(tx, first.id))
  assert.deepEqual(await good(acme), [second.secret])
  await assert.rejects(
    acme.write((tx) => revokeSsoSecret(tx, first.id)),
    { code: 'not_found' },
  )
  assert.deepEqual(await trail(acme), [
    'portal.sso_secret_created',
    'portal.sso_secret_rotated',
    'portal.sso_secret_revoked',
  ])
})

test('lets one of two concurrent creations or rotations succeed', async () => {
  const acme = await world.workspace()
  const outcomes = async <T>(works: (() => Promise<T>)[]) => {
    const settled = await Promise.allSettled(works.map((work) => work()))
    const refused = settled.filter((each) => each.status === 'rejected')
    assert.deepEqual(
      refused.map(({ reason }) => reason.code),
      ['validation_error'],
    )
    return settled.find((each) => each.status === 'fulfilled')!.value
  }
  const first = await outcomes([() => make(acme), () => make(acme)])
  const second = await outcomes([() => rotate(acme, first.id, 1), () => rotate(acme, first.id, 24)])
  assert.deepEqual(await good(acme), [second.secret, first.secret])
})

test('returns 404 for secrets of another workspace', async () => {
  const [acme, charlie] = [await world.workspace(), await world.workspace()]
  const { id, secret } = await make(acme)
  const tries: ((tx: WriteScope) => Promise<unknown>)[] = [
    (tx) => revealSsoSecret(tx, vault, id),
    (tx) => rotateSsoSecret(tx, vault, id, { overlapHours: 0 }),
    (tx) => revokeSsoSecret(tx, id),
  ]
  for (const each of tries) await assert.rejects(charlie.write(each), { code: 'not_found' })
  assert.deepEqual([await good(acme), await good(charlie)], [[secret], []])
})

test('rejects members without the admin role', async () => {
  const acme = await world.workspace()
  const { id } = await make(acme)
  const tries: ((tx: WriteScope) => Promise<unknown>)[] = [
    listSsoSecrets,
    (tx) => createSsoSecret(tx, vault),
    (tx) => revealSsoSecret(tx, vault, id),
    (tx) => rotateSsoSecret(tx, vault, id, { overlapHours: 0 }),
    (tx) => revokeSsoSecret(tx, id),
  ]
  for (const each of tries) {
    await assert.rejects(
      acme.write((tx) => each(asRole(tx, 'member'))),
      forbiddenError,
    )
  }
  assert.deepEqual(await trail(acme), ['portal.sso_secret_created'])
})
