import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp({ caps: { free: 3, starter: 3, growth: null } })

async function approved({ api }: TestWorkspace, title = 'Dark mode', more = {}) {
  const { id } = await api.create('/feedback', { title, ...more })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id as string
}

const votesOf = async ({ api }: TestWorkspace, id: string) => (await api.get(`/feedback/${id}`)).body.data.votes

test('casts and withdraws a vote idempotently', async () => {
  const acme = await world.workspace()
  const id = await approved(acme)
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const path = `/requests/${id}/vote`
  for (const _ of [1, 2])
    assert.deepEqual(JSON.parse((await ada.send(path, { vote: 'cast' })).text), { votes: 1, isVoted: true })
  for (const _ of [1, 2])
    assert.deepEqual(JSON.parse((await ada.send(path, { vote: 'withdraw' })).text), { votes: 0, isVoted: false })
  const back = await ada.post(path, { vote: 'cast', next: '/?sort=newest' })
  assert.deepEqual([back.status, back.headers.get('location')], [303, `/p/${acme.slug}/?sort=newest#r-${id}`])
  assert.match((await ada.get('/')).text, /aria-pressed="true" aria-label="Vote for “Dark mode”, 1 vote"/)
  assert.equal((await ada.send(path, { vote: 'maybe' })).status, 400)
})

test('rejects votes on a completed request, but lets a voter withdraw a vote', async () => {
  const acme = await world.workspace()
  const id = await approved(acme)
  const [ada, bo] = [
    await signInCustomer(world, acme, { email: 'ada-voted@example.com' }),
    await signInCustomer(world, acme, { email: 'bo-came-late@example.com' }),
  ]
  await ada.send(`/requests/${id}/vote`, { vote: 'cast' })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'completed' })
  const late = await bo.send(`/requests/${id}/vote`, { vote: 'cast' })
  assert.equal(late.status, 400)
  assert.match(late.text, /Voting is closed/)
  assert.doesNotMatch((await bo.get(`/requests/${id}`)).text, new RegExp(`action="[^"]*/requests/${id}/vote"`))
  const signedOut = await createPortalClient(world, acme).post(`/requests/${id}/vote`, { vote: 'cast' })
  assert.equal(signedOut.status, 400)
  assert.equal((await ada.send(`/requests/${id}/vote`, { vote: 'withdraw' })).status, 200)
  assert.equal(await votesOf(acme, id), 0)
})

test('counts concurrent votes once per customer', async () => {
  const acme = await world.workspace()
  const id = await approved(acme)
  const readers = await Promise.all([1, 2].map((n) => signInCustomer(world, acme, { email: `racer-${n}@example.com` })))
  const clicks = readers.flatMap((reader) =>
    Array.from({ length: 10 }, () => reader.send(`/requests/${id}/vote`, { vote: 'cast' })),
  )
  assert.ok((await Promise.all(clicks)).every(({ status }) => status === 200))
  assert.equal(await votesOf(acme, id), 2)
  await Promise.all(
    readers.flatMap((reader) => [1, 2, 3].map(() => reader.send(`/requests/${id}/vote`, { vote: 'withdraw' }))),
  )
  assert.equal(await votesOf(acme, id), 0)
})

test('gives the last place under the cap to one customer of the product and rejects the next', async () => {
  const acme = await world.workspace({ plan: 'free' })
  const id = await approved(acme)
  const readers = await Promise.all([1, 2, 3, 4, 5].map((n) => signInCustomer(world, acme, { externalId: `c${n}` })))
  const answers = await Promise.all(readers.map((reader) => reader.send(`/requests/${id}/vote`, { vote: 'cast' })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 403, 403])
  assert.equal(await votesOf(acme, id), 3)
  const { trackedCustomers } = (await acme.api.get('/workspace')).body.data.limits
  assert.deepEqual(trackedCustomers, { used: 3, max: 3 })
})

test('asks signed-out visitors to sign in and carries the vote along', async () => {
  const acme = await world.workspace()
  const id = await approved(acme)
  const stranger = createPortalClient(world, acme)
  const form = await stranger.post(`/requests/${id}/vote`, { vote: 'cast' })
  assert.match(form.headers.get('location')!, /^\/p\/[^/]+\/sign-in\?then=/)
  const script = await stranger.send(`/requests/${id}/vote`, { vote: 'cast' })
  assert.deepEqual([script.status, JSON.parse(script.text).signIn], [401, form.headers.get('location')])
})

test('rejects votes for requests that customers cannot see', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const pending = (await acme.api.create('/feedback', { title: 'Pending' })).id
  const closed = await approved(acme)
  await acme.api.patch(`/feedback/${closed}/stage`, { stage: 'closed' })
  const elsewhere = await approved(await world.workspace())
  for (const id of [pending, closed, elsewhere, 'nonsense']) {
    assert.equal((await ada.send(`/requests/${id}/vote`, { vote: 'cast' })).status, 404)
  }
})

test('rejects votes from other sites', async () => {
  const acme = await world.workspace()
  const id = await approved(acme)
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const forged = await ada.post(`/requests/${id}/vote`, { vote: 'cast' }, { origin: 'https://evil.example' })
  assert.equal(forged.status, 403)
  assert.equal(await votesOf(acme, id), 0)
})
