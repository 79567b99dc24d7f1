import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readMigrations } from '../../platform/db/migrate.ts'
import { TestClient } from '../clients/api-client.ts'
import { runCommand } from '../support/run-command.ts'
import { type Deployment, startDatabaseServer, startDatabaseServerIn } from './database-server.ts'
import {
  newDataDir,
  type StartOptions,
  spawnServer,
  startInstance,
  type TestInstance,
  waitFor,
  waitUntilReady,
} from './test-instance.ts'

/** Starts a process with its own data folder. The processes share only the database. */
const newProcess = async ({ env }: Deployment): Promise<StartOptions> => ({ dataDir: await newDataDir(), env })

async function connect({ cluster }: Deployment): Promise<pg.Client> {
  const client = new pg.Client({ host: cluster.socketDir, user: 'heed', database: 'heed' })
  client.on('error', () => {})
  await client.connect()
  after(() => client.end().catch(() => {}))
  return client
}

const keyOf = async (start: StartOptions, workspace: string, name = 'test'): Promise<{ id: string; key: string }> =>
  (
    await runCommand(start, 'key', 'create', '--workspace', workspace, '--name', name, '--scopes', 'all', '--json')
  ).json()

const createWorkspace = (start: StartOptions, slug: string) =>
  runCommand(start, 'workspace', 'create', '--name', slug, '--slug', slug)

const deployment = await startDatabaseServer()
const launched = await Promise.all([0, 1].map(() => newProcess(deployment)))
const [one, two] = (await Promise.all(launched.map((start) => waitUntilReady(spawnServer(start), start.dataDir)))) as [
  TestInstance,
  TestInstance,
]
const operator = await newProcess(deployment)
for (const slug of ['acme', 'globex', 'initech', 'hooli'])
  assert.equal((await createWorkspace(operator, slug)).status, 0)
const database = await connect(deployment)

test('migrates an empty database once when two processes start together', async () => {
  const { rows } = await database.query('select name from schema_migrations order by applied_at, name')
  assert.deepEqual(
    rows.map(({ name }) => name),
    (await readMigrations()).map(({ name }) => name),
  )
  for (const { origin } of [one, two]) assert.equal((await fetch(`${origin}/readyz`)).status, 200)
  assert.match(one.stderr(), /Data: the database at DATABASE_URL/)
})

const statusesOf = async (requests: Promise<{ status: number }>[]) => {
  const count: Record<number, number> = {}
  for (const { status } of await Promise.all(requests)) count[status] = (count[status] ?? 0) + 1
  return count
}

test('shares the limit of a key exactly: 120 of 200 concurrent requests to two processes pass', async () => {
  const { key } = await keyOf(operator, 'acme')
  const [first, second] = [new TestClient(one.origin, key), new TestClient(two.origin, key)]
  const requests = Array.from({ length: 200 }, (_, i) => (i % 2 ? first : second).get('/tags'))
  assert.deepEqual(await statusesOf(requests), { 200: 120, 429: 80 })
})

test('shares the limit of a workspace exactly: 600 of 660 requests by six keys pass', async () => {
  const keys = await Promise.all(Array.from({ length: 7 }, (_, i) => keyOf(operator, 'globex', `key ${i}`)))
  const clients = keys.map(({ key }) => [new TestClient(one.origin, key), new TestClient(two.origin, key)] as const)
  const requests = clients
    .slice(0, 6)
    .flatMap((both) => Array.from({ length: 110 }, (_, i) => both[(i % 2) as 0 | 1].get('/tags')))
  assert.deepEqual(await statusesOf(requests), { 200: 600, 429: 60 })
  const [last] = clients[6]!
  const { status, headers } = await last.get('/tags')
  assert.equal(status, 429)
  assert.ok(Number(headers.get('retry-after')) >= 1)
})

test('shares idempotency keys: twenty concurrent creates on two processes make one request', async () => {
  const { key } = await keyOf(operator, 'initech')
  const clients = [new TestClient(one.origin, key), new TestClient(two.origin, key)]
  const create = async (index: number): Promise<string> => {
    for (;;) {
      const answer = await clients[index % 2]!.post('/feedback', { title: 'Once' }, { 'Idempotency-Key': 'across' })
      if (answer.status === 201) return JSON.stringify(answer.body)
      assert.deepEqual([answer.status, answer.body.error.code], [409, 'in_progress'])
      await sleep(Number(answer.headers.get('retry-after')) * 1000)
    }
  }
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => create(i)))
  assert.equal(new Set(answers).size, 1)
  assert.equal((await clients[0]!.listAll('/feedback')).length, 1)
})

