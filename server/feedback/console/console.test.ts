import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listHistory } from '../../audit/history.ts'
import { createBoard } from '../../boards/create.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import { listVoters } from '../../votes/voters.ts'
import { createFeedback } from '../create.ts'
import { firstScanned } from '../search/first-in-order.ts'
import { listSimilarRequests } from '../search/similar.ts'
import { countListedByStage, countPendingFeedback, getFeedbackCounts } from './counts.ts'
import { getConsoleFeedback } from './detail.ts'
import { type ConsoleFeedbackQuery, findConsoleMatches, listConsoleFeedback } from './list.ts'
import { listModerationQueue } from './moderation-queue.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp({ caps })
const signer = new Signer(testSecretKey, 'cursors')

const asMember = (tx: WriteScope): WriteScope => ({ ...tx, actor: { type: 'member', id: null, role: 'member' } })

/** Lists the titles of all pages. */
async function listTitles({ write }: TestWorkspace, query: ConsoleFeedbackQuery, limit = 2): Promise<string[]> {
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const page = await write((tx) => listConsoleFeedback(tx, { ...query, limit, cursor }, signer))
    titles.push(...page.data.map(({ title }) => title))
    cursor = page.pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
  return titles
}

async function createFixtures() {
  const workspace = await app.workspace()
  const { api, write } = workspace
  const createRequest = async (title: string, body: object = {}): Promise<string> =>
    (await api.create('/feedback', { title, ...body })).id
  const vote = (id: string, name: string) => write((tx) => addVote(tx, id, { externalId: name }, caps))
  return { workspace, api, write, createRequest, vote, read: <T>(query: (scope: Scope) => Promise<T>) => write(query) }
}

test('sorts by age, votes or activity, filters, and paginates', async () => {
  const { workspace, api, createRequest, vote } = await createFixtures()
  const [one, two] = [await createRequest('One word'), await createRequest('Two')]
  await createRequest('Three')
  for (const name of ['ada', 'bob']) await vote(two, name)
  await vote(one, 'ada')
  await api.create(`/feedback/${two}/comments`, { body: 'Hello' })
  await api.patch(`/feedback/${one}/stage`, { stage: 'planned' })
  assert.deepEqual(await listTitles(workspace, {}), ['Three', 'Two', 'One word'])
  assert.deepEqual(await listTitles(workspace, { sort: 'votes' }), ['Two', 'One word', 'Three'])
  assert.deepEqual(await listTitles(workspace, { sort: 'active' }), ['One word', 'Two', 'Three'])
  assert.deepEqual(await listTitles(workspace, { stages: ['planned'] }), ['One word'])
  for (const sort of ['newest', 'votes', 'active'] as const) {
    assert.deepEqual(await listTitles(workspace, { sort, search: 'wor' }), ['One word'])
    assert.deepEqual(
      await listTitles(workspace, { sort, search: 'o' }, 1),
      await listTitles(workspace, { sort, search: 'O' }),
    )
    assert.deepEqual(await listTitles(workspace, { sort, search: 'none' }), [])
  }
})

test('filters unanswered requests, in every order and with a search', async () => {
  const { workspace, api, createRequest } = await createFixtures()
  const submitter = { externalId: 'u1' }
  const createOpen = async (title: string, body: object = {}) => {
    const id = await createRequest(title, body)
    await api.patch(`/feedback/${id}/status`, { status: 'approved' })
    return id
  }
  await createOpen('Word one', { submitter })
  const commented = await createOpen('Word two')
  await api.create(`/feedback/${commented}/comments`, { body: 'Well?' })
  await createOpen('Word of nobody')
  await createRequest('Word to review', { submitter })
  const answered = await createOpen('Word answered', { submitter })
  await api.create(`/feedback/${answered}/comments`, { body: 'Soon', kind: 'staff_reply' })
  for (const sort of ['newest', 'votes', 'active', undefined] as const) {
    for (const search of ['word', undefined]) {
      const titles = await listTitles(workspace, { sort, search, isUnanswered: true }, 1)
      assert.deepEqual(titles.sort(), ['Word one', 'Word two'], `${sort} ${search}`)
    }
  }
})

