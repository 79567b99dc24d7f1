import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setStage } from '../../feedback/lifecycle/set-stage.ts'
import { getDeliveryReport } from '../../notifications/announcements/delivery-report.ts'
import { notifyEveryone } from '../../notifications/events/choice.ts'
import { updateNotificationDefaults } from '../../notifications/preferences/workspace-defaults.ts'
import { fanOut } from '../../notifications/recipients/fan-out.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { asRole } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { publishUnchangedEntry } from '../console/publish.ts'
import { cancelEmail } from './cancel-email.ts'
import { getInitialPlan } from './plan.ts'

const app = await createTestApp()
const { pool } = app.database

/** Publishes an entry in the console, in a workspace with one customer. */
async function publish(acme: TestWorkspace): Promise<string> {
  await acme.api.create('/feedback', { title: 'Export', submitter: { email: 'ada@example.com' } })
  const { id, updatedAt } = await acme.api.create('/changelog', { title: 'CSV export' })
  const choice = { audience: 'everyone', completion: null } as const
  await acme.write((tx) => publishUnchangedEntry(tx, { id, updatedAt }, choice))
  return id
}

const cancel = (acme: TestWorkspace, id: string) => acme.write((tx) => cancelEmail(tx, id))

const jobsOf = async (id: string) =>
  (await pool.query(`select start_after from pgboss.job where name = 'announce' and data->>'entryId' = $1`, [id])).rows

async function listEmailed(acme: TestWorkspace, id: string): Promise<number | null> {
  while (await acme.write((tx) => fanOut(tx, { entryId: id })));
  return (await pool.query('select from notification_deliveries where entry_id = $1', [id])).rowCount
}

const cancellations = async (id: string) =>
  (await pool.query(`select from audit_events where target_id = $1 and type = 'changelog.mail_canceled'`, [id]))
    .rowCount

test('emails customers two minutes after a member publishes', async () => {
  const acme = await app.workspace()
  const id = await publish(acme)
  const { publishedAt } = (await acme.api.get(`/changelog/${id}`)).body.data
  const twoMinutesLater = new Date(Date.parse(publishedAt) + 120_000).toISOString()
  const [job] = await jobsOf(id)
  assert.equal(new Date(job.start_after).toISOString(), twoMinutesLater)
  const report = await acme.write((scope) => getDeliveryReport(scope, id, { isMailConfigured: true }))
  assert.deepEqual([report!.startsAt, report!.isFinished], [twoMinutesLater, false])
  assert.equal(await listEmailed(acme, id), 1)
})

test('emails no one after a cancellation, leaves the entry published, and records the cancellation once', async () => {
  const acme = await app.workspace()
  const id = await publish(acme)
  assert.deepEqual([await cancel(acme, id), await cancel(acme, id)], [true, true])
  assert.equal(await listEmailed(acme, id), 0)
  assert.equal((await acme.api.get(`/changelog/${id}`)).body.data.state, 'published')
  const report = await acme.write((scope) => getDeliveryReport(scope, id, { isMailConfigured: true }))
  assert.deepEqual([report!.audience, report!.startsAt, report!.isFinished], ['nobody', null, true])
  assert.equal(await cancellations(id), 1)
})

test('also cancels the email about completed requests, even if another member published', async () => {
  const acme = await app.workspace()
  const [feedback, other] = [
    await acme.api.create('/feedback', { title: 'Export', submitter: { email: 'ada@example.com' } }),
    await acme.api.create('/feedback', { title: 'Import', submitter: { email: 'ada@example.com' } }),
  ]
  const { id, updatedAt } = await acme.api.create('/changelog', {
    title: 'CSV export',
    linkedFeedbackIds: [feedback.id],
  })
  for (const each of [feedback, other]) await acme.api.patch(`/feedback/${each.id}/status`, { status: 'approved' })
  await pool.query('delete from notification_events where workspace_id = $1', [acme.id])
  const asMember = <T>(work: (tx: WriteScope) => Promise<T>, memberId: string) =>
    acme.write((tx) => work({ ...asRole(tx, 'member', memberId), requestId: newId() }))
  const [alice, bob] = [newId(), newId()]
  const choice = { audience: 'everyone', completion: notifyEveryone } as const
  await asMember((tx) => publishUnchangedEntry(tx, { id, updatedAt }, choice), alice)
  await asMember((tx) => setStage(tx, other.id, 'planned'), alice)
  assert.equal(await asMember((tx) => cancelEmail(tx, id), bob), true)
  const { rows } = await pool.query('select feedback_id, notify from notification_events where workspace_id = $1', [
    acme.id,
  ])
  assert.deepEqual(
    new Map(rows.map((row) => [row.feedback_id, row.notify])),
    new Map([
      [feedback.id, false],
      [other.id, true],
    ]),
  )
  assert.equal(await listEmailed(acme, id), 0)
})

test('cancels nothing after recipients are listed, or in another workspace', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
  const id = await publish(acme)
  await assert.rejects(cancel(other, id), { code: 'not_found' })
  await acme.write((tx) => fanOut(tx, { entryId: id }))
  assert.equal(await cancel(acme, id), false)
  assert.equal(await listEmailed(acme, id), 1)
  assert.equal(await cancellations(id), 0)
})

test('either cancels the email or lists its recipients if both happen concurrently', async () => {
  const acme = await app.workspace()
  const id = await publish(acme)
  const blocker = await startBlockingTransaction(app, 'select from announcements where entry_id = $1 for update', [id])
  const canceling = cancel(acme, id)
  await waitForBlockedConnections(app)
  const listing = listEmailed(acme, id)
  await waitForBlockedConnections(app, 2)
  await blocker.release()
  assert.deepEqual([await canceling, await listing], [true, 0])
})

test('uses the workspace’s default in the console only; the API emails everyone', async () => {
  const acme = await app.workspace()
  assert.equal((await acme.write((scope) => getInitialPlan(scope, null))).audience, 'everyone')
  const defaults = { notifiesStages: true, notifiesApprovals: true, notifiesReplies: true, notifiesPublications: false }
  await acme.write((tx) => updateNotificationDefaults(tx, defaults))
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  for (const entryId of [null, id]) {
    assert.equal((await acme.write((scope) => getInitialPlan(scope, entryId))).audience, 'nobody')
  }
  await acme.api.patch(`/changelog/${id}`, { scheduledPublishAt: '2999-04-01T09:00:00Z', scheduledTimezone: 'UTC' })
  assert.equal((await acme.write((scope) => getInitialPlan(scope, id))).audience, 'everyone')
  await acme.api.post(`/changelog/${id}/publish`)
  assert.equal((await jobsOf(id)).length, 1)
})
