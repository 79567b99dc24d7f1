import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer } from '../../../customers/create.ts'
import {
  createPortalClient,
  createSignInMail,
  formTokenField,
  hiddenFieldValue,
  type PortalClient,
  receivedCookie,
  signInCustomer,
} from '../../../test/clients/portal-client.ts'
import { createTestApp, defaultCaps, mailServerUrl, type TestWorkspace } from '../../../test/test-app.ts'
import { updatePortal } from '../../settings/update.ts'

const world = await createTestApp({ smtpUrl: mailServerUrl, caps: { free: 1, starter: 1, growth: null } })
const codes = await createSignInMail(world)
const { pool } = world.database

const setPrivate = (workspace: TestWorkspace) =>
  workspace.write((tx) => updatePortal(tx, { access: 'private' }, { publicUrl: 'http://heed.test' }))

/** Signs in with an address and the code emailed to it. */
async function signIn(reader: PortalClient, email: string, more: Record<string, string> = {}) {
  await reader.post('/sign-in', { email, ...more })
  return reader.post('/sign-in/code', { email, code: await codes.deliverCode(), ...more })
}

async function approved({ api }: TestWorkspace) {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id as string
}

test('signs a customer in with an emailed code, without scripts, and out again', async () => {
  const acme = await world.workspace({ name: 'Acme & Co' })
  const reader = createPortalClient(world, acme)
  const first = await reader.get('/sign-in?next=/roadmap')
  assert.match(first.text, /<h1 id="entry">Sign in to Acme &amp; Co<\/h1>/)
  assert.equal(hiddenFieldValue(first, 'next'), '/roadmap')
  const second = await reader.post('/sign-in', { email: ' Ada@Example.com ', next: '/roadmap' })
  assert.match(second.text, /a six-digit code to <strong dir="auto">Ada@Example.com<\/strong>/)
  const [message] = await codes.deliver()
  assert.match(message!.raw, /^From: "?Acme & Co"? </m)
  assert.match(message!.raw, /^Subject: Your code for Acme & Co/m)
  const code = /\r\n(\d{6})\r\n/.exec(message!.raw)![1]!
  const typed = {
    email: hiddenFieldValue(second, 'email'),
    next: hiddenFieldValue(second, 'next'),
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  }
  const done = await reader.post('/sign-in/code', typed)
  assert.deepEqual([done.status, done.headers.get('location')], [303, `/p/${acme.slug}/roadmap`])
  assert.match(
    done.headers.getSetCookie()[0]!,
    new RegExp(`^heed_customer=[\\w-]{43}; Path=/p/${acme.slug}; Max-Age=15552000; HttpOnly; SameSite=Lax$`),
  )
  const ada = createPortalClient(world, acme, receivedCookie(done))
  assert.match((await ada.get('/')).text, /class="me"/)
  assert.equal((await reader.post('/sign-in/code', typed)).status, 400, 'a code is good once')
  const out = await ada.post('/sign-out', {})
  assert.match(out.headers.get('set-cookie')!, /^heed_customer=; .*Max-Age=0/)
  assert.doesNotMatch((await ada.get('/')).text, /class="me"/)
  const { rows } = await pool.query('select email, is_tracked from customers where workspace_id = $1', [acme.id])
  assert.deepEqual(rows, [{ email: 'Ada@Example.com', is_tracked: false }])
})

test('ends the browser’s previous session on sign-in, and no other session', async () => {
  const acme = await world.workspace()
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  const elsewhere = await signInCustomer(world, acme, { email: 'bob@example.com' })
  const ada = createPortalClient(world, acme, receivedCookie(await signIn(bob, 'ada@example.com')))
  assert.notEqual(ada.cookie, bob.cookie)
  const isIn = async (reader: PortalClient) => /class="me"/.test((await reader.get('/')).text)
  assert.deepEqual([await isIn(bob), await isIn(elsewhere), await isIn(ada)], [false, true, true])
})

