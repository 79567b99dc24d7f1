import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { sql } from 'kysely'
import { startPooler, withoutPooler } from '../../../test/support/pooler.ts'
import { createTestApp, testSocketDir } from '../../../test/test-app.ts'
import { createLog } from '../../log.ts'
import { openDatabase } from '../database.ts'
import { prepared } from '../prepared.ts'
import { inTransaction, Rollback } from '../transaction.ts'

suite('statements through a pooler', { skip: withoutPooler }, async () => {
  if (withoutPooler !== false) return
  const { databaseName } = await createTestApp()
  const socketDir = testSocketDir()
  // One session for two clients, so that each meets what the other left there.
  const pooler = await startPooler(socketDir, { default_pool_size: '1' })
  after(() => pooler.stop())
  const target = { socketDir: pooler.socketDir, directSocketDir: socketDir, database: databaseName }
  const open = () => openDatabase(target, { size: 1, log: createLog('silent') })
  const [one, two] = [open(), open()]
  after(() => Promise.all([one.close(), two.close()]))
  const pidOf = (pool: typeof one.pool) => pool.query('select pg_backend_pid() as pid').then(({ rows }) => rows[0].pid)

  test('a connection outlives statements that were rejected before they were prepared', async () => {
    let lost = 0
    one.pool.on('remove', () => {
      lost += 1
    })
    const divide = prepared((db, { by }: { by: number }) => ({
      compile: () => sql<{ result: number }>`select 1 / ${by}::int as result`.compile(db),
    }))
    const list = prepared((db, { name }: { name: string }) => ({
      compile: () => sql<{ found: string }>`select ${name}::text as found`.compile(db),
    }))
    for (const names of [['a'], ['a'], ['a', 'b'], ['a', 'b']]) {
      // All statements are sent before the error of the first one arrives.
      const outcomes = await inTransaction(one.pool, async (tx) => {
        const sent = [divide(tx.db, { by: 0 }), ...names.map((name) => list(tx.db, { name }))]
        return new Rollback((await Promise.allSettled(sent)).map(({ status }) => status))
      })
      assert.deepEqual(new Set(outcomes), new Set(['rejected']))
    }
    assert.deepEqual(await list(one.db, { name: 'c' }), [{ found: 'c' }])
    assert.deepEqual(await divide(one.db, { by: 1 }), [{ result: 1 }])
    assert.equal(lost, 0)
  })

  test('statements of two clients share a session, whatever their names', async () => {
    assert.equal(await pidOf(one.pool), await pidOf(two.pool))
    for (const value of [1, 2, 3]) {
      for (const { db } of [one, two]) {
        assert.deepEqual((await sql`select ${value}::int as value`.execute(db)).rows, [{ value }])
      }
    }
  })

  test('statements whose columns have changed are prepared again, also by other clients', async () => {
    await one.pool.query('create table changing (a int)')
    await one.pool.query('insert into changing values (1)')
    const read = ({ db }: typeof one) => sql`select * from changing`.execute(db).then(({ rows }) => rows)
    for (const client of [one, two]) assert.deepEqual(await read(client), [{ a: 1 }])
    for (const column of ['b', 'c', 'd']) {
      await two.pool.query(`alter table changing add column ${column} text default '${column}'`)
      const [first, second] = [await read(one), await read(two)]
      assert.equal((first[0] as Record<string, string>)[column], column)
      assert.deepEqual(second, first)
    }
  })

  test('reads the columns that a statement has now, even if it was described before', async () => {
    await one.pool.query('create table replaced (a int, b text)')
    await one.pool.query(`insert into replaced values (1, 'x')`)
    const read = () => sql`select * from replaced`.execute(one.db).then(({ rows }) => rows)
    assert.deepEqual(await read(), [{ a: 1, b: 'x' }])
    await one.pool.query('alter table replaced rename column b to c')
    // A new session prepares the statement for the table as it is.
    await pooler.command('RECONNECT')
    assert.deepEqual(await read(), [{ a: 1, c: 'x' }])
  })
})
