import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { connectionContextFor, connectWorkspace, outbound } from '../../test/trackers/connect.ts'
import { startLinear } from '../../test/trackers/linear/server.ts'
import { resolveDefaults } from './defaults.ts'
import { getCurrentConnection, recordStatus } from './queries.ts'
import { storeConnection } from './store.ts'

// Replacing a connection with another organization, and returning to the first.

const testApp = await createTestApp({ trackerTimeoutMs: 2_000 })
const { pool } = testApp.database
after(() => outbound.close())

const path = (id: string) => `/feedback/${id}/send-to-tracker`

async function createApproved({ api }: TestWorkspace): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

test('restores the links when the first organization is connected again', async () => {
  const [original, other] = [await startLinear(), await startLinear()]
  const acme = await testApp.workspace()
  const context = connectionContextFor(testApp, acme)
  await connectWorkspace(context, original)
  const id = await createApproved(acme)
  const { link } = await acme.api.create(path(id))

  await connectWorkspace(context, other)
  assert.equal((await acme.api.get(path(id))).body.data.activeLink, null)
  await connectWorkspace(context, original)
  const again = await acme.api.post(path(id))
  assert.deepEqual([again.status, again.body.data.link], [200, link])
  assert.equal(original.issues.length, 1)
})

test('only links that end or return are events, not those that a new credential keeps', async () => {
  const [original, other] = [await startLinear(), await startLinear()]
  const acme = await testApp.workspace()
  const context = connectionContextFor(testApp, acme)
  await connectWorkspace(context, original)
  await acme.api.create(path(await createApproved(acme)))
  for (const tracker of [original, other, original]) await connectWorkspace(context, tracker)
  const { data } = (await acme.api.get('/events?type=tracker.linked&type=tracker.unlinked')).body
  assert.deepEqual(
    data.map(({ type }: { type: string }) => type),
    ['tracker.linked', 'tracker.unlinked', 'tracker.linked'],
  )
})

test('prefers the original issue over one that was sent to another organization in the meantime', async () => {
  const [original, other] = [await startLinear(), await startLinear()]
  const acme = await testApp.workspace()
  const context = connectionContextFor(testApp, acme)
  await connectWorkspace(context, original)
  const id = await createApproved(acme)
  const { link } = await acme.api.create(path(id))
  await connectWorkspace(context, other)
  assert.equal((await acme.api.post(path(id))).status, 201)
  await connectWorkspace(context, original)
  assert.deepEqual((await acme.api.post(path(id))).body.data.link, link)
  assert.deepEqual([original.issues.length, other.issues.length], [1, 1])
})

test('a request sent while another tracker is being connected goes to one of the two, never to a replaced connection', async () => {
  const [original, other] = [await startLinear(), await startLinear()]
  const acme = await testApp.workspace()
  const context = connectionContextFor(testApp, acme)
  await connectWorkspace(context, original)
  for (let round = 0; round < 6; round++) {
    const id = await createApproved(acme)
    const next = round % 2 === 0 ? other : original
    await Promise.all([connectWorkspace(context, next), acme.api.post(path(id))])
    const open = await getCurrentConnection(context.scope)
    const { rows } = await pool.query(
      `select connection_id from tracker_links where feedback_id = $1 and state <> 'ended'`,
      [id],
    )
    assert.ok(rows.every(({ connection_id }) => connection_id === open!.id))
    const settled = await acme.api.post(path(id))
    assert.ok(settled.status <= 201, JSON.stringify(settled.body))
    assert.ok(next.issues.some(({ id: issueId }) => issueId === settled.body.data.link.issueId))
  }
})

test('resending during a replacement creates an issue in the new tracker', async () => {
  const [original, other] = [await startLinear(), await startLinear()]
  const acme = await testApp.workspace()
  const context = connectionContextFor(testApp, acme)
  await connectWorkspace(context, original)
  const id = await createApproved(acme)
  await acme.api.create(path(id))

  const access = {
    apiUrl: other.url,
    credential: other.credential,
    fetch: context.fetch,
    signal: AbortSignal.timeout(30_000),
  }
  const resolved = await resolveDefaults('linear', access, { team: other.team.name })
  const [stored, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const storing = acme.write(async (tx) => {
    await storeConnection(tx, context.vault, resolved)
    stored.resolve()
    await commit.promise
  })
  await stored.promise
  const sending = acme.api.post(path(id))
  await waitForBlockedConnections(testApp)
  commit.resolve()
  await storing
  const { status, body } = await sending
  assert.deepEqual([status, body.data.link.issueId], [201, other.issues[0]!.id])
})

test('ignores a status that was observed with an earlier credential', async () => {
  const tracker = await startLinear()
  const acme = await testApp.workspace()
  const context = connectionContextFor(testApp, acme)
  const { connection: earlier } = await connectWorkspace(context, tracker)
  await connectWorkspace(context, tracker)
  await recordStatus(testApp.database.db, earlier, 'revoked', 'Linear no longer accepts the credential')
  assert.equal((await getCurrentConnection(context.scope))!.status, 'connected')
})
