import assert from 'node:assert/strict'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { sendContactConfirmation } from '../../customers/contact/confirmation-email.ts'
import { type ContactJob, createContactToken, type RequestContact } from '../../customers/contact/contact.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createWidgetClient, currentWidgetToken, setPortalSettings } from '../../test/clients/widget-client.ts'
import { createTestMailer } from '../../test/fixtures/deliveries.ts'
import { parseMail } from '../../test/fixtures/digests.ts'
import { startSmtpServer } from '../../test/support/smtp-server.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { sessionCookie } from '../auth/session.ts'

const app = await createTestApp()
const { pool } = app.database
const smtp = await startSmtpServer()
const mailer = createTestMailer(smtp.url)
after(async () => {
  mailer.close()
  await smtp.stop()
})

const home = 'https://app.acme.test'
const label = 'Email me when Acme publishes updates'

// Each test has addresses and networks of its own: the limits count across workspaces.
let networks = 0

async function embedded() {
  const acme = await app.workspace({ name: 'Acme' })
  await setPortalSettings(acme, { widgetOrigins: [home] })
  const authorization = `Bearer ${await currentWidgetToken(acme)}`
  const network = `127.8.${++networks}.1`
  const submit = (body: object, from = network, headers: Record<string, string> = {}) =>
    submitFrom(from, acme.slug, { authorization, origin: home, ...headers }, body)
  return { acme, authorization, submit }
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any
}

/** Submits a request from a network. */
const submitFrom = (localAddress: string, slug: string, headers: Record<string, string>, body: object) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request(
      `${app.origin}/p/${slug}/submissions`,
      { method: 'POST', localAddress, headers: { ...headers, 'content-type': 'application/json' } },
      (answer) => json(answer).then((content) => resolve({ status: answer.statusCode!, body: content }), reject),
    )
    sent.on('error', reject).end(JSON.stringify(body))
  })

/** Sends pending confirmations as a worker does. @returns the messages */
async function deliver() {
  const before = smtp.messages.length
  const { rows } = await pool.query<{ data: ContactJob }>(
    `delete from pgboss.job where name = 'request-contact' returning data`,
  )
  const log = createLog('silent')
  const deps = { database: app.database, mailer, clock: systemClock, log, secretKey: testSecretKey }
  for (const { data } of rows) await sendContactConfirmation({ ...deps, publicUrl: 'http://heed.test' }, data)
  return smtp.messages.slice(before).map(parseMail)
}

/** Sends the single pending confirmation. @returns the path of its link below the portal, and the message */
async function deliverLink() {
  const messages = await deliver()
  assert.equal(messages.length, 1)
  const [message] = messages
  return { message: message!, path: /\/p\/[^/]+(\/confirm-request\/[\w-]+)/.exec(message!.text)![1]! }
}

const storedOf = async ({ id }: TestWorkspace) =>
  (
    await pool.query(
      `select f.status, f.votes, k.email, k.name, k.origin, k.is_tracked, k.notify_changelog from feedback f
       left join feedback_context c on c.workspace_id = f.workspace_id and c.feedback_id = f.id
       left join customers k on k.workspace_id = f.workspace_id and k.id = c.customer_id
       where f.workspace_id = $1 order by f.created_at, f.id`,
      [id],
    )
  ).rows

const customersOf = async ({ id }: TestWorkspace) =>
  (await pool.query('select email, is_participant from customers where workspace_id = $1', [id])).rows

const consentsOf = async ({ id }: TestWorkspace) =>
  (await pool.query('select action, surface, page, host, wording from consents where workspace_id = $1', [id])).rows

const tokenFor = ({ id }: TestWorkspace, contact: RequestContact, requestedAt = new Date().toISOString()) =>
  createContactToken(testSecretKey, id, contact, requestedAt)

