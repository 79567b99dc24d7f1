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

const world = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const { pool } = world.database
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
    'insert into customers (workspace_id, id, email, external_id, created_at) values ($1, $2, $3, $2::uuid::text, now())',
    [acme.id, id, email],
  )
  const token = createUnsubscribeToken(signer, { workspaceId: acme.id, customerId: id, kinds })
  return { acme, id, url: `${world.origin}/unsubscribe/${token}` }
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

test('reading the page shows who writes to whom, and changes nothing', async () => {
  const ada = await subscriber(await world.workspace({ name: 'Acme <b>' }))
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

test('the button of a mail program stops mail at once, without a redirect or a cookie (RFC 8058)', async () => {
  const asParts = new FormData()
  asParts.set('List-Unsubscribe', 'One-Click')
  for (const body of [new URLSearchParams(oneClick), asParts]) {
    const ada = await subscriber(await world.workspace())
    const { status, headers } = await call(ada.url, { method: 'POST', body })
    assert.equal(status, 200)
    assert.deepEqual([headers.get('location'), headers.get('set-cookie')], [null, null])
    assert.deepEqual(await mailOf(ada), { ...untouched, changelog: false })
  }
})

test('stopping and resuming are recorded with the customer as who did it; repeating them is not', async () => {
  const acme = await world.workspace()
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

test('twenty at once stop mail once', async () => {
  const ada = await subscriber(await world.workspace())
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(ada.url, oneClick)))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal((await eventsOf(ada)).length, 1)
})

test('each answer says how things are now, and offers the other choice', async () => {
  const ada = await subscriber(await world.workspace())
  const stopped = await post(ada.url, { choice: 'stop' })
  assert.match(stopped.text, /<h1>You are unsubscribed<\/h1>.*value="resume">Write to me again</s)
  assert.match((await call(ada.url)).text, /<h1>You do not get these messages<\/h1>.*value="resume">/s)
  const resumed = await post(ada.url, { choice: 'resume' })
  assert.match(resumed.text, /<h1>You get e-mail again<\/h1>.*value="stop">/s)
  assert.match((await call(ada.url)).text, /<h1>Stop these messages\?<\/h1>/)
})

test('who wants mail again is written to even if their mail server had refused it', async () => {
  const ada = await subscriber(await world.workspace())
  await pool.query('update customers set mail_bounced_at = now(), mail_bounces = 3 where id = $1', [ada.id])
  assert.match((await call(ada.url)).text, /refused several messages.*value="resume".*value="off"/s)
  await post(ada.url, { choice: 'resume' })
  assert.deepEqual(await mailOf(ada), untouched)
  assert.equal((await eventsOf(ada))[0].type, 'customer.resubscribed')
})

test('only the customer of the token is stopped', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const [ada, bea, elsewhere] = [
    await subscriber(acme),
    await subscriber(acme, 'bea@example.com'),
    await subscriber(other),
  ]
  await post(ada.url, oneClick)
  assert.deepEqual(await mailOf(bea), untouched)
  assert.deepEqual(await mailOf(elsewhere), untouched)
})

test('a token that is changed, cut off, of another workspace or of nobody finds a page that says so', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const ada = await subscriber(acme)
  const elsewhere = createUnsubscribeToken(signer, { workspaceId: other.id, customerId: ada.id, kinds: ['changelog'] })
  const nobody = createUnsubscribeToken(signer, { workspaceId: acme.id, customerId: newId(), kinds: ['changelog'] })
  const urls = [ada.url.slice(0, -1), `${ada.url.slice(0, -3)}AAA`, `${ada.url}A`, `${ada.url}%00`]
  for (const url of [...urls, ...[elsewhere, nobody, 'x'].map((token) => `${world.origin}/unsubscribe/${token}`)]) {
    for (const answer of [await call(url), await post(url, oneClick)]) {
      assert.equal(answer.status, 404, url)
      assert.match(answer.headers.get('content-type')!, /^text\/html/)
      assert.match(answer.text, /<h1>Page not found<\/h1>/)
    }
  }
  assert.deepEqual(await mailOf(ada), untouched)
})

test('a form without a choice, or that is none, changes nothing and is asked again', async () => {
  const ada = await subscriber(await world.workspace())
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

test('a form beyond 10 KB is refused', async () => {
  const ada = await subscriber(await world.workspace())
  const { status, text } = await post(ada.url, { ...oneClick, more: 'x'.repeat(10_240) })
  assert.equal(status, 413)
  assert.match(text, /<h1>This form couldn’t be read<\/h1>/)
  assert.deepEqual(await mailOf(ada), untouched)
})

test('other methods are refused with those that work', async () => {
  const ada = await subscriber(await world.workspace())
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await call(ada.url, { method, ...(method === 'PUT' && { body: 'x' }) })
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, POST'], method)
  }
  assert.deepEqual(await mailOf(ada), untouched)
})

test('the page loads nothing, sends nothing on, and is neither kept, listed nor framed', async () => {
  const ada = await subscriber(await world.workspace())
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

test('when the database fails, a page says so and nothing else', async () => {
  const ada = await subscriber(await world.workspace())
  await pool.query('alter table customers rename column mail_opted_out_at to gone')
  const answer = await post(ada.url, oneClick)
  await pool.query('alter table customers rename column gone to mail_opted_out_at')
  assert.equal(answer.status, 500)
  assert.match(answer.text, /<h1>Something went wrong on our side<\/h1>/)
  assert.doesNotMatch(answer.text, /mail_opted|does not exist/)
})

test('a customer whose address is gone can still choose', async () => {
  const ada = await subscriber(await world.workspace(), null)
  assert.match((await call(ada.url)).text, /writes to you whenever/)
})

test('a link stops the kinds of its message and no other; each can be chosen on its page, and all mail be stopped', async () => {
  const acme = await world.workspace()
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
  assert.match((await post(bea.url, { choice: 'off' })).text, /<h1>You are unsubscribed<\/h1>/)
  assert.equal((await mailOf(bea)).off, at)
  assert.match((await call(bea.url)).text, /<h1>You get no e-mail<\/h1>/)
  await post(bea.url, { choice: 'resume' })
  assert.deepEqual(await mailOf(bea), { ...untouched, changelog: false, stages: false })
})
