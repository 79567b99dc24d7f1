import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setStages } from '../../feedback/lifecycle/set-stage.ts'
import { createDigestFixtures } from '../../test/fixtures/digests.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import {
  type CountedAct,
  countRecipients,
  countRecipientsOfEach,
  countRecipientsOfRequest,
} from './count-recipients.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp({ caps })
const { pool } = app.database
const digests = await createDigestFixtures(app)

const createRequest = async (acme: TestWorkspace, voters: string[]): Promise<string> => {
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: { email: 'ada@example.com' } })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  for (const name of voters) await acme.write((tx) => addVote(tx, id, { email: `${name}@example.com` }, caps))
  await pool.query('delete from notification_events where workspace_id = $1', [acme.id])
  return id
}
const count = (acme: TestWorkspace, ids: string[], act: CountedAct = { kind: 'stages' }) =>
  acme.write((tx) => countRecipients(tx, ids, act))
const set = (acme: TestWorkspace, name: string, columns: string) =>
  pool.query(`update customers set ${columns} where workspace_id = $1 and email = $2`, [acme.id, `${name}@example.com`])

const voters = ['bea', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal']

/** Makes everyone but Ada and Bea somebody who gets no mail about a stage; Cleo gets mail about replies. */
async function silenceMost(acme: TestWorkspace, id: string): Promise<void> {
  await set(acme, 'cleo', 'notify_stages = false')
  await set(acme, 'dan', 'mail_opted_out_at = now()')
  await set(acme, 'eve', 'mail_bounced_at = now()')
  await set(acme, 'fay', 'blocked_at = now()')
  await pool.query(
    `insert into follows (workspace_id, feedback_id, customer_id, is_following, source, created_at)
     select workspace_id, $2, id, false, 'button', now() from customers
     where workspace_id = $1 and email = 'gus@example.com'`,
    [acme.id, id],
  )
  await set(acme, 'hal', `external_id = 'hal', email = null`)
}

test('counts exactly the people whom the fan-out mails about a stage change', async () => {
  const acme = await app.workspace()
  const id = await createRequest(acme, voters)
  await silenceMost(acme, id)
  assert.deepEqual(await count(acme, [id]), { count: 2, isCapped: false, minutes: 2 })
  await acme.write((tx) => setStages(tx, [id], 'planned'))
  assert.equal((await digests.deliverDue(3)).length, 2)
})

test('counts exactly the people whom the fan-out mails about a staff reply', async () => {
  const acme = await app.workspace()
  const id = await createRequest(acme, voters)
  await silenceMost(acme, id)
  const question = { body: 'When?', submitter: { email: 'ivy@example.com' } }
  const { id: parentId } = await acme.api.create(`/feedback/${id}/comments`, question)
  await pool.query('delete from follows where feedback_id = $1 and source = $2', [id, 'comment'])
  assert.equal((await count(acme, [id], { kind: 'replies' })).count, 3)
  assert.equal((await count(acme, [id], { kind: 'replies', parentId })).count, 4)
  await acme.api.create(`/feedback/${id}/comments`, { body: 'In May', kind: 'staff_reply', parentId })
  assert.equal((await digests.deliverDue(3)).length, 4)
})

test('counts people who follow several of the requests once, and nobody of another workspace', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
  const ids = [await createRequest(acme, ['bea']), await createRequest(acme, ['bea', 'cleo'])]
  assert.equal((await count(acme, ids)).count, 3)
  assert.equal((await count(other, ids)).count, 0)
  const each = (workspace: TestWorkspace) => workspace.write((tx) => countRecipientsOfEach(tx, ids, { kind: 'stages' }))
  assert.deepEqual([...(await each(acme))].sort(), ids.map((id, index) => [id, index + 2]).sort())
  assert.equal((await each(other)).size, 0)
})

test('counts nobody for a private board, and for a reply on a request that is not public', async () => {
  const acme = await app.workspace()
  const id = await createRequest(acme, ['bea'])
  await acme.write((tx) => setStages(tx, [id], 'pending'))
  assert.equal((await count(acme, [id])).count, 2)
  assert.equal((await count(acme, [id], { kind: 'replies' })).count, 0)
  await pool.query('update boards set is_public = false where workspace_id = $1', [acme.id])
  assert.equal((await count(acme, [id])).count, 0)
})

test('says how long the mail waits for an hour since the last message about the request', async () => {
  const acme = await app.workspace()
  const ids = [await createRequest(acme, ['bea']), await createRequest(acme, ['bea'])]
  await acme.write((tx) => setStages(tx, [ids[0]!], 'planned'))
  await digests.createDigests(3)
  // Five seconds more, because the clocks of the process and the database differ by a little.
  await pool.query(
    `update notification_digests set created_at = now() - interval '30 minutes 5 seconds' where feedback_id = $1`,
    [ids[0]],
  )
  assert.equal((await count(acme, [ids[0]!])).minutes, 30)
  assert.equal((await count(acme, ids)).minutes, 2)
})

test('counts both kinds of mail about a request in one statement, with the same result as separately', async () => {
  const acme = await app.workspace()
  const id = await createRequest(acme, voters)
  await silenceMost(acme, id)
  const each = async () => ({ stages: await count(acme, [id]), replies: await count(acme, [id], { kind: 'replies' }) })
  const both = async () => {
    const counted = await acme.write((tx) => countRecipientsOfRequest(tx, id))
    assert.deepEqual(counted, await each())
    return [counted.stages.count, counted.replies.count]
  }
  assert.deepEqual(await both(), [2, 3])
  await acme.write((tx) => setStages(tx, [id], 'closed'))
  assert.deepEqual(await both(), [2, 0])
  await digests.createDigests(3)
  await both()
})

test('stops at 5,000 people, and says that there are more', async () => {
  const acme = await app.workspace()
  const id = await createRequest(acme, [])
  const addVoters = async (from: number, through: number, columns: string) => {
    await pool.query(
      `with added as (
         insert into customers (workspace_id, id, email, origin, created_at, updated_at, ${columns})
         select $1, gen_random_uuid(), 'v' || n || '@example.com', 'api', now(), now(), false
         from generate_series($3::integer, $4::integer) n returning id)
       insert into votes (workspace_id, feedback_id, customer_id, created_at) select $1, $2, id, now() from added`,
      [acme.id, id, from, through],
    )
    // The server does this by itself some time after so many rows were added.
    await pool.query('analyze customers, votes')
  }
  await addVoters(1, 6_000, 'notify_stages')
  const both = async () => {
    const { stages, replies } = await acme.write((tx) => countRecipientsOfRequest(tx, id))
    return [stages.count, stages.isCapped, replies.count, replies.isCapped]
  }
  // Ada gets both kinds of mail.
  assert.deepEqual(await both(), [1, false, 5_000, true])
  await addVoters(6_001, 12_000, 'notify_replies')
  const [, isStagesCapped, , isRepliesCapped] = await both()
  assert.deepEqual([isStagesCapped, isRepliesCapped], [true, true])
  assert.deepEqual(await count(acme, [id]), { count: 5_000, isCapped: true, minutes: 2 })
})
