import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deleteComment } from '../../comments/delete.ts'
import { createTestApp } from '../../test/test-app.ts'
import { addVote, removeVote } from '../../votes/on-behalf.ts'
import { deleteFeedback } from '../delete.ts'
import { mergeFeedback } from './merge.ts'
import { unmergeFeedback } from './unmerge.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp({ caps })
const acme = await app.workspace()
const { api } = acme

const createRequest = async (title: string): Promise<string> => (await api.create('/feedback', { title })).id
const vote = (id: string, name: string) => acme.write((tx) => addVote(tx, id, { externalId: name }, caps))
const merge = (from: string, into: string) => acme.write((tx) => mergeFeedback(tx, from, into))
const unmerge = (id: string) => acme.write((tx) => unmergeFeedback(tx, id))

const queryValue = async <T>(statement: string, values: unknown[] = []): Promise<T> =>
  Object.values((await app.database.pool.query(statement, values)).rows[0] as object)[0] as T

const deadlocks = () => queryValue<string>('select deadlocks from pg_stat_database where datname = current_database()')

/** Checks every counter against its rows, as `heed doctor` does. */
async function assertCounters(): Promise<void> {
  const { rows } = await app.database.pool.query(
    `select * from (
       select f.title, f.votes, f.comments,
         (select count(*)::int from votes v where v.workspace_id = f.workspace_id and v.feedback_id = f.id) as voters,
         (select count(*)::int from comments c where c.workspace_id = f.workspace_id and c.feedback_id = f.id
           and not c.is_internal) as written
       from feedback f) counted where votes <> voters or comments <> written`,
  )
  assert.deepEqual(rows, [])
}

/** Checks that each concurrent operation succeeded or was rejected because another one came first. */
function assertAppliedOrRejected(outcomes: PromiseSettledResult<unknown>[]): void {
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') assert.match(outcome.reason.code, /^(not_found|validation_error)$/)
  }
}

test('loses no vote, comment or reply that is added during a merge', async () => {
  const before = await deadlocks()
  for (let round = 0; round < 12; round++) {
    const [a, b] = [await createRequest('A'), await createRequest('B')]
    const { id: parentId } = await api.create(`/feedback/${a}/comments`, { body: 'first' })
    const [, voted, ...responses] = await Promise.all([
      merge(a, b),
      vote(a, 'ada').catch(() => false),
      api.post(`/feedback/${a}/comments`, { body: 'c1' }),
      api.post(`/feedback/${a}/comments`, { body: 'c2', parentId, submitter: { externalId: 'bob' } }),
      api.patch(`/feedback/${a}/stage`, { stage: 'planned' }),
    ])
    assert.deepEqual(
      responses.map(({ status }) => status),
      [201, 201, 200],
    )
    const { votes, comments } = (await api.get(`/feedback/${b}`)).body.data
    assert.deepEqual([votes, comments], [voted ? 1 : 0, 3])
    await unmerge(a)
  }
  await assertCounters()
  assert.equal(await deadlocks(), before)
})

test('keeps counters right without deadlock in concurrent votes, merges, unmerges and deletions', async () => {
  const before = await deadlocks()
  for (let round = 0; round < 8; round++) {
    const [a, b, c] = [await createRequest('A'), await createRequest('B'), await createRequest('C')]
    await api.create('/changelog', { title: 'E', linkedFeedbackIds: [a, b] })
    await Promise.all(['ada', 'bob', 'cy'].map((name) => vote(a, name)))
    const ada = await queryValue<string>(`select id from customers where external_id = 'ada'`)
    const { id } = await api.create(`/feedback/${a}/comments`, { body: 'first' })
    assertAppliedOrRejected(
      await Promise.allSettled([
        merge(a, b),
        merge(b, a),
        merge(b, c),
        acme.write((tx) => removeVote(tx, a, ada)),
        acme.write((tx) => deleteComment(tx, id)),
        vote(b, 'ada'),
        acme.write((tx) => deleteFeedback(tx, round % 2 === 0 ? c : b)),
      ]),
    )
    assertAppliedOrRejected(await Promise.allSettled([unmerge(a), unmerge(b), vote(c, 'cy'), merge(c, a)]))
  }
  await assertCounters()
  assert.equal(await deadlocks(), before)
})

