import assert from 'node:assert/strict'
import test from 'node:test'
import { originListQuery, parseListWindow, persistentQuery, toListWindow } from './list-windows.ts'

const page = (nextCursor: string | null) => ({ data: [1], pagination: { nextCursor, hasMore: nextCursor !== null } })
const after = (query: string, nextCursor: string | null) =>
  toListWindow(new URLSearchParams(query), 'voters', page(nextCursor))

test('a list grows in its address, at once where a few are a first look, and goes on from a cursor where it is long', () => {
  assert.deepEqual(parseListWindow(new URLSearchParams('voters=3'), 'voters'), { limit: 15, cursor: undefined })
  assert.equal(after('sort=votes', 'c').more, '?sort=votes&voters=20')
  assert.equal(after('sort=votes&voters=20', 'c').more, '?sort=votes&votersFrom=c')
  assert.deepEqual(after('votersFrom=c', null), { rows: [1], more: null, start: '?' })
})

test('nonsense in the address shows the first part, and never more than is bearable', () => {
  for (const value of ['', '0', '-1', 'x', '1.5']) {
    assert.equal(parseListWindow(new URLSearchParams({ voters: value }), 'voters').limit, 5)
  }
  assert.equal(parseListWindow(new URLSearchParams('voters=99999'), 'voters').limit, 100)
})

test('what is open on the page is no part of its address, and the list has only what is its own', () => {
  const params = new URLSearchParams('stage=planned&edit=1&reply=x&comments=2')
  assert.equal(persistentQuery(params), '?stage=planned&comments=2')
  assert.equal(originListQuery(params), '?stage=planned')
  assert.equal(originListQuery(new URLSearchParams('edit=1')), '')
})
