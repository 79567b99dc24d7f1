import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveBefore } from './move-before.ts'

test('moves an id before another or to the end, and ignores unknown ids', () => {
  const ids = ['a', 'b', 'c']
  assert.deepEqual(moveBefore(ids, 'c', 'a'), ['c', 'a', 'b'])
  assert.deepEqual(moveBefore(ids, 'a', 'c'), ['b', 'a', 'c'])
  assert.deepEqual(moveBefore(ids, 'a', null), ['b', 'c', 'a'])
  assert.deepEqual(moveBefore(ids, 'b', 'b'), ids)
  assert.deepEqual(moveBefore(ids, 'x', 'a'), ids)
  assert.deepEqual(moveBefore(ids, 'a', 'x'), ids)
})
