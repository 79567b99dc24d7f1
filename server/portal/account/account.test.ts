import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockCustomer } from '../../customers/blocking/block.ts'
import {
  createPortalClient,
  hiddenFieldValue,
  type PortalClient,
  signInCustomer,
} from '../../test/clients/portal-client.ts'
import { asRole } from '../../test/support/roles.ts'
import { createTestApp, mailServerUrl, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp({ smtpUrl: mailServerUrl })
const { pool } = world.database
const ada = { email: 'ada@example.com', name: 'Ada Lovelace', externalId: 'user-77' }

async function request({ api }: TestWorkspace, title: string, submitter: object = ada, status = 'approved') {
  const { id } = await api.create('/feedback', { title, submitter })
  if (status !== 'pending') await api.patch(`/feedback/${id}/status`, { status })
  return id as string
}

const rowOf = async (customerId: string) =>
  (await pool.query('select * from customers where id = $1', [customerId])).rows[0]

/** Returns all rows of a workspace as text, except stored idempotent responses, which expire. */
async function everythingOf(workspaceId: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' and table_name <> 'idempotency_records'`,
  )
  const tables = rows.map(({ name }) => pool.query(`select * from ${name} where workspace_id = $1`, [workspaceId]))
  return JSON.stringify((await Promise.all(tables)).map(({ rows }) => rows))
}

