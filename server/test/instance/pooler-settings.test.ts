import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../platform/db/database.ts'
import { createLog } from '../../platform/log.ts'
import { startPooler, withoutPooler } from '../support/pooler.ts'
import { runCommand } from '../support/run-command.ts'
import { addressesOf, type Deployment, startDatabaseServer, urlOf } from './database-server.ts'
import { newDataDir, type StartOptions, startInstance } from './test-instance.ts'

suite('settings of a pooler', { skip: withoutPooler, concurrency: 1 }, async () => {
  const deployment = withoutPooler === false ? await startDatabaseServer() : (null as never as Deployment)
  const { cluster, env } = deployment
  // On a busy machine, 2,400 transactions take longer than requests may wait.
  const pooler = await startPooler(cluster.socketDir, { query_wait_timeout: '60' })
  after(() => pooler.stop())
  const newProcess = async (settings: Record<string, string> = {}): Promise<StartOptions> => ({
    dataDir: await newDataDir(),
    env: { ...env, ...addressesOf(pooler, cluster), ...settings },
  })

  const countSessions = async (): Promise<number> => {
    const client = new pg.Client({ host: cluster.socketDir, user: 'heed', database: 'heed' })
    await client.connect()
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity where application_name = 'heed'`,
    )
    await client.end()
    return rows[0].count
  }

  test('2,400 connections, as those of 200 processes, share 20 sessions', async () => {
    const target = { socketDir: pooler.socketDir, directSocketDir: cluster.socketDir }
    const log = createLog('silent')
    const databases = Array.from({ length: 200 }, () => openDatabase(target, { size: 12, log }))
    const clients: pg.PoolClient[] = []
    let most = 0
    const watching = setInterval(async () => {
      most = Math.max(most, await countSessions())
    }, 100)
    try {
      // Opened in turn: what counts is how many there are.
      for (const { pool } of databases) {
        clients.push(...(await Promise.all(Array.from({ length: 12 }, () => pool.connect()))))
      }
      const results = await Promise.all(
        clients.map(async (client, index) => {
          await client.query('begin')
          const { rows } = await client.query({ name: 'shared', text: 'select $1::int as value', values: [index] })
          await client.query('commit')
          return rows[0].value
        }),
      )
      assert.deepEqual(
        results,
        clients.map((_, index) => index),
      )
      const [list] = (await pooler.command('SHOW LISTS')).filter((row) => row.list === 'used_clients')
      assert.ok(Number(list!.items) >= 2_400, JSON.stringify(list))
      most = Math.max(most, await countSessions())
      assert.ok(most > 1 && most <= 20, `${most} sessions`)
    } finally {
      clearInterval(watching)
      for (const client of clients) client.release(true)
      await Promise.all(databases.map((database) => database.close()))
    }
  })

  test('says to set DATABASE_DIRECT_URL if DATABASE_URL leads to a pooler', async () => {
    const start = await newProcess()
    const { DATABASE_DIRECT_URL: _, ...rest } = start.env!
    const { status, stderr } = await runCommand({ ...start, env: rest }, 'workspace', 'list')
    assert.equal(status, 1)
    assert.match(stderr, /leads to a pooler, such as PgBouncer\. Set DATABASE_DIRECT_URL/)
  })

  test('also notices a pooler that ignores the settings of a connection', async () => {
    const fresh = await startDatabaseServer()
    const elsewhere = await startPooler(fresh.cluster.socketDir, { ignore_startup_parameters: 'options' })
    const { SECRET_KEY } = fresh.env
    const start = {
      dataDir: await newDataDir(),
      env: { SECRET_KEY: SECRET_KEY!, DATABASE_URL: urlOf(elsewhere.socketDir) },
    }
    const { status, stderr } = await runCommand(start, 'workspace', 'list')
    await elsewhere.stop()
    assert.equal(status, 1)
    assert.match(stderr, /statement_timeout is 0 instead of 20s.*set DATABASE_DIRECT_URL/s)
  })

  test('refuses two addresses of different databases', async () => {
    const other = await startDatabaseServer()
    const start = await newProcess({ DATABASE_DIRECT_URL: urlOf(other.cluster.socketDir) })
    const { status, stderr } = await runCommand(start, 'workspace', 'list')
    assert.equal(status, 1)
    assert.match(stderr, /DATABASE_URL and DATABASE_DIRECT_URL lead to different databases or servers/)
  })

  test('refuses a pooler that does not keep prepared statements', async () => {
    const plain = await startPooler(cluster.socketDir, { max_prepared_statements: '0' })
    const start = await newProcess({ DATABASE_URL: urlOf(plain.socketDir) })
    const { status, stderr } = await runCommand(start, 'workspace', 'list')
    await plain.stop()
    assert.equal(status, 1)
    assert.match(stderr, /does not keep prepared statements\. Set max_prepared_statements/)
  })

  test('refuses sessions from before its settings until the pooler reconnects', async () => {
    const server = await startDatabaseServer()
    const early = await startPooler(server.cluster.socketDir, { min_pool_size: '1' })
    const client = new pg.Client({ host: early.socketDir, user: 'heed', database: 'heed' })
    await client.connect()
    await client.query('select 1')
    await client.end()
    const start = await newProcess(addressesOf(early, server.cluster))
    const refused = await runCommand(start, 'workspace', 'list')
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /run `psql .* -U pgbouncer_admin pgbouncer -c RECONNECT`/)
    await early.command('RECONNECT')
    assert.equal((await runCommand(start, 'workspace', 'list')).status, 0)
    await early.stop()
  })

  test('sets the settings at the first start before it watches a replica', async () => {
    const server = await startDatabaseServer()
    const fresh = await startPooler(server.cluster.socketDir)
    const DATABASE_READ_URL = 'postgres://heed@127.0.0.1:1/heed'
    const instance = await startInstance(await newProcess({ ...addressesOf(fresh, server.cluster), DATABASE_READ_URL }))
    assert.deepEqual(await instance.stop(), { status: 0, signal: null })
    await fresh.stop()
  })
})
