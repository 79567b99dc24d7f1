import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { createTestMailer, mailSecretKey } from '../../test/fixtures/deliveries.ts'
import { parseMail } from '../../test/fixtures/digests.ts'
import { startSmtpServer } from '../../test/support/smtp-server.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import type { ConsentEvidence } from '../consents/record.ts'
import type { SubscribeJob } from '../queues.ts'
import { countAnnouncementRecipients } from '../recipients/announcement-recipients.ts'
import {
  confirmSubscription,
  createSubscriptionToken,
  readSubscriptionToken,
  requestSubscription,
} from './subscription.ts'
import { sendSubscriptionConfirmation } from './subscription-confirmation.ts'

const app = await createTestApp({ caps: { free: 1, starter: null, growth: null } })
const { database } = app
const publicUrl = 'http://heed.test'
const evidence: ConsentEvidence = {
  surface: 'portal',
  page: 'subscription-confirmation',
  host: 'heed.test',
  wording: 'Yes',
}

/** Requests a subscription. @returns the enqueued jobs */
async function requestJobs(acme: TestWorkspace, email: string): Promise<SubscribeJob[]> {
  const jobs: SubscribeJob[] = []
  await acme.write((tx) => {
    const enqueue = async (_queue: object, data: object) => void jobs.push(data as SubscribeJob)
    return requestSubscription({ ...tx, enqueue }, mailSecretKey, email)
  })
  return jobs
}

/** Requests a subscription and sends the email. @returns the email and the token in its link */
async function requestEmail(acme: TestWorkspace, email: string) {
  const smtp = await startSmtpServer()
  const mailer = createTestMailer(smtp.url)
  const deps = { database, mailer, clock: systemClock, log: createLog('silent'), secretKey: mailSecretKey, publicUrl }
  for (const job of await requestJobs(acme, email)) await sendSubscriptionConfirmation(deps, job)
  mailer.close()
  await smtp.stop()
  assert.equal(smtp.messages.length, 1)
  const message = parseMail(smtp.messages[0]!)
  const [, token] = /\/changelog\/subscription\/([\w-]+)/.exec(message.text)!
  return { message, token: token! }
}

const confirm = (acme: TestWorkspace, token: string, more: Partial<WriteScope> = {}) =>
  acme.write((tx) => confirmSubscription({ ...tx, ...more }, mailSecretKey, token, evidence))

const customersOf = async ({ id }: TestWorkspace) =>
  (
    await database.pool.query(
      `select id, email, is_tracked, notify_changelog, mail_opted_out_at from customers where workspace_id = $1`,
      [id],
    )
  ).rows

test('stores nothing until the link is confirmed, which then creates an untracked subscriber', async () => {
  const acme = await app.workspace({ name: 'Acme <b>' })
  await acme.api.create('/feedback', { title: 'x', submitter: { email: 'first@example.com' } })
  const { message, token } = await requestEmail(acme, 'Ada@example.com')
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
    mail_opted_out_at: null,
  })
  assert.equal(await confirm(acme, token), customerId)
  const { rows } = await database.pool.query('select type, actor_type from audit_events where target_id = $1', [
    customerId,
  ])
  assert.deepEqual(rows, [{ type: 'customer.preferences_updated', actor_type: 'customer' }])
  const { recipients } = await acme.write((scope) => countAnnouncementRecipients(scope))
  assert.equal(recipients, 2)
})

test('treats unknown and known addresses alike, and resubscribes an opted-out customer on confirmation', async () => {
  const acme = await app.workspace()
  const [unknown] = await requestJobs(acme, 'ada@example.com')
  const { token } = await requestEmail(acme, 'ada@example.com')
  const id = await confirm(acme, token)
  await database.pool.query('update customers set mail_opted_out_at = now(), notify_changelog = false where id = $1', [
    id,
  ])
  const [known] = await requestJobs(acme, 'ada@example.com')
  assert.deepEqual(Object.keys(known!), Object.keys(unknown!))
  // The ids contain hexadecimal digits, and so may contain “ada”.
  assert.doesNotMatch(JSON.stringify([known, unknown]), /ada@|example\.com/)
  assert.equal(known!.encryptedEmail.length, unknown!.encryptedEmail.length)
  await confirm(acme, (await requestEmail(acme, 'ada@example.com')).token)
  const [ada] = await customersOf(acme)
  assert.deepEqual([ada.notify_changelog, ada.mail_opted_out_at], [true, null])
})

test('rejects a token that is altered, foreign, signed with another key, or a week old', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
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
  const read = await acme.write((tx) => readSubscriptionToken({ ...tx, now: later(6.9) }, mailSecretKey, token))
  assert.equal(read, 'ada@example.com')
  assert.deepEqual(await customersOf(acme), [])
})

test('links to the custom domain of the workspace', async () => {
  const acme = await app.workspace()
  await database.pool.query(`update workspaces set portal_host = 'ideas.acme.test' where workspace_id = $1`, [acme.id])
  const { message } = await requestEmail(acme, 'ada@example.com')
  assert.match(message.text, /http:\/\/ideas\.acme\.test\/changelog\/subscription\//)
})

test('links the legal pages of the workspace', async () => {
  const acme = await app.workspace()
  await database.pool.query(`update workspaces set privacy_url = 'https://acme.test/privacy' where workspace_id = $1`, [
    acme.id,
  ])
  const { message } = await requestEmail(acme, 'ada@example.com')
  assert.match(message.text, /\nPrivacy policy: https:\/\/acme\.test\/privacy\n$/)
  assert.match(message.html, /<a href="https:\/\/acme\.test\/privacy"[^>]*>Privacy policy<\/a>/)
})
