import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionContext } from '../../tracker/connection/context.ts'
import type { TrackerJobDeps } from '../../tracker/sync/job-deps.ts'
import { pollConnection } from '../../tracker/sync/poll-connection.ts'
import { createTestApp, type TestWorkspace } from '../test-app.ts'
import { connectionContextFor, connectWorkspace, outbound } from './connect.ts'
import type { FakeTracker } from './fake-tracker.ts'

const neverAborted = new AbortController().signal

/** Creates a test app with helpers that send requests and run polls. */
export async function createPollingFixture() {
  const testApp = await createTestApp({ trackerTimeoutMs: 5_000 })
  const { pool } = testApp.database
  after(() => outbound.close())

  /** Lets jobs write to any workspace the test has created. */
  const workspaces = {
    known: new Map<string, TestWorkspace>(),
    write: ((workspaceId, work) => workspaces.known.get(workspaceId)!.write(work)) as TrackerJobDeps['write'],
  }

  /** Creates a workspace connected to this tracker. */
  async function connectNewWorkspace(tracker: FakeTracker) {
    const acme = await testApp.workspace()
    workspaces.known.set(acme.id, acme)
    const context: ConnectionContext = connectionContextFor(testApp, acme)
    const { connection } = await connectWorkspace(context, tracker)
    /** @param beforeWrite awaited between the response of the tracker and each write */
    const poll = (signal = neverAborted, beforeWrite = async () => {}) => {
      const deps: TrackerJobDeps = {
        ...context,
        database: testApp.database,
        read: () => context.scope,
        async write(workspaceId, work) {
          await beforeWrite()
          return workspaces.write(workspaceId, work)
        },
      }
      return pollConnection(deps, { workspaceId: acme.id, connectionId: connection.id }, signal)
    }
    return { acme, context, tracker, poll, connectionId: connection.id }
  }

  const path = (id: string) => `/feedback/${id}/send-to-tracker`

  async function createApproved({ api }: TestWorkspace): Promise<string> {
    const { id } = await api.create('/feedback', { title: 'Dark mode' })
    await api.patch(`/feedback/${id}/status`, { status: 'approved' })
    return id
  }

  /** Creates an approved request and sends it. */
  async function sendNew(workspace: TestWorkspace, overrides = {}) {
    const { link } = await workspace.api.create(path(await createApproved(workspace)), overrides)
    return { id: await requestOf(link.id), linkId: link.id as string, issueId: link.issueId as string }
  }

  const requestOf = async (linkId: string): Promise<string> =>
    (await pool.query('select feedback_id from tracker_links where id = $1', [linkId])).rows[0].feedback_id

  const titleOf = async (linkId: string): Promise<string> =>
    (await pool.query('select remote_title from tracker_links where id = $1', [linkId])).rows[0].remote_title

  const jobsFor = async (queue: string, member: string, id: string): Promise<number> =>
    (await pool.query('select from pgboss.job where name = $1 and data->>$2 = $3', [queue, member, id])).rowCount!

  /** Makes the links due for a poll. */
  const makeDue = (linkIds: string[]) =>
    pool.query(`update tracker_links set checked_at = now() - interval '16 minutes' where id = any($1)`, [linkIds])

  /** Makes a link look as if its sender had died two minutes ago. */
  const abandon = (id: string) =>
    pool.query(
      `update tracker_links set created_at = created_at - interval '2 minutes',
         claimed_until = claimed_until - interval '2 minutes' where feedback_id = $1`,
      [id],
    )

  /** Ends the periods in which an issue may not be found and in which the tracker is rate-limited. */
  const endWaitingPeriods = async () => {
    await pool.query('update tracker_links set outcome_unknown_until = null')
    await pool.query('update tracker_connections set rate_limited_until = null')
  }

  async function inBatches<T>(count: number, work: () => Promise<T>): Promise<T[]> {
    const results: T[] = []
    while (results.length < count) {
      results.push(...(await Promise.all(Array.from({ length: Math.min(10, count - results.length) }, work))))
    }
    return results
  }

  async function waitUntil(condition: () => boolean): Promise<void> {
    while (!condition()) await sleep(5)
  }

  return {
    testApp,
    pool,
    workspaces,
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
  }
}
