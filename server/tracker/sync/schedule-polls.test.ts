import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeTrackers } from '../../test/trackers/connect.ts'
import { createPollingFixture } from '../../test/trackers/polling.ts'
import { markDisconnected } from '../connection/store.ts'
import { schedulePolls } from './schedule-polls.ts'

// Which connections are polled, and when.

const {
  testApp,
  pool,
  workspaces,
  connectNewWorkspace,
  path,
  createApproved,
  sendNew,
  titleOf,
  jobsFor,
  makeDue,
  abandon,
  endWaitingPeriods,
  inBatches,
} = await createPollingFixture()

describe('schedulePolls', async () => {
  /** Makes every connection due and schedules polls. */
  const schedule = async () => {
    await pool.query(`update tracker_connections set poll_after = now() - interval '1 second'`)
    await schedulePolls(testApp.database, workspaces.write)
  }
  const tracker = await fakeTrackers.Linear()
  const connectWithDueLink = async () => {
    const connected = await connectNewWorkspace(tracker)
    const { linkId } = await sendNew(connected.acme)
    await makeDue([linkId])
    return { ...connected, linkId, jobs: () => jobsFor('tracker-poll', 'connectionId', connected.connectionId) }
  }

  test('enqueues one job per connection with something due, and another when it is due again', async () => {
    const [first, second] = [await connectWithDueLink(), await connectWithDueLink()]
    await schedule()
    await Promise.all([
      schedulePolls(testApp.database, workspaces.write),
      schedulePolls(testApp.database, workspaces.write),
    ])
    assert.deepEqual([await first.jobs(), await second.jobs()], [1, 1])
    await second.poll()
    await schedule()
    assert.deepEqual([await first.jobs(), await second.jobs()], [2, 1])
  })

  test('schedules the next poll for when a link is due, between four and fifteen minutes ahead', async () => {
    const { linkId, connectionId } = await connectWithDueLink()
    for (const [ago, from, to] of [
      ['14 minutes 55 seconds', 3, 5],
      ['5 minutes', 9, 11],
      ['0 minutes', 14, 16],
    ] as const) {
      await pool.query('update tracker_links set checked_at = now() - $2::interval where id = $1', [linkId, ago])
      await schedule()
      const { rows } = await pool.query<{ minutes: number }>(
        'select (extract(epoch from poll_after - now()) / 60)::float8 as minutes from tracker_connections where id = $1',
        [connectionId],
      )
      assert.ok(rows[0]!.minutes > from && rows[0]!.minutes < to, `${ago}: ${rows[0]!.minutes}`)
    }
  })

  test('splits the connections between two concurrent workers', async () => {
    const connected = await inBatches(5, connectWithDueLink)
    await pool.query(`update tracker_connections set poll_after = now() - interval '1 second'`)
    await Promise.all(Array.from({ length: 4 }, () => schedulePolls(testApp.database, workspaces.write)))
    assert.deepEqual(await Promise.all(connected.map(({ jobs }) => jobs())), [1, 1, 1, 1, 1])
  })

  test('skips links checked recently: open issues for 15 minutes, closed ones for a day', async () => {
    const { linkId, jobs } = await connectWithDueLink()
    const cases = [
      ['started', '14 minutes', 0],
      ['completed', '23 hours', 0],
      ['canceled', '23 hours', 0],
      ['canceled', '25 hours', 1],
    ] as const
    for (const [type, ago, expected] of cases) {
      await pool.query(
        'update tracker_links set remote_state_type = $2, checked_at = now() - $3::interval where id = $1',
        [linkId, type, ago],
      )
      await schedule()
      assert.equal(await jobs(), expected, `${type} ${ago}`)
    }
  })

  test('skips paused and disconnected connections, and revoked ones for a day', async () => {
    const [paused, revoked, disconnected] = [
      await connectWithDueLink(),
      await connectWithDueLink(),
      await connectWithDueLink(),
    ]
    await pool.query(`update tracker_connections set rate_limited_until = now() + interval '1 minute' where id = $1`, [
      paused.connectionId,
    ])
    tracker.revoke()
    await revoked.poll()
    tracker.restore()
    await disconnected.acme.write(markDisconnected)
    await schedule()
    assert.deepEqual([await paused.jobs(), await disconnected.jobs()], [0, 0])
    // Polled once a day, in case the tracker accepts the credential again.
    const { rows } = await pool.query(
      `select poll_after > now() + interval '23 hours' as is_late from tracker_connections where id = $1`,
      [revoked.connectionId],
    )
    assert.deepEqual([await revoked.jobs(), rows], [1, [{ is_late: true }]])
    await pool.query(`update tracker_connections set rate_limited_until = now() - interval '1 second' where id = $1`, [
      paused.connectionId,
    ])
    await schedule()
    assert.equal(await paused.jobs(), 1)
  })

  test('enqueues a poll for a link unconfirmed for a minute', async () => {
    const { acme, connectionId } = await connectNewWorkspace(tracker)
    const id = await createApproved(acme)
    tracker.failNext('create', 'lost')
    await acme.api.post(path(id))
    await schedule()
    assert.equal(await jobsFor('tracker-poll', 'connectionId', connectionId), 0)
    await abandon(id)
    await schedule()
    assert.equal(await jobsFor('tracker-poll', 'connectionId', connectionId), 1)
  })

  test('does not poll a rate-limited connection until the limit ends', async () => {
    const { poll, jobs, linkId } = await connectWithDueLink()
    tracker.failNext('read', 'limited')
    await poll()
    const calls = tracker.calls.length
    await poll()
    assert.equal(tracker.calls.length, calls)
    await schedule()
    assert.equal(await jobs(), 0)
    await endWaitingPeriods()
    await schedule()
    assert.equal(await jobs(), 1)
    await poll()
    assert.equal(await titleOf(linkId), 'Dark mode')
  })
})
