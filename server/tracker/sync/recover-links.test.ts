import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeTrackers } from '../../test/trackers/connect.ts'
import { createPollingFixture } from '../../test/trackers/polling.ts'
import { markDisconnected } from '../connection/store.ts'

// Polling: finds changes that no webhook reported, and issues whose sender died.

const {
  pool,
  connectNewWorkspace,
  path,
  createApproved,
  sendNew,
  requestOf,
  titleOf,
  jobsFor,
  makeDue,
  abandon,
  endWaitingPeriods,
  inBatches,
  waitUntil,
} = await createPollingFixture()

for (const [name, startTracker] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const tracker = await startTracker()
    const { acme, poll, context, connectionId } = await connectNewWorkspace(tracker)
    const { api } = acme

    const issuesOf = (id: string) => tracker.issues.filter(({ description }) => description.includes(id))
    const linkOf = async (id: string) =>
      (await pool.query('select * from tracker_links where feedback_id = $1', [id])).rows[0] ?? null

    /** Sends a request whose create call fails, and returns its id. */
    async function sendWithFault(fault: 'lost' | 'error', overrides = {}): Promise<string> {
      const id = await createApproved(acme)
      tracker.failNext('create', fault)
      assert.equal((await api.post(path(id), overrides)).status, 500)
      assert.equal((await linkOf(id)).state, 'creating')
      return id
    }

    test('finds changes that no webhook reported', async () => {
      const { id, linkId, issueId } = await sendNew(acme)
      tracker.rename(issueId, 'Night mode')
      tracker.setStateType(issueId, 'completed')
      await poll()
      assert.equal((await linkOf(id)).remote_title, 'Dark mode', 'It was checked just now.')
      await makeDue([linkId])
      await poll()
      assert.equal((await linkOf(id)).remote_title, 'Night mode')
      assert.equal((await api.get(`/feedback/${id}`)).body.data.stage, 'completed')
      const changes = (await api.get('/events?type=feedback.stage_changed&limit=100')).body.data
      const { actor } = changes.findLast(({ data }: { data: { id: string } }) => data.id === id)
      assert.deepEqual(actor, { type: 'system', id: null, name: null })
    })

    test('reads more links than fit into one call in several calls', async () => {
      const links = await inBatches(51, () => sendNew(acme))
      for (const { issueId } of links) tracker.rename(issueId, 'Night mode')
      await makeDue(links.map(({ linkId }) => linkId))
      const calls = tracker.calls.length
      await poll()
      const reads = tracker.calls.slice(calls).filter((kind) => kind === 'read').length
      // GitHub has no call that reads several issues.
      assert.equal(reads, tracker.provider === 'github' ? 51 : 2)
      const { rows } = await pool.query('select distinct remote_title from tracker_links where id = any($1)', [
        links.map(({ linkId }) => linkId),
      ])
      assert.deepEqual(rows, [{ remote_title: 'Night mode' }])
    })

    test('finds the issue of a dead sender and links it to its request', async () => {
      const id = await sendWithFault('lost')
      assert.equal((await api.get(path(id))).body.data.activeLink, null)
      await poll()
      assert.equal((await linkOf(id)).state, 'creating', 'Its sender may still be at work.')
      await abandon(id)
      await poll()

      const { activeLink } = (await api.get(path(id))).body.data
      assert.deepEqual([issuesOf(id).length, activeLink.issueId], [1, issuesOf(id)[0]!.id])
      const again = await api.post(path(id))
      assert.deepEqual([again.status, again.body.data.link], [200, activeLink])
      const { rows } = await pool.query(
        `select actor_type, changes->>'issue' as issue from audit_events
         where target_id = $1 and type = 'feedback.sent_to_tracker'`,
        [id],
      )
      assert.deepEqual(rows, [{ actor_type: 'system', issue: activeLink.identifier }])
      assert.equal(await jobsFor('tracker-attach', 'linkId', activeLink.id), 1)
      await abandon(id)
      await poll()
      assert.equal(issuesOf(id).length, 1)
    })

    test('recovers a link during a retry: one issue, one link, one audit event', async () => {
      const id = await sendWithFault('lost')
      await abandon(id)
      await endWaitingPeriods()
      const hasFound = Promise.withResolvers<void>()
      const mayWrite = Promise.withResolvers<void>()
      const polling = poll(new AbortController().signal, async () => {
        hasFound.resolve()
        await mayWrite.promise
      })
      await hasFound.promise
      const sent = await api.post(path(id))
      mayWrite.resolve()
      await polling
      assert.equal(sent.status, 201, JSON.stringify(sent.body))
      assert.equal(issuesOf(id).length, 1)
      const { rows } = await pool.query('select id, state, issue_id from tracker_links where feedback_id = $1', [id])
      const linkId = sent.body.data.link.id
      assert.deepEqual(rows, [{ id: linkId, state: 'active', issue_id: issuesOf(id)[0]!.id }])
      const { rowCount } = await pool.query(
        `select from audit_events where target_id = $1 and type = 'feedback.sent_to_tracker'`,
        [id],
      )
      assert.deepEqual([rowCount, await jobsFor('tracker-attach', 'linkId', linkId)], [1, 1])
    })

    test('deletes a link without an attempt once its sender has died', async () => {
      const id = await createApproved(acme)
      const calls = tracker.calls.length
      tracker.failNext('inspect', 'hang')
      const sending = api.post(path(id))
      await waitUntil(() => tracker.calls.slice(calls).includes('inspect'))
      assert.equal((await linkOf(id)).first_attempt_at, null)
      await poll()
      assert.notEqual(await linkOf(id), null)
      await abandon(id)
      await poll()
      assert.equal(await linkOf(id), null)
      assert.equal((await sending).status, 500)
      assert.equal(await linkOf(id), null)
      assert.equal((await api.post(path(id))).status, 201)
      assert.equal(issuesOf(id).length, 1)
    })

    test('deletes a link whose issue was never created after a day, and not before', async () => {
      const id = await sendWithFault('error')
      await abandon(id)
      const setLastAttempt = (hours: string) =>
        pool.query(
          `update tracker_links set first_attempt_at = now() - interval '9 days', last_attempt_at = now() - $2::interval,
             checked_at = null where feedback_id = $1`,
          [id, hours],
        )
      await endWaitingPeriods()
      await setLastAttempt('23 hours 59 minutes')
      await poll()
      assert.notEqual(await linkOf(id), null)
      await setLastAttempt('24 hours 1 minute')
      await poll()
      assert.equal(await linkOf(id), null)
      assert.equal((await api.post(path(id))).status, 201)
      assert.equal(issuesOf(id).length, 1)
    })

    test('does not link an issue that was deleted before it was found, and allows creating it again', async () => {
      const id = await sendWithFault('lost')
      const [issue] = issuesOf(id)
      tracker.remove(issue!.id)
      await abandon(id)
      await poll()
      assert.equal((await linkOf(id)).state, 'creating')
      await endWaitingPeriods()
      const answers = [await api.post(path(id)), await api.post(path(id))]
      assert.ok([201, 500].includes(answers[0]!.status) && answers[1]!.status <= 201, JSON.stringify(answers))
      const { activeLink } = (await api.get(path(id))).body.data
      assert.notEqual(activeLink.issueId, issue!.id)
    })

    test('keeps a day-old link whose last attempt is recent', async () => {
      const id = await sendWithFault('error')
      await abandon(id)
      await endWaitingPeriods()
      await pool.query(
        `update tracker_links set first_attempt_at = now() - interval '25 hours', last_attempt_at = now() - interval '25 hours',
           created_at = now() - interval '25 hours' where feedback_id = $1`,
        [id],
      )
      tracker.failNext('create', 'error')
      assert.equal((await api.post(path(id))).status, 500)
      await endWaitingPeriods()
      await pool.query('update tracker_links set checked_at = null where feedback_id = $1', [id])
      await poll()
      assert.notEqual(await linkOf(id), null)
      assert.equal((await api.post(path(id))).status, 201)
      assert.equal(issuesOf(id).length, 1)
    })

    test('ends no link and sends nothing twice while a team is not visible', async () => {
      const { id, linkId } = await sendNew(acme)
      tracker.hideTeam()
      await makeDue([linkId])
      await poll()
      await makeDue([linkId])
      tracker.showTeam()
      await poll()
      assert.equal((await linkOf(id)).state, 'active')
      assert.equal((await api.post(path(id))).status, 200)
      assert.equal(issuesOf(id).length, 1)
    })

    test('does not recreate a lost issue elsewhere while its team is not visible, and keeps the connection status', async () => {
      const id = await sendWithFault('lost')
      await abandon(id)
      await endWaitingPeriods()
      tracker.hideTeam()
      const otherTeam = { teamId: tracker.secondTeam.id }
      const whileHidden = await api.post(path(id), otherTeam)
      // Linear finds the issue by its id, in any team.
      if (tracker.provider !== 'linear') {
        assert.equal(whileHidden.status, 500, JSON.stringify(whileHidden.body))
        const { rows } = await pool.query('select status from tracker_connections where workspace_id = $1', [acme.id])
        assert.deepEqual(rows, [{ status: 'connected' }])
      }
      tracker.showTeam()
      await api.post(path(id), otherTeam)
      assert.equal(issuesOf(id).length, 1)
    })

    test('backs off from a tracker that fails or does not answer, while others continue', async () => {
      const { linkId, issueId } = await sendNew(acme)
      const other = await connectNewWorkspace(await startTracker())
      const otherLink = await sendNew(other.acme)
      tracker.rename(issueId, 'Night mode')
      other.tracker.rename(otherLink.issueId, 'Night mode')
      await makeDue([linkId, otherLink.linkId])
      const isBackedOff = async () =>
        (await pool.query('select backoff_until > now() as is from tracker_connections where id = $1', [connectionId]))
          .rows[0].is
      tracker.failNext('read', 'error')
      await poll()
      assert.equal(await isBackedOff(), true)
      assert.equal(await titleOf(linkId), 'Dark mode')

      const calls = tracker.calls.length
      tracker.failNext('read', 'hang')
      const stop = new AbortController()
      const hanging = poll(stop.signal)
      await waitUntil(() => tracker.calls.slice(calls).includes('read'))
      await other.poll()
      assert.equal(await titleOf(otherLink.linkId), 'Night mode')
      stop.abort()
      await hanging
      assert.equal(await titleOf(linkId), 'Dark mode')
      await poll()
      assert.equal(await titleOf(linkId), 'Night mode')
    })

    test('ends the job without an error when the credential is rejected, and records why', async () => {
      const { linkId } = await sendNew(acme)
      await makeDue([linkId])
      tracker.revoke()
      await poll()
      const connection = async () =>
        (await pool.query('select status from tracker_connections where workspace_id = $1', [acme.id])).rows[0]
      assert.deepEqual(await connection(), { status: 'revoked' })
      tracker.restore()
      await poll()
      assert.deepEqual(await connection(), { status: 'connected' })
      assert.equal((await linkOf(await requestOf(linkId))).state, 'active')
    })

    test('continues with other links when one cannot be searched because its team is gone', async () => {
      const { linkId, issueId } = await sendNew(acme, { teamId: tracker.secondTeam.id })
      const id = await sendWithFault('lost')
      await abandon(id)
      tracker.removeTeam()
      tracker.rename(issueId, 'Night mode')
      await makeDue([linkId])
      await poll().catch(() => {})
      assert.equal(await titleOf(linkId), 'Night mode')
      await context.write(markDisconnected)
    })
  })
}
