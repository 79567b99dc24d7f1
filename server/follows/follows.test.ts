import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reviewComment } from '../comments/review/decide.ts'
import { blockCustomer, unblockCustomer } from '../customers/blocking/block.ts'
import { removeCustomerContent } from '../customers/deletion/delete.ts'
import { mergeFeedback } from '../feedback/merge/merge.ts'
import { unmergeFeedback } from '../feedback/merge/unmerge.ts'
import { createPortalClient, formTokenField, type PortalClient, signInCustomer } from '../test/clients/portal-client.ts'
import { createDigestFixtures } from '../test/fixtures/digests.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'

const app = await createTestApp()
const { pool } = app.database
const digests = await createDigestFixtures(app)

async function scene() {
  const acme = await app.workspace()
  await pool.query(`update boards set reviews_comments = 'none' where workspace_id = $1`, [acme.id])
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await pool.query('delete from notification_events where workspace_id = $1', [acme.id])
  const eve = await signInCustomer(app, acme, { email: `eve@${acme.slug}.example` })
  return { acme, id: id as string, eve }
}

const follow = (client: PortalClient, id: string, follow: string) => client.post(`/requests/${id}/follow`, { follow })
const comment = (client: PortalClient, acme: TestWorkspace, id: string, body: string) =>
  client.post(`/requests/${id}/comments`, { body, ...formTokenField(acme) })
const reply = (acme: TestWorkspace, id: string, body = 'Our answer') =>
  acme.api.create(`/feedback/${id}/comments`, { body, kind: 'staff_reply' })
const followsOf = async (id: string) =>
  (
    await pool.query(
      `select c.email, f.is_following, f.source from follows f
       join customers c on c.workspace_id = f.workspace_id and c.id = f.customer_id where f.feedback_id = $1 order by 1`,
      [id],
    )
  ).rows
const isFollowing = async (client: PortalClient, id: string) =>
  (await client.get(`/requests/${id}`)).text.includes('name="follow" value="off"')

/** Sends what is due now. @returns the recipients */
async function mailed(acme: TestWorkspace): Promise<string[]> {
  await pool.query(
    `update notification_events set due_at = now() - interval '1 minute', created_at = now() - interval '1 hour'`,
  )
  await pool.query(`update notification_digests set created_at = created_at - interval '2 hours'`)
  const messages = await digests.deliverDue(1)
  return messages.map(({ to }) => to).filter((to) => to.includes(`@${acme.slug}.`))
}

test('mails the team’s reply once to a commenter who has not voted, without counting them toward the cap', async () => {
  const { acme, id, eve } = await scene()
  await comment(eve, acme, id, 'I need this too')
  assert.deepEqual(await followsOf(id), [{ email: `eve@${acme.slug}.example`, is_following: true, source: 'comment' }])
  await eve.post(`/requests/${id}/vote`, { vote: 'cast' })
  await follow(eve, id, 'on')
  await reply(acme, id)
  assert.deepEqual(await mailed(acme), [`eve@${acme.slug}.example`])
  const { trackedCustomers } = (await acme.api.get('/workspace')).body.data.limits
  assert.equal(trackedCustomers.used, 0)
})

test('follows a request only while the comment is public, and keeps every decision of the customer', async () => {
  const { acme, id, eve } = await scene()
  const bob = await signInCustomer(app, acme, { email: `bob@${acme.slug}.example` })
  await pool.query(`update boards set reviews_comments = 'all' where workspace_id = $1`, [acme.id])
  const held = async (client: PortalClient, body: string) =>
    /#c-(.*)$/.exec((await comment(client, acme, id, body)).headers.get('location')!)![1]!
  const decide = (comment: string, to: 'approved' | 'spam') => acme.write((tx) => reviewComment(tx, comment, to))
  const spam = await held(eve, 'Buy pills')
  await decide(spam, 'spam')
  await reply(acme, id)
  assert.deepEqual([await followsOf(id), await mailed(acme)], [[], []])
  const [first, second] = [await held(eve, 'I need this'), await held(eve, 'Badly')]
  for (const each of [first, second]) await decide(each, 'approved')
  assert.deepEqual(await followsOf(id), [{ email: `eve@${acme.slug}.example`, is_following: true, source: 'comment' }])
  await decide(first, 'spam')
  assert.equal(await isFollowing(eve, id), true)
  await decide(second, 'spam')
  assert.deepEqual(await followsOf(id), [])
  await follow(bob, id, 'off')
  await decide(await held(bob, 'Stop mailing me'), 'approved')
  await follow(eve, id, 'on')
  const third = await held(eve, 'Please')
  await decide(third, 'approved')
  await decide(third, 'spam')
  assert.deepEqual([await isFollowing(bob, id), await isFollowing(eve, id)], [false, true])
})

