import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPacer } from './pacer.ts'

test('spaces simultaneous calls evenly', () => {
  const wait = createPacer(4)
  assert.deepEqual(
    [0, 0, 0, 100, 1_000].map((at) => wait(at)),
    [0, 250, 500, 650, 0],
  )
})

test('never exceeds the rate in any second, and does not catch up after a pause', () => {
  for (const rate of [1, 7, 1_000]) {
    const wait = createPacer(rate)
    const moments = Array.from({ length: 5 * rate }, (_, index) => {
      const at = index < 2 * rate ? 0 : 10_000 + index / 100
      return at + wait(at)
    })
    for (const [index, moment] of moments.entries()) {
      const later = moments[index + rate]
      assert.ok(later === undefined || later - moment >= 1_000 - 1e-6, `${moment} ${later}`)
    }
  }
})
