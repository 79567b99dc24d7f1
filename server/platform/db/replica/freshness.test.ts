import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Freshness } from './freshness.ts'

test('has no age until the replica reaches a position that the primary had', () => {
  const freshness = new Freshness()
  freshness.addPrimary(1_000, 50n)
  freshness.addReplica(49n)
  assert.equal(freshness.asOf, null)
  freshness.addReplica(50n)
  assert.equal(freshness.asOf, 1_000)
})

test('is as old as the latest position of the primary that the replica has reached', () => {
  const freshness = new Freshness()
  for (const [at, position] of [
    [1_000, 50n],
    [2_000, 60n],
    [3_000, 70n],
  ] as const) {
    freshness.addPrimary(at, position)
  }
  freshness.addReplica(65n)
  assert.equal(freshness.asOf, 2_000)
  freshness.addReplica(65n)
  assert.equal(freshness.asOf, 2_000)
  freshness.addReplica(90n)
  assert.equal(freshness.asOf, 3_000)
})

test('does not age while nothing is written', () => {
  const freshness = new Freshness()
  for (const at of [1_000, 2_000, 3_000]) {
    freshness.addPrimary(at, 50n)
    freshness.addReplica(50n)
    assert.equal(freshness.asOf, at)
  }
})

test('keeps the last known age while the primary is far ahead for a long time', () => {
  const freshness = new Freshness()
  freshness.addPrimary(0, 1n)
  freshness.addReplica(1n)
  for (let at = 1; at <= 1_000; at++) freshness.addPrimary(at, 1_000n + BigInt(at))
  freshness.addReplica(2n)
  assert.equal(freshness.asOf, 0)
  freshness.addReplica(2_000n)
  assert.equal(freshness.asOf, 1_000)
})
