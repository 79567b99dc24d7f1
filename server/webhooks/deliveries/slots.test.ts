import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DueWebhook, maxSlots, maxSlowSlots, Slots } from './slots.ts'

const due = (workspaceId: string, count: number, fields: Partial<DueWebhook> = {}): DueWebhook[] =>
  Array.from({ length: count }, (_, n) => ({ workspaceId, id: `${workspaceId}-${n}`, isFailing: false, ...fields }))

const start = (slots: Slots, { workspaceId, id, isFailing }: DueWebhook) =>
  slots.start({ workspaceId, webhookId: id, isFailing, provider: null })

/** Reports a quick success of each webhook, or a slow or failed attempt. */
const learn = (slots: Slots, webhooks: DueWebhook[], isQuick: boolean) => {
  for (const webhook of webhooks) start(slots, webhook)(isQuick)
}

const countsOf = (slots: Slots, webhooks: DueWebhook[]) => {
  const counts: Record<string, number> = {}
  for (const { workspaceId, count } of slots.share(webhooks)) counts[workspaceId] = (counts[workspaceId] ?? 0) + count
  return counts
}

test('a webhook gets four slots after a quick success, and one after a failure', () => {
  const slots = new Slots(() => {})
  const webhooks = due('acme', 1)
  assert.deepEqual(countsOf(slots, webhooks), { acme: 1 })
  learn(slots, webhooks, true)
  assert.deepEqual(countsOf(slots, webhooks), { acme: 4 })
  learn(slots, webhooks, false)
  assert.deepEqual(countsOf(slots, webhooks), { acme: 1 })
  const end = start(slots, webhooks[0]!)
  assert.deepEqual([countsOf(slots, webhooks), slots.busy()], [{}, ['acme-0']])
  end()
  assert.deepEqual(slots.busy(), [])
})

test('workspaces share the slots evenly, however many webhooks of others come first', () => {
  const slots = new Slots(() => {})
  const [large, small, last] = [due('large', 200), due('small', 50), due('last', 1)]
  learn(slots, [...large, ...small], true)
  assert.deepEqual(countsOf(slots, [...large, ...small, ...last]), { large: 64, small: 63, last: 1 })
  assert.deepEqual(countsOf(slots, [...large, ...last]), { large: maxSlots - 1, last: 1 })
})

test('a workspace that holds slots comes after one that holds none', () => {
  const slots = new Slots(() => {})
  const [large, last] = [due('large', 200), due('last', 1)]
  for (const webhook of large.slice(0, maxSlots - 1)) start(slots, webhook)
  assert.deepEqual(slots.share([...large.slice(maxSlots), ...last]), [{ workspaceId: 'last', id: 'last-0', count: 1 }])
  start(slots, last[0]!)
  assert.equal(slots.areFull, true)
})

test('each webhook of a workspace gets a slot before any gets another', () => {
  const slots = new Slots(() => {})
  const webhooks = due('acme', 100)
  learn(slots, webhooks, true)
  const shares = slots.share(webhooks)
  assert.equal(shares.length, 100)
  assert.equal(Math.max(...shares.map(({ count }) => count)), 2)
})

test('failing and slow webhooks get at most half of the slots', () => {
  const slots = new Slots(() => {})
  const failing = due('failing', 100, { isFailing: true })
  const slow = due('slow', 100)
  learn(slots, slow, false)
  const { failing: ofFailing, slow: ofSlow } = countsOf(slots, [...failing, ...slow])
  assert.equal(ofFailing! + ofSlow!, maxSlowSlots)
  for (const webhook of failing.slice(0, maxSlowSlots)) start(slots, webhook)
  assert.deepEqual(countsOf(slots, [...slow, ...due('new', 100)]), { new: maxSlots - maxSlowSlots })
})

test('an attempt releases its slot after a second, while its webhook stays busy', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let wakes = 0
  const slots = new Slots(() => {
    wakes += 1
  })
  const hanging = due('hanging', maxSlots)
  const ends = hanging.map((webhook) => start(slots, webhook))
  const others = due('other', 300)
  assert.deepEqual(countsOf(slots, [...hanging, ...others]), {})
  t.mock.timers.tick(1_000)
  assert.equal(wakes, maxSlots)
  assert.deepEqual(countsOf(slots, [...hanging, ...others]), { other: maxSlots })
  for (const end of ends) end(false)
  assert.deepEqual(countsOf(slots, others), { other: maxSlots })
})