test('counts requests per stage within a board, a search or the unanswered filter', async () => {
  const { api, createRequest, read } = await createFixtures()
  const board = await api.create('/boards', { name: 'Bugs', slug: 'bugs' })
  const planned = await createRequest('Word one', { submitter: { externalId: 'u1' } })
  await api.patch(`/feedback/${planned}/stage`, { stage: 'planned' })
  await createRequest('Word two', { boardId: board.id })
  await createRequest('Other', { boardId: board.id })
  const count = (query: ConsoleFeedbackQuery) =>
    read(async (scope) => {
      const { total, byStage, isCapped } = await countListedByStage(
        scope,
        query,
        await findConsoleMatches(scope, query),
      )
      return [total, byStage.pending, byStage.planned, isCapped]
    })
  assert.deepEqual(await count({ search: 'word' }), [2, 1, 1, false])
  assert.deepEqual(await count({ boardIds: [board.id] }), [2, 2, 0, false])
  assert.deepEqual(await count({ boardIds: [board.id], search: 'word' }), [1, 1, 0, false])
  assert.deepEqual(await count({ isUnanswered: true }), [1, 0, 1, false])
  assert.deepEqual(await count({ search: 'nothing' }), [0, 0, 0, false])
})

test('looks for unanswered requests only among the most recently active', async () => {
  const { workspace, api, createRequest, write } = await createFixtures()
  const create = async (title: string) => {
    const id = await createRequest(title, { submitter: { externalId: 'u1' } })
    await api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  }
  await create('Inactive')
  await write(({ db, workspaceId }) =>
    sql`insert into feedback (workspace_id, id, board_id, title, description, status, created_at, updated_at, last_activity_at)
      select ${workspaceId}, uuidv7(), b.id, 'Other', '', 'spam', now(), now(), now() + interval '1 day'
      from boards b, generate_series(1, ${firstScanned - 1}) where b.workspace_id = ${workspaceId}`.execute(db),
  )
  await create('Active')
  const count = () => write((scope) => countListedByStage(scope, { isUnanswered: true }, null))
  for (const sort of ['newest', 'votes', 'active'] as const) {
    assert.deepEqual(await listTitles(workspace, { sort, isUnanswered: true }), ['Active'], sort)
  }
  const { total, byStage, isCapped } = await count()
  assert.deepEqual([total, byStage.planned, isCapped], [1, 1, true])
})

test('lists requests with a public reply as answered, whatever their stage, among the most recently active', async () => {
  const { workspace, api, createRequest, write } = await createFixtures()
  const create = async (title: string, reply: object | null) => {
    const id = await createRequest(title, { submitter: { externalId: 'u1' } })
    if (reply) await api.create(`/feedback/${id}/comments`, { body: 'Soon', ...reply })
    return id
  }
  await create('Long ago', { kind: 'staff_reply' })
  await write(({ db, workspaceId }) =>
    sql`insert into feedback (workspace_id, id, board_id, title, description, status, created_at, updated_at, last_activity_at)
      select ${workspaceId}, uuidv7(), b.id, 'Other', '', 'spam', now(), now(), now() + interval '1 day'
      from boards b, generate_series(1, ${firstScanned - 5}) where b.workspace_id = ${workspaceId}`.execute(db),
  )
  await create('To review', { kind: 'staff_reply' })
  const planned = await create('Planned', { kind: 'staff_reply' })
  await api.patch(`/feedback/${planned}/stage`, { stage: 'planned' })
  await create('Note', { kind: 'staff_reply', isInternal: true })
  await create('Comment', {})
  await create('Nothing', null)
  for (const sort of ['newest', 'votes', 'active'] as const) {
    const titles = await listTitles(workspace, { sort, isAnswered: true })
    assert.deepEqual(titles.sort(), ['Planned', 'To review'], sort)
  }
  const { total, byStage, isCapped } = await write((scope) => countListedByStage(scope, { isAnswered: true }, null))
  assert.deepEqual([total, byStage.planned, byStage.pending, isCapped], [2, 1, 1, true])
})

