import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { generateApiKey, hashApiKey } from '../../api-keys/format.ts'
import { TestClient } from '../../test/clients/api-client.ts'
import { createTestApp, testSocketDir } from '../../test/test-app.ts'
import { dropTestDatabase } from '../../test/test-database.ts'
import { newId } from '../ids.ts'
import { createLog } from '../log.ts'
import { type Database, openDatabase } from './database.ts'
import { dumpSchema } from './dump-schema.ts'
import { isMigrated, migrate, readMigrations } from './migrate.ts'

const socketDir = testSocketDir()
const files = await readMigrations()
const names = files.map(({ name }) => name)
let databases = 0

interface Fresh extends Database {
  name: string
}

/** A database without a table. */
async function emptyDatabase(): Promise<Fresh> {
  databases += 1
  const name = `migrate_${process.pid}_${databases}`
  const admin = new pg.Client({ host: socketDir, user: 'heed', database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const database = openDatabase({ socketDir, database: name }, { size: 4, log: createLog('silent') })
  after(async () => {
    await database.close()
    await dropTestDatabase(socketDir, name)
  })
  return { ...database, name }
}

const appliedTo = async ({ pool }: Database) =>
  (await pool.query('select name from schema_migrations order by name')).rows.map(({ name }) => name)

/** Every row of every table as text, without columns that came later. */
async function rowsOf({ pool }: Database, columns?: Map<string, string[]>): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>()
  for (const [table, names] of columns ?? (await columnsOf(pool))) {
    const list = names.map((name) => `"${name}"`).join(', ')
    const found = await pool.query(`select row(${list})::text as row from ${table} order by 1`)
    rows.set(
      table,
      found.rows.map(({ row }) => row),
    )
  }
  return rows
}

async function columnsOf(pool: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query(
    `select table_name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns
     where table_schema = 'public' and table_name <> 'schema_migrations'
       -- 0011 fills it in.
       and (table_name, column_name) <> ('feedback', 'trend') group by 1`,
  )
  return new Map(rows.map((row) => [row.table_name, row.columns]))
}

const at = '2026-01-02T03:04:05.678Z'
const ids = { workspace: newId(), key: newId(), board: newId(), customer: newId(), feedback: newId(), item: newId() }
const key = generateApiKey()
const scopes = ['feedback:read', 'roadmap:read', 'workspace:read']

/** What an instance has written when these were its migrations. */
const data: Record<string, [statement: string, values: unknown[]][]> = {
  '0001_workspaces.sql': [
    [`insert into workspaces values ($1, 'acme', 'Acme', 'free', 1, $2)`, [ids.workspace, at]],
    [`insert into members values ($1, $2, 'ada@acme.example', 'owner', $3)`, [ids.workspace, newId(), at]],
    [
      `insert into api_keys (workspace_id, id, name, hash, prefix, scopes, created_by, created_at)
       values ($1, $2, 'ci', $3, 'heed_sk_abcd', $4, 'test', $5)`,
      [ids.workspace, ids.key, hashApiKey(key), scopes, at],
    ],
    [
      `insert into audit_events values ($1, $2, 'api_key.created', $3, 'system', null, null, null, '{"a":1}', $4)`,
      [ids.workspace, newId(), ids.key, at],
    ],
    [`insert into idempotency_records values ($1, 'POST /x', 'k', 201, '{}', $2)`, [ids.workspace, at]],
  ],
  '0002_feedback.sql': [
    [`insert into boards values ($1, $2, 'ideas', 'Ideas', 0, true, $3)`, [ids.workspace, ids.board, at]],
    [`insert into customers values ($1, $2, 'bob@x.example', 'Bob', 'b-1', $3)`, [ids.workspace, ids.customer, at]],
    [
      `insert into feedback (workspace_id, id, board_id, title, description, search_keys, status, product_stage, votes,
         created_at, updated_at) values ($1, $2, $3, 'Dark mode', 'At night', '{}', 'approved', 'planned', 1, $4, $4)`,
      [ids.workspace, ids.feedback, ids.board, at],
    ],
    [
      `insert into feedback_context values ($1, $2, $3, 'https://x.example', '{"plan":"pro"}')`,
      [ids.workspace, ids.feedback, ids.customer],
    ],
    [`insert into votes values ($1, $2, $3, $4)`, [ids.workspace, ids.feedback, ids.customer, at]],
    [
      `insert into roadmap_items values ($1, $2, $3, 'Dark mode', '', 'planned', 1024, 'date', '2026-09-30', $4, $4)`,
      [ids.workspace, ids.item, ids.feedback, at],
    ],
  ],
}

async function upTo(count: number): Promise<Fresh> {
  const database = await emptyDatabase()
  for (const file of files.slice(0, count)) {
    await migrate(database.pool, files.slice(0, files.indexOf(file) + 1))
    for (const [statement, values] of data[file.name] ?? []) await database.pool.query(statement, values)
  }
  return database
}

for (const [index, name] of names.slice(0, -1).entries()) {
  test(`a database with data as of ${name} becomes one of the present, and keeps every row`, async () => {
    const old = await upTo(index + 1)
    assert.equal(await isMigrated(old.pool), false)
    const columns = await columnsOf(old.pool)
    const before = await rowsOf(old, columns)
    assert.ok([...before.values()].some((rows) => rows.length > 0))

    assert.deepEqual(await migrate(old.pool), names.slice(index + 1))
    assert.equal(await isMigrated(old.pool), true)
    assert.deepEqual(await rowsOf(old, columns), before)
    const straight = await emptyDatabase()
    await migrate(straight.pool)
    assert.equal(await dumpSchema(old.pool), await dumpSchema(straight.pool))

    const world = await createTestApp({ databaseName: old.name })
    const api = new TestClient(world.origin, key)
    const summary = (await api.get('/workspace')).body.data
    assert.deepEqual([summary.slug, summary.limits.trackedCustomers.used], ['acme', 1])
    const expected = index >= 1 ? [['Dark mode', 'planned', 1, ids.item]] : []
    const listed = await api.listAll('/feedback')
    assert.deepEqual(
      listed.map((each) => [each.title, each.stage, each.votes, each.roadmapItemId]),
      expected,
    )
  })
}

test('a database that is as this version wants it is left alone', async () => {
  const { pool } = await upTo(files.length)
  assert.deepEqual(await migrate(pool), [])
})

test('processes that start together migrate once: each file is applied by one of them', async () => {
  const database = await emptyDatabase()
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.pool)))
  assert.deepEqual(applied.flat(), names)
  assert.deepEqual(await appliedTo(database), names)
})

