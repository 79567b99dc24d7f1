import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { startTestWorker } from '../../test/test-worker.ts'
import { connectionContextFor, connectWorkspace, fakeTrackers, outbound } from '../../test/trackers/connect.ts'
import type { FakeTracker } from '../../test/trackers/fake-tracker.ts'
import type { TrackerJobDeps } from '../sync/job-deps.ts'
import { TrackerError } from '../tracker.ts'
import { attachBacklink } from './attach-backlink.ts'

// Tests the backlink as an attachment. GitHub has no attachments: there, only the description has the backlink.

const testApp = await createTestApp()
const { pool } = testApp.database
after(() => outbound.close())

const backlinkTo = (id: string) => `http://heed.test/console/requests/${id}`

for (const [name, startTracker] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const tracker = await startTracker()
    const { provider } = tracker
    const acme = await testApp.workspace()
    const context = connectionContextFor(testApp, acme)
    await connectWorkspace(context, tracker)

    /** The bodies of all calls to the tracker. */
    const sent: string[] = []
    const deps: TrackerJobDeps = {
      ...context,
      database: testApp.database,
      fetch(url, request) {
        sent.push(request.body ?? '')
        return context.fetch(url, request)
      },
      read: () => context.scope,
      write: (_workspaceId, work) => acme.write(work),
    }
    const attach = (linkId: string) =>
      attachBacklink(deps, { workspaceId: acme.id, linkId }, new AbortController().signal)
    const attachments = (issueId: string) => tracker.issues.find((issue) => issue.id === issueId)!.attachments

    test('attaches the backlink once, however often the job runs', async () => {
      const { id, linkId, issueId } = await sendNew(acme)
      const expected = provider === 'github' ? [] : [backlinkTo(id)]
      for (const _time of [1, 2, 3]) {
        await attach(linkId)
        assert.deepEqual(attachments(issueId), expected)
      }
      await Promise.all([attach(linkId), attach(linkId)])
      assert.deepEqual(attachments(issueId), expected)
    })

    test('labels the backlink with the title and votes of the request', { skip: provider === 'github' }, async () => {
      const { id, linkId } = await sendNew(acme)
      const sendBacklink = async () => {
        sent.length = 0
        await attach(linkId)
        assert.equal(sent.length, 1)
        return JSON.parse(sent[0]!)
      }
      const expectedPart = (title: string, votes: string) =>
        provider === 'linear'
          ? { title, subtitle: votes, url: backlinkTo(id) }
          : { title, summary: votes, url: backlinkTo(id) }
      const partOf = (body: { variables?: { input: object }; object?: object }) => {
        const { issueId: _, ...part } = (body.variables?.input ?? body.object) as Record<string, unknown>
        return part
      }
      assert.deepEqual(partOf(await sendBacklink()), expectedPart('Dark mode', '0 votes'))
      await pool.query('update feedback set votes = 1 where id = $1', [id])
      await acme.api.patch(`/feedback/${id}`, { title: 'Night mode' })
      assert.deepEqual(partOf(await sendBacklink()), expectedPart('Night mode', '1 vote'))
    })

    test('sending enqueues the job once, and sending again does not', async () => {
      const { id, linkId } = await sendNew(acme)
      assert.equal((await acme.api.post(`/feedback/${id}/send-to-tracker`)).status, 200)
      assert.equal((await jobsFor(linkId)).length, 1)
    })

    test('fails the job when the tracker fails, so that it is retried', { skip: provider === 'github' }, async () => {
      const { id, linkId, issueId } = await sendNew(acme)
      for (const fault of ['error', 'lost'] as const) {
        tracker.failNext('attach', fault)
        await assert.rejects(attach(linkId), (error) => error instanceof TrackerError && error.kind === 'unavailable')
      }
      await attach(linkId)
      assert.deepEqual(attachments(issueId), [backlinkTo(id)])
    })

    test('succeeds without a backlink when the issue is gone', async () => {
      const { linkId, issueId } = await sendNew(acme)
      tracker.remove(issueId)
      await attach(linkId)
    })

    test('makes no calls when the request was deleted', async () => {
      const { id, linkId } = await sendNew(acme)
      await pool.query('delete from feedback where id = $1', [id])
      const calls = tracker.calls.length
      await attach(linkId)
      assert.equal(tracker.calls.length, calls)
    })
  })
}

test('a worker attaches the backlink, and retries after a failure', async () => {
  await pool.query('truncate pgboss.job')
  const worker = await startTestWorker(testApp)
  try {
    for (const startTracker of [fakeTrackers.Linear, fakeTrackers.Jira]) await assertRetried(await startTracker())
  } finally {
    await worker.stop()
  }
})

async function assertRetried(tracker: FakeTracker): Promise<void> {
  const acme = await testApp.workspace()
  await connectWorkspace(connectionContextFor(testApp, acme), tracker)
  tracker.failNext('attach', 'error')
  const { id, linkId, issueId } = await sendNew(acme)
  while ((await jobsFor(linkId))[0]?.state !== 'retry') await sleep(20)
  // Skips the delay of the queue, which is several seconds.
  await pool.query(`update pgboss.job set start_after = now() where data->>'linkId' = $1`, [linkId])
  while ((await jobsFor(linkId))[0]?.state !== 'completed') await sleep(20)
  assert.deepEqual(tracker.issues.find((issue) => issue.id === issueId)!.attachments, [backlinkTo(id)])
}

const jobsFor = async (linkId: string): Promise<{ state: string }[]> =>
  (await pool.query(`select state from pgboss.job where name = 'tracker-attach' and data->>'linkId' = $1`, [linkId]))
    .rows

/** Creates an approved request and sends it. */
async function sendNew({ api }: TestWorkspace) {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const { link } = await api.create(`/feedback/${id}/send-to-tracker`)
  return { id: id as string, linkId: link.id as string, issueId: link.issueId as string }
}
