import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../platform/clock.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'
import { connectionContextFor, connectWorkspace, fakeTrackers, outbound } from '../../test/trackers/connect.ts'
import type { FakeTracker } from '../../test/trackers/fake-tracker.ts'
import { openWebhookSecret } from '../connection/queries.ts'
import { markDisconnected } from '../connection/store.ts'
import { rotateWebhookSecret } from '../connection/webhook-registration.ts'
import type { Provider } from '../tracker.ts'
import { syncLink } from './sync-link.ts'

// The webhook endpoint. The signature formats are tested in providers/*/webhook.test.ts.

const testApp = await createTestApp()
const { pool } = testApp.database
after(() => outbound.close())

interface Call {
  headers: Record<string, string>
  body: Buffer
}

/** Calls the webhook of a connection, as a tracker does. */
async function call(connectionId: string, { headers, body }: Call) {
  const response = await fetch(`${testApp.origin}/hooks/tracker/${connectionId}`, { method: 'POST', headers, body })
  const { error, ...rest } = (await response.json()) as { error?: { code: string; message: string } }
  return { status: response.status, error: error && { code: error.code, message: error.message }, rest }
}

/** Returns the call with another body and a matching signature. */
function withBody({ headers }: Call, body: Buffer, secret: string): Call {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const signed = Object.entries(headers).map(([name, value]) => [name, value.replace(/[0-9a-f]{64}$/, signature)])
  return { headers: Object.fromEntries(signed), body }
}

/** False claims about the issue in the body of a call. */
const falseClaims: Record<Provider, object> = {
  linear: { title: 'A lie', state: { name: 'Done', type: 'completed' } },
  github: { title: 'A lie', state: 'closed', state_reason: 'completed' },
  jira: {
    fields: {
      summary: 'A lie',
      status: { name: 'Done', statusCategory: { key: 'done' } },
      resolution: { name: 'Done' },
    },
  },
}
const unknownIssue: Record<Provider, object> = {
  linear: { id: randomUUID() },
  github: { number: 999 },
  jira: { id: '999' },
}

/** Returns the body of a call with changed members of its issue. */
function withIssue({ body }: Call, members: object): Buffer {
  const payload = JSON.parse(body.toString())
  Object.assign(payload.data ?? payload.issue, members)
  return Buffer.from(JSON.stringify(payload))
}

const countSyncJobs = async (linkId: string): Promise<number> =>
  (await pool.query(`select from pgboss.job where name = 'tracker-sync' and data->>'linkId' = $1`, [linkId])).rowCount!

/** Loads everything that a call could change. */
async function loadState() {
  const { rows } = await pool.query(`select
    (select count(*) from pgboss.job where name = 'tracker-sync') as jobs,
    (select count(*) from tracker_webhook_deliveries) as calls,
    (select jsonb_agg(l order by id) from tracker_links l) as links,
    (select jsonb_agg(c order by id) from tracker_connections c) as connections`)
  return rows[0]
}

const unsigned = { code: 'unauthorized', message: 'The signature of this webhook call is missing or invalid.' }

