import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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

interface NamedDatabase extends Database {
  name: string
}

/** Creates a database without tables. */
async function createEmptyDatabase(): Promise<NamedDatabase> {
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

const appliedMigrations = async ({ pool }: Database) =>
  (await pool.query('select name from schema_migrations order by name')).rows.map(({ name }) => name)

/** Returns every row of every table as text. @param columns limits the rows to these columns of each table. */
async function readRows({ pool }: Database, columns?: Map<string, string[]>): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>()
  for (const [table, names] of columns ?? (await readColumns(pool))) {
    const list = names.map((name) => `"${name}"`).join(', ')
    const result = await pool.query(`select row(${list})::text as row from ${table} order by 1`)
    rows.set(
      table,
      result.rows.map(({ row }) => row),
    )
  }
  return rows
}

// Computed from the text of a request, and dropped or computed in another way by a migration.
const searchColumns = ['search_keys', 'search_text', 'search_terms']

/** Returns the columns of every table, without those of the search. */
async function readColumns(pool: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query(
    `select table_name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns
     where table_schema = 'public' and table_name <> 'schema_migrations'
       and not (table_name = 'feedback' and column_name = any($1)) group by 1`,
    [searchColumns],
  )
  return new Map(rows.map((row) => [row.table_name, row.columns]))
}

const at = '2026-01-02T03:04:05.678Z'
const ids = { workspace: newId(), key: newId(), board: newId(), customer: newId(), feedback: newId(), item: newId() }
const key = generateApiKey()
const scopes = ['feedback:read', 'roadmap:read', 'workspace:read']

/** The rows that an instance has written while the named migration was its latest. */
const data: Record<string, [statement: string, values: unknown[]][]> = {
  '0001_baseline.sql': [
    [
      `insert into workspaces (workspace_id, slug, name, plan, tracked_customers, created_at)
       values ($1, 'acme', 'Acme', 'free', 1, $2)`,
      [ids.workspace, at],
    ],
    [
      `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, 'ada@acme.example', 'owner', $3)`,
      [ids.workspace, newId(), at],
    ],
    [
      `insert into api_keys (workspace_id, id, name, hash, prefix, scopes, created_by, created_at)
       values ($1, $2, 'ci', $3, 'heed_sk_abcd', $4, 'test', $5)`,
      [ids.workspace, ids.key, hashApiKey(key), scopes, at],
    ],
    [
      `insert into audit_events (workspace_id, id, type, target_id, actor_type, changes, created_at)
       values ($1, $2, 'api_key.created', $3, 'system', '{"a":1}', $4)`,
      [ids.workspace, newId(), ids.key, at],
    ],
    [
      `insert into idempotency_records (workspace_id, operation, key, status, body, created_at)
       values ($1, 'POST /x', 'k', 201, '{}', $2)`,
      [ids.workspace, at],
    ],
    [
      `insert into boards (workspace_id, id, slug, name, position, created_at) values ($1, $2, 'ideas', 'Ideas', 0, $3)`,
      [ids.workspace, ids.board, at],
    ],
    [
      `insert into customers (workspace_id, id, email, name, external_id, created_at)
       values ($1, $2, 'bob@x.example', 'Bob', 'b-1', $3)`,
      [ids.workspace, ids.customer, at],
    ],
    [
      `insert into feedback (workspace_id, id, board_id, title, description, search_keys, status, product_stage, votes,
         created_at, updated_at) values ($1, $2, $3, 'Dark mode', 'At night', '{}', 'approved', 'planned', 1, $4, $4)`,
      [ids.workspace, ids.feedback, ids.board, at],
    ],
    [
      `insert into feedback_context (workspace_id, feedback_id, customer_id, source_url, metadata)
       values ($1, $2, $3, 'https://x.example', '{"plan":"pro"}')`,
      [ids.workspace, ids.feedback, ids.customer],
    ],
    [
      `insert into votes (workspace_id, feedback_id, customer_id, created_at) values ($1, $2, $3, $4)`,
      [ids.workspace, ids.feedback, ids.customer, at],
    ],
    [
      `insert into roadmap_items (workspace_id, id, feedback_id, title, description, status, sort_order,
         target_precision, target_date, created_at, updated_at)
       values ($1, $2, $3, 'Dark mode', '', 'planned', 1024, 'date', '2026-09-30', $4, $4)`,
      [ids.workspace, ids.item, ids.feedback, at],
    ],
  ],
}

