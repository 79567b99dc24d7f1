import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, type Kysely } from 'kysely'
import { createTestApp } from '../../test/test-app.ts'
import { createLog } from '../log.ts'
import { type DatabaseTarget, openDatabase } from './database.ts'
import { directTarget } from './sessions/sessions.ts'
import { inTransaction } from './transaction.ts'

const { database } = await createTestApp()
// A single connection, so that each statement meets what the previous one left on it.
// Not through a pooler, which has sessions of its own (sessions/pooled-statements.test.ts).
const target = directTarget(database.target)
const { db, pool, close } = openDatabase(target, { size: 1, log: createLog('silent') })
after(close)

const queryOn = async (on: Kysely<never>, text: string, ...values: unknown[]): Promise<unknown[]> =>
  (await on.executeQuery(CompiledQuery.raw(text, values))).rows
const query = (text: string, ...values: unknown[]) => queryOn(db as never, text, ...values)

/** Runs a statement twice. PostgreSQL describes its columns the first time; they are known the second time. */
async function assertRowsTwice(rows: object[], text: string, ...values: unknown[]): Promise<void> {
  assert.deepEqual(await query(text, ...values), rows)
  assert.deepEqual(await query(text, ...values), rows)
}

let tables = 0
/** Creates a table with the rows (1, x, 10) and (2, y, 20). */
async function createTable(): Promise<string> {
  const name = `statement_test_${++tables}`
  await pool.query(`create table ${name} (id int primary key, a text, b int)`)
  await pool.query(`insert into ${name} values (1, 'x', 10), (2, 'y', 20)`)
  return name
}

test('reads values of each type identically with and without a description', async () => {
  const row = {
    nothing: null,
    small: 1,
    large: 9_007_199_254_740_991,
    exact: '1.50',
    flag: true,
    list: [1, null, 3],
    texts: ['a', null, 'b"c'],
    json: { x: [1, null] },
    day: '2026-01-02',
    moment: '2026-01-02T03:04:05.123Z',
    bytes: Buffer.from('x'),
  }
  await assertRowsTwice(
    [row],
    `select null::text nothing, 1::int2 small, 9007199254740991::int8 large, 1.50::numeric exact, true flag,
      '{1,null,3}'::int[] list, array['a', null, 'b"c'] texts, '{"x": [1, null]}'::jsonb json, '2026-01-02'::date as day,
      '2026-01-02 03:04:05.123+00'::timestamptz moment, 'x'::bytea bytes`,
  )
})

test('sends values of each type', () =>
  assertRowsTwice(
    [{ a: '1970-01-01T00:00:00.000Z', b: ['a', null, 'b,"c'], c: null, d: Buffer.from('hi'), e: 12, f: { g: 'h' } }],
    'select $1::timestamptz a, $2::text[] b, $3::text c, $4::bytea d, $5::int8 e, $6::jsonb f',
    new Date(0),
    ['a', null, 'b,"c'],
    undefined,
    Buffer.from('hi'),
    12n,
    { g: 'h' },
  ))

test('reads statements without columns and without rows', async () => {
  const table = await createTable()
  await assertRowsTwice([{}], 'select')
  await assertRowsTwice([], `select * from ${table} where id = $1`, 3)
  await assertRowsTwice([], `update ${table} set b = b`)
  await assertRowsTwice([{ 'it\'s "b"\u2028': 1 }], 'select 1 as "it\'s ""b""\u2028"')
})

test('prepares a statement again after its columns have changed', async () => {
  const table = await createTable()
  const select = `select * from ${table} where id = $1`
  await assertRowsTwice([{ id: 1, a: 'x', b: 10 }], select, 1)
  await pool.query(`alter table ${table} add column c int default 5`)
  await assertRowsTwice([{ id: 1, a: 'x', b: 10, c: 5 }], select, 1)

  const update = `update ${table} set b = b + 1 where id = $1 returning *`
  assert.deepEqual(await query(update, 1), [{ id: 1, a: 'x', b: 11, c: 5 }])
  await pool.query(`alter table ${table} drop column c`)
  assert.deepEqual(await query(update, 1), [{ id: 1, a: 'x', b: 12 }])
})

test('runs a transaction again if the columns of a statement have changed', async () => {
  const table = await createTable()
  const insert = () =>
    inTransaction(pool, async (tx) => {
      const id = (await queryOn(tx.db as never, `select count(*)::int + 1 as id from ${table}`)) as { id: number }[]
      return queryOn(tx.db as never, `insert into ${table} values ($1, 'z') returning *`, id[0]!.id)
    })
  assert.deepEqual(await insert(), [{ id: 3, a: 'z', b: null }])
  await pool.query(`alter table ${table} add column c int default 5`)
  assert.deepEqual(await insert(), [{ id: 4, a: 'z', b: null, c: 5 }])
  assert.deepEqual(await query(`select count(*)::int n from ${table}`), [{ n: 4 }])
})

