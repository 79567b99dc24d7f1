import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { Vault } from '../../platform/crypto/vault.ts'
import { signInWithSsoToken } from '../../portal/auth/sso/sign-in.ts'
import { type ActiveSsoSecret, loadActiveSsoSecrets } from '../../portal/settings/active-sso-secrets.ts'
import { createSsoSecret } from '../../portal/settings/sso-secrets.ts'
import { createPortalClient, type PortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { deleteCustomer } from '../deletion/delete.ts'
import { listCustomers } from '../list.ts'
import { updateCustomer } from '../update.ts'
import { getCustomerUsage } from './usage.ts'

const caps = { free: 2, starter: 5, growth: null }
const app = await createTestApp({ caps })

async function approved({ api }: TestWorkspace): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

const usageOf = async (acme: TestWorkspace) => {
  const { used, participants } = await acme.write((scope) => getCustomerUsage(scope, caps))
  return { used, participants }
}

const vote = async (client: PortalClient, id: string) =>
  (await client.send(`/requests/${id}/vote`, { vote: 'cast' })).status

async function published({ api }: TestWorkspace): Promise<string> {
  const { id } = await api.create('/changelog', { title: 'News' })
  await api.post(`/changelog/${id}/publish`)
  return id
}

/** Reacts to an entry: the limits on votes would end the test. */
const react = async (client: PortalClient, entryId: string) =>
  (await client.send(`/changelog/${entryId}/reactions`, { emoji: '👍', isOn: true })).status

/** Submits a request through the API. @returns the status */
const nameByApi = async ({ api }: TestWorkspace, submitter: object) =>
  (await api.post('/feedback', { title: 'x', submitter })).status

let tokens = 0
/** Signs in as the product does. */
async function signInByToken(acme: TestWorkspace, sub: string, email?: string): Promise<string> {
  const claims = { sub, jti: `j${tokens++}`, exp: Date.now() / 1_000 + 60, ...(email && { email }) }
  const secret = await activeSecretOf(acme)
  return acme.write((tx) => signInWithSsoToken(tx, { claims, secret }, caps))
}

async function activeSecretOf(acme: TestWorkspace): Promise<ActiveSsoSecret> {
  const vault = new Vault(testSecretKey)
  const [known] = await acme.write((tx) => loadActiveSsoSecrets(tx, vault))
  if (known) return known
  await acme.write((tx) => createSsoSecret(tx, vault))
  return (await acme.write((tx) => loadActiveSsoSecrets(tx, vault)))[0]!
}

test('takes no place for strangers who sign in with a code and vote, comment, react and submit', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const id = await approved(acme)
  const strangers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((n) => signInCustomer(app, acme, { email: `fake${n}@catch-all.example` })),
  )
  assert.deepEqual(await Promise.all(strangers.map((each) => vote(each, id))), [200, 200, 200, 200, 200, 200])
  const { body } = await acme.api.get(`/feedback/${id}`)
  assert.equal(body.data.votes, 6)
  assert.deepEqual(await usageOf(acme), { used: 0, participants: 6 })
  // Two places are left for customers whom the API names, and no more.
  const statuses = await Promise.all([1, 2, 3, 4].map((n) => nameByApi(acme, { email: `real${n}@example.com` })))
  assert.deepEqual(statuses.sort(), [201, 201, 403, 403])
  assert.deepEqual(await usageOf(acme), { used: 2, participants: 6 })
})

test('lets strangers take part at the cap', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const id = await approved(acme)
  for (const n of [1, 2]) assert.equal(await nameByApi(acme, { email: `real${n}@example.com` }), 201)
  const stranger = await signInCustomer(app, acme, { email: 'stranger@example.com' })
  assert.equal(await vote(stranger, id), 200)
  assert.deepEqual(await usageOf(acme), { used: 2, participants: 1 })
})

test('tracks a participant as soon as the API, a signed token or the team names them', async () => {
  const acme = await app.workspace({ plan: 'starter' })
  const id = await approved(acme)
  const names = ['api', 'token', 'team', 'nobody']
  const people = await Promise.all(names.map((name) => signInCustomer(app, acme, { email: `${name}@example.com` })))
  for (const person of people) assert.equal(await vote(person, id), 200)
  assert.deepEqual(await usageOf(acme), { used: 0, participants: 4 })
  assert.equal(await nameByApi(acme, { email: 'API@example.com' }), 201)
  assert.deepEqual(await usageOf(acme), { used: 1, participants: 3 })
  assert.equal(await signInByToken(acme, 'u1', 'token@example.com'), people[1]!.customerId)
  assert.deepEqual(await usageOf(acme), { used: 2, participants: 2 })
  await acme.write((tx) => updateCustomer(tx, people[2]!.customerId, { name: 'Tess' }, caps))
  assert.deepEqual(await usageOf(acme), { used: 3, participants: 1 })
  // Naming someone again changes nothing.
  await signInByToken(acme, 'u1')
  assert.deepEqual(await usageOf(acme), { used: 3, participants: 1 })
})

