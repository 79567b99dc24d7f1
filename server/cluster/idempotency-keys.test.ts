import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from 'undici'
import { TestClient } from '../test/clients/api-client.ts'
import { connectTo, killAndAwaitReplacement, until } from '../test/instance/members.ts'
import {
  connectToDatabase,
  newMigratedDataDir,
  type StartOptions,
  startInstance,
} from '../test/instance/test-instance.ts'
import { createWorkspaceWithKey, runCommand } from '../test/support/run-command.ts'
import { fakeTrackers } from '../test/trackers/connect.ts'

// While one process handles a request with an idempotency key, other processes must not handle it too.

const env = { WEB_PROCESSES: '2', OUTBOUND_ALLOW: '127.0.0.0/8' }
const start: StartOptions = { dataDir: await newMigratedDataDir(), env }
const instance = await startInstance(start)
const { key } = await createWorkspaceWithKey(start, 'acme')
const api = new TestClient(instance.origin, key)
const database = await connectToDatabase(start.dataDir)
const tracker = await fakeTrackers.Linear()
await connectTracker()

async function connectTracker(): Promise<void> {
  const { credential, url, team } = tracker
  assert.ok('token' in credential)
  const options = ['--provider', 'linear', '--token-stdin', '--team', team.name, '--api-url', url]
  const input = `${credential.token}\n`
  const { status, stderr } = await runCommand(
    { ...start, input },
    ...['tracker', 'connect', '--workspace', 'acme', ...options],
  )
  assert.equal(status, 0, stderr)
}

interface Answer {
  status: number
  isReplay: boolean
  retryAfter: string | undefined
  body: string
}

async function post(client: Client, path: string, body: object, idempotencyKey: string): Promise<Answer> {
  const response = await client.request({
    method: 'POST',
    path: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
  })
  return {
    status: response.statusCode,
    isReplay: response.headers['idempotency-replayed'] === 'true',
    retryAfter: response.headers['retry-after']?.toString(),
    body: await response.body.text(),
  }
}

function assertBusy({ status, body, retryAfter }: Answer): void {
  assert.deepEqual([status, JSON.parse(body).error.code], [409, 'in_progress'])
  assert.match(retryAfter!, /^[1-9]\d*$/)
}

/** Asserts that a response is the first one, and that both processes replay it. */
async function assertReplayed(first: Answer, send: (client: Client) => Promise<Answer>): Promise<void> {
  assert.equal(first.isReplay, false)
  await assertDone(first, send)
}

/** Asserts that a response reports success, and that both processes replay it. */
async function assertDone(first: Answer, send: (client: Client) => Promise<Answer>): Promise<void> {
  assert.equal(first.status, 201)
  for (const name of ['web-1', 'web-2']) {
    const again = await send(await connectTo(instance, name))
    assert.deepEqual([again.status, again.isReplay, again.body], [201, true, first.body])
  }
}

/** Makes requests that need these locks wait until the test ends the transaction. */
async function holdLock(statement: string): Promise<() => Promise<unknown>> {
  await database.query('begin')
  await database.query(statement)
  return () => database.query('commit')
}

const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and wait_event in ('relation', 'tuple', 'transactionid')`
const isWaiting = async (): Promise<boolean> => (await database.query(waiting)).rowCount === 1

const create = (title: string) => (client: Client) => post(client, '/feedback', { title }, title)
const send = (id: string) => (client: Client) => post(client, `/feedback/${id}/send-to-tracker`, {}, 'send')

const titlesOf = async (title: string) => (await api.listAll('/feedback')).filter((each) => each.title === title).length
const issuesOf = (id: string) => tracker.issues.filter(({ description }) => description.includes(id)).length

async function approvedRequest(): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

// Blocks the insert, which comes after the key is claimed.
const blockCreates = 'lock table feedback in share mode'
const blockSends = (id: string) => `select from feedback where id = '${id}' for update`

test('concurrent creates with one key on two processes create one request, and the others get 409', async () => {
  const release = await holdLock(blockCreates)
  const clients: Client[] = []
  while (clients.length < 10) clients.push(await connectTo(instance, `web-${1 + (clients.length % 2)}`))
  const busy: Answer[] = []
  const sending = clients.map(async (client) => {
    const answer = await create('Once')(client)
    if (answer.status === 409) busy.push(answer)
    return answer
  })
  await until(async () => busy.length === clients.length - 1 && (await isWaiting()))
  busy.forEach(assertBusy)
  await release()
  const done = (await Promise.all(sending)).filter(({ status }) => status !== 409)
  assert.equal(done.length, 1)
  await assertReplayed(done[0]!, create('Once'))
  assert.equal(await titlesOf('Once'), 1)
})

test('a create whose process is killed is done once, and its key does not stay busy', async () => {
  const [doomed, other] = [await connectTo(instance, 'web-1'), await connectTo(instance, 'web-2')]
  const release = await holdLock(blockCreates)
  const lost = assert.rejects(create('Interrupted')(doomed))
  await until(isWaiting)
  assertBusy(await create('Interrupted')(other))
  await killAndAwaitReplacement(instance, 'web-1')
  await lost
  await release()
  let answer = await create('Interrupted')(other)
  // The key stays busy until PostgreSQL notices that the process is gone. If it notices only after the commit, the
  // request of the killed process exists, and its response is replayed.
  await until(async () => {
    if (answer.status === 409) answer = await create('Interrupted')(other)
    return answer.status !== 409
  })
  await assertDone(answer, create('Interrupted'))
  assert.equal(await titlesOf('Interrupted'), 1)
})

test('a key leased by one process is in progress for the other until the response is stored', async () => {
  const id = await approvedRequest()
  const [one, two] = [await connectTo(instance, 'web-1'), await connectTo(instance, 'web-2')]
  const release = await holdLock(blockSends(id))
  const sending = send(id)(one)
  await until(isWaiting)
  assertBusy(await send(id)(two))
  await release()
  await assertReplayed(await sending, send(id))
  assert.equal(issuesOf(id), 1)
})

test('a key leased by a killed process is in progress for all processes until the lease expires', async () => {
  const id = await approvedRequest()
  const doomed = await connectTo(instance, 'web-1')
  const release = await holdLock(blockSends(id))
  const lost = assert.rejects(send(id)(doomed))
  await until(isWaiting)
  await killAndAwaitReplacement(instance, 'web-1')
  await lost
  await release()
  const clients = [await connectTo(instance, 'web-1'), await connectTo(instance, 'web-2')]
  for (const client of clients) assertBusy(await send(id)(client))
  const { rowCount } = await database.query(
    `update idempotency_leases set leased_until = now() - interval '1 millisecond'
     where leased_until between now() and now() + interval '20 seconds'`,
  )
  assert.equal(rowCount, 1)
  const answers = await Promise.all(clients.map(send(id)))
  const first = answers.filter(({ status, isReplay }) => status === 201 && !isReplay)
  assert.equal(first.length, 1)
  for (const answer of answers) if (answer.status !== 201) assertBusy(answer)
  await assertReplayed(first[0]!, send(id))
  assert.equal(issuesOf(id), 1)
})