/** Applies the first `count` migrations, each followed by the rows that an instance of that version has written. */
async function createDatabaseWithData(count: number): Promise<NamedDatabase> {
  const database = await createEmptyDatabase()
  for (const [index, file] of files.slice(0, count).entries()) {
    await migrate(database, files.slice(0, index + 1))
    for (const [statement, values] of data[file.name] ?? []) await database.pool.query(statement, values)
  }
  return database
}

const extra = (name: string, text: string) => ({ name, text, checksum: `of ${text}` })

/** Returns the ids of requests that the indexed expressions of both searches find. */
async function findInIndexes(pool: pg.Pool) {
  const find = async (condition: string) => {
    const { rows } = await pool.query(`select id from feedback f where ${condition}`)
    return rows.map(({ id }) => id)
  }
  return {
    grams: await find(`search_grams(workspace_id, title || E'\\n' || description)
      @@ search_gram_query('${ids.workspace}', 'ark mode')`),
    terms: await find(`search_salted_terms(workspace_id, search_terms)
      @@ ('''' || search_salt('${ids.workspace}') || '_dark''')::tsquery`),
  }
}

const next = extra(
  '9001_next.sql',
  `alter table feedback add column effort integer default 3, drop constraint feedback_title_check;
   create index feedback_by_effort on feedback (workspace_id, effort);
   create table efforts (id integer primary key)`,
)

for (const [index, name] of names.entries()) {
  test(`upgrades a database with data as of ${name}, keeping every row`, async () => {
    const old = await createDatabaseWithData(index + 1)
    assert.equal(await isMigrated(old.pool), index === names.length - 1)
    const columns = await readColumns(old.pool)
    const before = await readRows(old, columns)
    assert.ok([...before.values()].some((rows) => rows.length > 0))

    assert.deepEqual(await migrate(old), names.slice(index + 1))
    assert.equal(await isMigrated(old.pool), true)
    assert.deepEqual(await readRows(old, columns), before)
    const straight = await createEmptyDatabase()
    await migrate(straight)
    assert.equal(await dumpSchema(old.pool), await dumpSchema(straight.pool))

    const testApp = await createTestApp({ databaseName: old.name })
    const api = new TestClient(testApp.origin, key)
    const summary = (await api.get('/workspace')).body.data
    assert.deepEqual([summary.slug, summary.limits.trackedCustomers.used], ['acme', 1])
    const listed = await api.listAll('/feedback')
    assert.deepEqual(
      listed.map((request) => [request.title, request.stage, request.votes, request.roadmapItemId]),
      [['Dark mode', 'planned', 1, ids.item]],
    )
    assert.deepEqual(await findInIndexes(old.pool), { grams: [ids.feedback], terms: [ids.feedback] })
  })

  test(`upgrades a database with data as of ${name} beyond the current version, keeping every row`, async () => {
    const old = await createDatabaseWithData(index + 1)
    const columns = await readColumns(old.pool)
    const before = await readRows(old, columns)
    const all = [...files, next]
    assert.equal(await isMigrated(old.pool, all), false)
    assert.deepEqual(await migrate(old, all), [...names.slice(index + 1), next.name])
    assert.equal(await isMigrated(old.pool, all), true)
    assert.deepEqual(await readRows(old, columns), before)
    const straight = await createEmptyDatabase()
    await migrate(straight, all)
    assert.equal(await dumpSchema(old.pool), await dumpSchema(straight.pool))
  })
}

test('does not change an up-to-date database', async () => {
  assert.deepEqual(await migrate(await createDatabaseWithData(files.length)), [])
})

test('applies each migration once when several processes start together', async () => {
  const database = await createEmptyDatabase()
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database)))
  assert.deepEqual(applied.flat(), names)
  assert.deepEqual(await appliedMigrations(database), names)
})

test('refuses a database with a migration unknown to this version, and applies nothing', async () => {
  const database = await createDatabaseWithData(1)
  await database.pool.query(`insert into schema_migrations (name, checksum) values ('9001_future.sql', 'x')`)
  await assert.rejects(migrate(database), /migration 9001_future\.sql, which this version of Heed does not know/)
  assert.deepEqual(await appliedMigrations(database), [names[0], '9001_future.sql'])
})

test('refuses a development database from before the baseline and names its migration', async () => {
  const database = await createEmptyDatabase()
  await migrate(database, [extra('0001_workspaces.sql', 'create table workspaces (id int)')])
  await assert.rejects(migrate(database), /migration 0001_workspaces\.sql, which this version of Heed does not know/)
})

