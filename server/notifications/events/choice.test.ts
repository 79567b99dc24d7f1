import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createComment } from '../../comments/create.ts'
import { setStages } from '../../feedback/lifecycle/set-stage.ts'
import { setStatuses } from '../../feedback/lifecycle/set-status.ts'
import { undoStageChanges } from '../../feedback/lifecycle/undo-stage-changes.ts'
import type { Stage } from '../../feedback/schema.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { moveRoadmapItem } from '../../roadmap/order/move.ts'
import { promoteFeedback } from '../../roadmap/promote.ts'
import { createDigestFixtures } from '../../test/fixtures/digests.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import {
  chooseNotification,
  getNotificationDefaults,
  updateNotificationDefaults,
} from '../preferences/workspace-defaults.ts'
import { type NotificationChoice, notifyEveryone, notifyNobody } from './choice.ts'
import { type TakenBack, takeBackMail } from './take-back.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp({ caps })
const { pool } = app.database
const digests = await createDigestFixtures(app)
const alice = newId()

/** Creates a public request by Ada, with a vote by Bea and no pending events. */
async function scene() {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: { email: 'ada@example.com' } })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await acme.write((tx) => addVote(tx, id, { email: 'bea@example.com' }, caps))
  await pool.query('delete from notification_events where feedback_id = $1', [id])
  /** Runs a change as a member, as the console does in one HTTP request. @returns the id of that request. */
  const act = async (work: (tx: WriteScope) => Promise<unknown>, memberId = alice): Promise<string> => {
    const requestId = newId()
    await acme.write((tx) => work({ ...asRole(tx, 'member', memberId), requestId }))
    return requestId
  }
  const setStage = (stage: Stage, choice: NotificationChoice = notifyEveryone) =>
    act((tx) => setStages(tx, [id], stage, choice))
  return { acme, id: id as string, act, setStage, undo: (change: string) => act((tx) => undoStageChanges(tx, change)) }
}

const subjects = async (minutes: number) =>
  (await digests.deliverDue(minutes)).map(({ to, subject }) => `${to}: ${subject}`)
const both = (news: string) => [`ada@example.com: “Dark mode” ${news}`, `bea@example.com: “Dark mode” ${news}`]

test('mails nobody about acts that choose so, and everyone about acts that do not choose', async () => {
  const { acme, id, act, setStage } = await scene()
  const { body } = await acme.api.post(`/feedback/${id}/promote`, { status: 'planned' })
  const itemId = body.data.roadmapItem.id
  await pool.query('delete from notification_events where feedback_id = $1', [id])
  await setStage('in_progress', notifyNobody)
  await act((tx) => moveRoadmapItem(tx, itemId, { status: 'done' }, notifyNobody))
  await act((tx) => promoteFeedback(tx, id, { status: 'planned' }, notifyNobody))
  await act((tx) => setStatuses(tx, [id], 'pending', notifyNobody))
  await act((tx) => setStatuses(tx, [id], 'approved', notifyNobody))
  const reply = { body: 'Quietly', kind: 'staff_reply' as const }
  await act((tx) => createComment(tx, { of: 'feedback_id', id }, reply, caps, notifyNobody))
  assert.deepEqual(await subjects(3), [])
  await act((tx) => moveRoadmapItem(tx, itemId, { status: 'in_progress' }))
  assert.deepEqual(await subjects(3), both('is in progress'))
})

test('does not report an earlier stage, or a later one that nobody was to be told about', async () => {
  const { setStage } = await scene()
  await setStage('planned')
  await setStage('in_progress', notifyNobody)
  assert.deepEqual(await subjects(3), [])
})

test('sends the note of a stage change as plain text in both parts', async () => {
  const { setStage } = await scene()
  await setStage('planned', { notify: true, note: 'In May.\n<b>Really</b> & truly **soon**' })
  const [message] = await digests.deliverDue(3)
  assert.match(message!.text, /Note from the .* team\n\nIn May\.\n<b>Really<\/b> & truly \*\*soon\*\*\n/)
  assert.match(message!.html, /In May\.<br>&lt;b&gt;Really&lt;\/b&gt; &amp; truly \*\*soon\*\*/)
})

test('sends only the note of the change that it reports', async () => {
  const { setStage } = await scene()
  await setStage('planned', { notify: true, note: 'OUTDATED' })
  await setStage('in_progress', { notify: true, note: 'CURRENT' })
  const [message] = await digests.deliverDue(3)
  assert.match(message!.whole, /CURRENT/)
  assert.doesNotMatch(message!.whole, /OUTDATED/)
})

test('takes the mail and its note back when the change is undone', async () => {
  const { setStage, undo } = await scene()
  await undo(await setStage('planned', { notify: true, note: 'Soon' }))
  assert.deepEqual(await subjects(3), [])
})

test('mails about the change before an undone one, which was made silently', async () => {
  const { setStage, undo } = await scene()
  await setStage('planned')
  await undo(await setStage('in_progress', notifyNobody))
  assert.deepEqual(await subjects(3), both('is planned'))
})

