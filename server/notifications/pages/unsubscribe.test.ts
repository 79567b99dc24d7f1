import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import {
  createUnsubscribeToken,
  type NotificationKind,
  unsubscribeTokenPurpose,
} from '../preferences/unsubscribe-token.ts'

const testApp = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const { pool } = testApp.database
const signer = new Signer('a secret key that only the tests have, 48 long', unsubscribeTokenPurpose)

interface Subscriber {
  acme: TestWorkspace
  id: string
  url: string
}

async function subscriber(
  acme: TestWorkspace,
  email: string | null = 'ada@example.com',
  kinds: readonly NotificationKind[] = ['changelog'],
): Promise<Subscriber> {
  const id = newId()
  await pool.query(
    `insert into customers (workspace_id, id, email, external_id, origin, created_at)
     values ($1, $2, $3, $2::uuid::text, 'api', now())`,
    [acme.id, id, email],
  )
  const token = createUnsubscribeToken(signer, { workspaceId: acme.id, customerId: id, kinds })
  return { acme, id, url: `${testApp.origin}/unsubscribe/${token}` }
}

async function mailOf({ id }: Subscriber) {
  const { rows } = await pool.query(
    `select mail_opted_out_at as off, mail_bounced_at as refused, mail_bounces as refusals,
       notify_changelog as changelog, notify_replies as replies, notify_stages as stages from customers where id = $1`,
    [id],
  )
  return rows[0]
}

async function eventsOf({ id }: Subscriber) {
  const { rows } = await pool.query(
    'select type, actor_type, actor_id, workspace_id from audit_events where target_id = $1 order by created_at, id',
    [id],
  )
  return rows
}

