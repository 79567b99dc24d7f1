import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formTokenField, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp()

const form = (title: string) => ({ board: 'feature-requests', title, description: 'Kept' })
const count = async ({ api }: TestWorkspace) => (await api.get('/feedback')).body.data.length

test('what only programs fill in stores nothing, and looks as if all went well', async () => {
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

test('a form that is sent within two seconds, after a day, or without its seal is shown once more with what was typed', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const elsewhere = await world.workspace()
  const seals = [
    formTokenField(acme, 0),
    formTokenField(acme, 86_401),
    {},
    { made: 'nonsense' },
    formTokenField(elsewhere),
    formTokenField(acme, -3_600),
  ]
  for (const seal of seals) {
    const answer = await ada.post('/requests/new', { ...form('Dark mode'), ...seal })
    assert.equal(answer.status, 400)
    assert.match(answer.text, /Nothing was lost: please press once more[\s\S]*value="Dark mode"[\s\S]*Kept/)
  }
  assert.equal(await count(acme), 0)
  const early = formTokenField(acme, 0)
  const quick = await ada.post('/requests/new', { ...form('Dark mode'), ...early })
  // As old as it was: who presses again is late enough.
  assert.equal(/name="made" value="([^"]+)"/.exec(quick.text)![1], early.made)
  assert.equal((await ada.post('/requests/new', { ...form('Dark mode'), ...formTokenField(acme) })).status, 303)
})

test('the sixth request within ten minutes is refused with the time to wait, and keeps what was typed', async () => {
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
  assert.match(sixth.text, /a lot of requests in a short time\. Please try again in [\s\S]*value="Wish 6"/)
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  assert.equal((await bob.post('/requests/new', { ...form('Mine'), ...formTokenField(acme) })).status, 303)
})

test('one network files twenty requests within ten minutes, however many accounts it has', async () => {
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

test('the sixty-first vote within a minute is refused, and a page of similar requests is not asked for without end', async () => {
  const acme = await world.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const votes = await Promise.all(
    Array.from({ length: 61 }, (_, n) => ada.send(`/requests/${id}/vote`, { vote: n % 2 ? 'withdraw' : 'cast' })),
  )
  assert.equal(votes.filter(({ status }) => status === 429).length, 1)
  const looks = await Promise.all(Array.from({ length: 241 }, () => ada.get('/similar?title=x')))
  assert.equal(looks.filter(({ status }) => status === 429).length, 1)
})
