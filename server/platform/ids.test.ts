import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUuid, newId } from './ids.ts'

test('returns ids in ascending order, even within one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  assert.deepEqual(ids, [...ids].sort())
  assert.equal(new Set(ids).size, ids.length)
})

test('returns version 7 UUIDs with the current time', () => {
  const before = Date.now()
  const id = newId()
  assert.ok(isUuid(id))
  assert.match(id, /^.{14}7.{4}[89ab]/)
  // Ids of an earlier test may be a few milliseconds ahead.
  const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  assert.ok(time >= before && time < before + 60_000)
})
