import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeQueues } from './review-item.ts'

const item = (id: string, createdAt: string) => ({ id, createdAt: `2026-03-0${createdAt}T12:00:00.000Z` })
type Queues = Parameters<typeof mergeQueues>[0]

const merge = (hasMore: boolean) =>
  mergeQueues(
    {
      requests: [item('b', '1'), item('c', '1'), item('f', '4')],
      comments: [item('a', '1'), item('g', '5')],
      edits: [item('e', '3')],
      reports: [item('d', '2'), item('h', '6')],
    } as unknown as Queues,
    hasMore,
  ).map(({ id }) => id)

test('merges requests, comments, edits and reports, oldest first', () => {
  assert.deepEqual(merge(false), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
})

test('leaves out items that come after requests that have not loaded', () => {
  assert.deepEqual(merge(true), ['a', 'b', 'c', 'd', 'e', 'f'])
})