test('refuses an applied migration whose file has changed, names it, and applies nothing', async () => {
  const database = await createDatabaseWithData(1)
  const changed = files.map((file, index) => (index === 0 ? { ...file, checksum: 'another' } : file))
  await assert.rejects(migrate(database, changed), new RegExp(`${names[0]} was changed after it had been applied`))
  assert.deepEqual(await appliedMigrations(database), [names[0]])
})

test('rolls back a migration that fails, keeps those before it, and applies it once it is fixed', async () => {
  const database = await createDatabaseWithData(files.length)
  const before = await readRows(database)
  const schema = await dumpSchema(database.pool)
  const good = extra('9001_good.sql', 'create table good (id int)')
  const bad = extra('9002_bad.sql', 'create table half (id int); update workspaces set name = null')
  const later = extra('9003_later.sql', 'create table later (id int)')
  await assert.rejects(migrate(database, [...files, good, bad, later]), (error: Error) => {
    assert.match(error.message, /9002_bad\.sql failed and was rolled back/)
    assert.match((error.cause as Error).message, /null value in column "name"/)
    return true
  })
  assert.deepEqual(await appliedMigrations(database), [...names, good.name])
  assert.equal((await dumpSchema(database.pool)).includes('half'), false)

  const fixed = extra('9002_bad.sql', 'create table whole (id int)')
  assert.deepEqual(await migrate(database, [...files, good, fixed, later]), [fixed.name, later.name])
  await database.pool.query('drop table good, whole, later')
  assert.equal(await dumpSchema(database.pool), schema)
  assert.deepEqual(await readRows(database), before)
})

test('yields to a transaction that holds its locks, so that the transaction does not fail in a deadlock', async () => {
  const database = await createEmptyDatabase()
  const first = { name: '0001_two.sql', text: 'create table one (id int); create table two (id int);', checksum: '1' }
  const second = { name: '0002_both.sql', text: 'alter table one add a int; alter table two add a int;', checksum: '2' }
  await migrate(database, [first])
  const writer = await database.pool.connect()
  await writer.query('begin')
  await writer.query('insert into two values (1)')
  const migrating = migrate(database, [first, second])
  // Waits until the migration has locked the first table and waits for the second.
  const isWaiting = `select from pg_locks where not granted and relation = 'two'::regclass`
  while ((await database.pool.query(isWaiting)).rowCount === 0) await sleep(5)
  await writer.query('insert into one values (1)')
  await writer.query('commit')
  writer.release()
  assert.deepEqual(await migrating, ['0002_both.sql'])
  assert.equal((await database.pool.query('select a from one')).rowCount, 1)
})

test('derives how existing customers first arrived from the audit trail', async () => {
  const before = files.findIndex(({ name }) => name === '0005_consent.sql')
  const database = await createDatabaseWithData(before)
  const { pool } = database
  const later = '2026-08-01T00:00:00.000Z'
  const customers: [
    origin: string,
    isTracked: boolean,
    externalId: string | null,
    event?: [actor: string, at: string],
  ][] = [
    ['api', true, null, ['key', at]],
    ['team', true, 'u1', ['member', at]],
    ['import', true, null, ['system', at]],
    ['portal', true, null, ['customer', later]],
    ['portal', true, null, ['key', later]],
    ['token', true, 'u2', ['customer', later]],
    ['portal', false, null],
    ['token', false, 'u3'],
  ]
  const origins = new Map<string, string>()
  for (const [origin, isTracked, externalId, event] of customers) {
    const id = newId()
    origins.set(id, origin)
    await pool.query(
      `insert into customers (workspace_id, id, email, external_id, is_tracked, created_at) values ($1, $2, $3, $4, $5, $6)`,
      [ids.workspace, id, `${id}@x.example`, externalId, isTracked, at],
    )
    if (!event) continue
    await pool.query(
      `insert into audit_events (workspace_id, id, type, target_id, actor_type, created_at)
       values ($1, $2, 'customer.added', $3, $4, $5)`,
      [ids.workspace, newId(), id, ...event],
    )
  }
  await migrate(database)
  const { rows } = await pool.query('select id, origin from customers where id = any($1)', [[...origins.keys()]])
  assert.deepEqual(new Map(rows.map(({ id, origin }) => [id, origin])), origins)
})
