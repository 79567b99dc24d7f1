import assert from 'node:assert/strict'
import test from 'node:test'
import { labelIndexes, ticksFor } from './chart-scale.ts'

test('the axis reaches the largest value in a few round steps', () => {
  assert.deepEqual(ticksFor(0), [0, 1])
  assert.deepEqual(ticksFor(3), [0, 1, 2, 3])
  assert.deepEqual(ticksFor(17), [0, 5, 10, 15, 20])
  assert.deepEqual(ticksFor(1_180), [0, 500, 1_000, 1_500])
  for (let largest = 0; largest < 3_000; largest += 7) {
    const ticks = ticksFor(largest)
    assert.ok(ticks.at(-1)! >= largest && ticks.length <= 6, `${largest}: ${ticks}`)
  }
})

test('shows only a few evenly spaced labels on a long axis', () => {
  assert.deepEqual(labelIndexes(3), [0, 1, 2])
  assert.deepEqual(labelIndexes(30), [0, 5, 10, 15, 20, 25])
})
