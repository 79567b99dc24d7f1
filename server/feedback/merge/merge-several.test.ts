import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import { mergeFeedback } from './merge.ts'
import { mergeSeveral } from './merge-several.ts'
import { previewMergeOf } from './preview.ts'
import { undoMerges } from './undo-merges.ts'
import { unmergeFeedback } from './unmerge.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp({ caps })
const { api, write } = await app.workspace()
const [alice, bob] = [newId(), newId()]

async function createRequest(title: string, ...voters: string[]): Promise<string> {
  const { id } = await api.create('/feedback', { title })
  for (const externalId of voters) await write((tx) => addVote(tx, id, { externalId }, caps))
  return id
}

/** Runs a verb as a member, as the console does in one HTTP request. @returns the id of that request. */
async function act(work: (tx: WriteScope) => Promise<unknown>): Promise<string> {
  const requestId = newId()
  await write((tx) => work({ ...asRole(tx, 'member', alice), requestId }))
  return requestId
}

const undo = async (requestId: string, memberId = alice) =>
  (await write((tx) => undoMerges({ ...asRole(tx, 'member', memberId), requestId: newId() }, requestId)))
    .map(({ title }) => title)
    .sort()

const votesOf = async (id: string) => (await api.get(`/feedback/${id}`)).body.data.votes

test('merges several requests into one as the preview says, and undoes all of it at once', async () => {
  const a = await createRequest('A', 'ada', 'bob')
  const b = await createRequest('B', 'bob', 'cy', 'dee')
  const c = await createRequest('C', 'ada', 'eve')
  await api.create(`/feedback/${a}/comments`, { body: 'One' })
  await api.create(`/feedback/${c}/comments`, { body: 'Two' })
  const preview = await write((tx) => previewMergeOf(tx, [a, b, c]))
  assert.deepEqual(
    preview.requests.map(({ title, votes }) => [title, votes]),
    [
      ['B', 3],
      ['A', 2],
      ['C', 2],
    ],
  )
  assert.deepEqual(preview.after, { votes: 5, comments: 2, entries: 0 })

  const requestId = await act((tx) => mergeSeveral(tx, [a, b, c], b))
  const { data: merged } = (await api.get(`/feedback/${b}`)).body
  assert.deepEqual([merged.title, merged.votes, merged.comments], ['B', 5, 2])
  assert.deepEqual((await api.get(`/feedback/${a}`)).body.data.id, b)

  assert.deepEqual(await undo(requestId, bob), [])
  assert.deepEqual(await undo(requestId), ['A', 'C'])
  assert.deepEqual([await votesOf(a), await votesOf(b), await votesOf(c)], [2, 3, 2])
  assert.deepEqual(await undo(requestId), [])
})

test('merges nothing if one of the requests is gone', async () => {
  const [a, b] = [await createRequest('A', 'ada'), await createRequest('B', 'bob')]
  await assert.rejects(
    act((tx) => mergeSeveral(tx, [a, newId()], b)),
    { code: 'not_found' },
  )
  assert.deepEqual([await votesOf(a), await votesOf(b)], [1, 1])
})

test('undoes only merges that nobody has undone or repeated since', async () => {
  const [a, b, c] = [await createRequest('A'), await createRequest('B'), await createRequest('C')]
  const first = await act((tx) => mergeSeveral(tx, [a, b], c))
  await act((tx) => unmergeFeedback(tx, a))
  await act((tx) => mergeFeedback(tx, a, c))
  assert.deepEqual(await undo(first), ['B'])
  assert.equal((await api.get(`/feedback/${a}`)).body.data.id, c)
})

test('does not undo the later merge of a target', async () => {
  const [a, b, c] = [await createRequest('A'), await createRequest('B'), await createRequest('C')]
  const first = await act((tx) => mergeFeedback(tx, a, b))
  await act((tx) => mergeFeedback(tx, b, c))
  assert.deepEqual(await undo(first), ['A'])
  assert.equal((await api.get(`/feedback/${b}`)).body.data.id, c)
})

test('keeps concurrent merges of the same requests from deadlocking', async () => {
  const ids = await Promise.all(['A', 'B', 'C', 'D'].map((title) => createRequest(title, title)))
  const [a, b, c, d] = ids as [string, string, string, string]
  const before = await deadlocks()
  const outcomes = await Promise.allSettled([
    act((tx) => mergeSeveral(tx, [a, b, c], d)),
    act((tx) => mergeSeveral(tx, [d, c, b], a)),
  ])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await deadlocks(), before)
})

const deadlocks = async () =>
  (await app.database.pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0]
    .deadlocks

test('rejects merging several requests by anyone but the team', async () => {
  const [a, b] = [await createRequest('A'), await createRequest('B')]
  const asCustomer = (tx: WriteScope): WriteScope => ({ ...tx, actor: { type: 'customer', id: newId() } })
  await assert.rejects(
    write((tx) => mergeSeveral(asCustomer(tx), [a], b)),
    forbiddenError,
  )
  await assert.rejects(
    write((tx) => undoMerges(asCustomer(tx), newId())),
    forbiddenError,
  )
})
