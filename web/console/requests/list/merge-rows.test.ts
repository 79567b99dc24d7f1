import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsoleFeedbackSummary } from '#server/feedback/console/list.ts'
import { mergeRows } from './merge-rows.ts'

/** Rows by their place in the list: the request with most votes first. */
const rows = (...votes: number[]) =>
  votes.map((count) => ({ id: `id-${count}`, votes: count }) as ConsoleFeedbackSummary)
const votesOf = (list: ConsoleFeedbackSummary[]) => list.map(({ votes }) => votes)

test('a further part of the list follows what is known', () => {
  const known = mergeRows([], { rows: rows(9, 8, 7), next: 'c', isFirst: true }, 'votes')
  assert.deepEqual(
    votesOf(mergeRows(known, { rows: rows(6, 5), next: null, isFirst: false }, 'votes')),
    [9, 8, 7, 6, 5],
  )
})

test('what left the list is gone, and what moved up from a later part is there once', () => {
  const known = rows(9, 8, 7, 6, 5, 4)
  assert.deepEqual(
    votesOf(mergeRows(known, { rows: rows(9, 7, 6), next: 'c', isFirst: true }, 'votes')),
    [9, 7, 6, 5, 4],
  )
})

test('what came back pushes nothing out between two parts', () => {
  const known = rows(8, 7, 6, 5, 4)
  assert.deepEqual(
    votesOf(mergeRows(known, { rows: rows(9, 8, 7), next: 'c', isFirst: true }, 'votes')),
    [9, 8, 7, 6, 5, 4],
  )
})

test('a request whose place changed is only where it is now', () => {
  const moved = [{ id: 'id-5', votes: 10 } as ConsoleFeedbackSummary, ...rows(9, 8)]
  const list = mergeRows(rows(9, 8, 7, 6, 5), { rows: moved, next: 'c', isFirst: true }, 'votes')
  assert.deepEqual(votesOf(list), [10, 9, 8, 7, 6])
})

test('after the last part there is nothing', () => {
  assert.deepEqual(votesOf(mergeRows(rows(9, 8, 7), { rows: rows(9), next: null, isFirst: true }, 'votes')), [9])
  assert.deepEqual(mergeRows(rows(9), { rows: [], next: null, isFirst: true }, 'votes'), [])
})
