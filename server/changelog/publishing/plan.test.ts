import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setStage } from '../../feedback/lifecycle/set-stage.ts'
import type { Stage } from '../../feedback/schema.ts'
import { createDueDigests } from '../../notifications/digests/create-due-digests.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp } from '../../test/test-app.ts'
import { saveEntry } from '../console/save.ts'
import { defaultPlan, getPublicationPlan, type PublicationPlan } from './plan.ts'
import { publishScheduledEntries } from './publish-scheduled.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { api } = acme
const { pool } = app.database

const nine30 = '2036-03-01T09:30:00.000Z'
const ten = '2036-03-01T10:00:00.000Z'

const askedAndCompleted: PublicationPlan = {
  audience: 'asked',
  completion: { notify: true, note: 'It was your idea.' },
}

async function createRequest(stage: Stage = 'planned') {
  const { id } = await api.create('/feedback', { title: 'Export', submitter: { email: 'ada@example.com' } })
  await acme.write((tx) => setStage(tx, id, stage))
  await pool.query('delete from notification_events where feedback_id = $1', [id])
  return id as string
}

const form = (
  linkedFeedbackIds: string[],
  plan?: PublicationPlan,
  scheduledPublishAt: string | null = '2036-03-01T09:30',
) => ({
  title: 'CSV export',
  body: '',
  versionLabel: null,
  tagIds: [],
  newTags: [],
  linkedFeedbackIds,
  reactionsEnabled: true,
  commentsEnabled: true,
  scheduledPublishAt,
  scheduledTimezone: 'UTC',
  ...(plan && { plan }),
})

const schedule = (linked: string[], plan?: PublicationPlan) =>
  acme.write((tx) => saveEntry(tx, null, form(linked, plan)))
const save = (id: string, ...input: Parameters<typeof form>) =>
  acme.write((tx) => saveEntry(tx, { id, updatedAt: null }, form(...input)))
const planOf = (id: string) => acme.write((tx) => getPublicationPlan(tx, id))

const audienceOf = async (id: string) =>
  (await pool.query('select audience, audience_id from announcements where entry_id = $1', [id])).rows[0]

const eventsOf = async (feedbackId: string) =>
  (
    await pool.query('select to_stage, notify, note from notification_events where feedback_id = $1 order by id', [
      feedbackId,
    ])
  ).rows

test('applies the plan of a scheduled entry when it is published', async () => {
  const [open, closed] = [await createRequest(), await createRequest('closed')]
  const { id } = await schedule([open, closed], askedAndCompleted)
  assert.deepEqual(await planOf(id), askedAndCompleted)
  assert.deepEqual(await publishScheduledEntries(app, nine30), [id])
  assert.deepEqual(await audienceOf(id), { audience: 'asked', audience_id: null })
  assert.deepEqual(await eventsOf(open), [{ to_stage: 'completed', notify: true, note: 'It was your idea.' }])
  assert.deepEqual(await eventsOf(closed), [])
  assert.equal((await api.get(`/feedback/${open}`)).body.data.stage, 'completed')
  assert.equal((await api.get(`/feedback/${closed}`)).body.data.stage, 'closed')
})

test('drops the plan when a process of an earlier version removes the schedule', async () => {
  const { id } = await schedule([], askedAndCompleted)
  const reschedule = (at: string | null) =>
    pool.query('update changelog_entries set scheduled_publish_at = $2, scheduled_timezone = $3 where id = $1', [
      id,
      at,
      at && 'UTC',
    ])
  await reschedule(ten)
  assert.deepEqual(await planOf(id), askedAndCompleted)
  await reschedule(null)
  await reschedule(nine30)
  assert.deepEqual(await planOf(id), defaultPlan)
  await acme.api.delete(`/changelog/${id}`)
})

const changesMeanwhile = {
  'marks as spam': `update feedback set status = 'spam' where id = $1`,
  closes: `update feedback set product_stage = 'closed' where id = $1`,
  'sends back to review': `update feedback set status = 'pending' where id = $1`,
}
for (const [change, statement] of Object.entries(changesMeanwhile)) {
  test(`leaves a request alone that a member ${change} at the time of publication`, async () => {
    const [changed, open] = [await createRequest(), await createRequest()]
    const { id } = await schedule([changed, open], askedAndCompleted)
    const member = await startBlockingTransaction(app, statement, [changed])
    const poll = publishScheduledEntries(app, nine30)
    await waitForBlockedConnections(app)
    await member.release()
    assert.deepEqual(await poll, [id])
    const { stage } = (await api.get(`/feedback/${changed}`)).body.data
    assert.equal(stage, change === 'sends back to review' ? 'pending' : 'closed')
    assert.deepEqual(await eventsOf(changed), [])
    assert.equal((await eventsOf(open)).length, 1)
  })
}

