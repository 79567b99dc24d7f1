import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase, withReplica } from '../../platform/db/database.ts'
import { createLog } from '../../platform/log.ts'
import { TestClient } from '../clients/api-client.ts'
import { startReplication } from '../support/replica.ts'
import { createWorkspaceWithKey, runCommand } from '../support/run-command.ts'
import { urlOf } from './database-server.ts'
import { newDataDir, startInstance, type TestInstance, waitFor } from './test-instance.ts'

const replication = await startReplication()
const env = {
  DATABASE_URL: urlOf(replication.primarySocketDir),
  DATABASE_READ_URL: urlOf(replication.replicaSocketDir),
  SECRET_KEY: 'the same secret key for all processes, 46 long',
}
const newServer = async (maxLagSeconds: string) => {
  const start = { dataDir: await newDataDir(), env: { ...env, DATABASE_READ_MAX_LAG_SECONDS: maxLagSeconds } }
  return { start, server: await startInstance(start) }
}
// The first one tolerates any lag of these tests, and the second one as little as possible.
const { start, server: patient } = await newServer('300')
const { server: strict } = await newServer('2')
const { key } = await createWorkspaceWithKey(start, 'acme')
const api = new TestClient(patient.origin, key)

const publish = async (title: string): Promise<void> => {
  const { id } = await api.create('/changelog', { title })
  assert.equal((await api.post(`/changelog/${id}/publish`)).status, 200)
}

let visits = 0
/** Reads the changelog as a visitor. Each URL is new, so that no page comes from the cache. */
async function read({ origin }: TestInstance, headers: Record<string, string> = {}): Promise<string> {
  visits += 1
  const response = await fetch(`${origin}/p/acme/changelog?visit=${visits}`, { headers })
  const page = await response.text()
  assert.equal(response.status, 200, page)
  return page
}

async function metricOf({ origin }: TestInstance, name: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1])
}

const waitForReplica = (server: TestInstance, isInUse: boolean) =>
  waitFor(async () => (await metricOf(server, 'heed_replica_in_use')) === Number(isInUse), server)

/** Waits until a page from the replica shows an entry. */
const waitForEntry = (server: TestInstance, title: string) =>
  waitFor(async () => (await read(server)).includes(title), server)

await publish('First entry')
for (const server of [patient, strict]) {
  await waitForReplica(server, true)
  await waitForEntry(server, 'First entry')
}

