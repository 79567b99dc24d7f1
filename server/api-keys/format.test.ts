import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { dumpTables } from '../test/support/dump-tables.ts'
import { createTestApp } from '../test/test-app.ts'
import { generateApiKey, isWellFormedApiKey } from './format.ts'
import { listApiKeys } from './queries.ts'

const world = await createTestApp()
const acme = await world.workspace()

test('a key is heed_sk_, 43 characters of randomness and a checksum of 6', async () => {
  const keys = Array.from({ length: 100 }, generateApiKey)
  for (const key of keys) assert.match(key, /^heed_sk_[0-9A-Za-z]{49}$/)
  assert.equal(new Set(keys.map((key) => key.slice(8, 51))).size, 100)
  const digits = new Set(keys.flatMap((key) => [...key.slice(8, 51)]))
  assert.equal(digits.size, 62)
})

test('the checksum tells a real key from one with any character changed', () => {
  const key = generateApiKey()
  assert.ok(isWellFormedApiKey(key))
  for (let place = 8; place < key.length; place++) {
    const other = key[place] === 'x' ? 'y' : 'x'
    assert.ok(!isWellFormedApiKey(key.slice(0, place) + other + key.slice(place + 1)), `place ${place}`)
  }
})

test('the key itself is stored nowhere: only its SHA-256', async () => {
  const { id, key } = await acme.makeKey()
  assert.ok(!JSON.stringify(await dumpTables(world)).includes(key.slice(12)))
  const { rows } = await world.database.pool.query('select hash from api_keys where id = $1', [id])
  assert.deepEqual(rows[0].hash, createHash('sha256').update(key).digest())
})

test('a key has a name, scopes, an optional expiry, a creator, and its times', async () => {
  const fresh = await world.workspace()
  const expiresAt = '2999-01-01T00:00:00.000Z'
  const { id, key } = await fresh.makeKey({ scopes: ['feedback:read'], expiresAt })
  const [newest] = await fresh.write((scope) => listApiKeys(scope))
  const { createdAt, ...rest } = newest!
  assert.match(createdAt, /Z$/)
  assert.deepEqual(rest, {
    id,
    name: 'test',
    prefix: key.slice(0, 12),
    scopes: ['feedback:read'],
    createdBy: 'test',
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  })
})

test('the keys of a workspace are listed there alone', async () => {
  const fresh = await world.workspace()
  const charlie = await world.workspace()
  const ids = async ({ write }: typeof fresh) => (await write((scope) => listApiKeys(scope))).map(({ id }) => id)
  const { id } = await fresh.makeKey()
  assert.equal((await ids(fresh)).length, 2)
  assert.ok(!(await ids(charlie)).includes(id))
})
