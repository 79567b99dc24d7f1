import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createComment } from '../../comments/create.ts'
import { setStages } from '../../feedback/lifecycle/set-stage.ts'
import { setStatuses } from '../../feedback/lifecycle/set-status.ts'
import { undoStageChanges } from '../../feedback/lifecycle/undo-stage-changes.ts'
import type { Stage } from '../../feedback/schema.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { deleteRoadmapItem } from '../../roadmap/delete.ts'
import { moveRoadmapItem } from '../../roadmap/order/move.ts'
import { createDigestFixtures } from '../../test/fixtures/digests.ts'
import { asRole } from '../../test/support/roles.ts'
import { createTestApp } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import { type NotificationChoice, notifyEveryone, notifyNobody } from './choice.ts'
import { listRecordedNews } from './recorded.ts'
import { takeBackMail } from './take-back.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp({ caps })
const { pool } = app.database
const digests = await createDigestFixtures(app)
const alice = newId()
const reply = { body: 'We won’t do this, because it would slow everyone down.', kind: 'staff_reply' as const }

/** Creates an approved request that two customers follow, on the roadmap if `isPlanned`. */
async function createScene({ isPlanned = false } = {}) {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: { email: 'ada@example.com' } })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await acme.write((tx) => addVote(tx, id, { email: 'bea@example.com' }, caps))
  const item = isPlanned ? (await acme.api.post(`/feedback/${id}/promote`, { status: 'planned' })).body.data : null
  await pool.query('delete from notification_events where feedback_id = $1', [id])
  const act = async (work: (tx: WriteScope) => Promise<unknown>, memberId = alice, requestId: string = newId()) => {
    await acme.write((tx) => work({ ...asRole(tx, 'member', memberId), requestId }))
    return requestId
  }
  const readRequest = async () => (await pool.query('select stage, status from feedback where id = $1', [id])).rows[0]
  return {
    acme,
    id: id as string,
    itemId: item?.roadmapItem.id as string,
    act,
    readRequest,
    setStage: (stage: Stage, choice: NotificationChoice = notifyEveryone) =>
      act((tx) => setStages(tx, [id], stage, choice)),
    reply: () => act((tx) => createComment(tx, { of: 'feedback_id', id }, reply, caps)),
    undo: (requestId: string) => act((tx) => undoStageChanges(tx, requestId)),
    takeBack: (requestId: string, memberId = alice) => {
      let isTakenBack = false
      const attempt = act(async (tx) => {
        isTakenBack = (await takeBackMail(tx, requestId)) === 'all'
      }, memberId)
      return attempt.then(() => isTakenBack)
    },
  }
}

const recipients = async (minutes: number) => (await digests.deliverDue(minutes)).map(({ to }) => to)
const both = ['ada@example.com', 'bea@example.com']

test('emails nobody when a change whose mail was canceled is undone', async () => {
  const { setStage, takeBack, undo } = await createScene()
  const change = await setStage('planned')
  assert.equal(await takeBack(change), true)
  await undo(change)
  assert.deepEqual(await recipients(3), [])
})

test('emails nobody when a change that no digest has reported is undone', async () => {
  const { act, id, setStage, undo } = await createScene()
  await setStage('planned', notifyNobody)
  const spam = await act((tx) => setStatuses(tx, [id], 'spam'))
  assert.deepEqual(await recipients(3), [])
  await undo(spam)
  assert.deepEqual(await recipients(70), [])
})

test('emails people again when a change that was reported to them is undone', async () => {
  const { setStage, undo } = await createScene()
  const change = await setStage('planned')
  assert.deepEqual(await recipients(3), both)
  await undo(change)
  assert.deepEqual(await recipients(70), both)
})

test('lets the last of several changes decide whether people are emailed', async () => {
  const { setStage } = await createScene()
  await setStage('planned')
  await setStage('in_progress', notifyNobody)
  await setStage('planned', notifyNobody)
  assert.deepEqual(await recipients(3), [])
})

test('emails nobody about a change back to the stage that people know', async () => {
  const { acme, setStage } = await createScene()
  const change = await setStage('planned')
  const news = (requestId: string) => acme.write((tx) => listRecordedNews(tx, requestId))
  assert.equal((await news(change)).stages.length, 1)
  assert.deepEqual((await news(await setStage('in_review'))).stages, [])
  assert.deepEqual(await recipients(3), [])
})

