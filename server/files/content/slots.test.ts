import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlots } from './slots.ts'

class TooLate extends Error {}

test('runs one task after the other in their order, and more than are let in', async () => {
  const slots = createSlots(1, 1, 60_000, () => new TooLate())
  const { promise, resolve } = Promise.withResolvers<void>()
  const order: number[] = []
  const first = slots.run(() => promise)
  assert.equal(slots.isFull(), false)
  const others = [1, 2].map((each) => slots.run(async () => order.push(each)))
  assert.equal(slots.isFull(), true)
  resolve()
  await Promise.all([first, ...others])
  assert.deepEqual(order, [1, 2])
  assert.equal(slots.isFull(), false)
})

test('rejects a task that has waited too long, and gives its turn to the next', async () => {
  const slots = createSlots(1, 20, 1, () => new TooLate())
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = slots.run(() => promise)
  await assert.rejects(
    slots.run(async () => assert.fail('It ran.')),
    TooLate,
  )
  resolve()
  await first
  assert.equal(await slots.run(async () => 'ran'), 'ran')
})
