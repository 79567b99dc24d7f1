import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp } from '../../test/test-app.ts'
import { createLog, logTo } from '../log.ts'
import { openDatabase } from './database.ts'
import { directTarget } from './sessions/sessions.ts'
import { inTransaction } from './transaction.ts'
import { acceptsWrites, isDatabaseUnavailable } from './unavailable.ts'

const world = await createTestApp()
const acme = await world.workspace()

test('fails only one request, without changes, when the database closes its connection during a write', async () => {
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  const held = await startBlockingTransaction(world, 'select id from feedback where id = $1 for update', [id])
  const changing = acme.api.patch(`/feedback/${id}`, { title: 'Light mode' })
  const [pid] = await waitForBlockedConnections(world)
  await world.database.pool.query('select pg_terminate_backend($1::int)', [pid])
  await held.release()

  const { status, body, headers } = await changing
  assert.equal(status, 500)
  assert.equal(body.error.code, 'internal_error')
  assert.equal(headers.get('retry-after'), '10')
  assert.doesNotMatch(body.error.message, /Nothing was changed/)
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.title, 'Dark mode')
  assert.equal((await acme.api.patch(`/feedback/${id}`, { title: 'Light mode' })).status, 200)
})

test('does not use a connection again whose session the database has ended', async () => {
  const { db } = world.database
  await assert.rejects(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db), { code: '57P01' })
  assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
})

test('recognizes an unavailable database if a session ends between two statements of a transaction', async () => {
  const { pool, close } = openDatabase(directTarget(world.database.target), { size: 1, log: createLog('silent') })
  const ended = new Promise((resolve) => pool.once('acquire', (client) => client.once('end', resolve)))
  const error = await inTransaction(pool, async ({ db }) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await world.database.pool.query('select pg_terminate_backend($1::int)', [rows[0]!.pid])
    await ended
    await sql`select 1`.execute(db)
  }).catch((error: unknown) => error)
  assert.ok(isDatabaseUnavailable(error), String(error))
  await close()
})

test('logs once, with the reason, that a session ended between two statements of a transaction', async () => {
  const lines: string[] = []
  const log = logTo({ write: (line) => lines.push(line) }, 'warn')
  const { pool, close } = openDatabase(directTarget(world.database.target), { size: 1, log })
  const client = await pool.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await world.database.pool.query('select pg_terminate_backend($1::int)', [rows[0]!.pid])
  await ended
  client.release(true)
  await close()
  const logged = lines.map((line) => JSON.parse(line)).map(({ msg, err }) => [msg, err.code])
  assert.deepEqual(logged, [['a database connection was lost', '57P01']])
})

test('does not reuse a connection whose server accepts no writes', async () => {
  const { pool, db, close } = openDatabase(directTarget(world.database.target), { size: 1, log: createLog('silent') })
  const insert = sql`insert into boards select from boards where false`
  const writes = [
    () => insert.execute(db),
    () => inTransaction(pool, (tx) => insert.execute(tx.db)),
    () => inTransaction(pool, async (tx) => tx.defer(insert.execute(tx.db))),
  ]
  for (const write of writes) {
    await pool.query('set default_transaction_read_only = on')
    await assert.rejects(write, { code: '25006' })
    const { rows } = await pool.query('show default_transaction_read_only')
    assert.deepEqual(rows, [{ default_transaction_read_only: 'off' }])
  }
  await close()
})

test('replaces connections whose server accepts no writes before it reports that there is no other', async () => {
  const database = openDatabase(directTarget(world.database.target), { size: 2, log: createLog('silent') })
  const { pool, probe, close } = database
  for (const each of [pool, probe]) await each.query('set default_transaction_read_only = on')
  assert.equal(await acceptsWrites(database), true)
  for (const each of [pool, probe]) {
    const { rows } = await each.query('show default_transaction_read_only')
    assert.deepEqual(rows, [{ default_transaction_read_only: 'off' }])
  }
  await close()
})

test('is ready while requests use all connections', async () => {
  const { pool } = world.database
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  try {
    const response = await fetch(`${world.origin}/readyz`)
    assert.deepEqual([response.status, await response.json()], [200, { status: 'ready' }])
  } finally {
    for (const client of clients) client.release()
  }
})

test('sends the settings of the database URL and its own', async () => {
  const target = directTarget(world.database.target) as { socketDir: string; database?: string }
  const socket = encodeURIComponent(target.socketDir)
  const given = encodeURIComponent('-c search_path=public,pg_temp -c statement_timeout=1s')
  const url = `postgres://heed@/${target.database ?? 'heed'}?options=${given}&host=${socket}`
  const { pool, close } = openDatabase({ url }, { size: 1, log: createLog('silent') })
  const { rows } = await pool.query(
    "select current_setting('search_path') as path, current_setting('statement_timeout') as timeout",
  )
  assert.deepEqual(rows, [{ path: 'public,pg_temp', timeout: '20s' }])
  await close()
})

test('is not ready while the database accepts no writes', async () => {
  const { pool, close } = openDatabase(directTarget(world.database.target), { size: 1, log: createLog('silent') })
  const { rows } = await pool.query('select quote_ident(current_database()) as name')
  // New sessions get the setting, those of a pooler too.
  const change = async (setting: string) => {
    await pool.query(`alter database ${rows[0].name} ${setting}`)
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  }
  const readiness = async () => {
    const response = await fetch(`${world.origin}/readyz`)
    const { status } = (await response.json()) as { status: string }
    return [response.status, status]
  }
  // Connections that have just been ended may be used once more.
  const waitForStatus = async (status: string) => {
    while ((await readiness())[1] !== status) await sleep(10)
  }
  await change('set default_transaction_read_only = on')
  await waitForStatus('database read-only')
  assert.deepEqual(await readiness(), [503, 'database read-only'])
  assert.equal((await acme.api.get('/feedback')).status, 200)

  await change('reset default_transaction_read_only')
  await waitForStatus('ready')
  assert.deepEqual(await readiness(), [200, 'ready'])
  await close()
})

test('distinguishes an unreachable database from other failures', async () => {
  const nobody = openDatabase({ url: 'postgres://heed@127.0.0.1:1/heed' }, { size: 1, log: createLog('silent') })
  const refused = await sql`select 1`.execute(nobody.db).catch((error) => error)
  await nobody.close()
  const missing = await readFile('/there/is/no/such/file').catch((error) => error)
  const wrong = await sql`select wrong`.execute(world.database.db).catch((error) => error)
  assert.deepEqual([refused, missing, wrong].map(isDatabaseUnavailable), [true, false, false])
})
