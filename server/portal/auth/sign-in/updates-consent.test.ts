import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteCustomer } from '../../../customers/deletion/delete.ts'
import { getCustomerDetail } from '../../../customers/detail.ts'
import {
  createPortalClient,
  createSignInMail,
  receivedCookie,
  signInCustomer,
} from '../../../test/clients/portal-client.ts'
import { setPortalSettings } from '../../../test/clients/widget-client.ts'
import { publishAndDeliver } from '../../../test/fixtures/announcements.ts'
import { customerIdByEmail } from '../../../test/fixtures/digests.ts'
import { createTestApp, mailServerUrl, type TestWorkspace } from '../../../test/test-app.ts'

const world = await createTestApp({ smtpUrl: mailServerUrl })
const codes = await createSignInMail(world)
const label = 'Email me when Tidepool &lt;Labs&gt; publishes updates'
const wording = 'Email me when Tidepool <Labs> publishes updates\nOptional. You can unsubscribe at any time.'

/** Signs in with an address and the code emailed to it, in the steps of the page. */
async function signIn(acme: TestWorkspace, email: string, choice: { updates?: 'on' } = {}) {
  const reader = createPortalClient(world, acme)
  const page = await reader.post('/sign-in', { email })
  const done = await reader.post('/sign-in/code', { email, code: await codes.deliverCode(), ...choice })
  assert.equal(done.status, 303)
  return { page, ada: createPortalClient(world, acme, receivedCookie(done)) }
}

async function requestOf({ api }: TestWorkspace) {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id as string
}

const consentsOf = async ({ id }: TestWorkspace) =>
  (
    await world.database.pool.query(
      `select c.email, k.action, k.surface, k.page, k.host, k.wording from consents k
       join customers c on c.workspace_id = k.workspace_id and c.id = k.customer_id
       where k.workspace_id = $1 order by k.id`,
      [id],
    )
  ).rows

const tidepool = () => world.workspace({ name: 'Tidepool <Labs>', plan: 'growth' })

test('does not announce an entry to people who voted, commented or asked, unless they ticked the box', async () => {
  const acme = await tidepool()
  const request = await requestOf(acme)
  const { page, ada } = await signIn(acme, 'ada.voter2@example.com')
  assert.match(
    page.text,
    new RegExp(
      `<input type="checkbox" id="updates" name="updates" value="on" aria[^>]*>\\s*<div><label for="updates">${label}<`,
    ),
  )
  assert.match(page.text, /Each email has an unsubscribe link/)
  await ada.post(`/requests/${request}/vote`, { vote: 'cast' })
  const token = await signInCustomer(world, acme, { externalId: 'u1', email: 'token@example.com' })
  await token.post(`/requests/${request}/vote`, { vote: 'cast' })
  const { ada: bea } = await signIn(acme, 'bea@example.com', { updates: 'on' })
  await bea.post(`/requests/${request}/vote`, { vote: 'cast' })
  await acme.api.create('/feedback', { title: 'By API', submitter: { email: 'cleo@example.com' } })
  assert.equal((await acme.api.get(`/feedback/${request}`)).body.data.votes, 3)
  const sent = await publishAndDeliver(world, acme)
  assert.deepEqual(
    sent.map(({ to }) => to),
    ['bea@example.com', 'cleo@example.com'],
  )
})