test('visitors read from the replica, and from the primary if they have just written', async () => {
  await replication.onReplica('select pg_wal_replay_pause()')
  await publish('Second entry')
  assert.doesNotMatch(await read(patient), /Second entry/)
  // A form of the portal marks the browser, whether it is accepted or not.
  const form = await fetch(`${patient.origin}/p/acme/sign-in`, {
    method: 'POST',
    headers: { origin: patient.origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=',
  })
  const [cookie] = form.headers.getSetCookie().filter((each) => each.startsWith('heed_wrote='))
  assert.match(cookie!, /Max-Age=360; HttpOnly/)
  assert.match(await read(patient, { cookie: cookie!.split(';')[0]! }), /Second entry/)
  assert.match(await read(patient, { cookie: 'heed_customer=somebody' }), /Second entry/)
  const titles = (await api.listAll('/changelog')).map(({ title }) => title)
  assert.ok(titles.includes('Second entry'))
  await replication.onReplica('select pg_wal_replay_resume()')
  await waitForEntry(patient, 'Second entry')
})

test('leaves out a replica that lags, and uses it again when it has caught up', async () => {
  await waitForReplica(strict, true)
  await replication.onReplica('select pg_wal_replay_pause()')
  await publish('Third entry')
  // On a busy machine, the replica may also be left out for a moment because a probe is late.
  await waitFor(async () => (await metricOf(strict, 'heed_replica_lag_seconds')) > 4, strict)
  assert.equal(await metricOf(strict, 'heed_replica_in_use'), 0)
  assert.match(await read(strict), /Third entry/)
  assert.equal((await fetch(`${strict.origin}/readyz`)).status, 200)
  await replication.onReplica('select pg_wal_replay_resume()')
  await waitForReplica(strict, true)
})

test('no request fails when the replica is killed, and it is used again when it is back', async () => {
  let isOver = false
  const visitors = Array.from({ length: 4 }, async () => {
    // `read` rejects any other status.
    while (!isOver) await read(patient)
  })
  await replication.killReplica()
  await waitForReplica(patient, false)
  assert.match(
    (await runCommand(start, 'doctor')).stdout,
    /warning +replica +The replica at DATABASE_READ_URL is not in use/,
  )
  await replication.startReplica()
  await waitForReplica(patient, true)
  isOver = true
  await Promise.all(visitors)
  assert.match((await runCommand(start, 'doctor')).stdout, /ok +replica +The replica at DATABASE_READ_URL answers/)
})

test('reads from the primary while all connections to the replica are in use, and does not leave it out', async () => {
  const options = { size: 1, log: createLog('silent') }
  const primary = openDatabase({ socketDir: replication.primarySocketDir }, options)
  const database = await withReplica(primary, { url: env.DATABASE_READ_URL, maxLagSeconds: 300 }, options)
  const readsFromReplica = async () =>
    (await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(database.staleDb)).rows[0]!
      .isReplica
  await waitFor(() => database.replica.isInUse, patient)
  assert.equal(await readsFromReplica(), true)
  const busy = await database.replica.pool.connect()
  // Half a second apart, because a probe, which would use the replica again, could follow one of them immediately.
  const reads = [0, 500].map(async (delayMs) => {
    await sleep(delayMs)
    return { isFromReplica: await readsFromReplica(), isInUse: database.replica.isInUse }
  })
  const expected = { isFromReplica: false, isInUse: true }
  assert.deepEqual(await Promise.all(reads), [expected, expected])
  busy.release()
  assert.equal(await readsFromReplica(), true)
  await database.close()
})

/** Starts a proxy that leads new connections to one of the two servers, and keeps the others where they are. */
async function startProxy(firstSocketDir: string): Promise<{ url: string; leadTo(socketDir: string): void }> {
  let target = firstSocketDir
  const proxy = createServer((client) => {
    const database = connect(join(target, '.s.PGSQL.5432'))
    client.pipe(database).pipe(client)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  after(() => proxy.close())
  const { port } = proxy.address() as { port: number }
  return {
    url: `postgres://heed@127.0.0.1:${port}/heed`,
    leadTo(socketDir) {
      target = socketDir
    },
  }
}

test('finds the replica again through a proxy that led to the primary', async () => {
  const proxy = await startProxy(replication.primarySocketDir)
  const server = await startInstance({ dataDir: await newDataDir(), env: { ...env, DATABASE_READ_URL: proxy.url } })
  await waitFor(() => /reads do not use the replica/.test(server.stdout()), server)
  assert.equal(await metricOf(server, 'heed_replica_in_use'), 0)
  proxy.leadTo(replication.replicaSocketDir)
  await waitForReplica(server, true)
  await server.stop()
})

test('visitors who are signed out still read while all connections to the primary are in use', async () => {
  await waitForReplica(patient, true)
  const blocker = new pg.Client({ host: replication.primarySocketDir, user: 'heed', database: 'heed' })
  await blocker.connect()
  await blocker.query('begin')
  // Blocks writes only: a lock that blocks reads would also block them on the replica.
  await blocker.query('lock table feedback in exclusive mode')
  const creates = Array.from({ length: 15 }, () => api.post('/feedback', { title: 'Waits' }))
  await waitFor(() => /overloaded: new requests are refused/.test(patient.stdout()), patient)
  assert.match(await read(patient), /First entry/)
  assert.equal(await callApi(), 503)
  assert.equal((await fetch(`${patient.origin}/p/acme?signed-in`, signedIn)).status, 503)
  // Searches are counted on the primary.
  assert.equal((await fetch(`${patient.origin}/p/acme?search=entry`)).status, 503)
  await blocker.end()
  for (const { status } of await Promise.all(creates)) assert.equal(status, 201)
  await waitFor(async () => (await callApi()) === 200, patient)
})

/** Lists entries without `api`, which rejects statuses that operations do not declare. @returns the status */
const callApi = async (): Promise<number> =>
  (await fetch(`${patient.origin}/api/v1/changelog`, { headers: { authorization: `Bearer ${key}` } })).status

// Customers who are signed in read from the primary.
const signedIn = { headers: { cookie: 'heed_customer=unknown' } }

test('visitors still read when the primary is gone', async () => {
  await waitForReplica(patient, true)
  await replication.primary.stop()
  assert.equal((await api.get('/changelog')).status, 500)
  assert.match(await read(patient), /First entry/)
  assert.equal((await fetch(`${patient.origin}/readyz`)).status, 503)
})
