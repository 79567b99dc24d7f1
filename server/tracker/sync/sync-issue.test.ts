import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { roadmapStatusOf } from '../../feedback/lifecycle/roadmap-status.ts'
import type { Stage } from '../../feedback/schema.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { connectionContextFor, connectWorkspace, fakeTrackers, outbound } from '../../test/trackers/connect.ts'
import type { FakeTracker } from '../../test/trackers/fake-tracker.ts'
import type { ConnectionContext } from '../connection/context.ts'
import { configureTracker } from '../connection/settings.ts'
import { markDisconnected } from '../connection/store.ts'
import type { Provider, StateType } from '../tracker.ts'
import type { TrackerJobDeps } from './job-deps.ts'
import { pollConnection } from './poll-connection.ts'
import { defaultStageMapping } from './stage-mapping.ts'
import { syncLink } from './sync-link.ts'

// How an issue affects its request, for every tracker. Webhooks and polling have tests of their own.

const testApp = await createTestApp({ trackerTimeoutMs: 2_000 })
const { pool } = testApp.database
after(() => outbound.close())

const neverAborted = new AbortController().signal

/** Consecutive states of a new issue, each with the expected stage of its request. GitHub has only open and closed. */
const defaultSteps: Record<Provider, [StateType, Stage][]> = {
  linear: [
    ['started', 'in_progress'],
    ['completed', 'completed'],
    ['backlog', 'planned'],
    ['started', 'in_progress'],
    ['unstarted', 'planned'],
    ['completed', 'completed'],
    ['canceled', 'completed'],
    ['started', 'in_progress'],
  ],
  jira: [
    ['started', 'in_progress'],
    ['completed', 'completed'],
    ['backlog', 'planned'],
    ['completed', 'completed'],
    ['canceled', 'completed'],
    ['unstarted', 'planned'],
  ],
  github: [
    ['completed', 'completed'],
    ['unstarted', 'planned'],
    ['completed', 'completed'],
    ['canceled', 'completed'],
    ['unstarted', 'planned'],
  ],
}

