import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createComment } from '../../comments/create.ts'
import { deleteComment } from '../../comments/delete.ts'
import { createLog } from '../../platform/log.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import { createTestMailer, mailSecretKey } from '../../test/fixtures/deliveries.ts'
import { parseMail, testPublicUrl } from '../../test/fixtures/digests.ts'
import { createInboxScene, minutesLater } from '../../test/fixtures/inbox.ts'
import { type SmtpReply, startSmtpServer } from '../../test/support/smtp-server.ts'
import { createTestApp, defaultCaps } from '../../test/test-app.ts'
import { markRead, markReview } from '../mark.ts'
import { type InboxSettings, updateInboxSettings } from '../settings.ts'
import { createDueMemberMails } from './create-due.ts'
import { deliverMemberMail } from './deliver.ts'
import { requeueLostMemberMails } from './requeue-lost.ts'

const app = await createTestApp()
const { database } = app
const { pool } = database
const replies: SmtpReply[] = []
const smtp = await startSmtpServer({ onRecipient: async () => replies.shift() ?? null })

const defaults: InboxSettings = {
  assigned: 'immediately',
  mentions: 'immediately',
  replies: 'daily',
  review: 'off',
  showsReview: false,
}

/** Delivers one message as a worker does at that time. @returns when to try again */
async function deliver(workspaceId: string, mailId: string, minutes: number): Promise<string | null> {
  const mailer = createTestMailer(smtp.url)
  const clock = () => minutesLater(minutes)
  const deps = { database, mailer, clock, log: createLog('silent'), secretKey: mailSecretKey, publicUrl: testPublicUrl }
  try {
    return await deliverMemberMail(deps, { workspaceId, mailId })
  } finally {
    mailer.close()
  }
}

const createDue = (minutes: number) => createDueMemberMails(app, minutesLater(minutes))

/** Creates and sends what is due at that time. @returns the messages */
async function deliverDue(minutes: number) {
  const before = smtp.messages.length
  for (const id of await createDue(minutes)) {
    const { rows } = await pool.query('select workspace_id as id from member_mails where id = $1', [id])
    await deliver(rows[0].id, id, minutes)
  }
  return smtp.messages.slice(before).map(parseMail)
}

const subjects = async (minutes: number) => (await deliverDue(minutes)).map(({ subject }) => subject)

