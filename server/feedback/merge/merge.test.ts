import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WriteScope } from '../../platform/scope.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { addVote, removeVote } from '../../votes/on-behalf.ts'
import { deleteFeedback } from '../delete.ts'
import { mergeFeedback } from './merge.ts'
import { listMergedRequests, resolveMergedId } from './redirects.ts'
import { unmergeFeedback } from './unmerge.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp({ caps })
const acme = await app.workspace()
const { api } = acme

const file = async (title: string, ...voters: string[]): Promise<string> => {
  const { id } = await api.create('/feedback', { title })
  for (const name of voters) await vote(id, name)
  return id
}
const vote = (id: string, name: string) =>
  acme.write((tx) => addVote(tx, id, { externalId: name, email: `${name}@example.com` }, caps))
const merge = (from: string, into: string, who: TestWorkspace = acme) =>
  who.write((tx) => mergeFeedback(tx, from, into))
const unmerge = (id: string) => acme.write((tx) => unmergeFeedback(tx, id))
const read = async (id: string) => (await api.get(`/feedback/${id}`)).body.data
const comment = (id: string, body: object): Promise<{ id: string }> => api.create(`/feedback/${id}/comments`, body)
const bodiesOf = async (id: string) => (await api.listAll(`/feedback/${id}/comments`)).map(({ body }) => body)
const as = (tx: WriteScope, role: 'admin' | 'member'): WriteScope => ({
  ...tx,
  actor: { type: 'member', id: null, role },
})

