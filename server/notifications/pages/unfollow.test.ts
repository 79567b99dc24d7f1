import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { newId } from '../../platform/ids.ts'
import { signInCustomer } from '../../test/clients/portal-client.ts'
import { createDigestFixtures, testPublicUrl } from '../../test/fixtures/digests.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { createUnfollowToken, readUnfollowToken, unfollowTokenPurpose } from '../preferences/unfollow-token.ts'
import { unsubscribeTokenPurpose } from '../preferences/unsubscribe-token.ts'

const app = await createTestApp()
const { pool } = app.database
const digests = await createDigestFixtures(app)
const signer = new Signer(testSecretKey, unfollowTokenPurpose)

async function call(url: string, fields?: Record<string, string>) {
  const body = fields && new URLSearchParams(fields)
  const response = await fetch(url, { redirect: 'manual', method: body ? 'POST' : 'GET', ...(body && { body }) })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function approved({ api }: TestWorkspace, title: string): Promise<string> {
  const { id } = await api.create('/feedback', { title })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

/** Creates two public requests, and Ada, who has voted for both. */
async function scene() {
  const acme = await app.workspace({ name: 'Acme' })
  const ids = [await approved(acme, 'Dark mode'), await approved(acme, 'Quiet hours')] as const
  const ada = await signInCustomer(app, acme, { email: `ada@${acme.slug}.example` })
  for (const id of ids) await ada.post(`/requests/${id}/vote`, { vote: 'cast' })
  await pool.query('delete from notification_events where workspace_id = $1', [acme.id])
  const linkTo = (feedbackId: string) =>
    `${app.origin}/unsubscribe/request/${createUnfollowToken(signer, { workspaceId: acme.id, customerId: ada.customerId, feedbackId })}`
  const followsOf = async () =>
    (await pool.query('select feedback_id as id, is_following as on from follows where workspace_id = $1', [acme.id]))
      .rows
  return { acme, ids, ada, linkTo, followsOf }
}

/** Sends what is due now. @returns the messages to people of the workspace */
async function mailed(acme: TestWorkspace) {
  await pool.query(
    `update notification_events set due_at = now() - interval '1 minute', created_at = now() - interval '1 hour'`,
  )
  await pool.query(`update notification_digests set created_at = created_at - interval '2 hours'`)
  return (await digests.deliverDue(1)).filter(({ to }) => to.includes(`@${acme.slug}.`))
}

test('stops mail about one request with the link in a message, without signing in, and resumes it', async () => {
  const { acme, ids, followsOf } = await scene()
  const [dark, quiet] = ids
  const move = (id: string, stage: string) => acme.api.patch(`/feedback/${id}/stage`, { stage })
  await move(dark, 'planned')
  const [message] = await mailed(acme)
  const link = /Stop emails about this request: (\S+)/.exec(message!.text)![1]!.replace(testPublicUrl, app.origin)
  const shown = await call(link)
  assert.match(shown.text, /Stop emails about this request\?[\s\S]*“Dark mode”[\s\S]*a•••@[\s\S]*value="stop"/)
  assert.equal(shown.headers.get('referrer-policy'), 'no-referrer')
  assert.deepEqual(await followsOf(), [])
  for (const _ of [1, 2]) {
    const stopped = await call(link, { choice: 'stop' })
    assert.match(stopped.text, /<h1>You’ve stopped emails about this request<\/h1>[\s\S]*value="resume"/)
    assert.deepEqual(stopped.headers.getSetCookie(), [])
  }
  assert.deepEqual(await followsOf(), [{ id: dark, on: false }])
  await move(dark, 'in_progress')
  await move(quiet, 'planned')
  assert.deepEqual(
    (await mailed(acme)).map(({ subject }) => subject),
    ['“Quiet hours” is planned'],
  )
  assert.match((await call(link, { choice: 'resume' })).text, /<h1>You’re following this request again<\/h1>/)
  await move(dark, 'completed')
  assert.equal((await mailed(acme)).length, 1)
  const { rows } = await pool.query(
    `select type, actor_type from audit_events where target_id = $1 and type like 'feedback.%followed' order by id`,
    [dark],
  )
  assert.deepEqual(
    rows.map(({ type, actor_type }) => `${actor_type} ${type}`),
    ['customer feedback.unfollowed', 'customer feedback.followed'],
  )
})

test('stops mail about a hidden request without showing its title, and about the target of a merge', async () => {
  const { acme, ids, linkTo, followsOf } = await scene()
  const [hidden, source] = ids
  await acme.api.patch(`/feedback/${hidden}/stage`, { stage: 'closed' })
  assert.doesNotMatch((await call(linkTo(hidden))).text, /Dark mode/)
  const stopped = await call(linkTo(hidden), { choice: 'stop' })
  assert.match(stopped.text, /You’ve stopped emails/)
  assert.doesNotMatch(stopped.text, /Dark mode|value="resume"/)
  assert.equal((await call(linkTo(hidden), { choice: 'resume' })).status, 404)
  const target = await approved(acme, 'Night mode')
  await acme.write((tx) => mergeFeedback(tx, source, target))
  assert.match((await call(linkTo(source), { choice: 'stop' })).text, /“Night mode”/)
  assert.deepEqual(
    (await followsOf()).sort((a, b) => [hidden, target].indexOf(a.id) - [hidden, target].indexOf(b.id)),
    [
      { id: hidden, on: false },
      { id: target, on: false },
    ],
  )
})

test('rejects altered links, other methods and actions, and links for deleted requests and customers', async () => {
  const { acme, ids, ada, linkTo, followsOf } = await scene()
  const [id] = ids
  const link = linkTo(id)
  const token = link.slice(-86)
  const target = { workspaceId: acme.id, customerId: ada.customerId, feedbackId: id }
  assert.deepEqual(readUnfollowToken(signer, token), target)
  const foreign = createUnfollowToken(new Signer(testSecretKey, unsubscribeTokenPurpose), target)
  const swapped = Buffer.from(token, 'base64url')
  Buffer.from(newId().replaceAll('-', ''), 'hex').copy(swapped, 16)
  // Differs only in the spare bits of the last character.
  const reencoded = token.slice(0, -1) + { A: 'B', Q: 'R', g: 'h', w: 'x' }[token.at(-1)!]
  for (const wrong of [foreign, swapped.toString('base64url'), token.slice(0, -2), `${token}A`, reencoded, 'x']) {
    for (const fields of [undefined, { choice: 'stop' }])
      assert.equal((await call(link.replace(token, wrong), fields)).status, 404)
  }
  assert.equal((await call(link, { choice: 'off' })).status, 400)
  assert.equal((await fetch(link, { method: 'DELETE' })).status, 405)
  assert.deepEqual(await followsOf(), [])
  assert.equal((await call(linkTo(newId()), { choice: 'stop' })).status, 404)
  await ada.post('/me/delete', {})
  for (const fields of [undefined, { choice: 'stop' }]) assert.equal((await call(link, fields)).status, 404)
})