test('a database with a migration that this version does not know is refused, and nothing is applied', async () => {
  const database = await upTo(1)
  await database.pool.query(`insert into schema_migrations (name, checksum) values ('9001_future.sql', 'x')`)
  await assert.rejects(migrate(database.pool), /migration 9001_future\.sql, which this version of Heed does not know/)
  assert.deepEqual(await appliedTo(database), [names[0], '9001_future.sql'])
})

test('an applied migration whose file was changed afterwards is refused by name, and nothing is applied', async () => {
  const database = await upTo(1)
  const changed = files.map((file, index) => (index === 0 ? { ...file, checksum: 'another' } : file))
  await assert.rejects(migrate(database.pool, changed), new RegExp(`${names[0]} was changed after it had been applied`))
  assert.deepEqual(await appliedTo(database), [names[0]])
})

const extra = (name: string, text: string) => ({ name, text, checksum: `of ${text}` })

test('a migration that fails leaves things as before it, those before it stay, and it can be mended', async () => {
  const database = await upTo(files.length)
  const before = await rowsOf(database)
  const schema = await dumpSchema(database.pool)
  const good = extra('9001_good.sql', 'create table good (id int)')
  const bad = extra('9002_bad.sql', 'create table half (id int); update workspaces set name = null')
  const later = extra('9003_later.sql', 'create table later (id int)')
  await assert.rejects(migrate(database.pool, [...files, good, bad, later]), (error: Error) => {
    assert.match(error.message, /9002_bad\.sql failed; the database is as it was before it/)
    assert.match((error.cause as Error).message, /null value in column "name"/)
    return true
  })
  assert.deepEqual(await appliedTo(database), [...names, good.name])
  assert.equal((await dumpSchema(database.pool)).includes('half'), false)

  const mended = extra('9002_bad.sql', 'create table whole (id int)')
  assert.deepEqual(await migrate(database.pool, [...files, good, mended, later]), [mended.name, later.name])
  await database.pool.query('drop table good, whole, later')
  assert.equal(await dumpSchema(database.pool), schema)
  assert.deepEqual(await rowsOf(database), before)
})
