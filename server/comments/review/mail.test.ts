import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NotificationChoice, notifyEveryone, notifyNobody } from '../../notifications/events/choice.ts'
import { takeBackMail } from '../../notifications/events/take-back.ts'
import { countCommentRecipients } from '../../notifications/recipients/count-comment-recipients.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { formTokenField, signInCustomer } from '../../test/clients/portal-client.ts'
import { createDigestFixtures } from '../../test/fixtures/digests.ts'
import { asRole } from '../../test/support/roles.ts'
import { createTestApp } from '../../test/test-app.ts'
import { reviewComment, undoCommentReviews } from './decide.ts'

const app = await createTestApp()
const { pool } = app.database
const digests = await createDigestFixtures(app)
const alice = newId()

/** Creates a public request with a comment by Bob, and Ada's answer to it, which waits for review. */
async function scene() {
  const acme = await app.workspace({ reviewsComments: 'all' })
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const question = { body: 'When?', submitter: { email: 'bob@example.com' } }
  const parent = await acme.api.create(`/feedback/${id}/comments`, question)
  await pool.query('delete from notification_events where feedback_id = $1', [id])
  const ada = await signInCustomer(app, acme, { email: 'ada@example.com', name: 'Ada' })
  const say = async (body: string, parentId?: string): Promise<string> => {
    await ada.post(`/requests/${id}/comments`, { body, ...(parentId && { parent: parentId }), ...formTokenField(acme) })
    const { rows } = await pool.query('select id from pending_comments where feedback_id = $1 and body = $2', [
      id,
      body,
    ])
    return rows[0].id
  }
  /** Runs an act as a member, as one HTTP request of the console does. @returns the id of that request */
  const act = async (work: (tx: WriteScope) => Promise<unknown>): Promise<string> => {
    const requestId = newId()
    await acme.write((tx) => work({ ...asRole(tx, 'member', alice), requestId }))
    return requestId
  }
  const answer = await say('In May', parent.id)
  return {
    acme,
    id: id as string,
    answer,
    say,
    act,
    approve: (comment = answer, choice: NotificationChoice = notifyEveryone) =>
      act((tx) => reviewComment(tx, comment, 'approved', choice)),
    counted: async (...ids: string[]) => {
      const counts = await acme.write((tx) => countCommentRecipients(tx, ids))
      return ids.map((comment) => counts.get(comment)?.count ?? 0)
    },
    setBob: (columns: string) =>
      pool.query(`update customers set ${columns} where workspace_id = $1 and email = 'bob@example.com'`, [acme.id]),
  }
}

const recipients = async (minutes = 3) => (await digests.deliverDue(minutes)).map(({ to }) => to)

test('an approved comment emails the author of the comment it answers, as counted, and no one else', async () => {
  const { answer, say, approve, counted } = await scene()
  const other = await say('I want it too')
  assert.deepEqual(await counted(answer, other), [1, 0])
  await approve()
  await approve(other)
  // Counts the comment the same once it is public, for the notice after the approval.
  assert.deepEqual(await counted(answer), [1])
  assert.deepEqual(await recipients(), ['bob@example.com'])
})

test('emails no one if the team chose that, and records the choice', async () => {
  const { answer, approve } = await scene()
  await approve(answer, notifyNobody)
  assert.deepEqual(await recipients(), [])
  const { rows } = await pool.query('select changes from audit_events where target_id = $1 order by id', [answer])
  assert.deepEqual(rows.at(-1).changes, { status: ['pending', 'approved'], notified: false })
})

test('cancels the mail when the approval is undone, and when only the mail is canceled', async () => {
  const undone = await scene()
  const decision = await undone.approve()
  await undone.act((tx) => undoCommentReviews(tx, decision))
  const kept = await scene()
  const approval = await kept.approve()
  await kept.act(async (tx) => assert.equal(await takeBackMail(tx, approval), 'all'))
  assert.deepEqual(await recipients(), [])
  assert.equal((await kept.acme.api.get(`/feedback/${kept.id}/comments`)).body.data.length, 2)
  assert.equal((await undone.acme.api.get(`/feedback/${undone.id}/comments`)).body.data.length, 1)
})

test('counts no one who has switched replies off, and no one for a request that is not public', async () => {
  for (const columns of [
    'notify_replies = false',
    'mail_opted_out_at = now()',
    'mail_bounced_at = now()',
    'blocked_at = now()',
  ]) {
    const { answer, approve, counted, setBob } = await scene()
    await setBob(columns)
    assert.deepEqual(await counted(answer), [0])
    await approve()
  }
  const { acme, answer, counted } = await scene()
  await pool.query('update boards set is_public = false where workspace_id = $1', [acme.id])
  assert.deepEqual(await counted(answer), [0])
  assert.deepEqual(await recipients(), [])
})
