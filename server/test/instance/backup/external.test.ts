import assert from 'node:assert/strict'
import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { runCommand } from '../../support/run-command.ts'
import { type Deployment, startDatabaseServer } from '../database-server.ts'
import { newDataDir, startInstance } from '../test-instance.ts'

const source = await startDatabaseServer()
const dataDir = await newDataDir()
const start = { dataDir, env: source.env }
const demo = await runCommand(start, 'demo', '--json')
const backup = join(dirname(dataDir), 'backup')
// The server creates the job queue.
await (await startInstance(start)).stop()

async function connect(host: string): Promise<pg.Client> {
  const client = new pg.Client({ host, user: 'heed', database: 'heed' })
  client.on('error', () => {})
  await client.connect()
  after(() => client.end().catch(() => {}))
  return client
}

/** Returns a checksum of the rows of each table of Heed and of the jobs. */
async function checksumsOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss') and tablename not in ('schema_migrations', 'rate_limit_windows')
      and tablename not like 'queue_stats%' order by 1`)
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${name} t`,
    )
    sums[name] = rows[0].sum
  }
  return sums
}

test('backs up an external database without psql, and restores every row into an empty one', async () => {
  assert.equal(demo.status, 0, demo.stderr)
  await mkdir(join(dataDir, 'files', 'workspace'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'workspace', 'upload'), 'the bytes')
  const created = await runCommand(start, 'backup', '--to', backup, '--json')
  assert.equal(created.status, 0, created.stderr)
  assert.equal(created.json().folder, backup)
  const verified = await runCommand(start, 'backup', 'verify', backup)
  assert.equal(verified.status, 0, verified.stdout)
  const expected = await checksumsOf(await connect(source.cluster.socketDir))

  const target: Deployment = await startDatabaseServer()
  const targetDir = await newDataDir()
  const restored = await runCommand({ dataDir: targetDir, env: target.env }, 'restore', backup, '--json')
  assert.equal(restored.status, 0, restored.stderr)
  assert.equal(restored.json().takenAt, created.json().takenAt)
  const found = await checksumsOf(await connect(target.cluster.socketDir))
  assert.deepEqual(found, expected)
  assert.equal(await readFile(join(targetDir, 'files', 'workspace', 'upload'), 'utf8'), 'the bytes')

  const copy = await startInstance({ dataDir: targetDir, env: target.env })
  const headers = { authorization: `Bearer ${demo.json().key}` }
  const response = await fetch(`${copy.origin}/api/v1/feedback`, { headers })
  assert.equal(response.status, 200)
  const doctor = await runCommand({ dataDir: targetDir, env: target.env }, 'doctor', '--json')
  assert.deepEqual(
    doctor
      .json()
      .findings.filter(
        ({ check, status }: { check: string; status: string }) =>
          ['database', 'counters'].includes(check) && status === 'problem',
      ),
    [],
  )

  const again = await runCommand({ dataDir: targetDir, env: target.env }, 'restore', backup)
  assert.equal(again.status, 1)
  assert.match(again.stderr, /The database is not empty/)
})

test('restores a backup of an external database into a data folder with an embedded one', async () => {
  const targetDir = await newDataDir()
  const env = { SECRET_KEY: source.env.SECRET_KEY! }
  const restored = await runCommand({ dataDir: targetDir, env }, 'restore', backup, '--data-dir', targetDir)
  assert.equal(restored.status, 0, restored.stderr)
  assert.match((await runCommand({ dataDir: targetDir, env }, 'workspace', 'list')).stdout, /^demo\t/)
  const atMoment = await runCommand(
    { dataDir: targetDir, env },
    'restore',
    backup,
    '--data-dir',
    `${targetDir}-new`,
    '--at',
    'latest',
  )
  assert.equal(atMoment.status, 1)
})

test('moves an embedded database into an external one with a portable backup', async () => {
  const embedded = { dataDir: await newDataDir() }
  assert.equal((await runCommand(embedded, 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')).status, 0)
  const portable = join(dirname(embedded.dataDir), 'portable')
  const created = await runCommand(embedded, 'backup', '--to', portable, '--portable')
  assert.equal(created.status, 0, created.stderr)
  const { env } = await startDatabaseServer()
  const target = { dataDir: await newDataDir(), env: { DATABASE_URL: env.DATABASE_URL! } }
  const restored = await runCommand(target, 'restore', portable)
  assert.equal(restored.status, 0, restored.stderr)
  assert.match((await runCommand(target, 'workspace', 'list')).stdout, /^acme\t/)
  const [key, original] = await Promise.all(
    [target, embedded].map(({ dataDir }) => readFile(join(dataDir, 'secret-key'), 'utf8')),
  )
  assert.equal(key, original)
})

test('a restore into an external database that failed at the uploads can be repeated, and completes them', async () => {
  const { env } = await startDatabaseServer()
  const target = { dataDir: await newDataDir(), env }
  const files = join(target.dataDir, 'files')
  await mkdir(target.dataDir, { recursive: true })
  await writeFile(files, 'in the way')
  assert.equal((await runCommand(target, 'restore', backup)).status, 1)
  await rm(files)
  // As if the process had been killed while it wrote this file.
  await mkdir(join(files, 'workspace'), { recursive: true })
  await writeFile(join(files, 'workspace', 'upload'), 'the by')
  const restored = await runCommand(target, 'restore', backup)
  assert.equal(restored.status, 0, restored.stderr)
  assert.equal(await readFile(join(files, 'workspace', 'upload'), 'utf8'), 'the bytes')
  assert.match((await runCommand(target, 'workspace', 'list')).stdout, /^demo\t/)
})

test('gives the uploads and the key that root restores beside an external database to the owner of the data folder', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, async () => {
  const portable = join(await newDataDir(), 'portable')
  const embedded = { dataDir: await newDataDir() }
  assert.equal((await runCommand(embedded, 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')).status, 0)
  await mkdir(join(embedded.dataDir, 'files', 'workspace'), { recursive: true })
  await writeFile(join(embedded.dataDir, 'files', 'workspace', 'upload'), 'the bytes')
  assert.equal((await runCommand(embedded, 'backup', '--to', portable, '--portable')).status, 0)
  const { env } = await startDatabaseServer()
  const target = { dataDir: await newDataDir(), env: { DATABASE_URL: env.DATABASE_URL! } }
  await mkdir(target.dataDir, { recursive: true })
  const nobody = 65_534
  await chown(target.dataDir, nobody, nobody)
  const restored = await runCommand(target, 'restore', portable)
  assert.equal(restored.status, 0, restored.stderr)
  const names = await readdir(target.dataDir, { recursive: true })
  assert.deepEqual(names.sort(), ['files', 'files/workspace', 'files/workspace/upload', 'secret-key'])
  for (const name of names) assert.equal((await stat(join(target.dataDir, name))).uid, nobody, name)
})
