import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listHistory } from '../../audit/history.ts'
import { createComment } from '../../comments/create.ts'
import { setStages } from '../../feedback/lifecycle/set-stage.ts'
import type { Stage } from '../../feedback/schema.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { allRecipients, createDigestFixtures } from '../../test/fixtures/digests.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { asRole } from '../../test/support/roles.ts'
import { createTestApp } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import { type NotificationChoice, notifyEveryone, notifyNobody } from '../events/choice.ts'
import { claimDeliveries, recordResults } from './repository.ts'
import { countTold, countToldOfReplies, listTold, type ToldEvent } from './told.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp({ caps })
const { pool } = app.database
const digests = await createDigestFixtures(app)

/** Creates a public request by Ada, with a vote by Bea, who wants replies only, and no pending events. */
async function scene() {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: { email: 'ada@example.com' } })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await acme.write((tx) => addVote(tx, id, { email: 'bea@example.com' }, caps))
  await pool.query(`update customers set notify_stages = false where workspace_id = $1 and email = 'bea@example.com'`, [
    acme.id,
  ])
  await pool.query('delete from notification_events where feedback_id = $1', [id])
  /** Runs a change as a member, as the console does in one HTTP request. */
  const act = <T>(work: (tx: WriteScope) => Promise<T>) =>
    acme.write((tx) => work({ ...asRole(tx, 'member'), requestId: newId() }))
  const history = async () => {
    const query = { limit: 3, emailed: (event: string) => countTold(event, id) }
    const { data } = await acme.write((tx) => listHistory(tx, [id], query, new Signer('x'.repeat(32), 'cursors')))
    return data
  }
  return {
    acme,
    id: id as string,
    setStage: (stage: Stage, choice: NotificationChoice = notifyEveryone) =>
      act((tx) => setStages(tx, [id], stage, choice)),
    reply: async (body: string, choice?: NotificationChoice): Promise<string> => {
      const input = { kind: 'staff_reply' as const, body }
      return (await act((tx) => createComment(tx, { of: 'feedback_id', id }, input, caps, choice))).id
    },
    history,
    told: async () => (await history()).map(({ emailed }) => emailed),
    toldOfReplies: async (ids: string[]) => {
      const counts = await acme.write((tx) => countToldOfReplies(tx, ids))
      return ids.map((commentId) => counts.get(commentId) ?? 0)
    },
    list: async (event: Omit<ToldEvent, 'feedbackId'>) =>
      (await acme.write((tx) => listTold(tx, { feedbackId: id, ...event } as ToldEvent))).map(({ email }) => email),
  }
}

test('counts and lists, for each event of one digest, only the people who were emailed about it', async () => {
  const { id, setStage, reply, history, told, toldOfReplies, list } = await scene()
  await setStage('planned')
  const comment = await reply('In May')
  assert.deepEqual([await told(), await toldOfReplies([comment])], [[null, null, null], [0]])
  assert.equal((await digests.deliverDue(3)).length, 2)
  assert.deepEqual(await toldOfReplies([comment]), [2])
  const [change] = await history()
  assert.deepEqual([change!.type, change!.emailed], ['feedback.stage_changed', 1])
  assert.deepEqual(await list({ auditEventId: change!.id }), ['ada@example.com'])
  assert.deepEqual(await list({ commentId: comment }), ['ada@example.com', 'bea@example.com'])
  assert.deepEqual(await list({ auditEventId: newId() }), [])
  assert.equal((await pool.query('select from notification_digests where feedback_id = $1', [id])).rowCount, 1)
})

test('counts no one for a change superseded in the same digest, or for a change without email', async () => {
  const { setStage, told } = await scene()
  await setStage('planned')
  await setStage('in_progress')
  assert.equal((await digests.deliverDue(3)).length, 1)
  await setStage('completed', notifyNobody)
  assert.deepEqual(await told(), [null, 1, null])
})

test('counts no one for a change whose HTTP request only contributed a reply to the digest', async () => {
  const { acme, id, setStage, told } = await scene()
  // One HTTP request of an integration that changes the stage and replies.
  const requestId = newId()
  await acme.write((tx) => setStages({ ...asRole(tx, 'member'), requestId }, [id], 'planned'))
  await acme.write((tx) =>
    createComment(
      { ...asRole(tx, 'member'), requestId },
      { of: 'feedback_id', id },
      { kind: 'staff_reply', body: 'Soon' },
      caps,
    ),
  )
  await setStage('in_progress')
  await digests.deliverDue(3)
  assert.deepEqual((await told()).slice(0, 2), [1, null])
})

test('counts no one for a reply that was not emailed, is still waiting, or is in another workspace', async () => {
  const { acme, reply, toldOfReplies } = await scene()
  const silent = await reply('Quietly', notifyNobody)
  const told = await reply('In May')
  await digests.deliverDue(3)
  const waiting = await reply('In June')
  assert.deepEqual(await toldOfReplies([silent, told, waiting]), [0, 2, 0])
  const other = await app.workspace()
  assert.equal((await other.write((tx) => countToldOfReplies(tx, [told]))).size, 0)
  assert.notEqual(acme.id, other.id)
})

test('counts each message once, when several processes send one digest and when a result is recorded again', async () => {
  const { acme, setStage, reply, told, toldOfReplies } = await scene()
  await setStage('planned')
  const comment = await reply('In May')
  const [digestId] = await digests.createDigests(3)
  const job = { workspaceId: acme.id, digestId: digestId!, ...allRecipients }
  const claims = await claimDeliveries(app.database, job, 2, digests.at(3))
  const record = (claim: (typeof claims)[number]) =>
    recordResults(app.database, job, [{ claim, outcome: { kind: 'sent', response: '' } }], digests.at(3))
  const blocker = await startBlockingTransaction(app, 'select from notification_digests where id = $1 for update', [
    digestId,
  ])
  const recorded = claims.map(record)
  await waitForBlockedConnections(app, 2)
  await blocker.release()
  await Promise.all(recorded)
  for (const claim of claims) await record(claim)
  assert.deepEqual([(await told())[0], await toldOfReplies([comment])], [1, [2]])
})