test('names a pending vote, carries it through sign-in and casts it; a link alone casts none', async () => {
  const acme = await world.workspace({ plan: 'growth' })
  const id = await approved(acme)
  const reader = createPortalClient(world, acme)
  const asked = await reader.post(`/requests/${id}/vote`, { vote: 'cast' })
  const path = asked.headers.get('location')!.slice(`/p/${acme.slug}`.length)
  const page = await reader.get(path)
  assert.match(page.text, /Sign in to vote for “Dark mode”/)
  const carried = { next: hiddenFieldValue(page, 'next') }
  const sealed = hiddenFieldValue(page, 'then')
  const done = await signIn(
    reader,
    'ada@example.com',
    Object.fromEntries([...Object.entries(carried), ['then', sealed]]),
  )
  assert.equal(done.headers.get('location'), `/p/${acme.slug}/requests/${id}`)
  const votes = async () => (await acme.api.get(`/feedback/${id}`)).body.data.votes
  assert.equal(await votes(), 1)
  const { rows } = await pool.query(
    `select actor_id from audit_events where type = 'feedback.voted' and workspace_id = $1`,
    [acme.id],
  )
  const customer = await pool.query('select id from customers where workspace_id = $1', [acme.id])
  assert.equal(rows[0].actor_id, customer.rows[0].id)

  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  const offered = await bob.get(path)
  assert.match(offered.text, /You’re signed in as bob@example.com/)
  assert.equal(await votes(), 1)
  await bob.post('/sign-in/action', Object.fromEntries([['then', hiddenFieldValue(offered, 'then')]]))
  assert.equal(await votes(), 2)
})

test('ignores pending actions that are forged or from another portal', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const id = await approved(acme)
  const asked = await createPortalClient(world, acme).post(`/requests/${id}/vote`, { vote: 'cast' })
  const sealed = new URLSearchParams(asked.headers.get('location')!.split('?')[1]).get('then')!
  const forged = Buffer.from(sealed, 'base64url')
  forged[forged.length - 3]! ^= 1
  for (const text of ['x', forged.toString('base64url')]) {
    assert.equal(hiddenFieldValue(await createPortalClient(world, acme).get(`/sign-in?then=${text}`), 'then'), '')
  }
  assert.equal(hiddenFieldValue(await createPortalClient(world, other).get(`/sign-in?then=${sealed}`), 'then'), '')
})

test('signs the customer in even if the pending action fails, and offers to retry it', async () => {
  const acme = await world.workspace({ plan: 'free' })
  const id = await approved(acme)
  await acme.api.create('/feedback', { title: 'Fills the plan', submitter: { email: 'first@example.com' } })
  // The product has named them before.
  await signInCustomer(world, acme, { email: 'late@example.com', externalId: 'late' })
  const reader = createPortalClient(world, acme)
  const asked = await reader.post(`/requests/${id}/vote`, { vote: 'cast' })
  const sealed = new URLSearchParams(asked.headers.get('location')!.split('?')[1]).get('then')!
  const full = await signIn(reader, 'late@example.com', Object.fromEntries([['then', sealed]]))
  assert.equal(full.status, 403)
  assert.match(full.text, /You’re signed in, but we couldn’t complete your action/)
  assert.equal(hiddenFieldValue(full, 'then'), sealed)
  assert.match((await createPortalClient(world, acme, receivedCookie(full)).get('/')).text, /class="me"/)
})

test('rejects the right code after five wrong ones, and any code but the latest', async () => {
  const acme = await world.workspace()
  const reader = createPortalClient(world, acme)
  const email = 'guess@example.com'
  await reader.post('/sign-in', { email })
  const code = await codes.deliverCode()
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let n = 0; n < 5; n++) {
    const answer = await reader.post('/sign-in/code', { email, code: wrong })
    assert.equal(answer.status, 400)
    assert.match(answer.text, /aria-invalid="true" aria-describedby="fault"/)
  }
  assert.equal((await reader.post('/sign-in/code', { email, code })).status, 400)
  await reader.post('/sign-in', { email })
  const earlier = await codes.deliverCode()
  await reader.post('/sign-in', { email })
  const latest = await codes.deliverCode()
  if (earlier !== latest) assert.equal((await reader.post('/sign-in/code', { email, code: earlier })).status, 400)
  assert.equal((await reader.post('/sign-in/code', { email, code: latest })).status, 303)
})

