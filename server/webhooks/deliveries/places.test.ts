import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DueWebhook, maxPlaces, maxSlowPlaces, Places } from './places.ts'

const due = (workspaceId: string, count: number, fields: Partial<DueWebhook> = {}): DueWebhook[] =>
  Array.from({ length: count }, (_, n) => ({ workspaceId, id: `${workspaceId}-${n}`, isFailing: false, ...fields }))

const start = (places: Places, { workspaceId, id, isFailing }: DueWebhook) =>
  places.start({ workspaceId, webhookId: id, isFailing })

/** Makes known that these webhooks answer quickly, or that they don't. */
const learn = (places: Places, webhooks: DueWebhook[], isQuick: boolean) => {
  for (const webhook of webhooks) start(places, webhook)(isQuick)
}

const countsOf = (places: Places, webhooks: DueWebhook[]) => {
  const counts: Record<string, number> = {}
  for (const { workspaceId, count } of places.share(webhooks)) counts[workspaceId] = (counts[workspaceId] ?? 0) + count
  return counts
}

test('a webhook gets more places after a quick success, and one after a failure', () => {
  const places = new Places(() => {})
  const webhooks = due('acme', 1)
  assert.deepEqual(countsOf(places, webhooks), { acme: 1 })
  learn(places, webhooks, true)
  assert.deepEqual(countsOf(places, webhooks), { acme: 4 })
  learn(places, webhooks, false)
  assert.deepEqual(countsOf(places, webhooks), { acme: 1 })
  const end = start(places, webhooks[0]!)
  assert.deepEqual([countsOf(places, webhooks), places.busy()], [{}, ['acme-0']])
  end()
  assert.deepEqual(places.busy(), [])
})

test('workspaces share the places evenly, however many webhooks are due before', () => {
  const places = new Places(() => {})
  const [large, small, last] = [due('large', 200), due('small', 50), due('last', 1)]
  learn(places, [...large, ...small], true)
  assert.deepEqual(countsOf(places, [...large, ...small, ...last]), { large: 64, small: 63, last: 1 })
  assert.deepEqual(countsOf(places, [...large, ...last]), { large: maxPlaces - 1, last: 1 })
})

test('a workspace that holds places comes after one that holds none', () => {
  const places = new Places(() => {})
  const [large, last] = [due('large', 200), due('last', 1)]
  for (const webhook of large.slice(0, maxPlaces - 1)) start(places, webhook)
  assert.deepEqual(places.share([...large.slice(maxPlaces), ...last]), [
    { workspaceId: 'last', id: 'last-0', count: 1 },
  ])
  start(places, last[0]!)
  assert.equal(places.areFull, true)
})

test('each webhook of a workspace gets a place before any gets another', () => {
  const places = new Places(() => {})
  const webhooks = due('acme', 100)
  learn(places, webhooks, true)
  const shares = places.share(webhooks)
  assert.equal(shares.length, 100)
  assert.equal(Math.max(...shares.map(({ count }) => count)), 2)
})

test('failing and slow webhooks get at most half of the places', () => {
  const places = new Places(() => {})
  const failing = due('failing', 100, { isFailing: true })
  const slow = due('slow', 100)
  learn(places, slow, false)
  const { failing: ofFailing, slow: ofSlow } = countsOf(places, [...failing, ...slow])
  assert.equal(ofFailing! + ofSlow!, maxSlowPlaces)
  for (const webhook of failing.slice(0, maxSlowPlaces)) start(places, webhook)
  assert.deepEqual(countsOf(places, [...slow, ...due('new', 100)]), { new: maxPlaces - maxSlowPlaces })
})

test('an attempt leaves its place after a second, while its webhook stays busy', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let wakes = 0
  const places = new Places(() => {
    wakes += 1
  })
  const hanging = due('hanging', maxPlaces)
  const ends = hanging.map((webhook) => start(places, webhook))
  const others = due('other', 300)
  assert.deepEqual(countsOf(places, [...hanging, ...others]), {})
  t.mock.timers.tick(1_000)
  assert.equal(wakes, maxPlaces)
  assert.deepEqual(countsOf(places, [...hanging, ...others]), { other: maxPlaces })
  for (const end of ends) end(false)
  assert.deepEqual(countsOf(places, others), { other: maxPlaces })
})