test('stores no address until its owner confirms, then makes the owner the submitter of the waiting request', async () => {
  const { acme, submit } = await embedded()
  const sent = await submit({ title: 'Dark mode', description: 'At *night*', email: 'Ada@one.example', updates: true })
  assert.deepEqual([sent.status, sent.body.data.status, sent.body.data.confirmation], [201, 'pending', 'sent'])
  const anonymous = { email: null, name: null, origin: null, is_tracked: null, notify_changelog: null }
  assert.deepEqual(await storedOf(acme), [{ status: 'pending', votes: 0, ...anonymous }])
  const { message, path } = await deliverLink()
  assert.deepEqual(
    [message.to, message.subject],
    ['Ada@one.example', 'Confirm your email address for your request to Acme'],
  )
  const reader = createPortalClient(app, acme)
  for (const _ of [1, 2]) {
    const page = await reader.get(path)
    assert.equal(page.status, 200)
    assert.match(page.text, /Dark mode[\s\S]*At night[\s\S]*<form method="post"/)
    assert.match(page.text, /<meta name="robots" content="noindex">/)
  }
  assert.deepEqual([await customersOf(acme), await consentsOf(acme)], [[], []])
  for (const _ of [1, 2]) {
    const answer = await reader.post(path, {})
    assert.equal(answer.status, 200)
    assert.match(answer.text, /Your address is confirmed[\s\S]*Ada@one\.example/)
    assert.deepEqual(answer.headers.getSetCookie(), [])
  }
  const ada = { email: 'Ada@one.example', name: null, origin: 'widget', is_tracked: false, notify_changelog: true }
  assert.deepEqual(await storedOf(acme), [{ status: 'pending', votes: 1, ...ada }])
  const [consent, ...others] = await consentsOf(acme)
  assert.deepEqual(others, [])
  const { wording, ...where } = consent
  assert.deepEqual(where, { action: 'given', surface: 'widget', page: 'request', host: 'app.acme.test' })
  assert.ok(wording.startsWith(`${label}\nOptional. You can unsubscribe at any time.\nSomeone sent this request`))
})

test('sends no announcements without the selected checkbox, and rejects the checkbox without an address', async () => {
  const { acme, submit } = await embedded()
  assert.equal((await submit({ title: 'x', updates: true })).status, 400)
  await submit({ title: 'Dark mode', email: 'plain@two.example', updates: false })
  const { path } = await deliverLink()
  await createPortalClient(app, acme).post(path, {})
  const [stored] = await storedOf(acme)
  assert.deepEqual([stored.email, stored.notify_changelog], ['plain@two.example', null])
  assert.deepEqual(await consentsOf(acme), [])
})

test('puts no text from the visitor into the email, and rejects multiple addresses and injected headers', async () => {
  const { submit } = await embedded()
  const wrong = ['a@b.c\r\nBcc: d@e.f', 'a@b.example,c@d.example', 'Ada <a@b.example>', 'a@b', '', 5, ['a@b.example']]
  for (const email of wrong) {
    const refused = await submit({ title: 'Buy pills', email })
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, '/email'], String(email))
  }
  const title = 'CANARY\r\nBcc: evil@evil.example'
  await submit({ title, description: 'CANARY https://evil.example', email: 'victim@three.example' })
  const messages = await deliver()
  assert.deepEqual(
    messages.map(({ to }) => to),
    ['victim@three.example'],
  )
  assert.doesNotMatch(smtp.messages.at(-1)!.raw, /CANARY|evil/)
})