test('accepts a code on its own portal only, and for ten minutes', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const email = 'twice@example.com'
  await createPortalClient(world, acme).post('/sign-in', { email })
  const code = await codes.deliverCode()
  assert.equal((await createPortalClient(world, other).post('/sign-in/code', { email, code })).status, 400)
  await pool.query(`update customer_codes set expires_at = now() - interval '1 second' where email = $1`, [email])
  assert.equal((await createPortalClient(world, acme).post('/sign-in/code', { email, code })).status, 400)
})

test('shows an invalid address as a field error and keeps what was typed', async () => {
  const acme = await world.workspace()
  const answer = await createPortalClient(world, acme).post('/sign-in', {
    email: 'ada at home',
    next: '//evil.example',
  })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /value="ada at home" aria-invalid="true" aria-describedby="fault"/)
  assert.equal(hiddenFieldValue(answer, 'next'), '/')
})

test('redirects a private portal to sign-in, and emails codes only to customers and team without revealing who they are', async () => {
  const acme = await world.workspace({ ownerEmail: 'owner@example.com' })
  await setPrivate(acme)
  const reader = createPortalClient(world, acme)
  const led = await reader.get('/requests/x')
  assert.deepEqual([led.status, led.headers.get('location')], [302, `/p/${acme.slug}/sign-in?next=%2Frequests%2Fx`])
  await signInCustomer(world, acme, { email: 'known@example.com', externalId: 'known' })
  const answers = []
  for (const email of ['known@example.com', 'owner@example.com', 'nobody@example.com']) {
    answers.push(await reader.post('/sign-in', { email }))
  }
  const [known, owner, nobody] = answers.map(
    ({ status, text }, n) => `${status} ${text.replaceAll(['known', 'owner', 'nobody'][n]!, '')}`,
  )
  assert.deepEqual([known, owner], [nobody, nobody])
  assert.match(known!, /can sign in here/)
  const mailed = (await codes.deliver()).map(({ to }) => String(to).toLowerCase())
  // Jobs of the same millisecond are in no particular order.
  assert.deepEqual(mailed.flat().sort(), ['known@example.com', 'owner@example.com'])
  const wrong = await Promise.all(
    ['known@example.com', 'nobody@example.com'].map((email) => reader.post('/sign-in/code', { email, code: '000000' })),
  )
  assert.deepEqual(
    wrong.map(({ status }) => status),
    [400, 400],
  )
})

test('returns to the page of a private portal with its query after sign-in', async () => {
  const acme = await world.workspace({ ownerEmail: 'owner@example.com' })
  await setPrivate(acme)
  const reader = createPortalClient(world, acme)
  const led = await reader.get('/?search=dark+mode&sort=new')
  const page = await reader.get(led.headers.get('location')!.slice(`/p/${acme.slug}`.length))
  const next = hiddenFieldValue(page, 'next').replaceAll('&amp;', '&')
  const done = await signIn(reader, 'owner@example.com', { next })
  assert.equal(done.headers.get('location'), `/p/${acme.slug}/?search=dark+mode&sort=new`)
})

test('ends sessions of people without access when a portal becomes private', async () => {
  const acme = await world.workspace({ ownerEmail: 'owner@example.com' })
  const people = [{ email: 'stranger@example.com' }, { email: 'owner@example.com' }, { externalId: 'u1' }]
  const readers = await Promise.all(people.map((who) => signInCustomer(world, acme, who)))
  await setPrivate(acme)
  const statuses = await Promise.all(readers.map(async (reader) => (await reader.get('/')).status))
  assert.deepEqual(statuses, [302, 200, 200])
})

