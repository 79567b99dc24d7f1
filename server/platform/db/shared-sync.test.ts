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
import { inTransaction, type Transaction } from './transaction.ts'

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

/** Counts the answers to a Sync that arrive on the only connection while `work` runs. */
async function countSyncs(work: () => Promise<unknown>): Promise<number> {
  const client = await pool.connect()
  const { stream } = (client as PoolClient & { connection: { stream: EventEmitter } }).connection
  client.release()
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
