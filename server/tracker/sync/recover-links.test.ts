import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeTrackers } from '../../test/trackers/connect.ts'
import { createPollingFixture } from '../../test/trackers/polling.ts'
import { markDisconnected } from '../connection/store.ts'

// Polling: finds changes that no webhook reported, and issues whose sender died.

const {
  pool,
  connected,
  path,
  approved,
  sendNew,
  requestOf,
  titleOf,
  jobsFor,
  makeDue,
  abandon,
  letSettle,
  inTurns,
  until,
} = await createPollingFixture()

for (const [name, startStage] of Object.entries(fakeTrackers)) {
  describe(name, async () => {
    const stage = await startStage()
    const { acme, look, context, connectionId } = await connected(stage)
    const { api } = acme

    const only = (id: string) => stage.issues.filter(({ description }) => description.includes(id))
    const linkOf = async (id: string) =>
      (await pool.query('select * from tracker_links where feedback_id = $1', [id])).rows[0] ?? null

    /** A request whose issue was asked for, without an answer. */
    async function lost(fault: 'lost' | 'error', overrides = {}): Promise<string> {
      const id = await approved(acme)
      stage.failNext('create', fault)
      assert.equal((await api.post(path(id), overrides)).status, 500)
      assert.equal((await linkOf(id)).state, 'creating')
      return id
    }

    test('finds changes that no webhook reported', async () => {
      const { id, linkId, issueId } = await sendNew(acme)
      stage.rename(issueId, 'Night mode')
      stage.setStateType(issueId, 'completed')
      await look()
      assert.equal((await linkOf(id)).remote_title, 'Dark mode', 'It was looked at just now.')
      await makeDue([linkId])
      await look()
      assert.equal((await linkOf(id)).remote_title, 'Night mode')
      assert.equal((await api.get(`/feedback/${id}`)).body.data.stage, 'completed')
    })

    test('reads more links than fit into one call in several calls', async () => {
      const links = await inTurns(51, () => sendNew(acme))
      for (const { issueId } of links) stage.rename(issueId, 'Night mode')
      await makeDue(links.map(({ linkId }) => linkId))
      const calls = stage.calls.length
      await look()
      const reads = stage.calls.slice(calls).filter((kind) => kind === 'read').length
      // GitHub has no call for many issues.
      assert.equal(reads, stage.provider === 'github' ? 51 : 2)
      const { rows } = await pool.query('select distinct remote_title from tracker_links where id = any($1)', [
        links.map(({ linkId }) => linkId),
      ])
      assert.deepEqual(rows, [{ remote_title: 'Night mode' }])
    })

    test('finds the issue of a dead sender and links it to its request', async () => {
      const id = await lost('lost')
      assert.equal((await api.get(path(id))).body.data.activeLink, null)
      await look()
      assert.equal((await linkOf(id)).state, 'creating', 'Its sender may be at it still.')
      await abandon(id)
      await look()

      const { activeLink } = (await api.get(path(id))).body.data
      assert.deepEqual([only(id).length, activeLink.issueId], [1, only(id)[0]!.id])
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
      await look()
      assert.equal(only(id).length, 1)
    })

    test('recovers a link during a retry: one issue, one link, one audit event', async () => {
      const id = await lost('lost')
      await abandon(id)
      await letSettle()
      const hasFound = Promise.withResolvers<void>()
      const mayWrite = Promise.withResolvers<void>()
      const looking = look(new AbortController().signal, async () => {
        hasFound.resolve()
        await mayWrite.promise
      })
      await hasFound.promise
      const sent = await api.post(path(id))
      mayWrite.resolve()
      await looking
      assert.equal(sent.status, 201, JSON.stringify(sent.body))
      assert.equal(only(id).length, 1)
      const { rows } = await pool.query('select id, state, issue_id from tracker_links where feedback_id = $1', [id])
      const linkId = sent.body.data.link.id
      assert.deepEqual(rows, [{ id: linkId, state: 'active', issue_id: only(id)[0]!.id }])
      const { rowCount } = await pool.query(
        `select from audit_events where target_id = $1 and type = 'feedback.sent_to_tracker'`,
        [id],
      )
      assert.deepEqual([rowCount, await jobsFor('tracker-attach', 'linkId', linkId)], [1, 1])
    })

    test('deletes a link without an attempt once its sender has died', async () => {
      const id = await approved(acme)
      const calls = stage.calls.length
      stage.failNext('inspect', 'hang')
      const sending = api.post(path(id))
      await until(() => stage.calls.slice(calls).includes('inspect'))
      assert.equal((await linkOf(id)).first_attempt_at, null)
      await look()
      assert.notEqual(await linkOf(id), null)
      await abandon(id)
      await look()
      assert.equal(await linkOf(id), null)
      assert.equal((await sending).status, 500)
      assert.equal(await linkOf(id), null)
      assert.equal((await api.post(path(id))).status, 201)
      assert.equal(only(id).length, 1)
    })

    test('deletes a link whose issue was never created after a day, and not before', async () => {
      const id = await lost('error')
      await abandon(id)
      const askedAgo = (hours: string) =>
        pool.query(
          `update tracker_links set first_attempt_at = now() - interval '9 days', last_attempt_at = now() - $2::interval,
             checked_at = null where feedback_id = $1`,
          [id, hours],
        )
      await letSettle()
      await askedAgo('23 hours 59 minutes')
      await look()
      assert.notEqual(await linkOf(id), null)
      await askedAgo('24 hours 1 minute')
      await look()
      assert.equal(await linkOf(id), null)
      assert.equal((await api.post(path(id))).status, 201)
      assert.equal(only(id).length, 1)
    })

    test('does not link an issue that was deleted before it was found, and allows creating it again', async () => {
      const id = await lost('lost')
      const [made] = only(id)
      stage.remove(made!.id)
      await abandon(id)
      await look()
      assert.equal((await linkOf(id)).state, 'creating')
      await letSettle()
      const answers = [await api.post(path(id)), await api.post(path(id))]
      assert.ok([201, 500].includes(answers[0]!.status) && answers[1]!.status <= 201, JSON.stringify(answers))
      const { activeLink } = (await api.get(path(id))).body.data
      assert.notEqual(activeLink.issueId, made!.id)
    })

    test('keeps a day-old link whose last attempt is recent', async () => {
      const id = await lost('error')
      await abandon(id)
      await letSettle()
      await pool.query(
        `update tracker_links set first_attempt_at = now() - interval '25 hours', last_attempt_at = now() - interval '25 hours',
           created_at = now() - interval '25 hours' where feedback_id = $1`,
        [id],
      )
      stage.failNext('create', 'error')
      assert.equal((await api.post(path(id))).status, 500)
      await letSettle()
      await pool.query('update tracker_links set checked_at = null where feedback_id = $1', [id])
      await look()
      assert.notEqual(await linkOf(id), null)
      assert.equal((await api.post(path(id))).status, 201)
      assert.equal(only(id).length, 1)
    })

    test('ends no link and sends nothing twice while a team is not visible', async () => {
      const { id, linkId } = await sendNew(acme)
      stage.hideTeam()
      await makeDue([linkId])
      await look()
      await makeDue([linkId])
      stage.showTeam()
      await look()
      assert.equal((await linkOf(id)).state, 'active')
      assert.equal((await api.post(path(id))).status, 200)
      assert.equal(only(id).length, 1)
    })

    test('does not recreate a lost issue elsewhere while its team is not visible, and keeps the connection status', async () => {
      const id = await lost('lost')
      await abandon(id)
      await letSettle()
      stage.hideTeam()
      const elsewhere = { teamId: stage.secondTeam.id }
      const hidden = await api.post(path(id), elsewhere)
      // Linear knows the issue by the id that it was given, wherever it is.
      if (stage.provider !== 'linear') {
        assert.equal(hidden.status, 500, JSON.stringify(hidden.body))
        const { rows } = await pool.query('select status from tracker_connections where workspace_id = $1', [acme.id])
        assert.deepEqual(rows, [{ status: 'connected' }])
      }
      stage.showTeam()
      await api.post(path(id), elsewhere)
      assert.equal(only(id).length, 1)
    })

    test('backs off from a tracker that fails or does not answer, while others continue', async () => {
      const { linkId, issueId } = await sendNew(acme)
      const other = await connected(await startStage())
      const theirs = await sendNew(other.acme)
      stage.rename(issueId, 'Night mode')
      other.stage.rename(theirs.issueId, 'Night mode')
      await makeDue([linkId, theirs.linkId])
      const restingOf = async () =>
        (await pool.query('select backoff_until > now() as is from tracker_connections where id = $1', [connectionId]))
          .rows[0].is
      stage.failNext('read', 'error')
      await look()
      assert.equal(await restingOf(), true)
      assert.equal(await titleOf(linkId), 'Dark mode')

      const calls = stage.calls.length
      stage.failNext('read', 'hang')
      const stop = new AbortController()
      const hanging = look(stop.signal)
      await until(() => stage.calls.slice(calls).includes('read'))
      await other.look()
      assert.equal(await titleOf(theirs.linkId), 'Night mode')
      stop.abort()
      await hanging
      assert.equal(await titleOf(linkId), 'Dark mode')
      await look()
      assert.equal(await titleOf(linkId), 'Night mode')
    })

    test('ends the job without an error when the credential is rejected, and records why', async () => {
      const { linkId } = await sendNew(acme)
      await makeDue([linkId])
      stage.revoke()
      await look()
      const connection = async () =>
        (await pool.query('select status from tracker_connections where workspace_id = $1', [acme.id])).rows[0]
      assert.deepEqual(await connection(), { status: 'revoked' })
      stage.restore()
      await look()
      assert.deepEqual(await connection(), { status: 'connected' })
      assert.equal((await linkOf(await requestOf(linkId))).state, 'active')
    })

    test('continues with other links when one cannot be searched because its team is gone', async () => {
      const { linkId, issueId } = await sendNew(acme, { teamId: stage.secondTeam.id })
      const id = await lost('lost')
      await abandon(id)
      stage.removeTeam()
      stage.rename(issueId, 'Night mode')
      await makeDue([linkId])
      await look().catch(() => {})
      assert.equal(await titleOf(linkId), 'Night mode')
      await context.write(markDisconnected)
    })
  })
}
