import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { TestResponse } from '../test/clients/api-client.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { connectionContextFor, connectWorkspace, fakeTrackers, outbound } from '../test/trackers/connect.ts'

// The contract of sending, tested against every tracker.

// Two seconds are long for a local server and short enough for the test run.
const testApp = await createTestApp({ trackerTimeoutMs: 2_000 })
after(() => outbound.close())

async function createApproved({ api }: TestWorkspace, input: object = {}): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode', description: 'At **night**.', ...input })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

const path = (id: string) => `/feedback/${id}/send-to-tracker`
const statusesOf = (answers: TestResponse[]) => answers.map(({ status }) => status)
const backlinkTo = (id: string) => `http://heed.test/console/requests/${id}`

/** Ends the wait for an issue that may have been created, and the tracker's rate limit. */
const endWaitingPeriods = async () => {
  await testApp.database.pool.query('update tracker_links set outcome_unknown_until = null')
  await testApp.database.pool.query('update tracker_connections set rate_limited_until = null')
}

for (const [name, startTracker] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const tracker = await startTracker()
    const acme = await testApp.workspace()
    const { api } = acme
    const context = connectionContextFor(testApp, acme)
    const defaults = { project: tracker.project.name, label: [tracker.label.name], assignee: tracker.assignee.name }
    await connectWorkspace(context, tracker, defaults)

    const issuesOf = (id: string) => tracker.issues.filter(({ description }) => description.includes(id))

    test('the preview shows names, defaults and text as they will be sent, and creates nothing', async () => {
      const id = await createApproved(acme)
      const before = tracker.issues.length
      const { status, body } = await api.get(path(id))
      assert.equal(status, 200)
      const { connection, team, project, proposedIssue, activeLink, requestTitle } = body.data
      assert.deepEqual(connection, { provider: tracker.provider, status: 'connected', guidance: null })
      assert.equal(team.id, tracker.team.id)
      assert.equal(project.id, tracker.project.id)
      assert.deepEqual([requestTitle, activeLink], ['Dark mode', null])
      assert.deepEqual(
        [
          proposedIssue.title,
          proposedIssue.teamId,
          proposedIssue.projectId,
          proposedIssue.labelIds,
          proposedIssue.assigneeId,
        ],
        ['Dark mode', tracker.team.id, tracker.project.id, [tracker.label.id], tracker.assignee.id],
      )
      assert.ok(proposedIssue.description.endsWith(`0 votes · Feature requests · ${backlinkTo(id)}`))
      assert.equal(tracker.issues.length, before)
    })

    test('creates the previewed issue and returns 201; a second call returns 200 with the same link', async () => {
      const id = await createApproved(acme)
      const { proposedIssue } = (await api.get(path(id))).body.data
      const first = await api.post(path(id))
      assert.equal(first.status, 201, JSON.stringify(first.body))
      const [issue] = issuesOf(id)
      assert.equal(issuesOf(id).length, 1)
      assert.equal(issue!.title, proposedIssue.title)
      assert.deepEqual(
        [issue!.teamId, issue!.projectId, issue!.labelIds, issue!.assigneeId],
        [tracker.team.id, tracker.project.id, [tracker.label.id], tracker.assignee.id],
      )
      assert.match(issue!.description, /At (\*\*)?night(\*\*)?\./)
      const { link } = first.body.data
      assert.deepEqual([link.provider, link.issueId, link.origin], [tracker.provider, issue!.id, 'manual'])
      const again = await api.post(path(id), {})
      assert.deepEqual([again.status, again.body.data.link], [200, link])
      assert.deepEqual((await api.get(path(id))).body.data.activeLink, link)
      assert.equal(issuesOf(id).length, 1)
    })

    test('overrides replace the defaults, and overriding the team drops all defaults of the default team', async () => {
      const id = await createApproved(acme)
      const { status } = await api.post(path(id), { title: 'Night', teamId: tracker.secondTeam.id })
      assert.equal(status, 201)
      const [issue] = issuesOf(id)
      assert.deepEqual(
        [issue!.title, issue!.teamId, issue!.projectId, issue!.labelIds, issue!.assigneeId],
        ['Night', tracker.secondTeam.id, null, [], null],
      )
    })

    test('rejects an override that the tracker does not know, naming the field, and creates nothing', async () => {
      const id = await createApproved(acme)
      const unknown = { teamId: 'no/such-team', projectId: '999999', assigneeId: 'nobody-at-all' }
      for (const [member, value] of Object.entries(unknown)) {
        const sent = await api.post(path(id), { [member]: value })
        assert.deepEqual([sent.status, sent.body.error.details?.[0].path], [400, `/${member}`], member)
        const seen = await api.get(`${path(id)}?${member}=${encodeURIComponent(value)}`)
        assert.deepEqual([seen.status, seen.body.error.details?.[0].path], [400, `query.${member}`], member)
      }
      assert.equal(issuesOf(id).length, 0)
      assert.equal((await api.post(path(id))).status, 201)
    })

    test('five concurrent calls create one issue: one returns 201, the others 200 with the same link', async () => {
      const id = await createApproved(acme)
      const answers = await Promise.all(Array.from({ length: 5 }, () => api.post(path(id))))
      assert.deepEqual(statusesOf(answers).sort(), [200, 200, 200, 200, 201])
      assert.equal(new Set(answers.map(({ body }) => body.data.link.issueId)).size, 1)
      assert.equal(issuesOf(id).length, 1)
    })

    test('an idempotency key replays the same response, and two concurrent calls with it create one issue', async () => {
      const id = await createApproved(acme)
      const key = { 'idempotency-key': `send-${id}` }
      const concurrent = await Promise.all([api.post(path(id), {}, key), api.post(path(id), {}, key)])
      assert.ok(
        statusesOf(concurrent).every((status) => status === 201 || status === 409),
        String(statusesOf(concurrent)),
      )
      const again = await api.post(path(id), { title: 'Other' }, key)
      assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, 'true'])
      assert.deepEqual(again.body, concurrent.find(({ status }) => status === 201)!.body)
      assert.equal(issuesOf(id).length, 1)
    })

    for (const fault of ['error', 'lost', 'hang', 'broken'] as const) {
      test(`returns 500 with a hint to retry when a create ends as "${fault}"; the retry leaves one issue`, async () => {
        const id = await createApproved(acme)
        tracker.failNext('create', fault)
        const failed = await api.post(path(id))
        assert.deepEqual([failed.status, failed.body.error.code], [500, 'internal_error'])
        assert.match(failed.body.error.message, /Send again/)
        await endWaitingPeriods()
        const retried = await api.post(path(id))
        assert.equal(retried.status, 201, JSON.stringify(retried.body))
        assert.equal(issuesOf(id).length, 1)
        assert.equal(retried.body.data.link.issueId, issuesOf(id)[0]!.id)
      })
    }

    test('releases the idempotency key after a lost response, and stores the response of the retry', async () => {
      const id = await createApproved(acme)
      const key = { 'idempotency-key': `lost-${id}` }
      tracker.failNext('create', 'lost')
      assert.equal((await api.post(path(id), {}, key)).status, 500)
      await endWaitingPeriods()
      const retried = await api.post(path(id), {}, key)
      assert.deepEqual([retried.status, retried.headers.get('idempotency-replayed')], [201, null])
      assert.equal((await api.post(path(id), {}, key)).headers.get('idempotency-replayed'), 'true')
      assert.equal(issuesOf(id).length, 1)
    })

    test('returns 500 with Retry-After when rate-limited, and does not call the tracker until then', async () => {
      const id = await createApproved(acme)
      tracker.failNext('any', 'limited')
      const limited = await api.post(path(id))
      assert.deepEqual([limited.status, limited.headers.get('retry-after')], [500, '7'])
      const calls = tracker.calls.length
      const paused = await api.post(path(id))
      assert.equal(paused.status, 500)
      assert.ok(Number(paused.headers.get('retry-after')) <= 7)
      assert.equal(tracker.calls.length, calls)
      await endWaitingPeriods()
      assert.equal((await api.post(path(id))).status, 201)
      assert.equal(issuesOf(id).length, 1)
    })

    test('reports a rejected credential as "revoked" with guidance, and recovers when it works again', async () => {
      const id = await createApproved(acme)
      tracker.revoke()
      const { connection, team } = (await api.get(path(id))).body.data
      assert.deepEqual([connection.status, connection.guidance.action], ['revoked', 'reconnect'])
      assert.equal(team.id, tracker.team.id)
      const sent = await api.post(path(id))
      assert.deepEqual([sent.status, sent.body.error.code], [400, 'validation_error'])
      assert.deepEqual(sent.body.error.guidance, connection.guidance)
      tracker.restore()
      assert.equal((await api.get(path(id))).body.data.connection.status, 'connected')
      assert.equal((await api.post(path(id))).status, 201)
    })

    test('sends no private context unless it is enabled', async () => {
      const id = await createApproved(acme, {
        submitter: { email: 'ada@secret.example', name: 'Ada' },
        sourceUrl: 'https://app.secret.example/tables',
        metadata: { seat: 'secret-17' },
      })
      assert.equal((await api.post(path(id))).status, 201)
      assert.doesNotMatch(JSON.stringify(issuesOf(id)), /secret/)
    })

    test('a deleted default project makes the connection "stale"; sending to another team still works', async () => {
      const id = await createApproved(acme)
      tracker.removeProject()
      const { connection } = (await api.get(path(id))).body.data
      assert.deepEqual([connection.status, connection.guidance.action], ['stale', 'reconnect'])
      const sent = await api.post(path(id))
      assert.deepEqual([sent.status, sent.body.error.guidance.action], [400, 'reconnect'])
      assert.equal(issuesOf(id).length, 0)
      assert.equal((await api.post(path(id), { teamId: tracker.secondTeam.id })).status, 201)
    })

    test('a deleted team makes the connection "stale"', async () => {
      const id = await createApproved(acme)
      tracker.removeTeam()
      assert.equal((await api.get(path(id))).body.data.connection.status, 'stale')
      assert.equal((await api.post(path(id))).body.error.guidance.action, 'reconnect')
      assert.equal(issuesOf(id).length, 0)
    })
  })
}

test('never returns a stored issue address that is not a web address', async () => {
  const acme = await testApp.workspace()
  const tracker = await fakeTrackers.Linear()
  await connectWorkspace(connectionContextFor(testApp, acme), tracker)
  const id = await createApproved(acme)
  const { identifier } = (await acme.api.post(path(id))).body.data.link
  await testApp.database.pool.query(`update tracker_links set url = 'javascript:alert(1)' where feedback_id = $1`, [id])
  const url = `https://linear.app/issue/${identifier}`
  assert.equal((await acme.api.get(path(id))).body.data.activeLink.url, url)
  assert.equal((await acme.api.post(path(id))).body.data.link.url, url)
})
