import assert from 'node:assert/strict'
import type { EventEmitter } from 'node:events'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { createTestApp } from '../../test/test-app.ts'
import { createLog } from '../log.ts'
import { openDatabase } from './database.ts'
import { prepared } from './prepared.ts'
import { directTarget } from './sessions/sessions.ts'
import { inTransaction, Rollback, type Transaction } from './transaction.ts'

const { database } = await createTestApp()
// Not through a pooler, whose sessions get a Sync after each statement.
const { pool, db, close } = openDatabase(directTarget(database.target), { size: 1, log: createLog('silent') })
after(close)

const divide = prepared((_db, { by }: { by: number }) => ({
  compile: () => sql<{ result: number }>`select 12 / ${by}::int as result`.compile(db),
}))
const endSession = prepared((_db, { signal }: { signal: number }) => ({
  compile: () => sql<object>`select pg_terminate_backend(pg_backend_pid()), ${signal}::int`.compile(db),
}))

const results = async (tx: Transaction, ...divisors: number[]): Promise<number[]> =>
  (await Promise.all(divisors.map((by) => divide(tx.db, { by })))).map(([row]) => row!.result)

/** PostgreSQL describes a statement the first time. Only statements that it has described share a Sync. */
const describe = () => inTransaction(pool, (tx) => results(tx, 1))

// ReadyForQuery, which PostgreSQL sends after each Sync (PostgreSQL documentation, Message Formats).
const ready = Buffer.from([0x5a, 0, 0, 0, 5])

/** Returns the socket of the only connection. */
async function socket(): Promise<EventEmitter> {
  const client = await pool.connect()
  client.release()
  return (client as PoolClient & { connection: { stream: EventEmitter } }).connection.stream
}

/** Counts the answers to a Sync that arrive on the only connection while `work` runs. */
async function countSyncs(work: () => Promise<unknown>): Promise<number> {
  const stream = await socket()
  const received: Buffer[] = []
  const keep = (bytes: Buffer) => received.push(Buffer.from(bytes))
  stream.on('data', keep)
  await work().finally(() => stream.off('data', keep))
  return Buffer.concat(received).toString('latin1').split(ready.toString('latin1')).length - 1
}

const divisionByZero = { code: '22012' }

test('the statements of a transaction that are sent in one turn end with one Sync', async () => {
  await describe()
  const syncs = await countSyncs(() =>
    inTransaction(pool, async (tx) => {
      assert.deepEqual(await results(tx, 1, 2, 3), [12, 6, 4])
      assert.deepEqual(await results(tx, 4, 6), [3, 2])
      tx.defer(divide(tx.db, { by: 12 }))
    }),
  )
  // One for the first three statements with begin, one for the next two, and one for the last with commit.
  assert.equal(syncs, 3)
})

test('statements outside of a transaction end with a Sync each, so that each is a transaction of its own', async () => {
  await describe()
  const outcomes = await Promise.allSettled([1, 0, 2].map((by) => divide(db, { by })))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(await countSyncs(() => Promise.all([1, 2, 3].map((by) => divide(db, { by })))), 3)
})

test('statements after a failed one fail with its error, and those before it keep their results', async () => {
  await describe()
  await assert.rejects(
    inTransaction(pool, async (tx) => {
      const sent = [6, 0, 4, 3].map((by) => divide(tx.db, { by }))
      const outcomes = await Promise.allSettled(sent)
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code)),
        [[{ result: 2 }], '22012', '22012', '22012'],
      )
      await sent[1]
    }),
    divisionByZero,
  )
  assert.deepEqual(await inTransaction(pool, (tx) => results(tx, 2)), [6])
})

test('a transaction is rolled back if a deferred statement fails before its commit', async () => {
  await pool.query('create temporary table kept (id int)')
  await describe()
  const insert = () => sql`insert into kept values (1)`
  await inTransaction(pool, async (tx) => void (await insert().execute(tx.db)))
  await assert.rejects(
    inTransaction(pool, async (tx) => {
      tx.defer(insert().execute(tx.db))
      tx.defer(divide(tx.db, { by: 0 }))
      tx.defer(insert().execute(tx.db))
    }),
    divisionByZero,
  )
  assert.equal((await pool.query('select from kept')).rowCount, 1)
})