test('takes no place for a signed token alone, and one with the first action', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const id = await approved(acme)
  await signInByToken(acme, 'reader')
  const doer = await signInCustomer(app, acme, { externalId: 'doer' })
  assert.deepEqual(await usageOf(acme), { used: 0, participants: 0 })
  assert.equal(await vote(doer, id), 200)
  assert.equal(await vote(doer, id), 200)
  assert.deepEqual(await usageOf(acme), { used: 1, participants: 0 })
})

test('keeps a participant who becomes known at the cap, and tracks them when a place is free', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const id = await approved(acme)
  const early = await signInCustomer(app, acme, { email: 'early@example.com' })
  assert.equal(await vote(early, id), 200)
  for (const n of [1, 2]) assert.equal(await nameByApi(acme, { email: `real${n}@example.com` }), 201)
  await signInByToken(acme, 'early', 'early@example.com')
  await acme.write((tx) => updateCustomer(tx, early.customerId, { name: 'Eve' }, caps))
  assert.equal(await vote(early, id), 200)
  assert.deepEqual(await usageOf(acme), { used: 2, participants: 1 })
  const { rows } = await app.database.pool.query(
    `select id from customers where workspace_id = $1 and email = 'real1@example.com'`,
    [acme.id],
  )
  await acme.write((tx) => deleteCustomer(tx, rows[0].id))
  assert.equal(await vote(early, id), 200)
  assert.deepEqual(await usageOf(acme), { used: 2, participants: 0 })
})

test('accepts participants whom the API names at the cap, without a place, and rejects new customers', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const id = await approved(acme)
  await vote(await signInCustomer(app, acme, { email: 'early@example.com' }), id)
  for (const n of [1, 2]) assert.equal(await nameByApi(acme, { email: `real${n}@example.com` }), 201)
  assert.equal(await nameByApi(acme, { email: 'early@example.com' }), 201)
  assert.equal(await nameByApi(acme, { email: 'new@example.com' }), 403)
  assert.deepEqual(await usageOf(acme), { used: 2, participants: 1 })
})

test('gives the last place to exactly one of many participants whom tokens name at once', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const id = await approved(acme)
  const numbers = [1, 2, 3, 4, 5, 6]
  for (const n of numbers) await vote(await signInCustomer(app, acme, { email: `p${n}@example.com` }), id)
  await activeSecretOf(acme)
  await Promise.all(numbers.map((n) => signInByToken(acme, `u${n}`, `p${n}@example.com`)))
  assert.deepEqual(await usageOf(acme), { used: 2, participants: 4 })
})

test('lists known customers and people from the portal separately', async () => {
  const acme = await app.workspace()
  const id = await approved(acme)
  await nameByApi(acme, { email: 'known@example.com' })
  await vote(await signInCustomer(app, acme, { email: 'portal@example.com' }), id)
  await signInCustomer(app, acme, { email: 'visitor@example.com' })
  const signer = new Signer('x'.repeat(40), 'test')
  const emailsOf = async (filter: 'all' | 'known' | 'portal') =>
    (await acme.write((scope) => listCustomers(scope, { filter }, signer))).data.map(({ email, kind }) => [email, kind])
  assert.deepEqual(await emailsOf('known'), [['known@example.com', 'tracked']])
  assert.deepEqual(await emailsOf('portal'), [['portal@example.com', 'participant']])
  assert.equal((await emailsOf('all')).length, 3)
})

test('limits the strangers per network who take part for the first time, but not known customers', async () => {
  const acme = await app.workspace()
  const entryId = await published(acme)
  const statuses = []
  for (let n = 0; n < 62; n++)
    statuses.push(await react(await signInCustomer(app, acme, { email: `n${n}@example.com` }), entryId))
  assert.deepEqual([statuses.indexOf(429), statuses.lastIndexOf(200)], [60, 59])
  // Someone who has taken part before, someone from the product, and readers are not affected.
  const back = await signInCustomer(app, acme, { email: 'n0@example.com' })
  const known = await signInCustomer(app, acme, { externalId: 'u1' })
  assert.deepEqual([await react(back, entryId), await react(known, entryId)], [200, 200])
  assert.equal((await createPortalClient(app, acme).get(`/changelog/${entryId}`)).status, 200)
  // Another workspace has its own limit.
  const other = await app.workspace()
  assert.equal(await vote(await signInCustomer(app, other, { email: 'n61@example.com' }), await approved(other)), 200)
})
