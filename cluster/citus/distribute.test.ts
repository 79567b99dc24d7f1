import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { runCommand } from '../../server/test/support/run-command.ts'
import { testSocketDir } from '../../server/test/test-app.ts'
import { createEmptyDatabase, workers } from './empty-database.ts'

// Runs with `npm run cluster -- citus`.
const heed = fileURLToPath(new URL('../../bin/heed', import.meta.url))

const placed = 'select partmethod, count(*)::int as count from pg_dist_partition group by 1 order by 1'
// The join excludes shards.
const keys = `select k.conname from pg_constraint k join pg_class t on t.oid = k.conrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by t.relname, k.conname`

test('distributes a database with data, keeps its rows and keys, and does nothing when repeated', async () => {
  const { command, run } = await createEmptyDatabase()
  assert.equal((await command('demo')).status, 0)
  const counts = `select (select count(*)::int from feedback) as requests, (select count(*)::int from votes) as votes,
    (select count(*)::int from audit_events) as audited`
  const tracked = async () => (await command('workspace', 'list', '--json')).json()
  const trackedBefore = await tracked()
  const [rowsBefore, keysBefore] = [await run(counts), await run(keys)]

  const planned = (await command('database', 'distribute', '--dry-run', '--json')).json()
  assert.ok(planned.dryRun && planned.missing.length > 60 && planned.foreignKeys > 100)
  assert.deepEqual(await run(placed), [])

  const done = await command('database', 'distribute', '--shards', '4')
  assert.equal(done.status, 0, done.stderr)
  assert.deepEqual([await run(counts), await run(keys)], [rowsBefore, keysBefore])
  const [distributed, reference] = await run(placed)
  assert.deepEqual([distributed!.partmethod, reference!.partmethod, reference!.count], ['h', 'n', 12])

  const again = (await command('database', 'distribute', '--json')).json()
  assert.deepEqual([again.missing, again.foreignKeys, again.isInterrupted], [[], 0, false])
  assert.match((await command('database', 'distribute', '--dry-run')).stdout, /nothing to do/)
  assert.deepEqual(await tracked(), trackedBefore)
  assert.equal((await command('workspace', 'create', '--name', 'Acme', '--slug', 'acme')).status, 0)
  // No process of the previous version can use this database, so nothing is copied to a column on every node.
  const copying = "select from pg_trigger where tgname in ('usage_insert', 'usage_update', 'workspace_update')"
  assert.deepEqual(await run(copying), [])

  // A later migration creates a table on the coordinator.
  await run('create table later (workspace_id uuid primary key references workspaces)')
  await run('insert into later select workspace_id from workspaces')
  const moved = await command('database', 'distribute', '--json')
  assert.deepEqual([moved.status, moved.json().missing.length], [0, 1], moved.stderr)
  const kind = "select partmethod from pg_dist_partition where logicalrelid = 'later'::regclass"
  assert.deepEqual(await run(kind), [{ partmethod: 'h' }])
  const kept = 'select (select count(*)::int from later) as rows, (select count(*)::int from workspaces) as workspaces'
  const [{ rows, workspaces } = {}] = await run(kept)
  assert.equal(rows, workspaces)
})

test('continues after it was killed, and keeps Heed from using the database until then', async () => {
  const { DATABASE_URL, command, run } = await createEmptyDatabase()
  assert.equal((await command('workspace', 'create', '--name', 'Acme', '--slug', 'acme')).status, 0)
  const keysBefore = await run(keys)
  const child = spawn(process.execPath, [heed, 'database', 'distribute', '--shards', '4'], {
    env: { ...process.env, DATABASE_URL },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.setEncoding('utf8').on('data', (output: string) => {
    if (output.includes('is distributed.')) child.kill('SIGKILL')
  })
  await once(child, 'exit')
  assert.equal(child.signalCode, 'SIGKILL')

  const refused = await command('workspace', 'list')
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /was interrupted. Continue it: npx heed database distribute/)
  assert.match((await command('database', 'distribute', '--dry-run')).stdout, /An earlier run was interrupted/)
  const continued = await command('database', 'distribute')
  assert.equal(continued.status, 0, continued.stderr)
  assert.deepEqual(await run(keys), keysBefore)
  assert.match((await command('workspace', 'list')).stdout, /^acme\t/)
})

test('refuses a database that other processes use', async () => {
  const { name, command, run } = await createEmptyDatabase()
  assert.equal((await command('workspace', 'list')).status, 0)
  const other = new pg.Client({ host: testSocketDir(), user: 'heed', database: name, application_name: 'heed' })
  await other.connect()
  const refused = await command('database', 'distribute')
  await other.end()
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /Other processes of Heed use this database \(1 connections\)/)
  assert.deepEqual(await run(placed), [])
})

test('refuses a database that an earlier version distributed in another way', async () => {
  const { command, run } = await createEmptyDatabase()
  assert.equal((await command('workspace', 'list')).status, 0)
  // Before 2026-11-27, the table was on every node.
  for (const { table, name } of await run(
    `select conrelid::regclass as table, conname as name from pg_constraint
     where contype = 'f' and 'tracker_connections'::regclass in (conrelid, confrelid)`,
  )) {
    await run(`alter table ${table} drop constraint ${name}`)
  }
  await run("select create_reference_table('tracker_connections')")
  for (const args of [[], ['--dry-run']]) {
    const refused = await command('database', 'distribute', ...args)
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /another way: tracker_connections is reference and should be distributed/)
  }
  assert.deepEqual(await run(placed), [{ partmethod: 'n', count: 1 }])
})

test('refuses a worker of the cluster', async () => {
  const { name } = await createEmptyDatabase()
  const DATABASE_URL = `postgres://heed@/${name}?host=${encodeURIComponent(workers[0]!)}`
  const refused = await runCommand({ dataDir: '/nonexistent', env: { DATABASE_URL } }, 'database', 'distribute')
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /points to a Citus worker/)
})
