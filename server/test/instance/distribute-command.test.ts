import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/run-command.ts'
import { createTestApp, testSocketDir } from '../test-app.ts'
import { isDistributedRun } from '../test-database.ts'

// The tests on a cluster are in cluster/citus/distribute.test.ts.
const app = await createTestApp()
const DATABASE_URL = `postgres://heed@/${app.databaseName}?host=${encodeURIComponent(testSocketDir())}`

test('heed database distribute refuses the embedded database', async () => {
  const refused = await runCommand({ dataDir: '/nonexistent' }, 'database', 'distribute')
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /The embedded database cannot be distributed. Set DATABASE_URL/)
})

const skip = isDistributedRun() && 'the database has the extension'

test('heed database distribute refuses a database without Citus, and changes nothing', { skip }, async () => {
  for (const args of [[], ['--dry-run']]) {
    const refused = await runCommand(
      { dataDir: '/nonexistent', env: { DATABASE_URL } },
      'database',
      'distribute',
      ...args,
    )
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /extension citus is not installed/)
  }
  const { rows } = await app.database.pool.query("select from pg_namespace where nspname = 'distribution'")
  assert.equal(rows.length, 0)
})

test('heed database distribute rejects an invalid number of shards', async () => {
  const refused = await runCommand(
    { dataDir: '/nonexistent', env: { DATABASE_URL } },
    'database',
    'distribute',
    '--shards',
    'many',
  )
  assert.match(refused.stderr, /--shards/)
  assert.equal(refused.status, 1)
})

test('refuses to use a database whose distribution was interrupted', async () => {
  await app.database.pool.query('create schema distribution create table foreign_keys (name text)')
  const refused = await runCommand({ dataDir: '/nonexistent', env: { DATABASE_URL } }, 'workspace', 'list')
  await app.database.pool.query('drop schema distribution cascade')
  assert.match(refused.stderr, /The distribution of this database was interrupted/)
})
