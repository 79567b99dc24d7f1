import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { dumpTables } from '../test/support/dump-tables.ts'
import { createTestApp } from '../test/test-app.ts'
import { generateApiKey, isWellFormedApiKey } from './format.ts'
import { listApiKeys } from './queries.ts'

const app = await createTestApp()
const acme = await app.workspace()

test('formats a key as heed_sk_, 43 random characters and a checksum of 6', async () => {
  const keys = Array.from({ length: 100 }, generateApiKey)
  for (const key of keys) assert.match(key, /^heed_sk_[0-9A-Za-z]{49}$/)
  assert.equal(new Set(keys.map((key) => key.slice(8, 51))).size, 100)
  const digits = new Set(keys.flatMap((key) => [...key.slice(8, 51)]))
  assert.equal(digits.size, 62)
})

test('detects any changed character by the checksum', () => {
  const key = generateApiKey()
  assert.ok(isWellFormedApiKey(key))
  for (let place = 8; place < key.length; place++) {
    const other = key[place] === 'x' ? 'y' : 'x'
    assert.ok(!isWellFormedApiKey(key.slice(0, place) + other + key.slice(place + 1)), `place ${place}`)
  }
})

test('the documented expression and checksum recognize keys', async () => {
  const guide = await readFile(new URL('../../docs/api/leaked-key.md', import.meta.url), 'utf8')
  const file = new URL('../../docs/api/leaked-key/is-heed-key.js', import.meta.url)
  assert.ok(guide.includes(await readFile(file, 'utf8')))
  const { isHeedKey } = await import(file.href)
  const expression = new RegExp(/```regex\n(.*)\n```/.exec(guide)![1]!)
  assert.ok(guide.includes(`regex = '''${expression.source}'''`))
  for (const key of Array.from({ length: 100 }, generateApiKey)) {
    assert.equal(expression.exec(`token=${key};`)?.[0], key)
    assert.ok(isHeedKey(key))
    assert.ok(!isHeedKey(key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')))
  }
})

test('stores only the SHA-256 of a key', async () => {
  const { id, key } = await acme.makeKey()
  assert.ok(!JSON.stringify(await dumpTables(app)).includes(key.slice(12)))
  const { rows } = await app.database.pool.query('select hash from api_keys where id = $1', [id])
  assert.deepEqual(rows[0].hash, createHash('sha256').update(key).digest())
})

test('lists a key with its name, scopes, expiry, creator and times', async () => {
  const globex = await app.workspace()
  const expiresAt = '2999-01-01T00:00:00.000Z'
  const { id, key } = await globex.makeKey({ scopes: ['feedback:read'], expiresAt })
  const [newest] = await globex.write((scope) => listApiKeys(scope))
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
    state: 'active',
    preset: null,
  })
})

test('lists only the keys of the workspace', async () => {
  const globex = await app.workspace()
  const charlie = await app.workspace()
  const ids = async ({ write }: typeof globex) => (await write((scope) => listApiKeys(scope))).map(({ id }) => id)
  const { id } = await globex.makeKey()
  assert.equal((await ids(globex)).length, 2)
  assert.ok(!(await ids(charlie)).includes(id))
})