test('sends the same response and email to strangers, customers and team members', async () => {
  const { acme, submit } = await embedded()
  await acme.api.create('/feedback', { title: 'Known', submitter: { email: 'known@four.example', name: 'Known' } })
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at)
     values ($1, gen_random_uuid(), 'team@four.example', 'admin', now())`,
    [acme.id],
  )
  const answers = []
  for (const name of ['known', 'team', 'stranger']) {
    const { status, body } = await submit({ title: 'Dark mode', email: `${name}@four.example` })
    answers.push([status, { ...body.data, id: '' }])
    const { message } = await deliverLink()
    answers.push([message.subject, message.text.replace(/confirm-request\/\S+/, '')])
  }
  assert.deepEqual(answers.slice(0, 2), answers.slice(2, 4))
  assert.deepEqual(answers.slice(0, 2), answers.slice(4))
  // The requests stay without a submitter, and the customer’s own account is as before.
  assert.deepEqual(
    (await storedOf(acme)).map(({ status, email }) => [status, email]),
    [['pending', 'known@four.example'], ...Array(3).fill(['pending', null])],
  )
  const known = await signInCustomer(app, acme, { email: 'known@four.example' })
  assert.doesNotMatch((await known.get('/me')).text, /Dark mode/)
})

test('limits confirmations per mailbox and network across workspaces, but still accepts the requests', async () => {
  const mailbox = ['v@five.example', 'V@Five.example', 'v+1@five.example', 'v+x@five.example', 'v@five.example']
  const outcomes = []
  for (const email of mailbox) {
    const { status, body } = await (await embedded()).submit({ title: 'Dark mode', email })
    outcomes.push([status, body.data.confirmation])
  }
  const limited = [201, 'limited']
  assert.deepEqual(outcomes, [[201, 'sent'], [201, 'sent'], [201, 'sent'], limited, limited])
  assert.equal((await deliver()).length, 3)

  const network = '127.9.9.9'
  const sent = []
  for (let n = 0; n < 22; n += 1)
    sent.push((await (await embedded()).submit({ title: 'x', email: `m${n}@six.example` }, network)).body.data)
  assert.deepEqual(
    sent.map(({ confirmation }) => confirmation),
    [...Array(20).fill('sent'), 'limited', 'limited'],
  )
  assert.equal((await deliver()).length, 20)
})

test('sends no confirmation to a script that floods one workspace without a proof of work', async () => {
  const { submit } = await embedded()
  const outcomes = []
  for (let n = 0; n < 12; n += 1)
    outcomes.push((await submit({ title: `Flood ${n}`, email: `f${n}@seven.example` })).body.data.confirmation)
  assert.deepEqual(outcomes, [...Array(10).fill('sent'), 'limited', 'limited'])
  assert.equal((await deliver()).length, 10)
})

test('sends one confirmation for a request that is sent twice with the same idempotency key', async () => {
  const { acme, submit } = await embedded()
  const body = { title: 'Once', email: 'once@eight.example' }
  const answers = []
  for (const _ of [1, 2]) answers.push(await submit(body, undefined, { 'idempotency-key': 'k' }))
  assert.deepEqual(answers[0]!.body, answers[1]!.body)
  await deliverLink()
  assert.equal((await storedOf(acme)).length, 1)
})

test('rejects expired and altered links, encrypted jobs, and links from another workspace', async () => {
  const [{ acme, submit }, other] = [await embedded(), await embedded()]
  const feedbackId = (await submit({ title: 'Dark mode', email: 'x@nine.example' })).body.data.id
  const { rows } = await pool.query<{ data: ContactJob }>(
    `delete from pgboss.job where name = 'request-contact' returning data`,
  )
  const contact = { feedbackId, email: 'x@nine.example', updates: null }
  const good = tokenFor(acme, contact)
  const wrong = [
    tokenFor(acme, contact, new Date(Date.now() - 7 * 86_400_000 - 1_000).toISOString()),
    tokenFor(other.acme, contact),
    `${good.slice(0, -2)}AA`,
    Buffer.from(rows[0]!.data.sealedContact, 'base64').toString('base64url'),
    'x',
  ]
  const reader = createPortalClient(app, acme)
  for (const token of wrong) {
    for (const answer of [
      await reader.get(`/confirm-request/${token}`),
      await reader.post(`/confirm-request/${token}`, {}),
    ]) {
      assert.equal(answer.status, 404)
      assert.match(answer.text, /This link has expired/)
      assert.doesNotMatch(answer.text, /Dark mode/)
    }
  }
  // Another site cannot confirm for the reader, and a link of this workspace is worth nothing in another one.
  const forged = await reader.post(`/confirm-request/${good}`, {}, { origin: 'https://evil.test' })
  assert.equal(forged.status, 403)
  assert.equal((await createPortalClient(app, other.acme).post(`/confirm-request/${good}`, {})).status, 404)
  assert.deepEqual([await customersOf(acme), await customersOf(other.acme)], [[], []])
})

test('does not vote or subscribe again when a link is replayed after its owner has left', async () => {
  const { acme, submit } = await embedded()
  await submit({ title: 'Dark mode', email: 'left@ten.example', updates: true })
  const { path } = await deliverLink()
  const reader = createPortalClient(app, acme)
  await reader.post(path, {})
  const left = await signInCustomer(app, acme, { email: 'left@ten.example' })
  await left.post('/me/profile', { name: '', mail: 'yes', replies: 'on' })
  await pool.query('delete from votes where workspace_id = $1', [acme.id])
  await pool.query('update feedback set votes = 0 where workspace_id = $1', [acme.id])
  assert.doesNotMatch((await reader.post(path, {})).text, /send updates/)
  const [stored] = await storedOf(acme)
  assert.deepEqual([stored.votes, stored.notify_changelog], [0, false])
})

test('does not make the author the submitter again when a link is replayed after they removed their name or deleted their account', async () => {
  const { acme, submit } = await embedded()
  const ids: string[] = []
  const paths: string[] = []
  for (const name of ['name', 'account']) {
    ids.push((await submit({ title: 'Dark mode', email: `${name}@fourteen.example` })).body.data.id)
    paths.push((await deliverLink()).path)
  }
  const reader = createPortalClient(app, acme)
  for (const path of paths) assert.match((await reader.post(path, {})).text, /We’ll email/)
  for (const id of ids) {
    await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
    await acme.api.create(`/feedback/${id}/comments`, { body: 'Me too', submitter: { email: 'bob@fourteen.example' } })
  }
  const name = await signInCustomer(app, acme, { email: 'name@fourteen.example' })
  assert.equal((await name.post(`/requests/${ids[0]}/delete`, { outcome: 'anonymized' })).status, 303)
  const account = await signInCustomer(app, acme, { email: 'account@fourteen.example' })
  assert.equal((await account.post('/me/delete', {})).status, 303)
  for (const path of paths) assert.match((await reader.post(path, {})).text, /nothing to follow/)
  assert.deepEqual(
    (await storedOf(acme)).map(({ votes, email }) => [votes, email]),
    [
      [0, null],
      [0, null],
    ],
  )
})

test('follows the target of a merged request, keeps an existing submitter, and finds nothing to follow in spam', async () => {
  const { acme, submit } = await embedded()
  const target = (await acme.api.create('/feedback', { title: 'Target' })).id
  await acme.api.patch(`/feedback/${target}/status`, { status: 'approved' })
  const ids: string[] = []
  const paths: string[] = []
  for (const name of ['merged', 'spam', 'owned']) {
    ids.push((await submit({ title: name, email: `${name}@eleven.example` })).body.data.id)
    paths.push((await deliverLink()).path)
  }
  const [merged, spam, owned] = ids as [string, string, string]
  const { mergeFeedback } = await import('../../feedback/merge/merge.ts')
  await acme.write((tx) => mergeFeedback(tx, merged, target))
  await acme.api.patch(`/feedback/${spam}/status`, { status: 'spam' })
  const { customerId } = await signInCustomer(app, acme, { email: 'owner@eleven.example' })
  await pool.query('insert into feedback_context (workspace_id, feedback_id, customer_id) values ($1, $2, $3)', [
    acme.id,
    owned,
    customerId,
  ])
  const reader = createPortalClient(app, acme)
  assert.match((await reader.get(paths[0]!)).text, /<blockquote[\s\S]*Target/)
  await pool.query('update boards set is_public = false where workspace_id = $1', [acme.id])
  const hidden = await reader.get(paths[0]!)
  assert.equal(hidden.status, 404)
  assert.doesNotMatch(hidden.text, /Target/)
  await pool.query('update boards set is_public = true where workspace_id = $1', [acme.id])
  await acme.api.patch(`/feedback/${target}/stage`, { stage: 'completed' })
  assert.match((await reader.post(paths[0]!, {})).text, /nothing to follow/)
  assert.equal((await acme.api.get(`/feedback/${target}`)).body.data.votes, 0)
  await acme.api.patch(`/feedback/${target}/stage`, { stage: 'planned' })
  assert.match((await reader.post(paths[0]!, {})).text, /We’ll email merged@eleven\.example/)
  assert.equal((await acme.api.get(`/feedback/${target}`)).body.data.votes, 1)
  const voter = await signInCustomer(app, acme, { email: 'merged@eleven.example' })
  await voter.post(`/requests/${target}/vote`, { vote: 'withdraw' })
  await reader.post(paths[0]!, {})
  assert.equal((await acme.api.get(`/feedback/${target}`)).body.data.votes, 0)
  assert.equal((await reader.get(paths[1]!)).status, 404)
  assert.match((await reader.post(paths[1]!, {})).text, /nothing to follow/)
  await reader.post(paths[2]!, {})
  const { rows } = await pool.query('select customer_id from feedback_context where feedback_id = $1', [owned])
  assert.equal(rows[0].customer_id, customerId)
})

test('rejects confirmations by blocked customers, and by strangers once the portal is private', async () => {
  const { acme, submit } = await embedded()
  const blocked = await signInCustomer(app, acme, { email: 'blocked@twelve.example' })
  await submit({ title: 'Dark mode', email: 'blocked@twelve.example' })
  const { path } = await deliverLink()
  await pool.query('update customers set blocked_at = now() where workspace_id = $1 and id = $2', [
    acme.id,
    blocked.customerId,
  ])
  const reader = createPortalClient(app, acme)
  assert.equal((await reader.post(path, {})).status, 403)
  assert.equal((await storedOf(acme))[0].email, null)
  await submit({ title: 'Quiet hours', email: 'stranger@twelve.example' })
  const later = await deliverLink()
  await setPortalSettings(acme, { access: 'private' })
  for (const answer of [await reader.get(later.path), await reader.post(later.path, {})]) {
    assert.equal(answer.status, 404)
    assert.doesNotMatch(answer.text, /Quiet hours/)
  }
  assert.deepEqual((await customersOf(acme)).length, 1)
})

test('asks identified customers about updates only until they decide, and stores their consent immediately', async () => {
  const { acme, authorization, submit } = await embedded()
  const script = createWidgetClient(app, acme, home)
  const ada = await signInCustomer(app, acme, { email: 'ada@thirteen.example', externalId: 'ada' })
  const session = ada.cookie.slice(sessionCookie.length + 1)
  const boxOf = async (headers: object) => (await script('GET', '/widget.json', { ...headers })).body.data.updates
  const box = { label, help: 'Optional. You can unsubscribe at any time.' }
  const asAda = { authorization: `Bearer ${session}` }
  assert.deepEqual([await boxOf({}), await boxOf(asAda)], [box, box])
  const post = (body: object) => script('POST', '/submissions', { authorization, 'heed-session': session, body })
  assert.equal((await post({ title: 'x', email: 'other@thirteen.example' })).status, 400)
  const answer = await post({ title: 'Dark mode', updates: true })
  assert.deepEqual([answer.status, answer.body.data.confirmation], [201, undefined])
  assert.deepEqual(await deliver(), [])
  const { wording, ...where } = (await consentsOf(acme))[0]
  assert.deepEqual(where, { action: 'given', surface: 'widget', page: 'request', host: 'app.acme.test' })
  assert.equal(wording, `${box.label}\n${box.help}`)
  assert.equal(await boxOf(asAda), null)
  // Customers of the API already get updates, and a portal without a changelog has none.
  await acme.api.create('/feedback', { title: 'y', submitter: { email: 'api@thirteen.example' } })
  const api = await signInCustomer(app, acme, { email: 'api@thirteen.example' })
  assert.equal(await boxOf({ authorization: `Bearer ${api.cookie.slice(sessionCookie.length + 1)}` }), null)
  await setPortalSettings(acme, { showsChangelog: false })
  // Another address than before, whose response may be cached for a second.
  assert.equal((await script('GET', '/widget.json?later')).body.data.updates, null)
  await submit({ title: 'z', email: 'z@thirteen.example', updates: true })
  assert.doesNotMatch((await createPortalClient(app, acme).get((await deliverLink()).path)).text, /publishes updates/)
})