test('accepts a cursor of another process with the same SECRET_KEY', async () => {
  const { key } = await keyOf(operator, 'hooli')
  const [first, second] = [new TestClient(one.origin, key), new TestClient(two.origin, key)]
  for (const title of ['A', 'B', 'C']) await first.create('/feedback', { title })
  const page = (await first.get('/feedback?limit=2')).body
  const next = (await second.get(`/feedback?limit=2&cursor=${page.pagination.nextCursor}`)).body
  assert.deepEqual(
    [...page.data, ...next.data].map(({ title }) => title),
    ['C', 'B', 'A'],
  )
})

test('rejects a revoked key on every process from the next request on', async () => {
  const { id, key } = await keyOf(operator, 'hooli')
  const clients = [new TestClient(one.origin, key), new TestClient(two.origin, key)]
  for (const client of clients) assert.equal((await client.get('/tags')).status, 200)
  assert.equal((await runCommand(operator, 'key', 'revoke', id)).status, 0)
  for (const client of clients) assert.equal((await client.get('/tags')).status, 401)
})

test('frees the idempotency key of a process that is killed during a create', async () => {
  const doomed = await startInstance(await newProcess(deployment))
  const { key } = await keyOf(operator, 'hooli')
  const headers = { 'Idempotency-Key': 'interrupted' }
  await database.query('begin')
  // Every create reads its board. This one blocks there, after claiming its key.
  await database.query('lock table boards in access exclusive mode')
  const lost = assert.rejects(new TestClient(doomed.origin, key).post('/feedback', { title: 'Interrupted' }, headers))
  const isWaiting = `select from pg_stat_activity where application_name = 'heed' and wait_event_type = 'Lock'`
  await waitFor(async () => (await database.query(isWaiting)).rowCount, doomed)
  await doomed.stop('SIGKILL')
  await lost
  await database.query('commit')

  const api = new TestClient(one.origin, key)
  const retry = () => api.post('/feedback', { title: 'Interrupted' }, headers)
  let answer = await retry()
  while (answer.status === 409) {
    await sleep(Number(answer.headers.get('retry-after')) * 1000)
    answer = await retry()
  }
  assert.equal(answer.status, 201)
  const found = (await api.listAll('/feedback')).filter(({ title }) => title === 'Interrupted')
  assert.equal(found.length, 1)
})

test('stays alive but not ready without its database, and recovers by itself', async () => {
  const own = await startDatabaseServer()
  const start = await newProcess(own)
  const server = await startInstance(start)
  await createWorkspace(start, 'acme')
  const { key } = await keyOf(start, 'acme')
  const api = new TestClient(server.origin, key)
  await Promise.all(Array.from({ length: 20 }, () => api.get('/tags')))
  await own.cluster.stop()

  const ready = await fetch(`${server.origin}/readyz`)
  assert.deepEqual([ready.status, await ready.json()], [503, { status: 'database unreachable' }])
  assert.equal((await fetch(`${server.origin}/healthz`)).status, 200)
  const { status, body } = await api.get('/feedback')
  assert.deepEqual([status, body.error.code], [500, 'internal_error'])
  assert.doesNotMatch(JSON.stringify(body), /ECONN|ENOENT|postgres|socket/i)
  const metrics = await fetch(`${server.origin}/metrics`)
  assert.equal(metrics.status, 200)
  assert.match(await metrics.text(), /heed_http_request_duration_seconds_count/)

  await startDatabaseServerIn(own.folder)
  await waitFor(async () => (await fetch(`${server.origin}/readyz`)).status === 200, server)
  assert.equal((await api.get('/feedback')).status, 200)
})

test('fails only the requests of connections that the database terminates', async () => {
  const { key } = await keyOf(operator, 'initech', 'other')
  const api = new TestClient(one.origin, key)
  await database.query('begin')
  await database.query('lock table tags in access exclusive mode')
  const waiting = Array.from({ length: 5 }, () => api.get('/tags'))
  const ofWaiting = `select pid from pg_stat_activity where application_name = 'heed' and wait_event_type = 'Lock'`
  await waitFor(async () => (await database.query(ofWaiting)).rowCount === 5, one)
  await database.query(`select pg_terminate_backend(pid) from (${ofWaiting}) as w`)
  assert.deepEqual(await statusesOf(waiting), { 500: 5 })
  await database.query('rollback')
  assert.equal((await api.get('/tags')).status, 200)
})