test('rejects a cursor of another sort order', async () => {
  const { createRequest, read } = await createFixtures()
  for (const title of ['A', 'B']) await createRequest(title)
  const { pagination } = await read((scope) => listConsoleFeedback(scope, { limit: 1 }, signer))
  const cursor = pagination.nextCursor!
  await assert.rejects(
    read((scope) => listConsoleFeedback(scope, { sort: 'votes', limit: 1, cursor }, signer)),
    { code: 'validation_error' },
  )
})

test('counts votes, comments, stage changes and edits as activity, but not team notes', async () => {
  const clockedApp = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
  const { api, write } = await clockedApp.workspace()
  const { id } = await api.create('/feedback', { title: 'A' })
  const lastActivityAt = async () => (await write((tx) => getConsoleFeedback(tx, id))).lastActivityAt
  assert.equal(await lastActivityAt(), '2026-03-01T09:00:00.000Z')
  const activities: [string, () => Promise<unknown>][] = [
    ['2026-03-02', () => api.create(`/feedback/${id}/comments`, { body: 'Hi' })],
    ['2026-03-03', () => api.patch(`/feedback/${id}/stage`, { stage: 'planned' })],
    ['2026-03-04', () => api.patch(`/feedback/${id}`, { title: 'B' })],
    [
      '2026-03-05',
      () => write((tx) => addVote({ ...tx, now: '2026-03-05T09:00:00.000Z' }, id, { externalId: 'x' }, caps)),
    ],
  ]
  for (const [day, run] of activities) {
    clockedApp.setClock(`${day}T09:00:00.000Z`)
    await run()
    assert.equal(await lastActivityAt(), `${day}T09:00:00.000Z`)
  }
  clockedApp.setClock('2026-03-09T09:00:00.000Z')
  await api.create(`/feedback/${id}/comments`, { body: 'Note', kind: 'staff_reply', isInternal: true })
  assert.equal(await lastActivityAt(), '2026-03-05T09:00:00.000Z')
})

test('lists the moderation queue oldest first, with context and the submitter’s previous decisions', async () => {
  const { api, createRequest, read } = await createFixtures()
  const submitter = { email: 'ada@example.com', name: 'Ada' }
  for (const status of ['approved', 'rejected', 'spam']) {
    await api.patch(`/feedback/${await createRequest(status, { submitter })}/status`, { status })
  }
  const metadata = { plan: 'pro' }
  await createRequest('Old', { description: 'Long', submitter, sourceUrl: 'https://example.com/', metadata })
  await createRequest('New')
  const { data, pagination } = await read((scope) => listModerationQueue(scope, { limit: 1 }, signer))
  const { title, description, sourceUrl, metadata: queueMetadata, submitter: queueSubmitter } = data[0]!
  assert.deepEqual([title, description, sourceUrl, queueMetadata], ['Old', 'Long', 'https://example.com/', metadata])
  assert.deepEqual({ ...queueSubmitter, id: '' }, { id: '', ...submitter, externalId: null, approved: 1, rejected: 2 })
  const cursor = pagination.nextCursor!
  const next = await read((scope) => listModerationQueue(scope, { limit: 1, cursor }, signer))
  assert.deepEqual(
    next.data.map((each) => [each.title, each.submitter]),
    [['New', null]],
  )
  const counts = await read(getFeedbackCounts)
  assert.deepEqual([counts.total, counts.byStage.pending, counts.byStage.closed], [5, 2, 2])
  assert.equal(await read(countPendingFeedback), 2)
})