test('follows and unfollows with a button that is idempotent, and keeps the decision when the customer comments', async () => {
  const { acme, id, eve } = await scene()
  assert.equal(await isFollowing(eve, id), false)
  for (const _ of [1, 2]) assert.equal((await follow(eve, id, 'on')).status, 303)
  assert.equal(await isFollowing(eve, id), true)
  assert.match((await eve.get('/me')).text, /Requests you follow[\s\S]*Dark mode/)
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  assert.equal((await mailed(acme)).length, 1)
  await follow(eve, id, 'off')
  await comment(eve, acme, id, 'One more thing')
  await eve.post(`/requests/${id}/vote`, { vote: 'cast' })
  assert.equal(await isFollowing(eve, id), false)
  assert.doesNotMatch((await eve.get('/me')).text, /Requests you follow/)
  await reply(acme, id)
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'in_progress' })
  assert.deepEqual(await mailed(acme), [])
  assert.equal((await follow(eve, id, 'maybe')).status, 400)
})

test('asks signed-out visitors to sign in, and rejects hidden requests, other workspaces and blocked customers', async () => {
  const { acme, id, eve } = await scene()
  const signedOut = await follow(createPortalClient(app, acme), id, 'on')
  assert.match(signedOut.headers.get('location')!, /\/sign-in\?then=/)
  const hidden = await acme.api.create('/feedback', { title: 'Hidden' })
  const other = await scene()
  for (const target of [hidden.id, other.id, 'x']) assert.equal((await follow(eve, target, 'on')).status, 404)
  await acme.write((tx) => blockCustomer(tx, eve.customerId))
  assert.equal((await follow(eve, id, 'on')).status, 403)
  assert.deepEqual(await followsOf(id), [])
})

test('mails a blocked follower only after the block ends, and deletes follows with the customer’s content', async () => {
  const { acme, id, eve } = await scene()
  await follow(eve, id, 'on')
  await acme.write((tx) => blockCustomer(tx, eve.customerId))
  await reply(acme, id)
  assert.deepEqual(await mailed(acme), [])
  await acme.write((tx) => unblockCustomer(tx, eve.customerId))
  await reply(acme, id, 'A second answer')
  assert.equal((await mailed(acme)).length, 1)
  assert.match((await eve.get('/me/data.json')).text, /"following": \[[^\]]*"isFollowing": true/)
  await acme.write((tx) => removeCustomerContent(tx, eve.customerId))
  assert.deepEqual(await followsOf(id), [])
})

test('sends the latest text of a reply, and nothing for a reply that its author has deleted', async () => {
  const { acme, id, eve } = await scene()
  const bob = await signInCustomer(app, acme, { email: `bob@${acme.slug}.example` })
  const idOf = (sent: Awaited<ReturnType<typeof comment>>) => /#c-(.*)$/.exec(sent.headers.get('location')!)![1]!
  const parent = idOf(await comment(eve, acme, id, 'A question'))
  const answer = (body: string) => bob.post(`/requests/${id}/comments`, { body, parent, ...formTokenField(acme) })
  const [kept, dropped] = [idOf(await answer('CANARY-1 first')), idOf(await answer('CANARY-2 dropped'))]
  const path = `/requests/${id}/comments/${kept}/edit`
  const version = /name="version" value="([^"]*)"/.exec((await bob.get(path)).text)![1]!
  assert.equal((await bob.post(path, { body: 'CANARY-3 newest', version })).status, 303)
  await bob.post(`/requests/${id}/comments/${dropped}/delete`, {})
  await pool.query(
    `update notification_events set due_at = now() - interval '1 minute', created_at = now() - interval '1 hour'`,
  )
  const messages = (await digests.deliverDue(1)).filter(({ to }) => to.includes(`@${acme.slug}.`))
  assert.equal(messages.length, 1)
  assert.match(messages[0]!.whole, /CANARY-3/)
  assert.doesNotMatch(messages[0]!.whole, /CANARY-[12]/)
  assert.deepEqual(await mailed(acme), [])
})

test('moves follows with a merge and restores them, and keeps decisions about the target', async () => {
  const { acme, id: source, eve } = await scene()
  const bob = await signInCustomer(app, acme, { email: `bob@${acme.slug}.example` })
  const kim = await signInCustomer(app, acme, { email: `kim@${acme.slug}.example` })
  const { id: target } = await acme.api.create('/feedback', { title: 'Night mode' })
  await acme.api.patch(`/feedback/${target}/status`, { status: 'approved' })
  await follow(eve, source, 'on')
  await follow(bob, source, 'on')
  await follow(bob, target, 'off')
  await kim.post(`/requests/${target}/vote`, { vote: 'cast' })
  await follow(kim, source, 'off')
  const [before, targetBefore] = [await followsOf(source), await followsOf(target)]
  await acme.write((tx) => mergeFeedback(tx, source, target))
  assert.deepEqual(
    [await isFollowing(eve, target), await isFollowing(bob, target), await isFollowing(kim, target)],
    [true, false, true],
  )
  await acme.write((tx) => unmergeFeedback(tx, source))
  assert.deepEqual([await followsOf(source), await followsOf(target)], [before, targetBefore])
  await acme.write((tx) => mergeFeedback(tx, source, target))
  await eve.post('/me/delete', {})
  const { rows } = await pool.query(`select from feedback_merges where snapshot::text like '%' || $1 || '%'`, [
    eve.customerId,
  ])
  assert.equal(rows.length, 0)
})
