import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPortalClient, formTokenField, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp()

const form = (title: string) => ({ board: 'feature-requests', title, description: 'Kept' })
const count = async ({ api }: TestWorkspace) => (await api.get('/feedback')).body.data.length

test('stores nothing when the honeypot is filled, and looks successful', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const page = (await ada.get('/requests/new')).text
  assert.match(
    page,
    /class="trap" aria-hidden="true"><label>[^<]+<input name="website" tabindex="-1" autocomplete="off"/,
  )
  const sent = await ada.post('/requests/new', {
    ...form('Buy pills'),
    ...formTokenField(acme),
    website: 'https://spam.example',
  })
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, `/p/${acme.slug}/`])
  assert.equal(await count(acme), 0)
})

test('shows a form again with its text if it is sent after a day or without a valid token', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const elsewhere = await world.workspace()
  const seals = [
    formTokenField(acme, 86_401),
    {},
    { form_token: 'nonsense' },
    formTokenField(elsewhere),
    formTokenField(acme, -3_600),
  ]
  for (const seal of seals) {
    const answer = await ada.post('/requests/new', { ...form('Dark mode'), ...seal })
    assert.equal(answer.status, 400)
    assert.match(answer.text, /Nothing was lost: submit the form again[\s\S]*value="Dark mode"[\s\S]*Kept/)
  }
  assert.equal(await count(acme), 0)
  assert.equal((await ada.post('/requests/new', { ...form('Dark mode'), ...formTokenField(acme) })).status, 303)
})

test('delays only signed-out visitors who send a form within two seconds', async () => {
  const acme = await world.workspace()
  const early = formTokenField(acme, 0)
  const visitor = createPortalClient(world, acme)
  const quick = await visitor.post('/requests/new', { ...form('Dark mode'), ...early })
  assert.match(quick.text, /Nothing was lost: submit the form again[\s\S]*value="Dark mode"/)
  // The token keeps its age, so that a second submission is late enough.
  assert.equal(/name="form_token" value="([^"]+)"/.exec(quick.text)![1], early.form_token)
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  assert.equal((await ada.post('/requests/new', { ...form('Dark mode'), ...early })).status, 303)
})

test('rejects the sixth request in ten minutes with the time to wait, and keeps what was typed', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  for (const n of [1, 2, 3, 4, 5]) {
    assert.equal(
      (await ada.post('/requests/new', { ...form(`Wish ${n}`), ...formTokenField(acme), seen: 'yes' })).status,
      303,
    )
  }
  const sixth = await ada.post('/requests/new', { ...form('Wish 6'), ...formTokenField(acme), seen: 'yes' })
  assert.equal(sixth.status, 429)
  const seconds = Number(sixth.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 600)
  assert.match(sixth.text, /too many requests in a short time\. Try again in [\s\S]*value="Wish 6"/)
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  assert.equal((await bob.post('/requests/new', { ...form('Mine'), ...formTokenField(acme) })).status, 303)
})

test('limits one network to twenty requests in ten minutes, however many accounts it has', async () => {
  const acme = await world.workspace()
  const people = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => signInCustomer(world, acme, { email: `p${n}@example.com` })),
  )
  const statuses: number[] = []
  for (const [n, each] of people.entries()) {
    for (const m of [1, 2, 3, 4, 5]) {
      const title = `Wish ${n} ${m}`
      statuses.push((await each.post('/requests/new', { ...form(title), ...formTokenField(acme), seen: 'yes' })).status)
    }
  }
  assert.equal(statuses.filter((status) => status === 303).length, 20)
  assert.ok(statuses.slice(20).every((status) => status === 429))
})

test('rejects the sixty-first vote in a minute, and limits similar requests', async () => {
  const acme = await world.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const votes = await Promise.all(
    Array.from({ length: 61 }, (_, n) => ada.send(`/requests/${id}/vote`, { vote: n % 2 ? 'withdraw' : 'cast' })),
  )
  assert.equal(votes.filter(({ status }) => status === 429).length, 1)
  const searches = await Promise.all(Array.from({ length: 241 }, () => ada.get('/similar?title=x')))
  assert.equal(searches.filter(({ status }) => status === 429).length, 1)
})

test('counts a pending vote against the same limit as a direct vote', async () => {
  const acme = await world.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const signIn = await createPortalClient(world, acme).post(`/requests/${id}/vote`, { vote: 'cast' })
  const action = Object.fromEntries(new URL(signIn.headers.get('location')!, world.origin).searchParams)
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  await Promise.all(Array.from({ length: 60 }, () => ada.send(`/requests/${id}/vote`, { vote: 'withdraw' })))
  const rejected = await ada.post('/sign-in/action', action)
  assert.equal(rejected.status, 429)
  assert.ok(Number(rejected.headers.get('retry-after')) > 0)
  assert.match(rejected.text, /You’ve voted too many times in a short time/)
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.votes, 0)
})

test('counts a new person only once per network, even if their actions change nothing', async () => {
  const acme = await world.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const eve = await signInCustomer(world, acme, { email: 'eve@example.com' })
  await Promise.all(Array.from({ length: 60 }, () => eve.send(`/requests/${id}/vote`, { vote: 'withdraw' })))
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  assert.equal((await bob.send(`/requests/${id}/vote`, { vote: 'cast' })).status, 200)
})