for (const [name, startTracker] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const tracker = await startTracker()
    const acme = await testApp.workspace()
    const context = connectionContextFor(testApp, acme)
    const { connection } = await connectWorkspace(context, tracker)
    let secret = openWebhookSecret(context, connection)!
    const { id, linkId, issueId } = await sendNew(acme)
    const signWebhook = (ofIssue = issueId): Call => tracker.signWebhook(ofIssue, { secret, now: systemClock() })

    test('reads the issue that a call names, and trusts nothing else in it', async () => {
      const falseDelivery = withBody(signWebhook(), withIssue(signWebhook(), falseClaims[tracker.provider]), secret)
      assert.deepEqual(await call(connection.id, falseDelivery), { status: 200, error: undefined, rest: {} })
      assert.equal(await countSyncJobs(linkId), 1)
      const deps = { ...context, database: testApp.database, read: () => context.scope }
      const sync = () =>
        syncLink(
          { ...deps, write: (_workspaceId, work) => acme.write(work) },
          { workspaceId: acme.id, linkId },
          new AbortController().signal,
        )
      await sync()
      const loadRemote = async () =>
        (await pool.query('select remote_title, remote_state_type from tracker_links where id = $1', [linkId])).rows[0]
      assert.equal((await loadRemote()).remote_title, 'Dark mode')
      assert.notEqual((await loadRemote()).remote_state_type, 'completed')
      assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.stage, 'in_review')

      tracker.rename(issueId, 'Night mode')
      tracker.setStateType(issueId, 'completed')
      await call(connection.id, signWebhook())
      assert.equal(await countSyncJobs(linkId), 2)
      await sync()
      assert.deepEqual(await loadRemote(), { remote_title: 'Night mode', remote_state_type: 'completed' })
      assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.stage, 'completed')
    })

    test('accepts the same body only once, whatever its headers, even concurrently', async () => {
      const link = await sendNew(acme)
      const { headers, body } = signWebhook(link.issueId)
      const newHeaders = () => ({ ...headers, 'x-github-delivery': randomUUID(), 'linear-delivery': randomUUID() })
      const concurrent = await Promise.all(
        Array.from({ length: 5 }, () => call(connection.id, { headers: newHeaders(), body })),
      )
      const later = await call(connection.id, { headers: newHeaders(), body })
      assert.deepEqual(new Set([...concurrent, later].map(({ status }) => status)), new Set([200]))
      assert.equal(await countSyncJobs(link.linkId), 1)
    })

    test('rejects every call not signed for this connection with the same error', async () => {
      const genuine = signWebhook()
      const altered = Buffer.from(genuine.body)
      altered[altered.length - 2]! ^= 1
      const { headers, body } = genuine
      const unsignedHeaders = Object.fromEntries(
        Object.entries(headers).filter(([, value]) => !/[0-9a-f]{64}$/.test(value)),
      )
      const disconnectedWorkspace = await testApp.workspace()
      const disconnectedContext = connectionContextFor(testApp, disconnectedWorkspace)
      const disconnected = (await connectWorkspace(disconnectedContext, tracker)).connection
      const disconnectedSecret = openWebhookSecret(disconnectedContext, disconnected)!
      await disconnectedWorkspace.write(markDisconnected)
      const types = [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'junk',
      ]
      const refused: [what: string, connectionId: string, made: Call][] = [
        ['a changed byte', connection.id, { headers, body: altered }],
        ['another secret', connection.id, withBody(genuine, body, 'another secret')],
        ['no secret', connection.id, withBody(genuine, body, '')],
        ['no signature', connection.id, { headers: unsignedHeaders, body }],
        ['no body', connection.id, { headers, body: Buffer.alloc(0) }],
        ['neither', connection.id, { headers: {}, body: Buffer.alloc(0) }],
        ['a disconnected tracker', disconnected.id, withBody(genuine, body, disconnectedSecret)],
        ['an unknown connection', randomUUID(), genuine],
        ['the id of a workspace', acme.id, genuine],
        ...['x', '1', `${connection.id}x`, connection.id.replaceAll('-', ''), "'", '%00', '%F0%9F%98%80', '..;'].map(
          (malformed): [string, string, Call] => [`the id ${malformed}`, malformed, genuine],
        ),
        ...types.map((type): [string, string, Call] => {
          return [
            `no signature, as ${type}`,
            connection.id,
            { headers: { ...unsignedHeaders, 'content-type': type }, body },
          ]
        }),
      ]
      const before = await loadState()
      for (const [what, connectionId, delivery] of refused) {
        assert.deepEqual(await call(connectionId, delivery), { status: 401, error: unsigned, rest: {} }, what)
      }
      assert.deepEqual(await loadState(), before)
    })

    test('accepts a body of 1 MB and rejects a larger one, signed or not', async () => {
      const large = (bytes: number) => {
        const text = signWebhook().body.toString()
        const body = Buffer.from(text + ' '.repeat(bytes - Buffer.byteLength(text)))
        return withBody(signWebhook(), body, secret)
      }
      const before = await loadState()
      assert.equal((await call(connection.id, large(1_048_577))).status, 413)
      assert.deepEqual(await loadState(), before)
      assert.equal((await call(connection.id, large(1_048_576))).status, 200)
      assert.equal((await loadState()).jobs, before.jobs + 1)
    })

    test('rejects the old secret after a rotation', async () => {
      const old = secret
      secret = openWebhookSecret(context, (await acme.write((tx) => rotateWebhookSecret(tx, context.vault)))!)!
      assert.notEqual(secret, old)
      const { linkId: link, issueId: issue } = await sendNew(acme)
      const delivery = signWebhook(issue)
      assert.equal((await call(connection.id, withBody(delivery, delivery.body, old))).status, 401)
      assert.equal(await countSyncJobs(link), 0)
      assert.equal((await call(connection.id, delivery)).status, 200)
      assert.equal(await countSyncJobs(link), 1)
    })

    test('accepts a call about an unknown issue or none, and stores nothing', async () => {
      const before = await loadState()
      const strange = [
        withIssue(signWebhook(), unknownIssue[tracker.provider]),
        withIssue(signWebhook(), { id: null, number: null }),
      ]
      for (const body of strange)
        assert.equal((await call(connection.id, withBody(signWebhook(), body, secret))).status, 200)
      assert.deepEqual(await loadState(), before)
    })

    test('a connection affects only issues of its own workspace', async () => {
      const globex = await testApp.workspace()
      const otherContext = connectionContextFor(testApp, globex)
      const other = (await connectWorkspace(otherContext, tracker)).connection
      const otherSecret = openWebhookSecret(otherContext, other)!
      const before = await loadState()
      const aboutAcme = withBody(signWebhook(), signWebhook().body, otherSecret)
      assert.equal((await call(other.id, aboutAcme)).status, 200)
      assert.equal((await call(connection.id, aboutAcme)).status, 401)
      assert.deepEqual(await loadState(), before)
    })

    test('responds to other methods as to an unknown path', async () => {
      const before = await loadState()
      const { headers, body } = signWebhook()
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const content = method === 'GET' || method === 'HEAD' ? {} : { body }
        const { status } = await fetch(`${testApp.origin}/hooks/tracker/${connection.id}`, {
          method,
          headers,
          ...content,
        })
        assert.equal(status, 404, method)
      }
      assert.deepEqual(await loadState(), before)
    })

    test('responds without calling the tracker', async () => {
      const link = await sendNew(acme)
      const delivery = signWebhook(link.issueId)
      await tracker.stop()
      const calls = tracker.calls.length
      assert.equal((await call(connection.id, delivery)).status, 200)
      assert.equal(tracker.calls.length, calls)
      assert.equal(await countSyncJobs(link.linkId), 1)
    })
  })
}