async function votersOf(id: string): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select u.external_id as name from votes v join customers u on u.workspace_id = v.workspace_id and u.id = v.customer_id
     where v.feedback_id = $1 order by 1`,
    [id],
  )
  return rows.map(({ name }) => name)
}

/** All rows of the requests and of what belongs to them, but for when something last happened and the last digits of a sum. */
async function stateOf(...ids: string[]) {
  const { rows } = await app.database.pool.query(
    `select (select to_jsonb(f) - 'last_activity_at' || jsonb_build_object('trend', round(f.trend::numeric, 6))
         from feedback f where f.id = i) as request,
       (select to_jsonb(c) from feedback_context c where c.feedback_id = i) as context,
       (select jsonb_agg(v order by v.customer_id) from votes v where v.feedback_id = i) as votes,
       (select jsonb_agg(c order by c.id) from comments c where c.feedback_id = i) as comments,
       (select jsonb_agg(to_jsonb(r) - 'updated_at') from roadmap_items r where r.feedback_id = i) as item,
       (select jsonb_agg(l order by l.entry_id) from changelog_entry_feedback l where l.feedback_id = i) as entries
     from unnest($1::uuid[]) with ordinality as t (i, n) order by n`,
    [ids],
  )
  return rows
}

test('votes are united: a customer who voted for both counts once, and nobody is lost', async () => {
  const [a, b] = [await file('A', 'ada', 'bob'), await file('B', 'bob', 'cy')]
  assert.equal((await merge(a, b)).votes, 3)
  assert.deepEqual(await votersOf(b), ['ada', 'bob', 'cy'])
})

test('comments move with their threads, and team notes are not counted', async () => {
  const [a, b] = [await file('A'), await file('B')]
  const first = await comment(a, { body: 'one' })
  await comment(a, { body: 'reply', parentId: first.id })
  await comment(a, { body: 'note', kind: 'staff_reply', isInternal: true })
  await comment(b, { body: 'two' })
  assert.equal((await merge(a, b)).comments, 3)
  assert.deepEqual((await bodiesOf(b)).sort(), ['note', 'one', 'reply', 'two'])
  await unmerge(a)
  assert.deepEqual(await bodiesOf(a), ['one', 'reply', 'note'])
  assert.deepEqual([(await read(a)).comments, (await read(b)).comments], [2, 1])
})

test('a merged request is in no list, count or search, and only its target is linked by the changelog', async () => {
  const shop = await app.workspace()
  const [a, b, c] = await Promise.all(
    ['Zebra stripes', 'Zebra dots', 'Other'].map((title) => shop.api.create('/feedback', { title })),
  )
  const both = await shop.api.create('/changelog', { title: 'Both', linkedFeedbackIds: [a.id, b.id] })
  const one = await shop.api.create('/changelog', { title: 'One', linkedFeedbackIds: [c.id, a.id] })
  await merge(a.id, b.id, shop)
  assert.deepEqual((await shop.api.listAll('/feedback')).map(({ id }) => id).sort(), [b.id, c.id].sort())
  assert.deepEqual(
    (await shop.api.listAll('/feedback?search=zebra')).map(({ id }) => id),
    [b.id],
  )
  assert.equal((await shop.api.get('/workspace')).body.data.counts.feedback.total, 2)
  const linked = async (id: string) => (await shop.api.get(`/changelog/${id}`)).body.data.linkedFeedbackIds
  assert.deepEqual([await linked(both.id), await linked(one.id)], [[b.id], [c.id, b.id]])
  await shop.write((tx) => unmergeFeedback(tx, a.id))
  assert.deepEqual(
    [await linked(both.id), await linked(one.id)],
    [
      [a.id, b.id],
      [c.id, a.id],
    ],
  )
  assert.deepEqual(
    (await shop.api.listAll('/feedback?search=stripes')).map(({ id }) => id),
    [a.id],
  )
})

test('undoing brings back both requests as they were, with context, stage, item and times', async () => {
  const a = await api.create('/feedback', {
    title: 'A',
    description: 'Text',
    submitter: { email: 'eve@example.com' },
    sourceUrl: 'https://example.com/a',
    metadata: { plan: 'pro' },
  })
  const b = await file('B', 'ada')
  await vote(a.id, 'ada')
  await comment(a.id, { body: 'one' })
  await api.create(`/feedback/${a.id}/promote`, { status: 'in_progress' })
  await api.create('/changelog', { title: 'E', linkedFeedbackIds: [a.id] })
  const before = await stateOf(a.id, b)
  await merge(a.id, b)
  assert.equal((await stateOf(a.id))[0].request, null)
  await unmerge(a.id)
  assert.deepEqual(await stateOf(a.id, b), before)
  assert.equal(await acme.write((tx) => resolveMergedId(tx, a.id)), null)
})

test('a vote withdrawn from the target stays withdrawn, and what came since stays at the target', async () => {
  const [a, b] = [await file('A', 'ada', 'bob'), await file('B')]
  await merge(a, b)
  const { rows } = await app.database.pool.query(`select id from customers where external_id = 'ada'`)
  assert.equal(await acme.write((tx) => removeVote(tx, b, rows[0].id)), true)
  assert.equal(await acme.write((tx) => removeVote(tx, b, rows[0].id)), false)
  await vote(b, 'cy')
  await comment(b, { body: 'since' })
  await unmerge(a)
  assert.deepEqual([await votersOf(a), await votersOf(b)], [['bob'], ['cy']])
  assert.deepEqual([await bodiesOf(a), await bodiesOf(b)], [[], ['since']])
})

test('replies written after a merge go back with the comment that they answer', async () => {
  const [a, b] = [await file('A'), await file('B')]
  const first = await comment(a, { body: 'one' })
  await merge(a, b)
  await comment(b, { body: 'reply', parentId: first.id })
  await unmerge(a)
  assert.deepEqual([await bodiesOf(a), await bodiesOf(b)], [['one', 'reply'], []])
})

test('chains: all old addresses lead to the last, and undoing in any order restores what each had', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const requests = [await file('A', 'ada', 'bob'), await file('B', 'bob', 'cy'), await file('C', 'cy', 'dan')]
    const [a, b, c] = requests as [string, string, string]
    await comment(a, { body: 'of a' })
    await comment(b, { body: 'of b' })
    await api.create(`/feedback/${a}/promote`, { status: 'planned' })
    const before = await stateOf(a, b, c)
    await merge(a, b)
    await merge(b, c)
    assert.deepEqual(await acme.write((tx) => Promise.all([resolveMergedId(tx, a), resolveMergedId(tx, b)])), [c, c])
    assert.deepEqual((await acme.write((tx) => listMergedRequests(tx, c))).map(({ title }) => title).sort(), ['A', 'B'])
    assert.deepEqual(await votersOf(c), ['ada', 'bob', 'cy', 'dan'])
    for (const each of order) await unmerge(requests[each]!)
    if (order[0] === 1) assert.deepEqual(await acme.write((tx) => resolveMergedId(tx, a)), null)
    assert.deepEqual(await stateOf(a, b, c), before)
  }
})

test('a request that comes back brings what had been merged into it', async () => {
  const [a, b, c] = [await file('A', 'ada'), await file('B', 'bob'), await file('C', 'ada')]
  await merge(a, b)
  await merge(b, c)
  await unmerge(b)
  assert.equal(await acme.write((tx) => resolveMergedId(tx, a)), b)
  assert.deepEqual([await votersOf(b), await votersOf(c)], [['ada', 'bob'], ['ada']])
})

test('a vote that two merged requests brought stays until both are gone', async () => {
  const [a, b, c] = [await file('A', 'ada'), await file('B', 'ada'), await file('C')]
  await merge(a, c)
  await merge(b, c)
  await unmerge(a)
  assert.deepEqual(await votersOf(c), ['ada'])
  await unmerge(b)
  assert.deepEqual([await votersOf(a), await votersOf(b), await votersOf(c)], [['ada'], ['ada'], []])
})

test('the target keeps its roadmap item, else gets the one of the source, in the column that its stage says', async () => {
  const [a, b, c] = [await file('A'), await file('B'), await file('C')]
  const { roadmapItem: ofA } = await api.create(`/feedback/${a}/promote`, { status: 'in_progress' })
  const { roadmapItem: ofB } = await api.create(`/feedback/${b}/promote`, { status: 'planned' })
  await api.patch(`/feedback/${c}/stage`, { stage: 'completed' })
  await merge(a, c)
  assert.equal((await read(c)).roadmapItemId, ofA.id)
  assert.equal((await api.get(`/roadmap/${ofA.id}`)).body.data.status, 'done')
  await merge(b, c)
  assert.equal((await read(c)).roadmapItemId, ofA.id)
  assert.equal((await api.get(`/roadmap/${ofB.id}`)).status, 404)
  await unmerge(a)
  assert.equal((await api.get(`/roadmap/${ofA.id}`)).body.data.status, 'in_progress')
  assert.equal((await read(c)).roadmapItemId, ofB.id, 'the one that was put aside takes the place')
  await unmerge(b)
  assert.equal((await read(c)).roadmapItemId, null)
  const { feedbackId, status } = (await api.get(`/roadmap/${ofB.id}`)).body.data
  assert.deepEqual([feedbackId, status], [b, 'planned'])
})

test('merging into itself, into nothing, or across workspaces is refused and changes nothing', async () => {
  const other = await app.workspace()
  const theirs = (await other.api.create('/feedback', { title: 'Theirs' })).id
  const [a, b] = [await file('A', 'ada'), await file('B')]
  const before = await stateOf(a, b, theirs)
  const codes = { [a]: 'validation_error', [theirs]: 'validation_error' }
  for (const into of [a, theirs]) await assert.rejects(merge(a, into), { code: codes[into] })
  await assert.rejects(merge(theirs, a), { code: 'not_found' })
  await assert.rejects(unmerge(a), { code: 'not_found' })
  await merge(a, b)
  await assert.rejects(
    other.write((tx) => unmergeFeedback(tx, a)),
    { code: 'not_found' },
  )
  await unmerge(a)
  assert.deepEqual(await stateOf(a, b, theirs), before)
})

test('deleting a request deletes what was merged into it, its item and its links; members may not', async () => {
  const [a, b] = [await file('A', 'ada'), await file('B', 'bob')]
  const { roadmapItem } = await api.create(`/feedback/${b}/promote`, { status: 'planned' })
  const entry = await api.create('/changelog', { title: 'E', linkedFeedbackIds: [b] })
  await merge(a, b)
  await assert.rejects(
    acme.write((tx) => deleteFeedback(as(tx, 'member'), b)),
    { code: 'forbidden' },
  )
  await acme.write((tx) => deleteFeedback(as(tx, 'admin'), b))
  for (const path of [`/feedback/${a}`, `/feedback/${b}`, `/roadmap/${roadmapItem.id}`]) {
    assert.equal((await api.get(path)).status, 404)
  }
  assert.deepEqual((await api.get(`/changelog/${entry.id}`)).body.data.linkedFeedbackIds, [])
  await assert.rejects(unmerge(a), { code: 'not_found' })
  const { rows } = await app.database.pool.query(
    `select changes from audit_events where type = 'feedback.deleted' and target_id = $1`,
    [b],
  )
  assert.deepEqual(rows[0].changes, { title: 'B', roadmapItemId: roadmapItem.id, mergedIds: [a] })
})

test('every operation with a merged id in its path acts on the request that it was merged into', async () => {
  const [a, b] = [await file('A'), await file('B')]
  for (const body of ['1', '2', '3']) await comment(b, { body })
  await merge(a, b)
  assert.equal((await read(a)).id, b)
  assert.equal((await api.patch(`/feedback/${a}`, { title: 'B2' })).body.data.title, 'B2')
  assert.equal((await api.patch(`/feedback/${a}/stage`, { stage: 'planned' })).body.data.id, b)
  assert.equal((await api.patch(`/feedback/${a}/status`, { status: 'approved' })).body.data.id, b)
  const key = { 'idempotency-key': 'merged-1' }
  const first = await api.post(`/feedback/${a}/comments`, { body: '4' }, key)
  const again = await api.post(`/feedback/${a}/comments`, { body: '4' }, key)
  assert.deepEqual([first.status, again.headers.get('idempotency-replayed')], [201, 'true'])
  assert.deepEqual(
    (await api.listAll(`/feedback/${a}/comments`, 2)).map(({ body }) => body),
    ['1', '2', '3', '4'],
  )
  assert.equal((await api.create(`/feedback/${a}/promote`, { status: 'planned' })).linkedFeedback.id, b)
  assert.equal((await api.get(`/feedback/${a}/send-to-tracker`)).body.data.requestTitle, 'B2')
  assert.match((await api.post(`/feedback/${a}/send-to-tracker`)).body.error.message, /tracker/)
})

test('both histories tell of a merge and of its undoing', async () => {
  const [a, b] = [await file('A', 'ada'), await file('B')]
  await merge(a, b)
  await unmerge(a)
  const { rows } = await app.database.pool.query(
    `select target_id, type, changes from audit_events where type in ('feedback.merged', 'feedback.unmerged')
     and target_id = any($1) order by type, target_id <> $2`,
    [[a, b], a],
  )
  assert.deepEqual(
    rows.map(({ target_id, type, changes }) => [target_id, type, changes]),
    [
      [a, 'feedback.merged', { title: 'A', intoId: b }],
      [b, 'feedback.merged', { title: 'A', mergedId: a, votes: 1 }],
      [a, 'feedback.unmerged', { title: 'A', fromId: b }],
      [b, 'feedback.unmerged', { title: 'A', restoredId: a }],
    ],
  )
})
