import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import type { OverlapHours } from '../../../api-keys/rotate.ts'
import { Vault } from '../../../platform/crypto/vault.ts'
import {
  createPortalClient,
  createSignInMail,
  receivedCookie,
  signInCustomer,
} from '../../../test/clients/portal-client.ts'
import { lockCustomerCounter, waitForBlockedConnections } from '../../../test/support/locks.ts'
import { asRole, forbiddenError } from '../../../test/support/roles.ts'
import { createTestApp, mailServerUrl, type TestWorkspace, testSecretKey } from '../../../test/test-app.ts'
import { signEveryoneOut } from '../../settings/sign-everyone-out.ts'
import { createSsoSecret, revokeSsoSecret, rotateSsoSecret } from '../../settings/sso-secrets.ts'

const start = '2026-11-02T10:00:00.000Z'
const world = await createTestApp({ smtpUrl: mailServerUrl, now: start })
const { pool } = world.database
const vault = new Vault(testSecretKey)
let clock = start
const codes = await createSignInMail(world, () => clock)

function setClock(iso: string) {
  clock = iso
  world.setClock(iso)
}

const inHours = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000).toISOString()

/** Creates a workspace with an SSO secret. */
async function makeWorkspace() {
  setClock(start)
  const acme = await world.workspace()
  return { acme, ...(await acme.write((tx) => createSsoSecret({ ...tx, now: start }, vault))) }
}

/** Signs in with a token as a script does. @returns a client with the session's cookie. */
async function arrive(acme: TestWorkspace, secret: string, said: { sub: string; email?: string; name?: string }) {
  const { sub, ...rest } = said
  const seconds = Date.parse(clock) / 1_000
  const token = await new SignJWT({ ...rest, jti: randomUUID() })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setAudience(`heed:${acme.slug}`)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 300)
    .sign(new TextEncoder().encode(secret))
  const portal = createPortalClient(world, acme)
  const answer = await portal.send('/identify', { token })
  assert.equal(answer.status, 200, answer.text)
  return createPortalClient(world, acme, receivedCookie(answer))
}

/** Signs in with a code. */
async function arriveByCode(acme: TestWorkspace, email: string) {
  const browser = createPortalClient(world, acme)
  await browser.post('/sign-in', { email })
  const done = await browser.post('/sign-in/code', { email, code: await codes.deliverCode() })
  assert.equal(done.status, 303)
  return createPortalClient(world, acme, receivedCookie(done))
}

const isSignedIn = async (reader: { get(path: string): Promise<{ text: string }> }) =>
  /class="me"/.test((await reader.get('/')).text)

const customersOf = async ({ id }: TestWorkspace) =>
  (
    await pool.query(
      'select external_id, email, name from customers where workspace_id = $1 order by external_id nulls last, email',
      [id],
    )
  ).rows.map(({ external_id, email, name }) => [external_id, email, name])

const eventsOf = async ({ id }: TestWorkspace, type: string) =>
  (await pool.query('select actor_type, changes from audit_events where workspace_id = $1 and type = $2', [id, type]))
    .rows

const rotate = (acme: TestWorkspace, id: string, overlapHours: OverlapHours) =>
  acme.write((tx) => rotateSsoSecret({ ...tx, now: clock }, vault, id, { overlapHours }))

test('ends the sessions that a secret opened when it is rotated at once, and no others', async () => {
  const { acme, id, secret } = await makeWorkspace()
  const forged = await arrive(acme, secret, { sub: 'forged', email: 'ceo@example.com' })
  const ada = await arriveByCode(acme, 'ada@example.com')
  const { secret: next } = await rotate(acme, id, 0)
  assert.deepEqual([await isSignedIn(forged), await isSignedIn(ada)], [false, true])
  assert.equal((await forged.get('/me')).status, 303)
  const fresh = await arrive(acme, next, { sub: 'fresh' })
  assert.deepEqual([await isSignedIn(fresh), await isSignedIn(ada)], [true, true])
})