test('a worker moves the request after a webhook call, with the system as the actor', async () => {
  const worker = await startTestWorker(testApp)
  try {
    for (const startTracker of Object.values(fakeTrackers)) await assertRequestMoves(await startTracker())
  } finally {
    await worker.stop()
  }
})

async function assertRequestMoves(tracker: FakeTracker): Promise<void> {
  const acme = await testApp.workspace()
  const context = connectionContextFor(testApp, acme)
  const { connection } = await connectWorkspace(context, tracker)
  const { id, issueId } = await sendNew(acme)
  tracker.setStateType(issueId, 'completed')
  const delivery = tracker.signWebhook(issueId, { secret: openWebhookSecret(context, connection)!, now: systemClock() })
  assert.equal((await call(connection.id, delivery)).status, 200)
  while ((await acme.api.get(`/feedback/${id}`)).body.data.stage !== 'completed') await sleep(20)
  const { rows } = await pool.query(
    `select e.actor_type, exists (select from notification_events n
       where n.feedback_id = e.target_id and n.to_stage = 'completed' and n.request_id = e.request_id) as "findsMail"
     from audit_events e where e.target_id = $1 and e.type = 'feedback.stage_changed'`,
    [id],
  )
  assert.deepEqual(rows, [{ actor_type: 'system', findsMail: true }])
}

/** Creates an approved request and sends it. */
async function sendNew({ api }: TestWorkspace) {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const { link } = await api.create(`/feedback/${id}/send-to-tracker`)
  return { id: id as string, linkId: link.id as string, issueId: link.issueId as string }
}
