import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { createTestApp } from '../../test/test-app.ts'
import { createLog } from '../log.ts'
import { openDatabase } from './database.ts'
import { sendsDistributedStatements } from './kysely-dialect.ts'
import { directTarget } from './sessions/sessions.ts'
import { canRetry, inTransaction, Rollback } from './transaction.ts'

const app = await createTestApp()
const { pool } = app.database

type Failure = [code: string, message: string]

/** Returns a statement that fails with this code and message. */
const failWith = ([code, message]: Failure) =>
  `do $$ begin raise exception '${message}' using errcode = '${code}'; end $$`

/** Returns the error that the driver creates from PostgreSQL's response. */
async function errorOf(failure: Failure): Promise<DatabaseError> {
  const error = await pool.query(failWith(failure)).catch((error: unknown) => error)
  assert.ok(error instanceof DatabaseError)
  assert.deepEqual([error.code, error.message], failure)
  return error
}

/** Returns how often a transaction runs that fails with this error each time. */
async function countAttempts(failure: Failure): Promise<number> {
  let attempts = 0
  const failing = inTransaction(pool, async ({ db }) => {
    attempts += 1
    await db.executeQuery(CompiledQuery.raw(failWith(failure)))
  })
  await assert.rejects(failing, { code: failure[0], message: failure[1] })
  return attempts
}

const lostRaces: Failure[] = [
  ['40001', 'could not serialize access due to concurrent update'],
  ['40P01', 'deadlock detected'],
  ['23505', 'duplicate key value violates unique constraint "customers_email"'],
  ['23503', 'insert or update on table "votes" violates foreign key constraint "votes_customer"'],
]

const outdatedStatements: Failure[] = [
  ['0A000', 'cached plan must not change result type'],
  ['26000', 'prepared statement "h1" does not exist'],
]

const violationsOnCitus: Failure[] = [
  ['XX000', 'duplicate key value violates unique constraint "customers_email_102008"'],
  ['XX000', 'insert or update on table "votes_102040" violates foreign key constraint "votes_customer_102040"'],
]

const faults: Failure[] = [
  ['XX000', 'cache lookup failed for relation 16384'],
  ['XX000', 'could not find valid entry for shard 102008'],
  ['XX000', 'new row for relation "votes_102040" violates check constraint "votes_weight_check"'],
  ['XX000', 'null value in column "title" violates not-null constraint'],
  ['XX001', 'duplicate key value violates unique constraint "customers_email_102008"'],
  ['23502', 'null value in column "title" violates not-null constraint'],
  ['23514', 'new row for relation "votes" violates check constraint "votes_weight_check"'],
  ['P0001', 'insert or update on table "votes" violates foreign key constraint "votes_customer"'],
  ['57014', 'canceling statement due to statement timeout'],
  ['ZR001', 'a requirement does not hold'],
]

test('retries lost races and outdated statements on every database', async () => {
  for (const failure of [...lostRaces, ...outdatedStatements]) {
    const error = await errorOf(failure)
    assert.deepEqual([canRetry(error, false), canRetry(error, true)], [true, true], String(failure))
  }
})

test('retries an internal error for a unique or foreign key only on a distributed database', async () => {
  for (const failure of violationsOnCitus) {
    const error = await errorOf(failure)
    assert.deepEqual([canRetry(error, false), canRetry(error, true)], [false, true], String(failure))
  }
})

test('does not retry other errors, even on a distributed database', async () => {
  for (const failure of faults) {
    const error = await errorOf(failure)
    assert.deepEqual([canRetry(error, false), canRetry(error, true)], [false, false], String(failure))
  }
  for (const error of [new Error('violates unique constraint'), new TypeError('x is not a function'), 'thrown text'])
    assert.equal(canRetry(error, true), false)
})

test('runs a transaction up to three times if its error can be retried, and once otherwise', async () => {
  assert.equal(await countAttempts(lostRaces[0]!), 3)
  assert.equal(await countAttempts(violationsOnCitus[0]!), sendsDistributedStatements() ? 3 : 1)
  assert.equal(await countAttempts(faults[0]!), 1)
})

test('rejects statements sent after a transaction has ended', async () => {
  const outcomes = [() => 'committed', () => new Rollback('rolled back'), () => assert.fail('Refused')]
  for (const end of outcomes) {
    let late: (() => Promise<unknown>) | undefined
    const ended = inTransaction(pool, async ({ db }) => {
      // A statement for which the transaction does not wait.
      late = () => sql`create table written_too_late ()`.execute(db)
      await sql`select 1`.execute(db)
      return end()
    })
    await ended.catch(({ message }) => assert.equal(message, 'Refused'))
    await assert.rejects(late!, /The transaction has already ended/)
  }
})

test('rejects late statements of a failed transaction while the next one runs on its connection', async () => {
  const one = openDatabase(directTarget(app.database.target), { size: 1, log: createLog('silent') })
  let late: (() => Promise<unknown>) | undefined
  const failed = inTransaction(one.pool, async ({ db }) => {
    late = () => sql`create table written_too_late ()`.execute(db)
    await sql`select 1`.execute(db)
    throw new Error('Refused')
  })
  await assert.rejects(failed, /Refused/)
  await inTransaction(one.pool, async ({ db }) => {
    await sql`select 1`.execute(db)
    await assert.rejects(late!, /The transaction has already ended/)
  })
  await one.close()
})