test('ends sessions of unknown origin when a secret is rotated without an overlap', async () => {
  const { acme, id } = await makeWorkspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  await pool.query('update customer_sessions set began_by = null, expires_at = $2 where workspace_id = $1', [
    acme.id,
    inHours(1_000),
  ])
  assert.equal(await isSignedIn(ada), true)
  await rotate(acme, id, 0)
  assert.equal(await isSignedIn(ada), false)
})

test('ends the sessions that a secret opened when its overlap ends, and at once when it is revoked', async () => {
  const { acme, id, secret } = await makeWorkspace()
  const before = await arrive(acme, secret, { sub: 'before' })
  const { secret: next } = await rotate(acme, id, 1)
  const during = await arrive(acme, secret, { sub: 'during' })
  const after = await arrive(acme, next, { sub: 'after' })
  assert.deepEqual(await Promise.all([before, during, after].map(isSignedIn)), [true, true, true])
  setClock(inHours(1.1))
  assert.deepEqual(await Promise.all([before, during, after].map(isSignedIn)), [false, false, true])

  const other = await makeWorkspace()
  const reader = await arrive(other.acme, other.secret, { sub: 'u1' })
  await rotate(other.acme, other.id, 168)
  assert.equal(await isSignedIn(reader), true)
  await other.acme.write((tx) => revokeSsoSecret({ ...tx, now: clock }, other.id))
  assert.equal(await isSignedIn(reader), false)
})

test('signs everyone out of one workspace, audits it, and allows it to owners and admins only', async () => {
  const { acme, secret } = await makeWorkspace()
  const elsewhere = await makeWorkspace()
  const readers = [await arrive(acme, secret, { sub: 'u1' }), await arriveByCode(acme, 'ada@example.com')]
  const other = await arrive(elsewhere.acme, elsewhere.secret, { sub: 'u1' })
  await acme.write((tx) => assert.rejects(signEveryoneOut(asRole(tx, 'member')), forbiddenError))
  assert.equal(await acme.write((tx) => signEveryoneOut({ ...asRole(tx, 'admin'), now: clock })), 2)
  assert.deepEqual(await Promise.all(readers.map(isSignedIn)), [false, false])
  assert.equal(await isSignedIn(other), true)
  assert.equal((await eventsOf(acme, 'portal.everyone_signed_out')).length, 1)
})

test('stores the email and name of a signed token over others, and audits it', async () => {
  const { acme, secret } = await makeWorkspace()
  await arrive(acme, secret, { sub: 'u1', email: 'old@example.com', name: 'Old Name' })
  assert.deepEqual(await eventsOf(acme, 'customer.updated'), [])
  await arrive(acme, secret, { sub: 'u1', email: 'new@example.com', name: 'New Name' })
  assert.deepEqual(await customersOf(acme), [['u1', 'new@example.com', 'New Name']])
  const [event, ...rest] = await eventsOf(acme, 'customer.updated')
  assert.deepEqual([event.actor_type, rest], ['customer', []])
  assert.match(JSON.stringify(event.changes), /"email","name"/)
  await arrive(acme, secret, { sub: 'u1', email: 'NEW@example.com' })
  await arrive(acme, secret, { sub: 'u1' })
  assert.deepEqual(await customersOf(acme), [['u1', 'new@example.com', 'New Name']])
  assert.equal((await eventsOf(acme, 'customer.updated')).length, 1)
})

test('signs the former mailbox in as another visitor after the product has replaced the address', async () => {
  const { acme, secret } = await makeWorkspace()
  const product = await arrive(acme, secret, { sub: 'u1', email: 'former@example.com', name: 'Ada' })
  const mailbox = await arriveByCode(acme, 'former@example.com')
  assert.match((await mailbox.get('/me/profile')).text, /value="Ada"/)
  await arrive(acme, secret, { sub: 'u1', email: 'current@example.com' })
  assert.equal((await mailbox.get('/me')).status, 303)
  assert.equal(await isSignedIn(product), true)
  await arriveByCode(acme, 'former@example.com')
  assert.deepEqual(await customersOf(acme), [
    ['u1', 'current@example.com', 'Ada'],
    [null, 'former@example.com', null],
  ])
})

