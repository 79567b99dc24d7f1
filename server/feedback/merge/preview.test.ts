import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../platform/problems.ts'
import { promoteFeedback } from '../../roadmap/promote.ts'
import { createTestApp } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import { mergeFeedback } from './merge.ts'
import { previewMerge } from './preview.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp({ caps })
const [acme, other] = [await app.workspace(), await app.workspace()]
const { api, write } = acme

async function createRequest(title: string, ...voters: string[]): Promise<string> {
  const { id } = await api.create('/feedback', { title })
  for (const externalId of voters) await write((tx) => addVote(tx, id, { externalId }, caps))
  return id
}

test('predicts exactly the result of the merge', async () => {
  const [a, b] = [await createRequest('A', 'ada', 'bob'), await createRequest('B', 'bob', 'cy', 'dee')]
  await api.create(`/feedback/${a}/comments`, { body: 'One' })
  await api.create(`/feedback/${a}/comments`, { body: 'A note', kind: 'staff_reply', isInternal: true })
  await api.create(`/feedback/${b}/comments`, { body: 'Two' })
  for (const linkedFeedbackIds of [[a, b], [a], [b]])
    await api.create('/changelog', { title: 'News', linkedFeedbackIds })
  await write((tx) => promoteFeedback(tx, a, { status: 'planned' }))

  const { source, into, after } = await write((tx) => previewMerge(tx, a, b))
  assert.deepEqual([source.votes, source.comments, source.notes, source.entries], [2, 1, 1, 2])
  assert.deepEqual([source.roadmapItem?.status, into.roadmapItem, into.issue, into.merged], ['planned', null, null, 0])
  assert.deepEqual(after, { votes: 4, comments: 2, entries: 3 })

  const merged = await write((tx) => mergeFeedback(tx, a, b))
  assert.deepEqual([merged.votes, merged.comments], [after.votes, after.comments])
  const c = await createRequest('C')
  const next = await write((tx) => previewMerge(tx, b, c))
  assert.deepEqual([next.source.merged, next.source.entries], [1, after.entries])
})

test('returns the same 404 for a foreign, an unknown and an identical request', async () => {
  const [a, b] = [await createRequest('A'), await createRequest('B')]
  const foreign = (await other.api.create('/feedback', { title: 'Theirs' })).id
  for (const [from, into] of [
    [a, foreign],
    [foreign, a],
    [a, a],
    [a, '00000000-0000-4000-8000-000000000000'],
  ] as const) {
    await assert.rejects(
      write((tx) => previewMerge(tx, from, into)),
      (error) => error instanceof Problem && error.code === 'not_found',
    )
  }
  await write((tx) => previewMerge(tx, a, b))
})