test('redirects signed-out visitors to sign in and back', async () => {
  const acme = await world.workspace()
  const stranger = createPortalClient(world, acme)
  for (const path of ['/me', '/me/data.json', '/me/delete']) {
    const answer = await stranger.get(path)
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/p/${acme.slug}/sign-in?next=%2Fme`])
  }
  assert.equal((await stranger.post('/me/delete', {})).status, 303)
})

test('shows a customer’s requests, votes and comments, and nothing internal', async () => {
  const acme = await world.workspace()
  await request(acme, 'Asked and public')
  await request(acme, 'Asked and waiting', ada, 'pending')
  await request(acme, 'Asked and rejected', ada, 'rejected')
  await request(acme, 'Asked and spam', ada, 'spam')
  const voted = await request(acme, 'Voted for', { email: 'bob@example.com' })
  const closed = await request(acme, 'Closed again')
  await acme.api.patch(`/feedback/${closed}/stage`, { stage: 'closed' })
  await acme.api.create(`/feedback/${voted}/comments`, { body: 'Please *soon*', submitter: ada })
  await acme.api.create(`/feedback/${closed}/comments`, { body: 'Where is it', submitter: ada })
  const reader = await signInCustomer(world, acme, ada)
  await reader.send(`/requests/${voted}/vote`, { vote: 'cast' })
  const { text } = await reader.get('/me')
  for (const shown of ['Asked and public', 'Asked and waiting', 'Waiting for review', 'Voted for', 'Please soon']) {
    assert.ok(text.includes(shown), shown)
  }
  for (const hidden of ['rejected', 'Asked and spam', 'Closed again', 'Where is it'])
    assert.ok(!text.includes(hidden), hidden)
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  assert.ok(!(await bob.get('/me')).text.includes('Asked and'))
})

test('saves and audits name and mail settings, and keeps settings the page does not show', async () => {
  const acme = await world.workspace()
  await request(acme, 'Mine', { email: 'ada@example.com' })
  const reader = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const first = await reader.get('/me/profile')
  for (const kind of ['changelog', 'replies', 'stages'])
    assert.match(first.text, new RegExp(`name="${kind}" value="on" checked`))
  const saved = await reader.post('/me/profile', { name: ' Ada ', mail: 'shown', replies: 'on' })
  assert.equal(saved.headers.get('location'), `/p/${acme.slug}/me/profile?saved`)
  assert.match((await reader.get('/me/profile?saved')).text, /Your settings were saved/)
  const { name, notify_changelog, notify_replies, notify_stages } = await rowOf(reader.customerId)
  assert.deepEqual(
    { name, notify_changelog, notify_replies, notify_stages },
    {
      name: 'Ada',
      notify_changelog: false,
      notify_replies: true,
      notify_stages: false,
    },
  )
  await reader.post('/me/profile', { name: 'Ada', mail: 'shown', replies: 'on', off: 'on' })
  assert.notEqual((await rowOf(reader.customerId)).mail_opted_out_at, null)
  await reader.post('/me/profile', { name: 'Ada L.' })
  const after = await rowOf(reader.customerId)
  assert.deepEqual([after.name, after.mail_opted_out_at === null, after.notify_replies], ['Ada L.', false, true])
  await reader.post('/me/profile', { name: '', mail: 'shown' })
  const last = await rowOf(reader.customerId)
  assert.deepEqual([last.name, last.mail_opted_out_at], [null, null])
  const { rows } = await pool.query(
    `select type from audit_events where workspace_id = $1 and actor_type = 'customer' and actor_id = $2 order by id`,
    [acme.id, reader.customerId],
  )
  assert.deepEqual(
    new Set(rows.map(({ type }) => type)),
    new Set(['customer.updated', 'customer.preferences_updated', 'customer.unsubscribed', 'customer.resubscribed']),
  )
  const refused = await reader.post('/me/profile', { name: 'x'.repeat(201), mail: 'shown' })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /value="x{201}" aria-describedby="name-fault name-help" aria-invalid="true"/)
})

test('resumes bounced mail when the customer asks for it, not when they save a name', async () => {
  const acme = await world.workspace()
  const reader = await signInCustomer(world, acme, ada)
  await pool.query('update customers set mail_bounced_at = now() where id = $1', [reader.customerId])
  assert.match((await reader.get('/me/profile')).text, /rejected our emails/)
  await reader.post('/me/profile', { name: 'Ada', mail: 'shown' })
  assert.notEqual((await rowOf(reader.customerId)).mail_bounced_at, null)
  await reader.post('/me/profile', { name: 'Ada', mail: 'shown', retry: 'on' })
  assert.equal((await rowOf(reader.customerId)).mail_bounced_at, null)
})

test('saves mail settings of a blocked customer, and of one with a stored name that is now reserved', async () => {
  const acme = await world.workspace({ name: 'Tidepool' })
  const reader = await signInCustomer(world, acme, { email: 'eve@example.com', name: 'Tidepool Support' })
  await acme.write((tx) => blockCustomer(asRole(tx, 'admin'), reader.customerId))
  const saved = await reader.post('/me/profile', { name: 'Tidepool Support', mail: 'shown', off: 'on' })
  assert.equal(saved.status, 303)
  assert.notEqual((await rowOf(reader.customerId)).mail_opted_out_at, null)
  assert.equal((await reader.post('/me/profile', { name: 'Eve', mail: 'shown' })).status, 403)
})

test('records consent to updates with the words of that choice, even if mail is resumed at the same time', async () => {
  const acme = await world.workspace()
  const reader = await signInCustomer(world, acme, { email: 'flo@example.com' })
  await reader.post('/me/profile', { name: '', mail: 'shown', off: 'on' })
  await reader.post('/me/profile', { name: '', mail: 'shown', changelog: 'on' })
  const { rows } = await pool.query(
    `select wording from consents where customer_id = $1 and action = 'given' order by id`,
    [reader.customerId],
  )
  assert.equal(rows.length, 1)
  assert.doesNotMatch(rows[0].wording, /No emails/)
})

test('signs a customer out everywhere and leaves other customers signed in', async () => {
  const acme = await world.workspace()
  const [here, there] = [await signInCustomer(world, acme, ada), await signInCustomer(world, acme, ada)]
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  await here.post('/me/sign-out-everywhere', {})
  const isIn = async (reader: PortalClient) => (await reader.get('/me')).status === 200
  assert.deepEqual([await isIn(here), await isIn(there), await isIn(bob)], [false, false, true])
})

test('exports only a customer’s own data', async () => {
  const acme = await world.workspace()
  const id = await request(acme, 'Mine', ada, 'approved')
  await request(acme, 'Refused', ada, 'rejected')
  const others = await request(acme, 'Other', { email: 'bob@example.com' })
  await acme.api.create(`/feedback/${others}/comments`, { body: 'Bob says', submitter: { email: 'bob@example.com' } })
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Ada says', submitter: ada })
  const reader = await signInCustomer(world, acme, ada)
  const answer = await reader.get('/me/data.json')
  assert.match(answer.headers.get('content-disposition')!, /^attachment; filename=".+-my-data\.json"$/)
  const kept = JSON.parse(answer.text)
  assert.deepEqual(
    [kept.customer.email, kept.requests.map(({ title }: { title: string | null }) => title), kept.comments[0].body],
    // For requests that are not public, only the date is exported.
    [ada.email, ['Mine', null], 'Ada says'],
  )
  assert.equal(kept.sessions.length, 1)
  assert.doesNotMatch(answer.text, /bob|Bob|rejected|Refused/)
})

test('deletes a customer’s data and sessions, and keeps what they wrote without their name', async () => {
  const acme = await world.workspace()
  const id = await request(acme, 'Dark mode')
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Please', submitter: ada })
  const reader = await signInCustomer(world, acme, ada)
  const elsewhere = await signInCustomer(world, acme, ada)
  await createPortalClient(world, acme).post('/sign-in', { email: ada.email })
  await pool.query(
    `insert into customer_codes (workspace_id, email, browser_hash, hash, expires_at, created_at)
     values ($1, $2, repeat('x', 43), sha256('x'), now() + interval '10 minutes', now())`,
    [acme.id, ada.email],
  )
  assert.match((await reader.get('/me/delete')).text, /<button class="button danger">Delete my data<\/button>/)
  const done = await reader.post('/me/delete', {})
  assert.deepEqual([done.status, done.headers.get('location')], [303, `/p/${acme.slug}/me/deleted`])
  assert.match(done.headers.get('set-cookie')!, /^heed_customer=; .*Max-Age=0/)
  assert.match((await reader.get('/me/deleted')).text, /Your data was deleted/)
  assert.equal((await elsewhere.get('/me')).status, 303)
  assert.doesNotMatch(await everythingOf(acme.id), /ada@|Lovelace|user-77/)
  const jobs = await pool.query(`select data::text from pgboss.job`)
  assert.doesNotMatch(JSON.stringify(jobs.rows), /ada@/)
  const { title, votes, comments } = (await acme.api.get(`/feedback/${id}`)).body.data
  assert.deepEqual({ title, votes, comments }, { title: 'Dark mode', votes: 0, comments: 1 })
  const { trackedCustomers } = (await acme.api.get('/workspace')).body.data.limits
  assert.equal(trackedCustomers.used, 0)
  const { rows } = await pool.query(
    `select actor_id, target_id from audit_events where workspace_id = $1 and type = 'customer.deleted'`,
    [acme.id],
  )
  assert.deepEqual(rows, [{ actor_id: reader.customerId, target_id: reader.customerId }])
})

test('deletes a customer’s own content on request, and anonymizes content that others took part in', async () => {
  const acme = await world.workspace()
  const bob = { email: 'bob@example.com' }
  const alone = await request(acme, 'Alone, from ada@example.com')
  const waiting = await request(acme, 'Waiting', ada, 'pending')
  const voted = await request(acme, 'Voted')
  const planned = await request(acme, 'Planned')
  await acme.api.post(`/feedback/${planned}/promote`, { status: 'planned' })
  const bobsOwn = await request(acme, 'Bob’s', bob)
  await (await signInCustomer(world, acme, bob)).send(`/requests/${voted}/vote`, { vote: 'cast' })
  const answered = await acme.api.create(`/feedback/${bobsOwn}/comments`, { body: 'I am Ada', submitter: ada })
  await acme.api.create(`/feedback/${bobsOwn}/comments`, { body: 'Thanks', submitter: bob, parentId: answered.id })
  await acme.api.create(`/feedback/${bobsOwn}/comments`, { body: 'Ada again', submitter: ada })
  const reader = await signInCustomer(world, acme, ada)
  await reader.post('/me/delete', { written: 'on' })
  const statuses = await Promise.all(
    [alone, waiting, voted, planned, bobsOwn].map(async (id) => (await acme.api.get(`/feedback/${id}`)).status),
  )
  assert.deepEqual(statuses, [404, 404, 200, 200, 200])
  const thread = (await acme.api.get(`/feedback/${bobsOwn}/comments`)).body.data
  assert.deepEqual(
    thread.map(({ body, author }: { body: string; author: { type: string } }) => [body, author.type]),
    [
      ['Deleted by its author.', 'anonymous'],
      ['Thanks', 'customer'],
    ],
  )
  assert.doesNotMatch(await everythingOf(acme.id), /ada@|Lovelace|I am Ada|Ada again/)
})

test('rejects a deletion from another site, and shows only the customer’s own data', async () => {
  const acme = await world.workspace()
  const reader = await signInCustomer(world, acme, ada)
  const forged = await reader.post('/me/delete', {}, { origin: 'https://evil.example' })
  assert.equal(forged.status, 403)
  const page = await reader.get('/me/profile')
  assert.equal(page.status, 200)
  assert.match(page.headers.get('cache-control')!, /private/)
  assert.equal(hiddenFieldValue(page, 'mail'), 'shown')
})