test('stores a consent with its words, surface and host, and withdrawals from mail and the account page', async () => {
  const acme = await tidepool()
  const { ada } = await signIn(acme, 'ada@example.com', { updates: 'on' })
  const email = 'ada@example.com'
  const given = { email, action: 'given', surface: 'portal', page: 'sign-in', host: 'heed.test', wording }
  assert.deepEqual(await consentsOf(acme), [given])
  await signIn(acme, email, { updates: 'on' })
  assert.equal((await consentsOf(acme)).length, 1, 'saying yes again changes nothing')

  const [mail] = await publishAndDeliver(world, acme)
  const [, path] = /http:\/\/heed\.test(\/unsubscribe\/\S+)/.exec(mail!.text)!
  const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  await fetch(`${world.origin}${path}`, { method: 'POST', body: oneClick })
  await fetch(`${world.origin}${path}`, { method: 'POST', body: oneClick })
  assert.deepEqual(await publishAndDeliver(world, acme), [])
  const settings = { name: 'Ada', mail: 'shown', replies: 'on', stages: 'on' }
  await ada.post('/me/profile', { ...settings, changelog: 'on' })
  await ada.post('/me/profile', settings)
  const mine = { email, surface: 'portal', page: 'my-page', host: 'heed.test' }
  const shown = 'Changelog updates\nWhat Tidepool <Labs> publishes in its changelog.'
  assert.deepEqual((await consentsOf(acme)).slice(1), [
    {
      email,
      action: 'withdrawn',
      surface: 'email',
      page: 'one-click',
      host: 'heed.test',
      wording: 'List-Unsubscribe=One-Click',
    },
    { ...mine, action: 'given', wording: shown },
    { ...mine, action: 'withdrawn', wording: shown },
  ])

  const exported = JSON.parse((await ada.get('/me/data.json')).text)
  assert.deepEqual(
    exported.consents.map(({ action, wording: words }: { action: string; wording: string }) => [action, words]),
    (await consentsOf(acme)).map((row) => [row.action, row.wording]),
  )
  const customerId = await customerIdByEmail(world, acme, email)
  const { latest, origin } = await acme.write((scope) => getCustomerDetail(scope, customerId))
  assert.deepEqual([origin, latest.consents.length, latest.consents[3]!.wording], ['portal', 4, wording])
  await acme.write((tx) => deleteCustomer(tx, customerId))
  const { rows } = await world.database.pool.query('select from consents where customer_id = $1', [customerId])
  assert.equal(rows.length, 0)
})

test('leaves updates unticked on the account page for people from the portal, and ticked for customers of the API', async () => {
  const acme = await tidepool()
  await acme.api.create('/feedback', { title: 'By API', submitter: { email: 'cleo@example.com' } })
  const isTicked = (text: string) => /id="changelog" name="changelog" value="on" checked/.test(text)
  for (const [email, expected] of [
    ['ada@example.com', false],
    ['cleo@example.com', true],
  ] as const) {
    const { ada } = await signIn(acme, email)
    const request = await requestOf(acme)
    await ada.post(`/requests/${request}/vote`, { vote: 'cast' })
    assert.equal(isTicked((await ada.get('/me/profile')).text), expected, email)
    // Saving a form that was filled in for them is not consent.
    await ada.post('/me/profile', {
      name: 'X',
      mail: 'shown',
      replies: 'on',
      stages: 'on',
      ...(expected && { changelog: 'on' }),
    })
  }
  assert.deepEqual(await consentsOf(acme), [])
  const sent = await publishAndDeliver(world, acme)
  assert.deepEqual(
    sent.map(({ to }) => to),
    ['cleo@example.com'],
  )
})

test('keeps the box ticked after a wrong code, and stores nothing until the address is proven', async () => {
  const acme = await tidepool()
  const reader = createPortalClient(world, acme)
  await reader.post('/sign-in', { email: 'ada@example.com' })
  const answer = await reader.post('/sign-in/code', { email: 'ada@example.com', code: '000000', updates: 'on' })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /id="updates" name="updates" value="on" checked/)
  assert.deepEqual(await consentsOf(acme), [])
  await codes.deliver()
})

test('offers no box while the portal does not show the changelog', async () => {
  const acme = await tidepool()
  await setPortalSettings(acme, { showsChangelog: false })
  const { page } = await signIn(acme, 'ada@example.com', { updates: 'on' })
  assert.doesNotMatch(page.text, /name="updates"/)
  assert.deepEqual(await consentsOf(acme), [])
})

test('stores the host that the page was on, not the portal’s custom domain', async () => {
  const acme = await tidepool()
  await setPortalSettings(acme, { host: 'feedback.tidepool.test' })
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  await ada.post('/changelog/subscribe', {})
  const [row] = await consentsOf(acme)
  assert.deepEqual([row.page, row.host, row.wording], ['changelog', 'heed.test', 'Send updates to ada@example.com'])
})