test('moves an address from a visitor who has never taken part, with their choices about mail', async () => {
  const { acme, secret } = await makeWorkspace()
  await arrive(acme, secret, { sub: 'u1', email: 'old@example.com' })
  const visitor = await arriveByCode(acme, 'new@example.com')
  await visitor.post('/me/profile', { name: '', mail: 'yes', off: 'on' })
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await visitor.post(`/requests/${id}/follow`, { follow: 'on' })
  await arrive(acme, secret, { sub: 'u1', email: 'new@example.com' })
  assert.deepEqual(await customersOf(acme), [['u1', 'new@example.com', null]])
  const { rows } = await pool.query('select mail_opted_out_at from customers where workspace_id = $1', [acme.id])
  assert.notEqual(rows[0].mail_opted_out_at, null)
  assert.equal((await visitor.get('/me')).status, 303)
  const { rows: follows } = await world.database.pool.query(
    `select c.external_id from follows f join customers c on c.id = f.customer_id where f.feedback_id = $1`,
    [id],
  )
  assert.equal(follows.length, 1)
})

test('moves the evidence of consent with an address, and leaves the address of a blocked visitor', async () => {
  const { acme, secret } = await makeWorkspace()
  await arrive(acme, secret, { sub: 'u1', email: 'old@example.com' })
  const visitor = await arriveByCode(acme, 'new@example.com')
  await visitor.post('/me/profile', { name: '', mail: 'yes', changelog: 'on', replies: 'on', stages: 'on' })
  await arrive(acme, secret, { sub: 'u1', email: 'new@example.com' })
  const { rows } = await pool.query(
    `select c.external_id, c.notify_changelog, n.action from customers c
     join consents n on n.workspace_id = c.workspace_id and n.customer_id = c.id where c.workspace_id = $1`,
    [acme.id],
  )
  assert.deepEqual(rows, [{ external_id: 'u1', notify_changelog: true, action: 'given' }])
  await arriveByCode(acme, 'blocked@example.com')
  await pool.query(
    `update customers set blocked_at = now() where workspace_id = $1 and email = 'blocked@example.com'`,
    [acme.id],
  )
  await arrive(acme, secret, { sub: 'u1', email: 'blocked@example.com' })
  assert.deepEqual(await customersOf(acme), [
    ['u1', 'new@example.com', null],
    [null, 'blocked@example.com', null],
  ])
})

test('leaves an address to a customer who takes part or whom the product names', async () => {
  const { acme, secret } = await makeWorkspace()
  await arrive(acme, secret, { sub: 'u1', email: 'one@example.com' })
  await arrive(acme, secret, { sub: 'u2', email: 'two@example.com' })
  await acme.api.create('/feedback', { title: 'Export', submitter: { email: 'three@example.com' } })
  for (const email of ['two@example.com', 'three@example.com']) {
    assert.equal(await isSignedIn(await arrive(acme, secret, { sub: 'u1', email, name: 'One' })), true)
  }
  assert.deepEqual(await customersOf(acme), [
    ['u1', 'one@example.com', 'One'],
    ['u2', 'two@example.com', null],
    [null, 'three@example.com', null],
  ])
})

test('locks the counter of tracked customers before the customer whom a token renames, like all other writers', async () => {
  const { acme, secret } = await makeWorkspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com', name: 'Ada' })
  assert.equal((await ada.send(`/requests/${id}/vote`, { vote: 'cast' })).status, 200)
  const counter = await lockCustomerCounter(world, acme.id)
  const arrival = arrive(acme, secret, { sub: 'ada', email: 'ada@example.com', name: 'Ada Lovelace' })
  await waitForBlockedConnections(world)
  try {
    await pool.query('select from customers where id = $1 for update nowait', [ada.customerId])
  } finally {
    await counter.release()
  }
  await arrival
  assert.deepEqual(await customersOf(acme), [['ada', 'ada@example.com', 'Ada Lovelace']])
})