for (const [name, startTracker] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const tracker = await startTracker()
    const acme = await testApp.workspace()
    const { api } = acme
    const context = connectionContextFor(testApp, acme)
    const { connection } = await connectWorkspace(context, tracker)
    const deps = jobDeps(acme, context)
    const sync = (linkId: string) => syncLink(deps, { workspaceId: acme.id, linkId }, neverAborted)
    const poll = async (linkId: string) => {
      await pool.query(`update tracker_links set checked_at = now() - interval '2 days' where id = $1`, [linkId])
      await pollConnection(deps, { workspaceId: acme.id, connectionId: connection.id }, neverAborted)
    }
    const send = () => sendNew(acme, tracker)
    const request = async (id: string) => (await api.get(`/feedback/${id}`)).body.data
    const stageOf = async (id: string): Promise<string> => (await request(id)).stage

    test('each state moves the request and its roadmap item by the default mapping', async () => {
      const { id, linkId, issueId } = await send()
      const { roadmapItem } = await api.create(`/feedback/${id}/promote`, { status: 'in_progress' })
      for (const [type, expected] of defaultSteps[tracker.provider]) {
        tracker.setStateType(issueId, type)
        await sync(linkId)
        const item = (await api.get(`/roadmap/${roadmapItem.id}`)).body.data
        assert.deepEqual([type, await stageOf(id), item.status], [type, expected, roadmapStatusOf(expected)])
      }
    })

    test('each state moves the request by the mapping of the workspace', async () => {
      const { id, linkId, issueId } = await send()
      const mapping = { unstarted: 'in_review', completed: 'closed', canceled: null } as const
      await acme.write((tx) => configureTracker(tx, { mapping }))
      const steps = [
        ['completed', 'closed'],
        ['unstarted', 'in_review'],
        ['canceled', 'in_review'],
        ['completed', 'closed'],
      ] as const
      for (const [type, expected] of steps) {
        tracker.setStateType(issueId, type)
        await sync(linkId)
        assert.deepEqual([type, await stageOf(id)], [type, expected])
      }
      await acme.write((tx) => configureTracker(tx, { mapping: defaultStageMapping }))
    })

    test('updates the title, state and URL of the link', async () => {
      const { linkId, issueId } = await send()
      tracker.rename(issueId, 'Night mode')
      tracker.setStateType(issueId, 'completed')
      await sync(linkId)
      const row = await rowOf(linkId)
      assert.deepEqual([row.remote_title, row.remote_state_type, row.state], ['Night mode', 'completed', 'active'])
      assert.ok(row.remote_state !== '' && URL.canParse(row.url))
    })

    test('does not change the request for the issue that was just created', async () => {
      const { id, linkId } = await send()
      const before = await request(id)
      await sync(linkId)
      await poll(linkId)
      assert.deepEqual(await request(id), before)
    })

    test('keeps a stage set by the team when only the title changes or the state is the same', async () => {
      const { id, linkId, issueId } = await send()
      tracker.setStateType(issueId, 'completed')
      await sync(linkId)
      await api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
      tracker.rename(issueId, 'Night mode')
      await sync(linkId)
      assert.equal(await stageOf(id), 'planned')
      await poll(linkId)
      assert.equal(await stageOf(id), 'planned')
      assert.equal((await rowOf(linkId)).remote_title, 'Night mode')
    })

    for (const status of ['pending', 'rejected', 'spam']) {
      test(`neither approves nor moves a ${status} request, but updates its link`, async () => {
        const { id, linkId, issueId } = await send()
        await api.patch(`/feedback/${id}/status`, { status })
        const before = await request(id)
        tracker.setStateType(issueId, 'completed')
        await sync(linkId)
        assert.deepEqual(await request(id), before)
        assert.equal((await rowOf(linkId)).remote_state_type, 'completed')
        await api.patch(`/feedback/${id}/status`, { status: 'approved' })
        assert.equal(await stageOf(id), 'in_review')
      })
    }

    test('ignores a response that was requested before the one already applied', async () => {
      const { id, linkId, issueId } = await send()
      const hasAnswer = Promise.withResolvers<void>()
      const mayWrite = Promise.withResolvers<void>()
      const slow: TrackerJobDeps = {
        ...deps,
        async write(workspaceId, work) {
          hasAnswer.resolve()
          await mayWrite.promise
          return deps.write(workspaceId, work)
        },
      }
      tracker.rename(issueId, 'An old title')
      const earlier = syncLink(slow, { workspaceId: acme.id, linkId }, neverAborted)
      await hasAnswer.promise
      tracker.rename(issueId, 'The title')
      tracker.setStateType(issueId, 'completed')
      await sync(linkId)
      const before = await rowOf(linkId)
      mayWrite.resolve()
      await earlier
      assert.deepEqual(await rowOf(linkId), before)
      assert.deepEqual([before.remote_title, await stageOf(id)], ['The title', 'completed'])
    })

    test('audits a stage change once, with the system as its actor', async () => {
      const { id, linkId, issueId } = await send()
      tracker.setStateType(issueId, 'completed')
      await sync(linkId)
      await sync(linkId)
      const { rows } = await pool.query(
        `select actor_type, changes->'stage' as stage from audit_events
         where target_id = $1 and type = 'feedback.stage_changed'`,
        [id],
      )
      assert.deepEqual(rows, [{ actor_type: 'system', stage: ['in_review', 'completed'] }])
    })

    const endings: Record<string, (issueId: string) => void> = {
      deleted: (issueId) => tracker.remove(issueId),
      ...('site' in tracker && {
        archived: (issueId) => Object.assign(tracker.site.visibleIssue(issueId)!, { isArchived: true }),
      }),
      ...('transfer' in tracker && { transferred: (issueId) => tracker.transfer(issueId) }),
    }
    for (const [ending, end] of Object.entries(endings)) {
      test(`ends the link of an issue that is ${ending}, and allows sending the request again`, async () => {
        const { id, linkId, issueId } = await send()
        end(issueId)
        await sync(linkId)
        assert.equal((await rowOf(linkId)).state, 'ended')
        assert.equal(await stageOf(id), 'in_review')
        assert.equal((await api.get(path(id))).body.data.activeLink, null)

        const again = await api.post(path(id))
        assert.equal(again.status, 201, JSON.stringify(again.body))
        const { link } = again.body.data
        assert.ok(link.id !== linkId && link.issueId !== issueId)
        await sync(linkId)
        await poll(link.id)
        assert.deepEqual((await api.get(path(id))).body.data.activeLink, link)
        assert.equal((await rowOf(linkId)).state, 'ended')
        const { rowCount } = await pool.query(
          `select from audit_events where target_id = $1 and type = 'feedback.tracker_unlinked'`,
          [id],
        )
        assert.equal(rowCount, 1)
      })
    }

    test('makes no calls and changes nothing after the workspace was disconnected', async () => {
      const globex = await testApp.workspace()
      const elsewhere = connectionContextFor(testApp, globex)
      await connectWorkspace(elsewhere, tracker)
      const { linkId, issueId } = await sendNew(globex, tracker)
      await globex.write(markDisconnected)
      tracker.rename(issueId, 'Night mode')
      const [before, calls] = [await rowOf(linkId), tracker.calls.length]
      await syncLink(jobDeps(globex, elsewhere), { workspaceId: globex.id, linkId }, neverAborted)
      assert.deepEqual([await rowOf(linkId), tracker.calls.length], [before, calls])
    })
  })
}

test('updates identifier and URL after a repository is renamed', async () => {
  const tracker = await fakeTrackers.GitHub()
  const acme = await testApp.workspace()
  const context = connectionContextFor(testApp, acme)
  await connectWorkspace(context, tracker)
  const { id, linkId } = await sendNew(acme, tracker)
  tracker.renameTeam('acme/application')
  await syncLink(jobDeps(acme, context), { workspaceId: acme.id, linkId }, neverAborted)
  const { activeLink } = (await acme.api.get(path(id))).body.data
  assert.match(activeLink.identifier, /^acme\/application#\d+$/)
  assert.match(activeLink.url, /\/acme\/application\/issues\/\d+$/)
})

/** Returns the dependencies of a job for one workspace. */
function jobDeps(workspace: TestWorkspace, context: ConnectionContext): TrackerJobDeps {
  return {
    ...context,
    database: testApp.database,
    read: () => context.scope,
    write(workspaceId, work) {
      assert.equal(workspaceId, workspace.id)
      return workspace.write(work)
    },
  }
}

const path = (id: string) => `/feedback/${id}/send-to-tracker`

/** Creates an approved request and sends it. */
async function sendNew({ api }: TestWorkspace, tracker: FakeTracker) {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const { link } = await api.create(path(id))
  assert.ok(tracker.issues.some((issue) => issue.id === link.issueId))
  return { id, linkId: link.id as string, issueId: link.issueId as string }
}

async function rowOf(linkId: string) {
  const { rows } = await pool.query('select * from tracker_links where id = $1', [linkId])
  return rows[0]
}
