import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsoleFeedbackSummary } from '#server/feedback/console/list.ts'
import { mergeRows } from './merge-rows.ts'

/** Builds rows from their vote counts. */
const rows = (...votes: number[]) =>
  votes.map((count) => ({ id: `id-${count}`, votes: count }) as ConsoleFeedbackSummary)
const votesOf = (list: ConsoleFeedbackSummary[]) => list.map(({ votes }) => votes)

test('appends a further page', () => {
  const known = mergeRows([], { rows: rows(9, 8, 7), next: 'c', isFirst: true }, 'votes')
  assert.deepEqual(
    votesOf(mergeRows(known, { rows: rows(6, 5), next: null, isFirst: false }, 'votes')),
    [9, 8, 7, 6, 5],
  )
})

test('removes rows that left the list, and shows a row that moved up from a later page once', () => {
  const known = rows(9, 8, 7, 6, 5, 4)
  assert.deepEqual(
    votesOf(mergeRows(known, { rows: rows(9, 7, 6), next: 'c', isFirst: true }, 'votes')),
    [9, 7, 6, 5, 4],
  )
})

test('loses no rows between two pages when a row returns', () => {
  const known = rows(8, 7, 6, 5, 4)
  assert.deepEqual(
    votesOf(mergeRows(known, { rows: rows(9, 8, 7), next: 'c', isFirst: true }, 'votes')),
    [9, 8, 7, 6, 5, 4],
  )
})

test('shows a moved request only at its new position', () => {
  const moved = [{ id: 'id-5', votes: 10 } as ConsoleFeedbackSummary, ...rows(9, 8)]
  const list = mergeRows(rows(9, 8, 7, 6, 5), { rows: moved, next: 'c', isFirst: true }, 'votes')
  assert.deepEqual(votesOf(list), [10, 9, 8, 7, 6])
})

test('removes rows after the last page', () => {
  assert.deepEqual(votesOf(mergeRows(rows(9, 8, 7), { rows: rows(9), next: null, isFirst: true }, 'votes')), [9])
  assert.deepEqual(mergeRows(rows(9), { rows: [], next: null, isFirst: true }, 'votes'), [])
})

test('keeps rows in an ascending order, ties by id', () => {
  const known = mergeRows([], { rows: rows(4, 5, 6), next: 'c', isFirst: true }, 'fewest-votes')
  const next = { rows: rows(7, 8), next: null, isFirst: false }
  assert.deepEqual(votesOf(mergeRows(known, next, 'fewest-votes')), [4, 5, 6, 7, 8])
  const ties = ['b', 'a'].map((id) => ({ id, votes: 1 }) as ConsoleFeedbackSummary)
  const merged = mergeRows([], { rows: ties, next: null, isFirst: true }, 'fewest-votes')
  assert.deepEqual(
    merged.map(({ id }) => id),
    ['a', 'b'],
  )
})