test('the history of a request completed on schedule shows the people who were emailed', async () => {
  const request = await createRequest()
  const { id } = await schedule([request], askedAndCompleted)
  await publishScheduledEntries(app, nine30)
  await createDueDigests(app, ten)
  const { rows } = await pool.query(
    `select e.request_id = b.stage_request_id as found from audit_events e
     join notification_digests b on b.feedback_id = e.target_id
     where e.target_id = $1 and e.type = 'feedback.promoted' and e.actor_type = 'system'`,
    [request],
  )
  assert.deepEqual(rows, [{ found: true }])
  assert.equal((await audienceOf(id)).audience, 'asked')
})

test('the response and the event of a publication show its linked requests as completed', async () => {
  const request = await createRequest()
  const { id } = await schedule([request], askedAndCompleted)
  const { body } = await api.post(`/changelog/${id}/publish`)
  const { rows } = await pool.query(
    `select type, data from events where resource_id = any($1::uuid[]) and type in ('feedback.stage_changed', 'changelog.published')
     order by sequence desc limit 2`,
    [[id, request]],
  )
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['changelog.published', 'feedback.stage_changed'],
  )
  for (const { linkedFeedback } of [body.data, rows[0].data])
    assert.deepEqual(linkedFeedback, [{ id: request, title: 'Export', stage: 'completed' }])
})

test('completes without email, announces to a board, or emails no one', async () => {
  const request = await createRequest()
  const board = (await api.get('/boards')).body.data[0].id
  const silent = await schedule([request], { audience: `board:${board}`, completion: { notify: false, note: null } })
  const nobody = await schedule([], { audience: 'nobody', completion: null })
  await publishScheduledEntries(app, nine30)
  assert.deepEqual(await audienceOf(silent.id), { audience: 'board', audience_id: board })
  assert.deepEqual(await audienceOf(nobody.id), { audience: 'nobody', audience_id: null })
  assert.deepEqual(await eventsOf(request), [{ to_stage: 'completed', notify: false, note: null }])
})

test('emails everyone and completes nothing if the API scheduled the entry', async () => {
  const request = await createRequest()
  const { id } = await api.create('/changelog', {
    title: 'CSV export',
    linkedFeedbackIds: [request],
    scheduledPublishAt: nine30,
  })
  await publishScheduledEntries(app, nine30)
  assert.equal((await audienceOf(id)).audience, 'everyone')
  assert.equal((await api.get(`/feedback/${request}`)).body.data.stage, 'planned')
})

test('rescheduling keeps the plan, also through the API and from a page that does not send it', async () => {
  const { id } = await schedule([], { audience: 'asked', completion: null })
  await api.patch(`/changelog/${id}`, { scheduledPublishAt: ten })
  await save(id, [], undefined, '2036-03-01T11:00')
  assert.deepEqual(await planOf(id), { audience: 'asked', completion: null })
})

test('removing the schedule drops the plan, so a later schedule starts with the default', async () => {
  const { id } = await schedule([], { audience: 'nobody', completion: null })
  await api.patch(`/changelog/${id}`, { scheduledPublishAt: null })
  assert.deepEqual(await planOf(id), defaultPlan)
  await api.patch(`/changelog/${id}`, { scheduledPublishAt: nine30 })
  assert.deepEqual(await planOf(id), defaultPlan)
  await save(id, [], { audience: 'nobody', completion: null }, null)
  assert.deepEqual(await planOf(id), defaultPlan)
})

test('the API publishes a scheduled entry to the audience that the team chose', async () => {
  const { id } = await schedule([], { audience: 'nobody', completion: null })
  await api.post(`/changelog/${id}/publish`)
  assert.equal((await audienceOf(id)).audience, 'nobody')
})

test('records a change of only the plan as a new version of the entry', async () => {
  const { id, updatedAt } = await schedule([], { audience: 'asked', completion: null })
  const saved = await acme.write((tx) =>
    saveEntry(
      { ...tx, now: '2036-03-01T09:05:00.000Z' },
      { id, updatedAt },
      form([], { audience: 'nobody', completion: null }),
    ),
  )
  assert.notEqual(saved.updatedAt, updatedAt)
  const { rows } = await pool.query('select type, changes from audit_events where target_id = $1 order by id', [id])
  assert.deepEqual(rows.at(-1), { type: 'changelog.updated', changes: { audience: ['asked', 'nobody'] } })
  await save(id, [], { audience: 'nobody', completion: null })
  assert.equal((await pool.query('select from audit_events where target_id = $1', [id])).rowCount, rows.length)
})
