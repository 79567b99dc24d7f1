import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testSocketDir } from '../../server/test/test-app.ts'
import { createEmptyDatabase } from './empty-database.ts'

// Runs with `npm run cluster -- citus`.

const migration = '0052_logo_on_one_node.sql'

test('does not migrate a distributed database while other processes use it', async () => {
  const { name, command, run } = await createEmptyDatabase()
  assert.equal((await command('workspace', 'create', '--name', 'Acme', '--slug', 'acme')).status, 0)
  assert.equal((await command('database', 'distribute', '--shards', '4')).status, 0)
  const applied = () => run(`select name from schema_migrations where name = '${migration}'`)
  // It replaces a function, so it can be applied again.
  const forget = () => run(`delete from schema_migrations where name = '${migration}'`)
  const other = new pg.Client({ host: testSocketDir(), user: 'heed', database: name, application_name: 'heed' })
  await other.connect()
  assert.equal((await command('workspace', 'list')).status, 0)

  await forget()
  const refused = await command('workspace', 'list')
  assert.equal(refused.status, 1)
  assert.match(
    refused.stderr,
    /Other processes of Heed use this database \(1 connections\)\. Stop them: a distributed database/,
  )
  assert.deepEqual(await applied(), [])
  await other.end()

  // Processes that start at the same time wait for the one that migrates.
  const started = await Promise.all([1, 2, 3].map(() => command('workspace', 'list')))
  assert.deepEqual(
    started.map(({ status, stderr }) => [status, stderr]),
    started.map(() => [0, '']),
  )
  assert.deepEqual(await applied(), [{ name: migration }])
})