test('mails a mention after two minutes, with a quotation and links, once', async () => {
  const { grace, id, write } = await createInboxScene(app)
  const commentId = await write(grace, 'Is <b>this</b> feasible, @Ada Lovelace? See https://evil.example')
  assert.deepEqual(await deliverDue(1), [])
  const [message, ...others] = await deliverDue(3)
  assert.deepEqual(others, [])
  assert.equal(message!.subject, 'Someone mentioned you in “Dark mode”')
  assert.match(message!.to, /^ada\./)
  assert.match(message!.text, /> Is <b>this<\/b> feasible, @Ada Lovelace\? See https\[:\]\/\/evil\[\.\]example/)
  assert.match(message!.html, /Is &lt;b&gt;this&lt;\/b&gt; feasible/)
  assert.ok(
    message!.text.includes(`http://heed.test/console/w/`) &&
      message!.text.includes(`/requests/${id}#comment-${commentId}`),
  )
  assert.match(message!.whole, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
  assert.match(message!.text, /\/inbox\/settings/)
  assert.deepEqual(await deliverDue(60), [])
})

test('mails a mention in a comment on an entry, with a link to the entry', async () => {
  const { acme, grace, as } = await createInboxScene(app)
  const entry = await acme.api.create('/changelog', { title: 'Night mode', body: '' })
  const input = { kind: 'staff_reply', authorName: 'Grace', body: '@Ada Lovelace: well done' } as const
  const comment = await as(grace, (tx) => createComment(tx, { of: 'entry_id', id: entry.id }, input, defaultCaps))
  const [message] = await deliverDue(3)
  assert.equal(message!.subject, 'Grace mentioned you in “Night mode”')
  assert.ok(
    message!.text.includes(`Open the entry:\n`) &&
      message!.text.includes(`/changelog/${entry.id}#comment-${comment.id}`),
  )
})

test('does not mail what was read, deleted or assigned to someone else meanwhile', async () => {
  const { ada, grace, id, as, write, assign } = await createInboxScene(app)
  await write(grace, '@Ada Lovelace')
  await as(ada, (tx) => markRead(tx, { of: 'feedback_id', id }))
  const deleted = await write(grace, '@Ada Lovelace again')
  await as(grace, (tx) => deleteComment(tx, deleted))
  await assign(ada, grace)
  await assign(null, grace)
  assert.deepEqual(await deliverDue(3), [])
})

test('leaves out what was read after the message was created', async () => {
  const { acme, ada, grace, id, as, write } = await createInboxScene(app)
  await write(grace, '@Ada Lovelace')
  const [mailId] = await createDue(3)
  await as(ada, (tx) => markRead(tx, { of: 'feedback_id', id }))
  const before = smtp.messages.length
  assert.equal(await deliver(acme.id, mailId!, 3), null)
  assert.equal(smtp.messages.length, before)
  const { rows } = await pool.query('select state from member_mails where id = $1', [mailId])
  assert.equal(rows[0].state, 'suppressed')
})

test('leaves out the kinds that were turned off after the message was created', async () => {
  const { acme, ada, grace, as, write, assign } = await createInboxScene(app)
  await as(ada, (tx) => updateInboxSettings(tx, { ...defaults, review: 'immediately' }))
  await write(grace, '@Ada Lovelace')
  await assign(ada, grace)
  await acme.api.create('/feedback', { title: 'Waiting' })
  const [mailId] = await createDue(5)
  await as(ada, (tx) => updateInboxSettings(tx, { ...defaults, mentions: 'off', review: 'off' }))
  const before = smtp.messages.length
  replies.push({ code: 451, text: '4.3.0 Later' })
  await deliver(acme.id, mailId!, 5)
  await deliver(acme.id, mailId!, 7)
  const messages = smtp.messages.slice(before).map(parseMail)
  assert.equal(messages.length, 1)
  assert.match(messages[0]!.subject, /assigned/)
  assert.doesNotMatch(messages[0]!.text, /mentioned|review/)
})

test('sends nothing if everything in a message was turned off', async () => {
  const { acme, ada, grace, as, write } = await createInboxScene(app)
  await as(ada, (tx) => updateInboxSettings(tx, { ...defaults, review: 'immediately' }))
  await write(grace, '@Ada Lovelace')
  await acme.api.create('/feedback', { title: 'Waiting' })
  const [mailId] = await createDue(5)
  await as(ada, (tx) => updateInboxSettings(tx, { ...defaults, mentions: 'off' }))
  const before = smtp.messages.length
  assert.equal(await deliver(acme.id, mailId!, 5), null)
  assert.equal(smtp.messages.length, before)
  const { rows } = await pool.query('select state from member_mails where id = $1', [mailId])
  assert.equal(rows[0].state, 'suppressed')
})

test('sends one message about everything that is due, however much it is', async () => {
  const { acme, ada, grace, write, assign } = await createInboxScene(app)
  const ids: string[] = []
  for (let n = 0; n < 30; n++) ids.push((await acme.api.create('/feedback', { title: `Request ${n}` })).id)
  await assign(ada, grace, ids)
  await write(grace, '@Ada Lovelace')
  const [message, ...others] = await deliverDue(3)
  assert.deepEqual(others, [])
  assert.match(message!.subject, /^31 updates in /)
  assert.match(message!.text, /And 11 more in your inbox\./)
})

test('sends replies in a digest at 09:00 of the workspace’s time zone', async () => {
  const { acme, ada, grace, answer, assign } = await createInboxScene(app)
  await pool.query(`update workspaces set time_zone = 'Pacific/Auckland' where workspace_id = $1`, [acme.id])
  await assign(ada, grace)
  assert.equal((await deliverDue(3)).length, 1)
  await answer('First')
  await answer('Second')
  const { rows } = await pool.query(
    `select distinct to_char(mail_due_at at time zone 'Pacific/Auckland', 'HH24:MI') as at,
       mail_due_at > created_at and mail_due_at <= created_at + interval '25 hours' as is_next
     from member_notifications where workspace_id = $1 and kind = 'reply'`,
    [acme.id],
  )
  assert.deepEqual(rows, [{ at: '09:00', is_next: true }])
  assert.deepEqual(await deliverDue(4), [])
  const [message, ...others] = await deliverDue(26 * 60)
  assert.deepEqual(others, [])
  assert.equal(message!.subject, 'New comment on “Dark mode”')
  assert.match(message!.text, /First[\s\S]*Second/)
})

test('plans weekly digests for Monday, and follows changed settings', async () => {
  const { acme, ada, grace, as, write } = await createInboxScene(app)
  const due = async () =>
    (
      await pool.query(
        `select to_char(mail_due_at at time zone 'UTC', 'Dy HH24:MI') as due from member_notifications where workspace_id = $1`,
        [acme.id],
      )
    ).rows[0].due
  await as(ada, (tx) => updateInboxSettings(tx, { ...defaults, mentions: 'weekly' }))
  await write(grace, '@Ada Lovelace')
  assert.equal(await due(), 'Mon 09:00')
  await as(ada, (tx) => updateInboxSettings(tx, { ...defaults, mentions: 'off' }))
  assert.equal(await due(), null)
})

test('reports what is new in the review queue in one message, until it is decided or read', async () => {
  const { acme, ada, as } = await createInboxScene(app)
  await as(ada, (tx) => updateInboxSettings(tx, { ...defaults, review: 'immediately' }))
  for (let n = 0; n < 12; n++) await acme.api.create('/feedback', { title: `New ${n}` })
  const [message, ...others] = await deliverDue(5)
  assert.deepEqual(others, [])
  assert.match(message!.subject, /^12 new submissions to review in /)
  assert.match(message!.text, /“New 0”[\s\S]*“New 9”/)
  assert.doesNotMatch(message!.text, /New 10/)
  assert.deepEqual(await deliverDue(40), [])
  await pool.query(`update feedback set created_at = $1 where workspace_id = $2 and title = 'New 1'`, [
    minutesLater(41),
    acme.id,
  ])
  await as(ada, (tx) => markReview(tx, minutesLater(42)), 42)
  assert.deepEqual(await deliverDue(80), [])
})

test('retries a deferred message with the same id, and gives up on a rejected one', async () => {
  const { acme, grace, write } = await createInboxScene(app)
  await write(grace, '@Ada Lovelace')
  const [mailId] = await createDue(3)
  replies.push({ code: 451, text: '4.3.0 Later' })
  assert.equal(await deliver(acme.id, mailId!, 3), minutesLater(4))
  assert.equal(await deliver(acme.id, mailId!, 3.5), minutesLater(4))
  assert.equal(await deliver(acme.id, mailId!, 5), null)
  assert.equal(smtp.messages.at(-1)!.messageId, `inbox.${mailId}@heed.test`)
  await write(grace, '@Ada Lovelace again')
  const [other] = await createDue(6)
  replies.push({ code: 550, text: '5.1.1 Unknown' })
  assert.equal(await deliver(acme.id, other!, 6), null)
  const { rows } = await pool.query('select state, error from member_mails where id = $1', [other])
  assert.deepEqual([rows[0].state, /5\.1\.1/.test(rows[0].error)], ['failed', true])
})

test('sends each message once from several processes, and takes over from one that died', async () => {
  const { acme, grace, write } = await createInboxScene(app)
  await write(grace, '@Ada Lovelace')
  const created = (await Promise.all([1, 2, 3, 4].map(() => createDue(3)))).flat()
  assert.equal(created.length, 1)
  const before = smtp.messages.length
  await Promise.all([1, 2, 3, 4].map(() => deliver(acme.id, created[0]!, 3)))
  assert.equal(smtp.messages.length - before, 1)
  await write(grace, '@Ada Lovelace again')
  const [lost] = await createDue(6)
  await pool.query(
    `update member_mails set state = 'sending', attempts = 1, first_tried_at = $2, due_at = $3 where id = $1`,
    [lost, minutesLater(6), minutesLater(8)],
  )
  assert.equal(await deliver(acme.id, lost!, 7), minutesLater(8))
  assert.equal(await deliver(acme.id, lost!, 9), null)
  assert.equal(smtp.messages.length - before, 2)
})

test('requeues an overdue message that has lost its job', async () => {
  const { grace, write } = await createInboxScene(app)
  await write(grace, '@Ada Lovelace')
  const [mailId] = await createDue(3)
  await pool.query(`update member_mails set due_at = now() - interval '11 minutes' where id = $1`, [mailId])
  const requeue = () => requeueLostMemberMails(database, (workspaceId, work) => writeAsSystem(app, workspaceId, work))
  assert.deepEqual(await requeue(), [])
  await pool.query(`delete from pgboss.job where name = 'member-mail'`)
  assert.deepEqual(await requeue(), [mailId])
})

test('unsubscribes from the kinds of a message with one click, and only by a POST', async () => {
  const { ada, grace, acme, write } = await createInboxScene(app)
  await write(grace, '@Ada Lovelace')
  const [message] = await deliverDue(3)
  const url = /List-Unsubscribe: <http:\/\/heed\.test(\/unsubscribe\/member\/[\w-]+)>/.exec(message!.whole)![1]!
  const settings = async () =>
    (
      await pool.query(
        'select mails_assigned, mails_mentions, mails_replies from members where workspace_id = $1 and id = $2',
        [acme.id, ada],
      )
    ).rows[0]
  const before = await settings()
  const page = await app.server.http.inject({ url })
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /Mentions of you/)
  assert.deepEqual(await settings(), before)
  const done = await app.server.http.inject({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  assert.deepEqual([done.statusCode, /You’re unsubscribed/.test(done.body)], [200, true])
  assert.deepEqual(await settings(), { ...before, mails_mentions: 'off' })
  await write(grace, '@Ada Lovelace again')
  assert.deepEqual(await subjects(10), [])
  const altered = await app.server.http.inject({ url: url.replace(/member\/./, 'member/f') })
  assert.equal(altered.statusCode, 404)
})
