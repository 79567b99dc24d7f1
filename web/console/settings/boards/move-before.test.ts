import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withMoved } from './move-before.ts'

test('a board is put before another, or at the end, and what is not there changes nothing', () => {
  const ids = ['a', 'b', 'c']
  assert.deepEqual(withMoved(ids, 'c', 'a'), ['c', 'a', 'b'])
  assert.deepEqual(withMoved(ids, 'a', 'c'), ['b', 'a', 'c'])
  assert.deepEqual(withMoved(ids, 'a', null), ['b', 'c', 'a'])
  assert.deepEqual(withMoved(ids, 'b', 'b'), ids)
  assert.deepEqual(withMoved(ids, 'x', 'a'), ids)
  assert.deepEqual(withMoved(ids, 'a', 'x'), ids)
})