async function call(url: string, init?: RequestInit) {
  const response = await fetch(url, { redirect: 'manual', ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const post = (url: string, fields: Record<string, string>) =>
  call(url, { method: 'POST', body: new URLSearchParams(fields) })

const oneClick = { 'List-Unsubscribe': 'One-Click' }
const at = '2026-03-01T09:00:00.000Z'
const untouched = { off: null, refused: null, refusals: 0, changelog: null, replies: true, stages: true }

test('shows the workspace and the masked address on GET, and changes nothing', async () => {
  const ada = await subscriber(await testApp.workspace({ name: 'Acme <b>' }))
  for (const method of ['GET', 'HEAD', 'GET']) {
    const { status, text } = await call(ada.url, { method })
    assert.equal(status, 200)
    if (method === 'HEAD') continue
    assert.match(text, /Acme &lt;b&gt;/)
    assert.match(text, /a•••@example\.com/)
    assert.doesNotMatch(text, /ada@|<b>/)
    assert.match(text, /<form method="post">\s*<button[^>]* name="choice" value="stop">Unsubscribe</)
  }
  assert.deepEqual(await mailOf(ada), untouched)
  assert.deepEqual(await eventsOf(ada), [])
})

test('unsubscribes on one click in a mail client, without a redirect or a cookie (RFC 8058)', async () => {
  const asParts = new FormData()
  asParts.set('List-Unsubscribe', 'One-Click')
  for (const body of [new URLSearchParams(oneClick), asParts]) {
    const ada = await subscriber(await testApp.workspace())
    const { status, headers } = await call(ada.url, { method: 'POST', body })
    assert.equal(status, 200)
    assert.deepEqual([headers.get('location'), headers.get('set-cookie')], [null, null])
    assert.deepEqual(await mailOf(ada), { ...untouched, changelog: false })
  }
})

test('audits stop and resume with the customer as actor, once per change', async () => {
  const acme = await testApp.workspace()
  const ada = await subscriber(acme)
  for (const choice of ['stop', 'stop', 'resume', 'resume']) assert.equal((await post(ada.url, { choice })).status, 200)
  await post(ada.url, oneClick)
  await post(ada.url, oneClick)
  const by = { actor_type: 'customer', actor_id: ada.id, workspace_id: acme.id }
  assert.deepEqual(await eventsOf(ada), [
    { type: 'customer.preferences_updated', ...by },
    { type: 'customer.preferences_updated', ...by },
    { type: 'customer.preferences_updated', ...by },
  ])
})

test('applies twenty concurrent unsubscribes once', async () => {
  const ada = await subscriber(await testApp.workspace())
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(ada.url, oneClick)))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal((await eventsOf(ada)).length, 1)
})

test('shows the current state after each action and offers the opposite one', async () => {
  const ada = await subscriber(await testApp.workspace())
  const stopped = await post(ada.url, { choice: 'stop' })
  assert.match(stopped.text, /<h1>You’re unsubscribed<\/h1>.*value="resume">Resume emails</s)
  assert.match((await call(ada.url)).text, /<h1>You’re not subscribed to these emails<\/h1>.*value="resume">/s)
  const resumed = await post(ada.url, { choice: 'resume' })
  assert.match(resumed.text, /<h1>You’re subscribed again<\/h1>.*value="stop">/s)
  assert.match((await call(ada.url)).text, /<h1>Unsubscribe from these emails\?<\/h1>/)
})

test('resumes mail to an address that had bounced', async () => {
  const ada = await subscriber(await testApp.workspace())
  await pool.query('update customers set mail_bounced_at = now(), mail_bounces = 3 where id = $1', [ada.id])
  assert.match((await call(ada.url)).text, /rejected several messages.*value="resume".*value="off"/s)
  await post(ada.url, { choice: 'resume' })
  assert.deepEqual(await mailOf(ada), untouched)
  assert.equal((await eventsOf(ada))[0].type, 'customer.resubscribed')
})

test('unsubscribes only the customer of the token', async () => {
  const [acme, other] = [await testApp.workspace(), await testApp.workspace()]
  const [ada, bea, elsewhere] = [
    await subscriber(acme),
    await subscriber(acme, 'bea@example.com'),
    await subscriber(other),
  ]
  await post(ada.url, oneClick)
  assert.deepEqual(await mailOf(bea), untouched)
  assert.deepEqual(await mailOf(elsewhere), untouched)
})

test('returns 404 for an altered or truncated token, another workspace’s token, and an unknown customer', async () => {
  const [acme, other] = [await testApp.workspace(), await testApp.workspace()]
  const ada = await subscriber(acme)
  const elsewhere = createUnsubscribeToken(signer, { workspaceId: other.id, customerId: ada.id, kinds: ['changelog'] })
  const nobody = createUnsubscribeToken(signer, { workspaceId: acme.id, customerId: newId(), kinds: ['changelog'] })
  const urls = [ada.url.slice(0, -1), `${ada.url.slice(0, -3)}AAA`, `${ada.url}A`, `${ada.url}%00`]
  for (const url of [...urls, ...[elsewhere, nobody, 'x'].map((token) => `${testApp.origin}/unsubscribe/${token}`)]) {
    for (const answer of [await call(url), await post(url, oneClick)]) {
      assert.equal(answer.status, 404, url)
      assert.match(answer.headers.get('content-type')!, /^text\/html/)
      assert.match(answer.text, /<h1>Page not found<\/h1>/)
    }
  }
  assert.deepEqual(await mailOf(ada), untouched)
})

test('returns 400 and the page for a form without a valid choice, and changes nothing', async () => {
  const ada = await subscriber(await testApp.workspace())
  const json = { 'content-type': 'application/json' }
  const bodies: RequestInit[] = [
    {},
    { body: new URLSearchParams({ choice: 'maybe' }) },
    { body: new URLSearchParams({ 'List-Unsubscribe': 'yes' }) },
    { body: '{"choice":"stop"}', headers: json },
    { body: 'choice=stop', headers: { 'content-type': 'text/plain' } },
    { body: '--x\r\nbroken', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    { body: 'choice=stop', headers: { 'content-type': 'multipart/form-data' } },
  ]
  for (const init of bodies) {
    const { status, text } = await call(ada.url, { method: 'POST', ...init })
    assert.equal(status, 400, JSON.stringify(init))
    assert.match(text, /value="stop">/)
  }
  assert.deepEqual(await mailOf(ada), untouched)
})

test('rejects a form larger than 10 KB', async () => {
  const ada = await subscriber(await testApp.workspace())
  const { status, text } = await post(ada.url, { ...oneClick, more: 'x'.repeat(10_240) })
  assert.equal(status, 413)
  assert.match(text, /<h1>This form couldn’t be read<\/h1>/)
  assert.deepEqual(await mailOf(ada), untouched)
})

test('returns 405 with the allowed methods for other methods', async () => {
  const ada = await subscriber(await testApp.workspace())
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await call(ada.url, { method, ...(method === 'PUT' && { body: 'x' }) })
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, POST'], method)
  }
  assert.deepEqual(await mailOf(ada), untouched)
})

test('loads no resources, sends no referrer, and forbids caching, indexing and framing', async () => {
  const ada = await subscriber(await testApp.workspace())
  const { headers, text } = await call(ada.url)
  const policy = headers.get('content-security-policy')!
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  assert.deepEqual(
    ['referrer-policy', 'x-robots-tag', 'x-content-type-options', 'cache-control', 'set-cookie'].map((name) =>
      headers.get(name),
    ),
    ['no-referrer', 'noindex, nofollow', 'nosniff', 'private, no-store', null],
  )
  assert.doesNotMatch(text, /<script|<link|<img| style=| on\w+=/)
})

test('returns an error page without details when the database fails', async () => {
  const ada = await subscriber(await testApp.workspace())
  await pool.query('alter table customers rename column mail_opted_out_at to gone')
  const answer = await post(ada.url, oneClick)
  await pool.query('alter table customers rename column gone to mail_opted_out_at')
  assert.equal(answer.status, 500)
  assert.match(answer.text, /<h1>Something went wrong on our side<\/h1>/)
  assert.doesNotMatch(answer.text, /mail_opted|does not exist/)
})

test('works for a customer without an address', async () => {
  const ada = await subscriber(await testApp.workspace(), null)
  assert.match((await call(ada.url)).text, /sends email to you when it publishes/)
})

test('unsubscribes from the kinds of the message only, saves each kind, and stops all mail', async () => {
  const acme = await testApp.workspace()
  const ada = await subscriber(acme, 'ada@example.com', ['replies', 'stages'])
  const bea = await subscriber(acme, 'bea@example.com', ['replies'])
  await post(ada.url, oneClick)
  assert.deepEqual(await mailOf(ada), { ...untouched, replies: false, stages: false })
  await post(bea.url, { choice: 'stop' })
  assert.deepEqual(await mailOf(bea), { ...untouched, replies: false })
  const { text } = await call(bea.url)
  assert.deepEqual(
    [...text.matchAll(/name="kinds" value="(\w+)"( checked)?/g)].map(([, kind, checked]) => [
      kind,
      checked !== undefined,
    ]),
    [
      ['changelog', true],
      ['replies', false],
      ['stages', true],
    ],
  )
  await post(bea.url, { choice: 'save', kinds: 'replies' })
  assert.deepEqual(await mailOf(bea), { ...untouched, changelog: false, stages: false })
  assert.match((await post(bea.url, { choice: 'off' })).text, /<h1>You’re unsubscribed<\/h1>/)
  assert.equal((await mailOf(bea)).off, at)
  assert.match((await call(bea.url)).text, /<h1>You’re unsubscribed from all emails<\/h1>/)
  await post(bea.url, { choice: 'resume' })
  assert.deepEqual(await mailOf(bea), { ...untouched, changelog: false, stages: false })
})