test('statements that pg sends itself may follow in the same turn', async () => {
  await describe()
  const client = await pool.connect()
  client.release()
  await inTransaction(pool, async (tx) => {
    const [divided, plain, withValues, again] = await Promise.all([
      divide(tx.db, { by: 2 }),
      client.query('select 1 as plain'),
      client.query('select $1::int as value', [2]),
      divide(tx.db, { by: 3 }),
    ])
    assert.deepEqual(
      [divided, plain.rows, withValues.rows, again],
      [[{ result: 6 }], [{ plain: 1 }], [{ value: 2 }], [{ result: 4 }]],
    )
  })
})

test('a statement is prepared again even if another one was sent just before its error arrived', async () => {
  await pool.query('create temporary table changed (id int)')
  const select = prepared((_db, { id }: { id: number }) => ({
    compile: () => sql<object>`select * from changed where id is distinct from ${id}::int`.compile(db),
  }))
  await describe()
  await select(db, { id: 1 })
  await pool.query('insert into changed values (2)')
  await pool.query('alter table changed add column name text')
  const stream = await socket()
  let attempts = 0
  const rows = await inTransaction(pool, async (tx) => {
    attempts += 1
    if (attempts === 1) stream.prependOnceListener('data', () => void divide(tx.db, { by: 1 }).catch(() => {}))
    const [selected, divided] = await Promise.all([select(tx.db, { id: 1 }), divide(tx.db, { by: 3 })])
    return [...selected, ...divided]
  })
  assert.deepEqual(rows, [{ id: 2, name: null }, { result: 4 }])
  assert.equal(attempts, 2)
  // The statement after it was only skipped, so it is still prepared, and one Sync is enough for both.
  assert.equal(
    await countSyncs(() =>
      inTransaction(pool, async (tx) => {
        await Promise.all([select(tx.db, { id: 1 }), divide(tx.db, { by: 3 })])
      }),
    ),
    2,
  )
})

test('a turn with many statements ends with several Syncs, and one failure fails all that share its Sync', async () => {
  await describe()
  const outcomes = await inTransaction(pool, async (tx) => {
    const sent = Array.from({ length: 600 }, (_, index) => divide(tx.db, { by: index === 0 ? 0 : 1 }))
    return new Rollback(await Promise.allSettled(sent))
  })
  assert.deepEqual(
    new Set(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'fulfilled'))),
    // The rest of the transaction is aborted.
    new Set(['22012', '25P02']),
  )
  const syncs = await countSyncs(() =>
    inTransaction(pool, (tx) => Promise.all(Array.from({ length: 600 }, () => divide(tx.db, { by: 1 })))),
  )
  // Begin and 600 statements, up to 256 for each Sync, and the commit.
  assert.equal(syncs, 4)
})

test('a rollback may follow a statement whose result nobody has awaited', async () => {
  await describe()
  const refusal = new Error('refused')
  await assert.rejects(
    inTransaction(pool, async (tx) => {
      divide(tx.db, { by: 2 }).catch(() => {})
      throw refusal
    }),
    refusal,
  )
  assert.deepEqual(await inTransaction(pool, (tx) => results(tx, 2)), [6])
})

test('all statements of a turn fail if the session ends, and the next transaction gets another', async () => {
  await describe()
  const outcomes: string[] = []
  await assert.rejects(
    inTransaction(pool, async (tx) => {
      const sent = [divide(tx.db, { by: 1 }), endSession(tx.db, { signal: 1 }), divide(tx.db, { by: 2 })]
      for (const { status } of await Promise.allSettled(sent)) outcomes.push(status)
      await Promise.all(sent)
    }),
  )
  assert.deepEqual(outcomes.slice(1), ['rejected', 'rejected'])
  assert.deepEqual(await inTransaction(pool, (tx) => results(tx, 2)), [6])
})
