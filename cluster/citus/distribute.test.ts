import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { runCommand } from '../../server/test/support/run-command.ts'
import { testSocketDir } from '../../server/test/test-app.ts'
import { dropTestDatabase } from '../../server/test/test-database.ts'
import { type CitusNode, joinNodes, runOn } from './nodes.ts'

// Runs with `npm run cluster -- citus`, whose nodes are in these folders.
const workers = (process.env.HEED_TEST_WORKER_SOCKET_DIRS ?? '').split(':')
const nodes: CitusNode[] = await Promise.all([testSocketDir(), ...workers].map(nodeOf))
const heed = fileURLToPath(new URL('../../bin/heed', import.meta.url))

async function nodeOf(socketDir: string): Promise<CitusNode> {
  const [row] = await runOn({ socketDir }, 'postgres', "select current_setting('port')::int as port")
  return { name: socketDir, socketDir, port: row!.port as number, pid: 0 }
}

let databases = 0

/** Creates an empty database on all nodes, and makes them a cluster in it. */
async function createEmptyDatabase() {
  databases += 1
  const name = `empty_${process.pid}_${databases}`
  for (const node of nodes) {
    await runOn(node, 'postgres', `create database ${name}`)
    await runOn(node, name, 'create extension citus')
  }
  await joinNodes(nodes, name)
  after(() => dropTestDatabase(testSocketDir(), name))
  const DATABASE_URL = `postgres://heed@/${name}?host=${encodeURIComponent(testSocketDir())}`
  const command = (...args: string[]) => runCommand({ dataDir: '/nonexistent', env: { DATABASE_URL } }, ...args)
  const read = async (statement: string) => runOn(nodes[0]!, name, statement)
  return { name, DATABASE_URL, command, read }
}

const placed = 'select partmethod, count(*)::int as count from pg_dist_partition group by 1 order by 1'
// The join excludes shards.
const keys = `select k.conname from pg_constraint k join pg_class t on t.oid = k.conrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by t.relname, k.conname`

test('distributes a database with data, keeps its rows and keys, and does nothing when repeated', async () => {
  const { command, read } = await createEmptyDatabase()
  assert.equal((await command('demo')).status, 0)
  const counts = `select (select count(*)::int from feedback) as requests, (select count(*)::int from votes) as votes,
    (select count(*)::int from audit_events) as audited`
  const tracked = async () => (await command('workspace', 'list', '--json')).json()
  const trackedBefore = await tracked()
  const [rowsBefore, keysBefore] = [await read(counts), await read(keys)]

  const planned = (await command('database', 'distribute', '--dry-run', '--json')).json()
  assert.ok(planned.dryRun && planned.missing.length > 60 && planned.foreignKeys > 100)
  assert.deepEqual(await read(placed), [])

  const done = await command('database', 'distribute', '--shards', '4')
  assert.equal(done.status, 0, done.stderr)
  assert.deepEqual([await read(counts), await read(keys)], [rowsBefore, keysBefore])
  const [distributed, reference] = await read(placed)
  assert.deepEqual([distributed!.partmethod, reference!.partmethod, reference!.count], ['h', 'n', 12])

  const again = (await command('database', 'distribute', '--json')).json()
  assert.deepEqual([again.missing, again.foreignKeys, again.isInterrupted], [[], 0, false])
  assert.match((await command('database', 'distribute', '--dry-run')).stdout, /nothing to do/)
  assert.deepEqual(await tracked(), trackedBefore)
  assert.equal((await command('workspace', 'create', '--name', 'Acme', '--slug', 'acme')).status, 0)
  // No process of the previous version can use this database, so nothing is copied to a column on every node.
  const copying = "select from pg_trigger where tgname in ('usage_insert', 'usage_update', 'workspace_update')"
  assert.deepEqual(await read(copying), [])

  // A later migration creates a table on the coordinator.
  await read('create table later (workspace_id uuid primary key references workspaces)')
  await read('insert into later select workspace_id from workspaces')
  const moved = await command('database', 'distribute', '--json')
  assert.deepEqual([moved.status, moved.json().missing.length], [0, 1], moved.stderr)
  const kind = "select partmethod from pg_dist_partition where logicalrelid = 'later'::regclass"
  assert.deepEqual(await read(kind), [{ partmethod: 'h' }])
  const kept = 'select (select count(*)::int from later) as rows, (select count(*)::int from workspaces) as workspaces'
  const [{ rows, workspaces } = {}] = await read(kept)
  assert.equal(rows, workspaces)
})

test('continues after it was killed, and keeps Heed from using the database until then', async () => {
  const { DATABASE_URL, command, read } = await createEmptyDatabase()
  assert.equal((await command('workspace', 'create', '--name', 'Acme', '--slug', 'acme')).status, 0)
  const keysBefore = await read(keys)
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
  assert.deepEqual(await read(keys), keysBefore)
  assert.match((await command('workspace', 'list')).stdout, /^acme\t/)
})

test('refuses a database that other processes use', async () => {
  const { name, command, read } = await createEmptyDatabase()
  assert.equal((await command('workspace', 'list')).status, 0)
  const other = new pg.Client({ host: testSocketDir(), user: 'heed', database: name, application_name: 'heed' })
  await other.connect()
  const refused = await command('database', 'distribute')
  await other.end()
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /Other processes of Heed use this database \(1 connections\)/)
  assert.deepEqual(await read(placed), [])
})

test('refuses a worker of the cluster', async () => {
  const { name } = await createEmptyDatabase()
  const DATABASE_URL = `postgres://heed@/${name}?host=${encodeURIComponent(workers[0]!)}`
  const refused = await runCommand({ dataDir: '/nonexistent', env: { DATABASE_URL } }, 'database', 'distribute')
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /points to a Citus worker/)
})