test('admits listed addresses and domains to a private portal, but no one whom only the API has named', async () => {
  const acme = await world.workspace()
  await acme.api.create('/feedback', { title: 'Contact form', submitter: { email: 'form@evil.example' } })
  await acme.api.create('/feedback', {
    title: 'Contact form',
    submitter: { email: 'id@evil.example', externalId: 'x' },
  })
  const added = await acme.write((tx) => createCustomer(tx, { email: 'added@x.example' }, defaultCaps))
  assert.ok(added.id)
  const lists = { allowedDomains: ['@Partner.example', 'partner.example'], allowedEmails: ['ONE@x.example'] }
  await acme.write((tx) => updatePortal(tx, { access: 'private', ...lists }, { publicUrl: 'http://heed.test' }))
  const listed = ['one@X.example', 'any@partner.EXAMPLE', 'added@x.example']
  const others = [
    'form@evil.example',
    'id@evil.example',
    'two@x.example',
    'a@sub.partner.example',
    'a@notpartner.example',
  ]
  for (const email of [...listed, ...others]) await createPortalClient(world, acme).post('/sign-in', { email })
  const mailed = (await codes.deliver()).map(({ to }) => String(to).toLowerCase())
  assert.deepEqual(mailed.sort(), listed.map((email) => email.toLowerCase()).sort())
  // Access ends with the listing.
  const one = await signInCustomer(world, acme, { email: 'one@x.example' })
  assert.equal((await one.get('/')).status, 200)
  await acme.write((tx) => updatePortal(tx, { allowedEmails: [] }, { publicUrl: 'http://heed.test' }))
  assert.equal((await one.get('/')).status, 302)
})

test('keeps the session of a listed person when the portal becomes private', async () => {
  const acme = await world.workspace()
  const lists = { allowedEmails: ['one@x.example'] }
  await acme.write((tx) => updatePortal(tx, lists, { publicUrl: 'http://heed.test' }))
  const [one, two] = [
    await signInCustomer(world, acme, { email: 'One@x.example' }),
    await signInCustomer(world, acme, { email: 'two@x.example' }),
  ]
  await setPrivate(acme)
  assert.deepEqual([(await one.get('/')).status, (await two.get('/')).status], [200, 302])
})

test('rejects a code whose customer has lost access since it was sent', async () => {
  const acme = await world.workspace()
  const reader = createPortalClient(world, acme)
  await reader.post('/sign-in', { email: 'stranger@example.com' })
  const code = await codes.deliverCode()
  await setPrivate(acme)
  assert.equal((await reader.post('/sign-in/code', { email: 'stranger@example.com', code })).status, 400)
})

test('rejects sign-in and sign-out forms from other sites', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  for (const path of ['/sign-in', '/sign-in/code', '/sign-in/action', '/sign-out']) {
    assert.equal((await ada.post(path, {}, { origin: 'https://evil.example' })).status, 403)
  }
  assert.match((await ada.get('/')).text, /class="me"/)
})

test('offers no codes without a mail server, except on the server’s machine', async () => {
  const remote = await createTestApp()
  const acme = await remote.workspace({ name: 'Acme' })
  const stranger = createPortalClient(remote, acme)
  for (const page of [await stranger.get('/sign-in'), await stranger.post('/sign-in', { email: 'ada@example.com' })]) {
    assert.equal(page.status, 200)
    assert.match(page.text, /Sign-in codes aren’t available, because Acme hasn’t set up email yet/)
    assert.doesNotMatch(page.text, /name="email"|name="code"/)
  }
  const written = await stranger.post('/requests/new', {
    board: 'feature-requests',
    title: 'Dark mode',
    description: 'My </textarea><b>eyes</b> hurt.',
    ...formTokenField(acme),
  })
  assert.match(
    written.text,
    /<textarea id="unsent"[^>]* readonly [^>]*>\nDark mode\n\nMy &lt;\/textarea&gt;&lt;b&gt;eyes&lt;\/b&gt; hurt\.<\/textarea>/,
  )
  const { rows } = await remote.database.pool.query(`select from pgboss.job where name = 'customer-code'`)
  assert.equal(rows.length, 0)

  const publicUrl = 'http://127.0.0.1:3000'
  const local = await createTestApp({ publicUrl })
  const visitor = createPortalClient(local, await local.workspace())
  assert.match((await visitor.get('/sign-in')).text, /the code will be written to the outbox folder/)
  const asked = await visitor.post('/sign-in', { email: 'ada@example.com' }, { origin: publicUrl })
  assert.match(asked.text, /The code for <strong dir="auto">ada@example.com<\/strong> is in the newest file/)
  assert.doesNotMatch(asked.text, /spam folder/)
})
