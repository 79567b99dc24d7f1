import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { createTestMailer, mailSecretKey } from '../../test/fixtures/deliveries.ts'
import { parseMail } from '../../test/fixtures/digests.ts'
import { startSmtpServer } from '../../test/support/smtp-server.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import type { SubscribeJob } from '../queues.ts'
import { countAnnouncementRecipients } from '../recipients/announcement-recipients.ts'
import {
  confirmSubscription,
  createSubscriptionToken,
  readSubscriptionToken,
  requestSubscription,
} from './subscription.ts'
import { sendSubscriptionConfirmation } from './subscription-confirmation.ts'

const world = await createTestApp({ caps: { free: 1, starter: null, growth: null } })
const { database } = world
const publicUrl = 'http://heed.test'

/** The jobs that asking has added. */
async function jobsAsked(acme: TestWorkspace, email: string): Promise<SubscribeJob[]> {
  const jobs: SubscribeJob[] = []
  await acme.write((tx) => {
    const enqueue = async (_queue: object, data: object) => void jobs.push(data as SubscribeJob)
    return requestSubscription({ ...tx, enqueue }, mailSecretKey, email)
  })
  return jobs
}

/** Asks, and has the message sent. @returns it, and the token of its link. */
async function mailed(acme: TestWorkspace, email: string) {
  const smtp = await startSmtpServer()
  const mailer = createTestMailer(smtp.url)
  const deps = { database, mailer, clock: systemClock, log: createLog('silent'), secretKey: mailSecretKey, publicUrl }
  for (const job of await jobsAsked(acme, email)) await sendSubscriptionConfirmation(deps, job)
  mailer.close()
  await smtp.stop()
  assert.equal(smtp.messages.length, 1)
  const message = parseMail(smtp.messages[0]!)
  const [, token] = /\/changelog\/subscription\/([\w-]+)/.exec(message.text)!
  return { message, token: token! }
}

const confirm = (acme: TestWorkspace, token: string, more: Partial<WriteScope> = {}) =>
  acme.write((tx) => confirmSubscription({ ...tx, ...more }, mailSecretKey, token))

const customersOf = async ({ id }: TestWorkspace) =>
  (
    await database.pool.query(
      `select id, email, is_tracked, notify_changelog, mail_opted_out_at as off from customers where workspace_id = $1`,
      [id],
    )
  ).rows

test('asking sends a link and stores nobody; the button behind it makes a customer who hears and takes no place', async () => {
  const acme = await world.workspace({ name: 'Acme <b>' })
  await acme.api.create('/feedback', { title: 'x', submitter: { email: 'first@example.com' } })
  const { message, token } = await mailed(acme, 'Ada@example.com')
  assert.deepEqual([message.to, message.subject], ['Ada@example.com', 'Confirm your subscription to Acme <b>'])
  assert.match(message.text, new RegExp(`${publicUrl}/p/${acme.slug}/changelog/subscription/`))
  assert.doesNotMatch(message.html, /<b>/)
  assert.equal((await customersOf(acme)).length, 1)
  const customerId = await confirm(acme, token)
  const ada = (await customersOf(acme)).find(({ id }) => id === customerId)
  assert.deepEqual(ada, {
    id: customerId,
    email: 'Ada@example.com',
    is_tracked: false,
    notify_changelog: true,
    off: null,
  })
  assert.equal(await confirm(acme, token), customerId)
  const { rows } = await database.pool.query('select type, actor_type from audit_events where target_id = $1', [
    customerId,
  ])
  assert.deepEqual(rows, [{ type: 'customer.preferences_updated', actor_type: 'customer' }])
  const { recipients: audience } = await acme.write((scope) => countAnnouncementRecipients(scope))
  assert.equal(audience, 2)
})

test('the same is done for whoever asks: unknown, subscribed, or opted out; the latter hears again once they confirm', async () => {
  const acme = await world.workspace()
  const [unknown] = await jobsAsked(acme, 'ada@example.com')
  const { token } = await mailed(acme, 'ada@example.com')
  const id = await confirm(acme, token)
  await database.pool.query('update customers set mail_opted_out_at = now(), notify_changelog = false where id = $1', [
    id,
  ])
  const [known] = await jobsAsked(acme, 'ada@example.com')
  assert.deepEqual(Object.keys(known!), Object.keys(unknown!))
  assert.doesNotMatch(JSON.stringify([known, unknown]), /ada/)
  assert.equal(known!.sealed.length, unknown!.sealed.length)
  await confirm(acme, (await mailed(acme, 'ada@example.com')).token)
  const [ada] = await customersOf(acme)
  assert.deepEqual([ada.notify_changelog, ada.off], [true, null])
})

test('a token that is changed, of another workspace, of another key or older than a week subscribes nobody', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const now = new Date().toISOString()
  const token = createSubscriptionToken(mailSecretKey, acme.id, 'ada@example.com', now)
  const later = (days: number) => new Date(Date.parse(now) + days * 24 * 3_600_000).toISOString()
  const changed = token.slice(0, 40) + (token[40] === 'A' ? 'B' : 'A') + token.slice(41)
  for (const bad of ['', 'x', token.slice(0, -2), changed]) {
    assert.equal(await confirm(acme, bad), null, bad)
  }
  assert.equal(await confirm(other, token), null)
  assert.equal(await confirm(acme, createSubscriptionToken(`${mailSecretKey}!`, acme.id, 'ada@example.com', now)), null)
  assert.equal(await confirm(acme, token, { now: later(7) }), null)
  assert.deepEqual(await customersOf(acme), [])
  assert.equal(
    readSubscriptionToken({ workspaceId: acme.id, now: later(6.9) }, mailSecretKey, token),
    'ada@example.com',
  )
  assert.deepEqual(await customersOf(acme), [])
})

test('the link leads to the workspace’s own host where it has one', async () => {
  const acme = await world.workspace()
  await database.pool.query(`update workspaces set portal_host = 'ideas.acme.test' where workspace_id = $1`, [acme.id])
  const { message } = await mailed(acme, 'ada@example.com')
  assert.match(message.text, /http:\/\/ideas\.acme\.test\/changelog\/subscription\//)
})
