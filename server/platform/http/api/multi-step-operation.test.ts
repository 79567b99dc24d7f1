import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestResponse } from '../../../test/clients/api-client.ts'
import { createTestApp, type TestWorkspace } from '../../../test/test-app.ts'
import { connectionContextFor, connectWorkspace, fakeTrackers, outbound } from '../../../test/trackers/connect.ts'

// Sending a request to a tracker is the API's multi-step operation.

const app = await createTestApp({ trackerTimeoutMs: 2_000 })
const { pool } = app.database
after(() => outbound.close())
const tracker = await fakeTrackers.Linear()
const acme = await app.workspace()
await connectWorkspace(connectionContextFor(app, acme), tracker)

async function createApprovedRequest({ api }: TestWorkspace = acme): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

const send = (id: string, key: string, body = {}): Promise<TestResponse> =>
  acme.api.post(path(id), body, { 'idempotency-key': key })

const path = (id: string) => `/feedback/${id}/send-to-tracker`
const wasReplayed = ({ headers }: TestResponse): boolean => headers.get('idempotency-replayed') === 'true'

/** Starts a send to a tracker that has received a call and does not answer. */
async function startHangingSend(id: string, key: string): Promise<{ sending: Promise<TestResponse> }> {
  const calls = tracker.calls.length
  tracker.failNext('inspect', 'hang')
  const sending = send(id, key)
  await until(() => tracker.calls.length > calls)
  return { sending }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}

function assertBusy({ status, body, headers }: TestResponse): void {
  assert.deepEqual([status, body.error.code], [409, 'in_progress'])
  assert.match(headers.get('retry-after')!, /^[1-9]\d*$/)
}

test('answers 409 while a send with the key runs, and frees the key when it fails', async () => {
  const id = await createApprovedRequest()
  const { sending } = await startHangingSend(id, 'running')
  for (const other of await Promise.all([send(id, 'running'), send(id, 'running', { title: 'Other' })])) {
    assertBusy(other)
  }
  assert.equal(
    (await send(await createApprovedRequest(), 'running')).status,
    201,
    'The same key on another path is another key.',
  )
  assert.equal((await sending).status, 500)

  const retried = await send(id, 'running')
  assert.deepEqual([retried.status, wasReplayed(retried)], [201, false])
  const again = await send(id, 'running', { title: 'Other' })
  assert.deepEqual([again.status, wasReplayed(again), again.body], [201, true, retried.body])
})

test('replays the response or answers 409 to a retry while the first send is finishing', async () => {
  for (let round = 0; round < 20; round++) {
    const id = await createApprovedRequest()
    const first = send(id, 'at-its-end')
    const answers: TestResponse[] = []
    const retry = async () => {
      do answers.push(await send(id, 'at-its-end'))
      while (answers.at(-1)!.status === 409)
    }
    await Promise.all([retry(), retry(), retry(), retry(), first])
    const done = [...answers, await first].filter(({ status }) => status !== 409)
    assert.deepEqual([...new Set(done.map(({ status }) => status))], [201])
    assert.equal(done.filter((answer) => !wasReplayed(answer)).length, 1)
  }
})

test('frees the key of a dead process when its lease expires, and not before', async () => {
  const id = await createApprovedRequest()
  const { sending } = await startHangingSend(id, 'died')
  const { rows } = await pool.query(`select * from idempotency_leases where key = 'died'`)
  assert.equal(rows.length, 1)
  const { workspace_id, operation, leased_until } = rows[0]
  assert.equal((await sending).status, 500)
  // Restores the lease as a dead process would leave it.
  await pool.query(
    `insert into idempotency_leases (workspace_id, operation, key, lease_id, leased_until)
     values ($1, $2, 'died', gen_random_uuid(), $3)`,
    [workspace_id, operation, leased_until],
  )
  assertBusy(await send(id, 'died'))
  await pool.query(`update idempotency_leases set leased_until = now() - interval '1 millisecond' where key = 'died'`)
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(id, 'died')))
  const first = answers.filter((answer) => answer.status === 201 && !wasReplayed(answer))
  assert.equal(first.length, 1)
  for (const answer of answers.filter((each) => each.status !== 201)) assertBusy(answer)
  const { rowCount } = await pool.query(`select from idempotency_leases where key = 'died'`)
  assert.equal(rowCount, 0)
})

test('frees the key of a rejected send at once and does not store the rejection', async () => {
  const id = await createApprovedRequest()
  const refusals = [{ teamId: 'no-such-team' }, { title: '' }, { unknown: 1 }]
  for (const body of refusals) assert.equal((await send(id, 'refused', body)).status, 400)
  await acme.api.patch(`/feedback/${id}/status`, { status: 'rejected' })
  assert.equal((await send(id, 'refused')).status, 400)
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const sent = await send(id, 'refused')
  assert.deepEqual([sent.status, wasReplayed(sent)], [201, false])
})

test('frees the key if the last transaction fails, and a retry finds the same issue', async () => {
  const id = await createApprovedRequest()
  await pool.query('alter table audit_events rename to audit_events_elsewhere')
  const failed = await send(id, 'last').finally(() =>
    pool.query('alter table audit_events_elsewhere rename to audit_events'),
  )
  assert.equal(failed.status, 500)
  const { rows } = await pool.query('select state from tracker_links where feedback_id = $1', [id])
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['creating'],
  )
  await pool.query(`update tracker_links set claimed_until = now() - interval '1 second' where feedback_id = $1`, [id])
  const retried = await send(id, 'last')
  assert.deepEqual([retried.status, wasReplayed(retried)], [201, false])
  assert.equal(tracker.issues.filter(({ description }) => description.includes(id)).length, 1)
})

test('holds no database connection while it waits for the tracker', async () => {
  // More sends wait than there are connections, for as long as the test takes.
  const slowApp = await createTestApp({ trackerTimeoutMs: 120_000 })
  const globex = await slowApp.workspace()
  const silent = await fakeTrackers.Linear()
  await connectWorkspace(connectionContextFor(slowApp, globex), silent)
  const ids: string[] = []
  while (ids.length < 15) ids.push(await createApprovedRequest(globex))
  const calls = silent.calls.length
  silent.failNext('inspect', 'hang', ids.length)
  let ended = 0
  const sending = ids.map((id, index) =>
    globex.api.post(path(id), {}, { 'idempotency-key': `key-${index}` }).finally(() => {
      ended += 1
    }),
  )
  await until(() => silent.calls.length === calls + ids.length)
  const { pool: connections } = slowApp.database
  await until(() => connections.idleCount === connections.totalCount && connections.waitingCount === 0)
  const answers = await Promise.all(Array.from({ length: 20 }, () => globex.api.get(`/feedback/${ids[0]}`)))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(ended, 0)
  await silent.stop()
  const statuses = (await Promise.all(sending)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([500]))
})