test('mails nobody about undoing a change that nobody was told about', async () => {
  const { setStage, undo } = await scene()
  await setStage('planned', notifyEveryone)
  assert.equal((await subjects(3)).length, 2)
  await undo(await setStage('in_progress', notifyNobody))
  assert.deepEqual(await subjects(70), [])
})

test('tells people about undoing a change that they were told about', async () => {
  const { setStage, undo } = await scene()
  const change = await setStage('planned')
  assert.equal((await subjects(3)).length, 2)
  await undo(change)
  assert.deepEqual(await subjects(70), both('is under consideration'))
})

test('takes back only the mail of one act of the same member', async () => {
  const { id, act, setStage } = await scene()
  const change = await setStage('planned')
  const taken: TakenBack[] = []
  await act(async (tx) => taken.push(await takeBackMail(tx, change)), newId())
  const reply = { body: 'We begin in May', kind: 'staff_reply' as const }
  const replied = await act((tx) => createComment(tx, { of: 'feedback_id', id }, reply, caps))
  await act(async (tx) => taken.push(await takeBackMail(tx, replied), await takeBackMail(tx, newId())))
  // A double click cancels the same mail twice.
  await act(async (tx) => taken.push(await takeBackMail(tx, replied)))
  assert.deepEqual(taken, ['nothing', 'all', 'nothing', 'all'])
  const messages = await digests.deliverDue(3)
  assert.equal(messages.length, 2)
  assert.doesNotMatch(messages[0]!.whole, /We begin in May/)
  await act(async (tx) => taken.push(await takeBackMail(tx, change)))
  assert.equal(taken.at(-1), 'nothing')
})

test('reports if part of the mail about an action was sent before the rest was canceled', async () => {
  const { acme, id, act } = await scene()
  const other = (await acme.api.create('/feedback', { title: 'Desk booking', submitter: { email: 'cy@example.com' } }))
    .id
  await acme.api.patch(`/feedback/${other}/status`, { status: 'approved' })
  await pool.query('delete from notification_events where feedback_id = $1', [other])
  const change = await act((tx) => setStages(tx, [id, other], 'planned', notifyEveryone))
  // The second request waits longer, as after a digest within the last hour.
  await pool.query(`update notification_events set due_at = due_at + interval '1 hour' where feedback_id = $1`, [other])
  assert.deepEqual(await subjects(3), both('is planned'))
  const taken: TakenBack[] = []
  await act(async (tx) => taken.push(await takeBackMail(tx, change)))
  await act(async (tx) => taken.push(await takeBackMail(tx, change)))
  assert.deepEqual(taken, ['rest', 'rest'])
  assert.deepEqual(await subjects(70), [])
})

test('rejects taking back mail by a customer', async () => {
  const { acme } = await scene()
  await assert.rejects(
    acme.write((tx) => takeBackMail({ ...tx, actor: { type: 'customer', id: newId() } }, newId())),
    forbiddenError,
  )
})

test('uses the workspace’s default where a member does not choose, and never for the API', async () => {
  const { acme, id } = await scene()
  const quiet = { notifiesStages: false, notifiesApprovals: true, notifiesReplies: false, notifiesPublications: true }
  await acme.write((tx) => updateNotificationDefaults(asRole(tx, 'admin'), quiet))
  const { rows } = await pool.query(
    `select changes from audit_events where workspace_id = $1 and type = 'workspace.updated'`,
    [acme.id],
  )
  assert.deepEqual(rows, [{ changes: { notifiesStages: [true, false], notifiesReplies: [true, false] } }])
  const choose = (act: 'stages' | 'approvals' | 'replies', choice: { notify?: boolean; note?: string } = {}) =>
    acme.write((tx) => chooseNotification(tx, act, choice))
  assert.deepEqual(await choose('stages', { note: 'Unsent' }), { notify: false, note: null })
  assert.deepEqual(await choose('replies'), { notify: false, note: null })
  assert.deepEqual(await choose('approvals'), { notify: true, note: null })
  assert.deepEqual(await choose('stages', { notify: true, note: 'Sent' }), { notify: true, note: 'Sent' })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  assert.deepEqual(await subjects(3), both('is planned'))
})

test('lets only owners and admins change the defaults of their own workspace', async () => {
  const { acme } = await scene()
  const other = await app.workspace()
  const quiet = { notifiesStages: false, notifiesApprovals: false, notifiesReplies: false, notifiesPublications: true }
  await assert.rejects(
    acme.write((tx) => updateNotificationDefaults(asRole(tx, 'member'), quiet)),
    forbiddenError,
  )
  await acme.write((tx) => updateNotificationDefaults(asRole(tx, 'owner'), quiet))
  assert.deepEqual(await acme.write(getNotificationDefaults), quiet)
  const unchanged = { notifiesStages: true, notifiesApprovals: true, notifiesReplies: true, notifiesPublications: true }
  assert.deepEqual(await other.write(getNotificationDefaults), unchanged)
})