test('returns a request with its context, entries, voters and other requests of the submitter', async () => {
  const { workspace, api, createRequest, read } = await createFixtures()
  const submitter = { email: 'ada@example.com', name: 'Ada', externalId: 'a-1' }
  const other = await createRequest('Other', { submitter })
  const id = await createRequest('Main', { submitter, metadata: { seats: 12 } })
  const { roadmapItem } = await api.create(`/feedback/${id}/promote`, { status: 'planned' })
  const entry = await api.create('/changelog', { title: 'News', linkedFeedbackIds: [id] })
  const request = await read((scope) => getConsoleFeedback(scope, id))
  assert.deepEqual(
    [request.metadata, request.sourceUrl, request.submitter?.email],
    [{ seats: 12 }, null, 'ada@example.com'],
  )
  assert.deepEqual(
    request.otherRequests.map((each) => [each.id, each.createdAt]),
    [[other, (await api.get(`/feedback/${other}`)).body.data.createdAt]],
  )
  assert.deepEqual(request.roadmapItem, { id: roadmapItem.id, title: 'Main', status: 'planned' })
  assert.deepEqual(request.entries, [{ id: entry.id, title: 'News', state: 'draft' }])
  assert.deepEqual(request.merged, [])
  const voters = await read((scope) => listVoters(scope, id, {}, signer))
  assert.deepEqual(
    voters.data.map(({ name, email }) => [name, email]),
    [['Ada', 'ada@example.com']],
  )
  const history = await read((scope) => listHistory(scope, [id], { limit: 1 }, signer))
  assert.deepEqual(
    history.data.map(({ type, actor }) => [type, actor.type, actor.name]),
    [['feedback.promoted', 'key', 'test']],
  )
  const otherWorkspace = await app.workspace()
  await assert.rejects(
    otherWorkspace.write((tx) => getConsoleFeedback(tx, id)),
    { code: 'not_found' },
  )
  assert.deepEqual(await listTitles(workspace, { boardIds: [request.feedback.board.id] }), ['Main', 'Other'])
})

test('reviews new requests by board setting: all, those of first-time customers, or none', async () => {
  const { api, write, createRequest } = await createFixtures()
  const ada = { externalId: 'ada' }
  const boards = { all: 'all', first_time: 'first-time', none: 'none' } as const
  for (const [reviewsNew, slug] of Object.entries(boards)) {
    await write((tx) => createBoard(tx, { name: slug, slug }))
    await app.database.pool.query('update boards set reviews_new = $1 where slug = $2', [reviewsNew, slug])
  }
  const stateOnBoard = async (boardId: string, submitter?: object) => {
    const { stage, status } = (await api.get(`/feedback/${await createRequest('A', { boardId, submitter })}`)).body.data
    return `${status} ${stage}`
  }
  assert.equal(await stateOnBoard('first-time', ada), 'pending pending')
  assert.equal(await stateOnBoard('first-time', ada), 'pending pending')
  await api.patch(`/feedback/${await createRequest('Good', { submitter: ada })}/stage`, { stage: 'planned' })
  assert.equal(await stateOnBoard('first-time', ada), 'approved in_review')
  assert.equal(await stateOnBoard('first-time'), 'pending pending')
  assert.equal(await stateOnBoard('none'), 'approved in_review')
  assert.equal(await stateOnBoard('all', ada), 'pending pending')
})

test('approves a member’s request at once unless they set its status', async () => {
  const { write } = await createFixtures()
  const stages = await write(async (tx) => [
    (await createFeedback(asMember(tx), { title: 'A', submitter: { externalId: 'ada' } }, caps)).stage,
    (await createFeedback(asMember(tx), { title: 'B', status: 'pending' }, caps)).stage,
  ])
  assert.deepEqual(stages, ['in_review', 'pending'])
})

test('finds similar requests by their words, in other forms and in any order, and no others', async () => {
  const { createRequest, read } = await createFixtures()
  const [csv, calendar] = [
    await createRequest('Export the table as CSV'),
    await createRequest('Sync with Google Calendar'),
  ]
  await createRequest('Dark mode', { description: 'Easier on the eyes at night' })
  const other = await app.workspace()
  await other.api.create('/feedback', { title: 'CSV table export' })
  const similar = async (title: string, excludeId?: string) =>
    (await read((scope) => listSimilarRequests(scope, { title, excludeId }))).map(({ id }) => id)
  assert.deepEqual(await similar('CSV exports of our tables'), [csv])
  assert.deepEqual(await similar('calendars: syncing Google'), [calendar])
  assert.deepEqual(await similar('CSV exports', csv), [])
  assert.deepEqual(await similar('Invoices by post'), [])
  assert.deepEqual(await similar('100%_ \\ the of and'), [])
  const japanese = await createRequest('ダークモードが欲しい')
  assert.deepEqual(await similar('ダークモード'), [japanese])
})
