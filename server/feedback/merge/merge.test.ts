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

const createRequest = async (title: string, ...voters: string[]): Promise<string> => {
  const { id } = await api.create('/feedback', { title })
  for (const name of voters) await vote(id, name)
  return id
}
const vote = (id: string, name: string) =>
  acme.write((tx) => addVote(tx, id, { externalId: name, email: `${name}@example.com` }, caps))
const merge = (from: string, into: string, workspace: TestWorkspace = acme) =>
  workspace.write((tx) => mergeFeedback(tx, from, into))
const unmerge = (id: string) => acme.write((tx) => unmergeFeedback(tx, id))
const read = async (id: string) => (await api.get(`/feedback/${id}`)).body.data
const comment = (id: string, body: object): Promise<{ id: string }> => api.create(`/feedback/${id}/comments`, body)
const listBodies = async (id: string) => (await api.listAll(`/feedback/${id}/comments`)).map(({ body }) => body)
const asRole = (tx: WriteScope, role: 'admin' | 'member'): WriteScope => ({
  ...tx,
  actor: { type: 'member', id: null, role },
})

async function listVoters(id: string): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select u.external_id as name from votes v join customers u on u.workspace_id = v.workspace_id and u.id = v.customer_id
     where v.feedback_id = $1 order by 1`,
    [id],
  )
  return rows.map(({ name }) => name)
}

/** Reads all rows of the requests, except for the last activity and the last digits of the trending score. */
async function readState(...ids: string[]) {
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

test('combines votes and counts a customer who voted for both once', async () => {
  const [a, b] = [await createRequest('A', 'ada', 'bob'), await createRequest('B', 'bob', 'cy')]
  assert.equal((await merge(a, b)).votes, 3)
  assert.deepEqual(await listVoters(b), ['ada', 'bob', 'cy'])
})

test('moves comments with their threads and does not count team notes', async () => {
  const [a, b] = [await createRequest('A'), await createRequest('B')]
  const first = await comment(a, { body: 'one' })
  await comment(a, { body: 'reply', parentId: first.id })
  await comment(a, { body: 'note', kind: 'staff_reply', isInternal: true })
  await comment(b, { body: 'two' })
  assert.equal((await merge(a, b)).comments, 3)
  assert.deepEqual((await listBodies(b)).sort(), ['note', 'one', 'reply', 'two'])
  await unmerge(a)
  assert.deepEqual(await listBodies(a), ['one', 'reply', 'note'])
  assert.deepEqual([(await read(a)).comments, (await read(b)).comments], [2, 1])
})

test('removes a merged request from lists, counts and search, and links its target from the changelog', async () => {
  const globex = await app.workspace()
  const [a, b, c] = await Promise.all(
    ['Zebra stripes', 'Zebra dots', 'Other'].map((title) => globex.api.create('/feedback', { title })),
  )
  const both = await globex.api.create('/changelog', { title: 'Both', linkedFeedbackIds: [a.id, b.id] })
  const one = await globex.api.create('/changelog', { title: 'One', linkedFeedbackIds: [c.id, a.id] })
  await merge(a.id, b.id, globex)
  assert.deepEqual((await globex.api.listAll('/feedback')).map(({ id }) => id).sort(), [b.id, c.id].sort())
  assert.deepEqual(
    (await globex.api.listAll('/feedback?search=zebra')).map(({ id }) => id),
    [b.id],
  )
  assert.equal((await globex.api.get('/workspace')).body.data.counts.feedback.total, 2)
  const linked = async (id: string) => (await globex.api.get(`/changelog/${id}`)).body.data.linkedFeedbackIds
  assert.deepEqual([await linked(both.id), await linked(one.id)], [[b.id], [c.id, b.id]])
  await globex.write((tx) => unmergeFeedback(tx, a.id))
  assert.deepEqual(
    [await linked(both.id), await linked(one.id)],
    [
      [a.id, b.id],
      [c.id, a.id],
    ],
  )
  assert.deepEqual(
    (await globex.api.listAll('/feedback?search=stripes')).map(({ id }) => id),
    [a.id],
  )
})

test('restores both requests when unmerging, with context, stage, roadmap item and timestamps', async () => {
  const a = await api.create('/feedback', {
    title: 'A',
    description: 'Text',
    submitter: { email: 'eve@example.com' },
    sourceUrl: 'https://example.com/a',
    metadata: { plan: 'pro' },
  })
  const b = await createRequest('B', 'ada')
  await vote(a.id, 'ada')
  await comment(a.id, { body: 'one' })
  await api.create(`/feedback/${a.id}/promote`, { status: 'in_progress' })
  await api.create('/changelog', { title: 'E', linkedFeedbackIds: [a.id] })
  const before = await readState(a.id, b)
  await merge(a.id, b)
  assert.equal((await readState(a.id))[0].request, null)
  await unmerge(a.id)
  assert.deepEqual(await readState(a.id, b), before)
  assert.equal(await acme.write((tx) => resolveMergedId(tx, a.id)), null)
})

test('keeps a withdrawn vote withdrawn, and leaves later votes and comments at the target', async () => {
  const [a, b] = [await createRequest('A', 'ada', 'bob'), await createRequest('B')]
  await merge(a, b)
  const { rows } = await app.database.pool.query(`select id from customers where external_id = 'ada'`)
  assert.equal(await acme.write((tx) => removeVote(tx, b, rows[0].id)), true)
  assert.equal(await acme.write((tx) => removeVote(tx, b, rows[0].id)), false)
  await vote(b, 'cy')
  await comment(b, { body: 'since' })
  await unmerge(a)
  assert.deepEqual([await listVoters(a), await listVoters(b)], [['bob'], ['cy']])
  assert.deepEqual([await listBodies(a), await listBodies(b)], [[], ['since']])
})

test('moves replies written after the merge back with their comment', async () => {
  const [a, b] = [await createRequest('A'), await createRequest('B')]
  const first = await comment(a, { body: 'one' })
  await merge(a, b)
  await comment(b, { body: 'reply', parentId: first.id })
  await unmerge(a)
  assert.deepEqual([await listBodies(a), await listBodies(b)], [['one', 'reply'], []])
})

test('resolves chains of merges to the last target, and restores all requests in any unmerge order', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const requests = [
      await createRequest('A', 'ada', 'bob'),
      await createRequest('B', 'bob', 'cy'),
      await createRequest('C', 'cy', 'dan'),
    ]
    const [a, b, c] = requests as [string, string, string]
    await comment(a, { body: 'of a' })
    await comment(b, { body: 'of b' })
    await api.create(`/feedback/${a}/promote`, { status: 'planned' })
    const before = await readState(a, b, c)
    await merge(a, b)
    await merge(b, c)
    assert.deepEqual(await acme.write((tx) => Promise.all([resolveMergedId(tx, a), resolveMergedId(tx, b)])), [c, c])
    assert.deepEqual((await acme.write((tx) => listMergedRequests(tx, c))).map(({ title }) => title).sort(), ['A', 'B'])
    assert.deepEqual(await listVoters(c), ['ada', 'bob', 'cy', 'dan'])
    for (const each of order) await unmerge(requests[each]!)
    if (order[0] === 1) assert.deepEqual(await acme.write((tx) => resolveMergedId(tx, a)), null)
    assert.deepEqual(await readState(a, b, c), before)
  }
})

test('keeps requests merged into a source with it when the source is unmerged', async () => {
  const [a, b, c] = [await createRequest('A', 'ada'), await createRequest('B', 'bob'), await createRequest('C', 'ada')]
  await merge(a, b)
  await merge(b, c)
  await unmerge(b)
  assert.equal(await acme.write((tx) => resolveMergedId(tx, a)), b)
  assert.deepEqual([await listVoters(b), await listVoters(c)], [['ada', 'bob'], ['ada']])
})

test('keeps a vote from two merged requests until both are unmerged', async () => {
  const [a, b, c] = [await createRequest('A', 'ada'), await createRequest('B', 'ada'), await createRequest('C')]
  await merge(a, c)
  await merge(b, c)
  await unmerge(a)
  assert.deepEqual(await listVoters(c), ['ada'])
  await unmerge(b)
  assert.deepEqual([await listVoters(a), await listVoters(b), await listVoters(c)], [['ada'], ['ada'], []])
})

test('keeps the target’s roadmap item, or moves the source’s item into the column of the target’s stage', async () => {
  const [a, b, c] = [await createRequest('A'), await createRequest('B'), await createRequest('C')]
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
  assert.equal((await read(c)).roadmapItemId, ofB.id, 'the parked item takes its place')
  await unmerge(b)
  assert.equal((await read(c)).roadmapItemId, null)
  const { feedbackId, status } = (await api.get(`/roadmap/${ofB.id}`)).body.data
  assert.deepEqual([feedbackId, status], [b, 'planned'])
})

test('rejects merges into itself and across workspaces, and foreign unmerges, changing nothing', async () => {
  const other = await app.workspace()
  const foreignId = (await other.api.create('/feedback', { title: 'Theirs' })).id
  const [a, b] = [await createRequest('A', 'ada'), await createRequest('B')]
  const before = await readState(a, b, foreignId)
  const codes = { [a]: 'validation_error', [foreignId]: 'validation_error' }
  for (const into of [a, foreignId]) await assert.rejects(merge(a, into), { code: codes[into] })
  await assert.rejects(merge(foreignId, a), { code: 'not_found' })
  await assert.rejects(unmerge(a), { code: 'not_found' })
  await merge(a, b)
  await assert.rejects(
    other.write((tx) => unmergeFeedback(tx, a)),
    { code: 'not_found' },
  )
  await unmerge(a)
  assert.deepEqual(await readState(a, b, foreignId), before)
})

test('lets only administrators delete a request, with its merged requests, roadmap item and links', async () => {
  const [a, b] = [await createRequest('A', 'ada'), await createRequest('B', 'bob')]
  const { roadmapItem } = await api.create(`/feedback/${b}/promote`, { status: 'planned' })
  const entry = await api.create('/changelog', { title: 'E', linkedFeedbackIds: [b] })
  await merge(a, b)
  await assert.rejects(
    acme.write((tx) => deleteFeedback(asRole(tx, 'member'), b)),
    { code: 'forbidden' },
  )
  await acme.write((tx) => deleteFeedback(asRole(tx, 'admin'), b))
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

test('resolves a merged id in the path of every operation to the target', async () => {
  const [a, b] = [await createRequest('A'), await createRequest('B')]
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

test('records merge and unmerge in the history of both requests', async () => {
  const [a, b] = [await createRequest('A', 'ada'), await createRequest('B')]
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
