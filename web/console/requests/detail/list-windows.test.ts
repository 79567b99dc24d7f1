import assert from 'node:assert/strict'
import test from 'node:test'
import { originListQuery, parseListWindow, persistentQuery, toListWindow } from './list-windows.ts'

const page = (nextCursor: string | null) => ({ data: [1], pagination: { nextCursor, hasMore: nextCursor !== null } })
const windowOf = (query: string, nextCursor: string | null) =>
  toListWindow(new URLSearchParams(query), 'voters', page(nextCursor))

test('grows a list through its URL, and continues a long one from a cursor', () => {
  assert.deepEqual(parseListWindow(new URLSearchParams('voters=3'), 'voters'), { limit: 15, cursor: undefined })
  assert.equal(windowOf('sort=votes', 'c').more, '?sort=votes&voters=20')
  assert.equal(windowOf('sort=votes&voters=20', 'c').more, '?sort=votes&votersFrom=c')
  assert.deepEqual(windowOf('votersFrom=c', null), { rows: [1], more: null, start: '?' })
})

test('shows the first page for an invalid length, and caps the number of rows', () => {
  for (const value of ['', '0', '-1', 'x', '1.5']) {
    assert.equal(parseListWindow(new URLSearchParams({ voters: value }), 'voters').limit, 5)
  }
  assert.equal(parseListWindow(new URLSearchParams('voters=99999'), 'voters').limit, 100)
})

test('removes what is open from the page’s query, and the page’s own parameters from the list’s', () => {
  const params = new URLSearchParams('stage=planned&edit=1&reply=x&comments=2')
  assert.equal(persistentQuery(params), '?stage=planned&comments=2')
  assert.equal(originListQuery(params), '?stage=planned')
  assert.equal(originListQuery(new URLSearchParams('edit=1')), '')
})