test('sends a reply from before a silent close, but none from after it', async () => {
  const before = await createScene()
  await before.reply()
  await before.setStage('closed', notifyNobody)
  const messages = await digests.deliverDue(3)
  assert.deepEqual(
    messages.map(({ to }) => to),
    both,
  )
  // The request has no public page any more.
  for (const { text } of messages) assert.doesNotMatch(text, /\/requests\//)
  const after = await createScene()
  await after.setStage('closed', notifyNobody)
  await recipients(3)
  await after.reply()
  assert.deepEqual(await recipients(70), [])
})

test('waits for the grace period of a later act, but not forever', async () => {
  const { id, setStage } = await createScene()
  const isAgo = (minutes: number) =>
    pool.query(
      `update notification_events set created_at = created_at - $2 * interval '1 minute',
         due_at = due_at - $2 * interval '1 minute' where feedback_id = $1`,
      [id, minutes],
    )
  await setStage('planned')
  await isAgo(3)
  await setStage('in_progress')
  assert.deepEqual(await recipients(0.1), [])
  await isAgo(10)
  await setStage('completed')
  assert.deepEqual(await recipients(0.2), both)
})

test('does not report a change whose mail is being canceled', async () => {
  const { acme, setStage } = await createScene()
  const change = await setStage('planned')
  await acme.write(async (tx) => {
    assert.equal(await takeBackMail(asRole(tx, 'member', alice), change), 'all')
    assert.deepEqual(await digests.createDigests(3), [])
  })
  assert.deepEqual(await recipients(3), [])
})

test('cancels only mail caused by the same member, and records it', async () => {
  const { acme, act, id, setStage, takeBack } = await createScene()
  const change = await setStage('planned')
  // API clients choose the ids of their HTTP requests, so two may have the same.
  const bob = newId()
  await act((tx) => createComment(tx, { of: 'feedback_id', id }, { ...reply, isInternal: true }, caps), bob, change)
  assert.equal(await takeBack(change, bob), false)
  assert.equal(await takeBack(change), true)
  // A double click cancels the mail, and records that once.
  assert.equal(await takeBack(change), true)
  const { rows } = await pool.query(
    `select target_id, actor_id from audit_events where workspace_id = $1 and type = 'feedback.mail_canceled'`,
    [acme.id],
  )
  assert.deepEqual(rows, [{ target_id: id, actor_id: alice }])
})

test('undoes a move on the roadmap, with its place and the review it ended', async () => {
  const { act, id, itemId, undo, readRequest } = await createScene({ isPlanned: true })
  await act((tx) => setStatuses(tx, [id], 'pending', notifyNobody))
  const readOrder = async () =>
    (await pool.query('select status, sort_order from roadmap_items where id = $1', [itemId])).rows[0]
  const order = await readOrder()
  const move = await act((tx) => moveRoadmapItem(tx, itemId, { status: 'in_progress' }))
  assert.deepEqual(await readRequest(), { stage: 'in_progress', status: 'approved' })
  await undo(move)
  assert.deepEqual(await readRequest(), { stage: 'pending', status: 'pending' })
  assert.deepEqual(await readOrder(), order)
  assert.deepEqual(await recipients(3), [])
})

test('leaves a colleague’s later change when a move on the roadmap is undone', async () => {
  const { act, id, itemId, undo, readRequest } = await createScene({ isPlanned: true })
  const move = await act((tx) => moveRoadmapItem(tx, itemId, { status: 'in_progress' }))
  await act((tx) => setStages(tx, [id], 'completed'), newId())
  await undo(move)
  assert.equal((await readRequest()).stage, 'completed')
  assert.deepEqual(await recipients(3), both)
})

test('takes an item off the roadmap without emailing anyone, if that was chosen', async () => {
  const { act, itemId, readRequest } = await createScene({ isPlanned: true })
  await act((tx) => deleteRoadmapItem(tx, itemId, notifyNobody))
  assert.equal((await readRequest()).stage, 'in_review')
  assert.deepEqual(await recipients(70), [])
})
