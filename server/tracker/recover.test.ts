import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo, deskOf, outbound, stages } from '../test/trackers/connect.ts'
import type { TrackerStage } from '../test/trackers/stage.ts'
import { createWorld, type TestWorkspace } from '../test/world.ts'
import { disconnect } from './connect.ts'
import type { Desk } from './connecting.ts'
import { beginRound, lookAtConnection, type TrackerJobDeps } from './jobs.ts'
import { TrackerError } from './tracker.ts'

// What is found without anybody telling: changes that no webhook brought, and issues whose sender died.

const world = await createWorld({ trackerPatienceMs: 1_000 })
const { pool } = world.database
after(() => outbound.close())

const untilEnd = new AbortController().signal

for (const [name, startStage] of Object.entries(stages)) {
  describe(name, async () => {
    const stage = await startStage()
    const { acme, look, desk } = await connected(stage)
    const { api } = acme

    const only = (id: string) => stage.issues.filter(({ description }) => description.includes(id))
    const linkOf = async (id: string) =>
      (await pool.query('select * from tracker_links where feedback_id = $1', [id])).rows[0] ?? null

    /** A request whose issue was asked for, without an answer. */
    async function lost(fault: 'lost' | 'error', overrides = {}): Promise<string> {
      const id = await approved(acme)
      stage.fault('create', fault)
      assert.equal((await api.post(path(id), overrides)).status, 500)
      assert.equal((await linkOf(id)).state, 'creating')
      return id
    }

    test('changes that no webhook has told of are found by looking', async () => {
      const { id, linkId, issueId } = await sendNew(acme)
      stage.rename(issueId, 'Night mode')
      stage.move(issueId, 'completed')
      await look()
      assert.equal((await linkOf(id)).remote_title, 'Dark mode', 'It was looked at just now.')
      await makeDue([linkId])
      await look()
      assert.equal((await linkOf(id)).remote_title, 'Night mode')
      assert.equal((await api.get(`/feedback/${id}`)).body.data.stage, 'completed')
    })

    test('more links than a tracker is asked about at once are read in several calls', async () => {
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

    test('an issue whose sender has died is found and tied to its request', async () => {
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
        `select actor_type, changes->>'issue' as issue from events
         where target_id = $1 and type = 'feedback.sent_to_tracker'`,
        [id],
      )
      assert.deepEqual(rows, [{ actor_type: 'system', issue: activeLink.identifier }])
      assert.equal(await jobsFor('tracker-attach', 'linkId', activeLink.id), 1)
      await abandon(id)
      await look()
      assert.equal(only(id).length, 1)
    })

    test('found by a look while somebody sends it again: one issue, one link, told of once', async () => {
      const id = await lost('lost')
      await abandon(id)
      await letSettle()
      const hasFound = Promise.withResolvers<void>()
      const mayWrite = Promise.withResolvers<void>()
      const looking = look(untilEnd, async () => {
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
      assert.deepEqual(rows, [{ id: sent.body.data.link.id, state: 'active', issue_id: only(id)[0]!.id }])
      const { rowCount } = await pool.query(
        `select from events where target_id = $1 and type = 'feedback.sent_to_tracker'`,
        [id],
      )
      assert.deepEqual([rowCount, await jobsFor('tracker-attach', 'linkId', rows[0].id)], [1, 1])
    })

    test('a link that the tracker was never asked for is forgotten once its sender has died', async () => {
      const id = await approved(acme)
      const calls = stage.calls.length
      stage.fault('inspect', 'hang')
      const sending = api.post(path(id))
      await until(() => stage.calls.slice(calls).includes('inspect'))
      assert.equal((await linkOf(id)).asked_at, null)
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

    test('a link whose issue was never made is forgotten after a day and not before', async () => {
      const id = await lost('error')
      await abandon(id)
      const askedAgo = (hours: string) =>
        pool.query('update tracker_links set asked_at = now() - $2::interval where feedback_id = $1', [id, hours])
      await askedAgo('23 hours 59 minutes')
      await look()
      assert.notEqual(await linkOf(id), null)
      await askedAgo('24 hours 1 minute')
      await look()
      assert.equal(await linkOf(id), null)
      assert.equal((await api.post(path(id))).status, 201)
      assert.equal(only(id).length, 1)
    })

    test('an issue that was deleted before anybody knew of it is tied to nothing, and can be made again', async () => {
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

    test('a tracker that fails, or does not answer, fails the job and changes nothing; others go on', async () => {
      const { linkId, issueId } = await sendNew(acme)
      const other = await connected(await startStage())
      const theirs = await sendNew(other.acme)
      stage.rename(issueId, 'Night mode')
      other.stage.rename(theirs.issueId, 'Night mode')
      await makeDue([linkId, theirs.linkId])
      stage.fault('read', 'error')
      await assert.rejects(look(), (error) => error instanceof TrackerError && error.kind === 'unavailable')

      const calls = stage.calls.length
      stage.fault('read', 'hang')
      const stop = new AbortController()
      const hanging = look(stop.signal)
      await until(() => stage.calls.slice(calls).includes('read'))
      await other.look()
      assert.equal(await titleOf(theirs.linkId), 'Night mode')
      stop.abort()
      await assert.rejects(hanging, TrackerError)
      assert.equal(await titleOf(linkId), 'Dark mode')
      await look()
      assert.equal(await titleOf(linkId), 'Night mode')
    })

    test('a credential that is gone ends the job without a fault, and the connection says why', async () => {
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

    test('a lost issue that cannot be looked for, because its team is gone, keeps nothing else from being looked at', async () => {
      const { linkId, issueId } = await sendNew(acme, { teamId: stage.secondTeam.id })
      const id = await lost('lost')
      await abandon(id)
      stage.removeTeam()
      stage.rename(issueId, 'Night mode')
      await makeDue([linkId])
      await look().catch(() => {})
      assert.equal(await titleOf(linkId), 'Night mode')
      await desk.write(disconnect)
    })
  })
}

describe('a round', async () => {
  const round = () => beginRound(world.database, workspaces.write)
  const stage = await stages.Linear()
  const due = async () => {
    const made = await connected(stage)
    const { linkId } = await sendNew(made.acme)
    await makeDue([linkId])
    return { ...made, linkId, jobs: () => jobsFor('tracker-look', 'connectionId', made.connectionId) }
  }

  test('gives one job to each connection with something due, and another when that is done', async () => {
    const [first, second] = [await due(), await due()]
    await round()
    await round()
    assert.deepEqual([await first.jobs(), await second.jobs()], [1, 1])
    for (const state of ['retry', 'active']) {
      await pool.query('update pgboss.job set state = $1 where name = $2', [state, 'tracker-look'])
      await round()
      assert.equal(await first.jobs(), 1, state)
    }
    await pool.query(`update pgboss.job set state = 'failed' where name = 'tracker-look'`)
    await second.look()
    await round()
    assert.deepEqual([await first.jobs(), await second.jobs()], [2, 1])
  })

  test('leaves alone what was looked at lately: open issues for 15 minutes, closed ones for a day', async () => {
    const { linkId, jobs } = await due()
    const steps = [
      ['started', '14 minutes', 0],
      ['completed', '23 hours', 0],
      ['canceled', '23 hours', 0],
      ['canceled', '25 hours', 1],
    ] as const
    for (const [type, ago, expected] of steps) {
      await pool.query('update tracker_links set remote_type = $2, checked_at = now() - $3::interval where id = $1', [
        linkId,
        type,
        ago,
      ])
      await round()
      assert.equal(await jobs(), expected, `${type} ${ago}`)
    }
  })

  test('leaves alone a connection that is paused, revoked or disconnected', async () => {
    const [paused, revoked, disconnected] = [await due(), await due(), await due()]
    await pool.query(`update tracker_connections set paused_until = now() + interval '1 minute' where id = $1`, [
      paused.connectionId,
    ])
    stage.revoke()
    await revoked.look()
    stage.restore()
    await disconnected.acme.write(disconnect)
    await round()
    assert.deepEqual([await paused.jobs(), await revoked.jobs(), await disconnected.jobs()], [0, 0, 0])
    await pool.query(`update tracker_connections set paused_until = now() - interval '1 second' where id = $1`, [
      paused.connectionId,
    ])
    await round()
    assert.equal(await paused.jobs(), 1)
  })

  test('finds what was asked for and not heard of for a minute', async () => {
    const { acme, connectionId } = await connected(stage)
    const id = await approved(acme)
    stage.fault('create', 'lost')
    await acme.api.post(path(id))
    await round()
    assert.equal(await jobsFor('tracker-look', 'connectionId', connectionId), 0)
    await abandon(id)
    await round()
    assert.equal(await jobsFor('tracker-look', 'connectionId', connectionId), 1)
  })

  test('a limit of the tracker pauses the connection, which is not looked at until that is over', async () => {
    const { look, jobs, linkId } = await due()
    stage.fault('read', 'limited')
    await assert.rejects(look(), TrackerError)
    const calls = stage.calls.length
    await assert.rejects(look(), TrackerError)
    assert.equal(stage.calls.length, calls)
    await round()
    assert.equal(await jobs(), 0)
    await letSettle()
    await round()
    assert.equal(await jobs(), 1)
    await look()
    assert.equal(await titleOf(linkId), 'Dark mode')
  })
})

/** Jobs write as whatever workspace they are for. */
const workspaces = {
  known: new Map<string, TestWorkspace>(),
  write: ((workspaceId, work) => workspaces.known.get(workspaceId)!.write(work)) as TrackerJobDeps['write'],
}

/** A new workspace with this tracker. */
async function connected(stage: TrackerStage) {
  const acme = await world.workspace()
  workspaces.known.set(acme.id, acme)
  const desk: Desk = deskOf(world, acme)
  const { connection } = await connectTo(desk, stage)
  /** @param beforeWrite what is waited for when the tracker has answered. */
  const look = (signal = untilEnd, beforeWrite = async () => {}) => {
    const deps: TrackerJobDeps = {
      ...desk,
      database: world.database,
      read: () => desk.scope,
      async write(workspaceId, work) {
        await beforeWrite()
        return workspaces.write(workspaceId, work)
      },
    }
    return lookAtConnection(deps, { workspaceId: acme.id, connectionId: connection.id }, signal)
  }
  return { acme, desk, stage, look, connectionId: connection.id }
}

const path = (id: string) => `/feedback/${id}/send-to-tracker`

async function approved({ api }: TestWorkspace): Promise<string> {
  const { id } = await api.made('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

/** A request that is approved and has its issue. */
async function sendNew(workspace: TestWorkspace, overrides = {}) {
  const { link } = await workspace.api.made(path(await approved(workspace)), overrides)
  return { id: await requestOf(link.id), linkId: link.id as string, issueId: link.issueId as string }
}

const requestOf = async (linkId: string): Promise<string> =>
  (await pool.query('select feedback_id from tracker_links where id = $1', [linkId])).rows[0].feedback_id

const titleOf = async (linkId: string): Promise<string> =>
  (await pool.query('select remote_title from tracker_links where id = $1', [linkId])).rows[0].remote_title

const jobsFor = async (queue: string, member: string, id: string): Promise<number> =>
  (await pool.query('select from pgboss.job where name = $1 and data->>$2 = $3', [queue, member, id])).rowCount!

/** As if they had been looked at longer ago than is well. */
const makeDue = (linkIds: string[]) =>
  pool.query(`update tracker_links set checked_at = now() - interval '16 minutes' where id = any($1)`, [linkIds])

/** As if its sender had died two minutes ago. */
const abandon = (id: string) =>
  pool.query(
    `update tracker_links set created_at = created_at - interval '2 minutes',
       claimed_until = claimed_until - interval '2 minutes' where feedback_id = $1`,
    [id],
  )

/** As if the time had passed in which an issue may exist and not be found, and for which the tracker is left alone. */
const letSettle = async () => {
  await pool.query('update tracker_links set unsettled_until = null')
  await pool.query('update tracker_connections set paused_until = null')
}

async function inTurns<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = []
  while (done.length < count) {
    done.push(...(await Promise.all(Array.from({ length: Math.min(10, count - done.length) }, work))))
  }
  return done
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5)
}
