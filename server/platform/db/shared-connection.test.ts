import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestApp } from '../../test/test-app.ts'
import { createLog } from '../log.ts'
import { openDatabase } from './database.ts'
import { prepared } from './prepared.ts'
import { directTarget } from './sessions/sessions.ts'
import { inTransaction } from './transaction.ts'

const { database } = await createTestApp()
const { db, pool, close } = openDatabase(directTarget(database.target), { size: 4, log: createLog('silent') })
after(close)

const statement = <R>(text: ReturnType<typeof sql<R>>) => ({ compile: () => text.compile(db) })
const selectPid = prepared((_db, { value }: { value: number }) =>
  statement(sql<{ pid: number }>`select pg_backend_pid() as pid, ${value}::int as value`),
)
const divide = prepared((_db, { by }: { by: number }) => statement(sql<object>`select 1 / ${by}::int as result`))
const echo = prepared((_db, { json }: { json: object }) => statement(sql<object>`select ${json}::jsonb as json`))
const lock = prepared((_db, { key }: { key: number }) =>
  statement(sql<object>`select pg_advisory_xact_lock(${key}::bigint)`),
)
const endSession = prepared((_db, { value }: { value: number }) =>
  statement(sql<object>`select pg_terminate_backend(pg_backend_pid()), ${value}::int`),
)

const selectPids = async (count: number): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, (_, value) => selectPid(db, { value })))).map(([row]) => row!.pid)

/** Asserts that no connection is still in use. */
async function assertAllReleased(): Promise<void> {
  await nextTurn()
  assert.equal(pool.totalCount, pool.idleCount)
}

test('up to eight prepared statements of a turn share a connection, and further ones take another', async () => {
  const pids = await selectPids(20)
  assert.deepEqual(
    [new Set(pids.slice(0, 8)).size, new Set(pids.slice(8, 16)).size, new Set(pids.slice(16)).size],
    [1, 1, 1],
  )
  assert.equal(new Set(pids).size, 3)
  await assertAllReleased()
})

test('statements of a later turn do not wait for running ones', async () => {
  let waiting: Promise<unknown> | undefined
  await inTransaction(pool, async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx.db)
    waiting = lock(db, { key: 1 })
    await nextTurn()
    await nextTurn()
    assert.equal((await selectPids(1)).length, 1)
  })
  await waiting
  await assertAllReleased()
})

test('a statement that fails does not affect those that share its connection', async () => {
  const failing = () => divide(db, { by: 0 })
  const [before, failed, after] = await Promise.allSettled([divide(db, { by: 1 }), failing(), divide(db, { by: 1 })])
  assert.deepEqual(before, { status: 'fulfilled', value: [{ result: 1 }] })
  assert.equal(failed.status, 'rejected')
  assert.deepEqual(after, { status: 'fulfilled', value: [{ result: 1 }] })
  await assertAllReleased()
})

test('a value that cannot be sent fails its statement and frees the connection', async () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  await assert.rejects(echo(db, { json: circular }), TypeError)
  const [failed, sent] = await Promise.allSettled([echo(db, { json: circular }), echo(db, { json: { a: 1 } })])
  assert.equal(failed.status, 'rejected')
  assert.deepEqual(sent, { status: 'fulfilled', value: [{ json: { a: 1 } }] })
  await assertAllReleased()
})

test('the end of a session fails its statements, and the next ones get another connection', async () => {
  const [first, ended, last] = await Promise.allSettled([
    selectPid(db, { value: 1 }),
    endSession(db, { value: 1 }),
    selectPid(db, { value: 2 }),
  ])
  assert.equal(first.status, 'fulfilled')
  assert.deepEqual([ended.status, last.status], ['rejected', 'rejected'])
  assert.equal((await selectPids(1)).length, 1)
  await assertAllReleased()
})

test('in a transaction, prepared statements run on its connection', async () => {
  const pids = await inTransaction(pool, async (tx) => {
    const own = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db)).rows[0]!.pid
    const [shared] = await selectPids(1)
    return { own, inside: (await selectPid(tx.db, { value: 1 }))[0]!.pid, shared: shared! }
  })
  assert.equal(pids.inside, pids.own)
  assert.notEqual(pids.shared, pids.own)
})