test('merges a request once in concurrent merges, and keeps a concurrent move of its roadmap item', async () => {
  const [a, b, c] = [await createRequest('A'), await createRequest('B'), await createRequest('C')]
  const { roadmapItem } = await api.create(`/feedback/${a}/promote`, { status: 'planned' })
  const [first, second, moved] = await Promise.allSettled([
    merge(a, b),
    merge(a, c),
    api.patch(`/roadmap/${roadmapItem.id}/status`, { status: 'done' }),
  ])
  assert.equal([first, second].filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(moved.status === 'fulfilled' && moved.value.status, 200)
  assert.equal(await queryValue('select count(*)::int from feedback_merges where feedback_id = $1', [a]), 1)
})

type Step = {
  do: 'merge' | 'unmerge' | 'vote' | 'unvote' | 'comment' | 'reply' | 'promote' | 'close'
  on: number
  by: number
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('merge', 'merge', 'unmerge', 'unmerge', 'vote', 'unvote', 'comment', 'reply', 'promote', 'close'),
  on: fc.integer({ min: 0, max: 4 }),
  by: fc.integer({ min: 0, max: 4 }),
})

async function runStep(requests: string[], { do: action, on, by }: Step): Promise<unknown> {
  const [id, other, name] = [requests[on]!, requests[by]!, `voter-${by}`]
  if (action === 'merge') return merge(id, other)
  if (action === 'unmerge') return unmerge(id)
  if (action === 'vote') return vote(id, name)
  if (action === 'comment') return api.post(`/feedback/${id}/comments`, { body: name })
  if (action === 'promote') return api.post(`/feedback/${id}/promote`, { status: 'planned' })
  if (action === 'close') return api.patch(`/feedback/${id}/stage`, { stage: 'closed' })
  if (action === 'unvote') {
    const customer = await queryValue<string>(`select max(id::text) from customers where external_id = $1`, [name])
    return customer && acme.write((tx) => removeVote(tx, id, customer))
  }
  const parentId = await queryValue<string | null>(
    'select max(id::text) from comments where feedback_id = $1 and parent_id is null',
    [id],
  )
  return parentId && api.post(`/feedback/${id}/comments`, { body: name, parentId })
}

/** Counts the rows that merging must preserve, and the inconsistencies that it must not create. */
const countRows = () =>
  queryValue<string>(
    `select concat_ws(' ', (select count(*) from comments), (select count(distinct customer_id) from votes),
       (select count(*) from comments r join comments p on p.id = r.parent_id and p.feedback_id <> r.feedback_id),
       (select count(*) from roadmap_items r join feedback f on f.id = r.feedback_id
         where f.stage in ('planned', 'closed') and r.status <> f.stage))`,
  )

test('keeps counters right after any sequence of merges, unmerges, votes and comments, and can unmerge everything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await app.database.pool.query('delete from feedback')
      const requests: string[] = []
      for (const title of 'ABCDE') requests.push(await createRequest(title))
      for (const each of steps) {
        await runStep(requests, each).catch((error) => assert.match(error.code, /^(not_found|validation_error)$/))
      }
      await assertCounters()
      const before = await countRows()
      assert.match(before, / 0 0$/)
      for (const id of requests) await unmerge(id).catch((error) => assert.equal(error.code, 'not_found'))
      assert.equal(await queryValue<number>('select count(*)::int from feedback'), 5)
      assert.equal(await countRows(), before)
      await assertCounters()
    }),
    { seed: 20_261_122, numRuns: 40 },
  )
})