test('prepares a statement again that the session has forgotten', async () => {
  await assertRowsTwice([{ kept: 1 }], 'select 1 as kept')
  await pool.query('deallocate all')
  await assertRowsTwice([{ kept: 1 }], 'select 1 as kept')
})

test('rejects rows whose columns differ from the description, and works again afterwards', async () => {
  const table = await createTable()
  const select = `select * from ${table} where id = $1`
  await assertRowsTwice([{ id: 1, a: 'x', b: 10 }], select, 1)
  // Simulates a pooler that prepares the statement on another connection, where the table has fewer columns.
  const { rows } = await pool.query('select name from pg_prepared_statements where statement = $1', [select])
  await pool.query(`deallocate ${rows[0].name}`)
  await pool.query(`alter table ${table} drop column a`)
  await pool.query(`prepare ${rows[0].name} as ${select}`)

  await assert.rejects(query(select, 1), /returned different columns/)
  await assertRowsTwice([{ id: 1, b: 10 }], select, 1)
})

test('sends nothing if a value cannot be converted', async () => {
  const circular: { self?: object } = {}
  circular.self = circular
  const select = 'select $1::jsonb as value'
  await assert.rejects(query(select, circular), TypeError)
  await assertRowsTwice([{ value: { a: 1 } }], select, { a: 1 })
  await assert.rejects(query(select, circular), TypeError)
  await assertRowsTwice([{ value: { a: 1 } }], select, { a: 1 })
})

test('works again after a statement has failed, at any row', async () => {
  const divide = 'select 6 / (3 - n) as quotient from generate_series(1, $1) n'
  await assert.rejects(query(divide, 5), { code: '22012' })
  await assertRowsTwice([{ quotient: 3 }, { quotient: 6 }], divide, 2)
  await assert.rejects(query(divide, 5), { code: '22012' })
  await assertRowsTwice([{ quotient: 3 }], divide, 1)
  await assert.rejects(query('selec 1'), { code: '42601' })
  await assert.rejects(query('selec 1'), { code: '42601' })
  await assertRowsTwice([{ one: 1 }], 'select 1 as one')
})

test('rolls back if a deferred statement fails', async () => {
  const table = await createTable()
  const work = inTransaction(pool, async (tx) => {
    const run = (text: string) => queryOn(tx.db as never, text)
    tx.defer(run(`insert into ${table} values (3)`))
    tx.defer(run('select 1 / 0 as fails'))
    tx.defer(run(`insert into ${table} values (4)`))
  })
  await assert.rejects(work, { code: '22012' })
  assert.deepEqual(await query(`select count(*)::int n from ${table}`), [{ n: 2 }])
})

test('keeps the results of pipelined statements apart when one of them fails', async () => {
  const divide = 'select 10 / $1::int as quotient'
  const outcomes = await inTransaction(pool, async ({ db: on }) => {
    await queryOn(on as never, 'savepoint before')
    const pipelined = [1, 0, 2].map((divisor) => queryOn(on as never, divide, divisor))
    const settled = await Promise.allSettled(pipelined)
    await queryOn(on as never, 'rollback to savepoint before')
    return [
      ...settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code)),
      await queryOn(on as never, divide, 5),
    ]
  })
  assert.deepEqual(outcomes, [[{ quotient: 10 }], '22012', '25P02', [{ quotient: 2 }]])
})

const urlOf = (target: DatabaseTarget): string =>
  'url' in target
    ? target.url
    : `postgres://heed@/${target.database ?? 'heed'}?host=${encodeURIComponent(target.socketDir)}`

test('obeys a query_timeout of the database URL, and keeps the connection of faster statements', async () => {
  const url = `${urlOf(target)}${urlOf(target).includes('?') ? '&' : '?'}query_timeout=500`
  const limited = openDatabase({ url }, { size: 1, log: createLog('silent') })
  const backend = () => queryOn(limited.db as never, 'select pg_backend_pid() as pid')
  try {
    const first = await backend()
    await new Promise((resolve) => setTimeout(resolve, 700))
    assert.deepEqual(await backend(), first)
    await assert.rejects(queryOn(limited.db as never, 'select pg_sleep(5)'), /timeout/i)
    assert.equal((await backend()).length, 1)
  } finally {
    await limited.close()
  }
})
