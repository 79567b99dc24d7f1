import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { firstScanned } from '../search/first-in-order.ts'
import { countListedByStage, maxCounted } from './counts.ts'
import type { DateRange, RequestFilter } from './filter.ts'
import { type ConsoleFeedbackQuery, findConsoleMatches, listConsoleFeedback } from './list.ts'
import { type consoleSorts, listOrders } from './sort.ts'

const app = await createTestApp({ now: '2026-03-31T12:00:00.000Z' })
const signer = new Signer(testSecretKey, 'cursors')

type Sort = (typeof consoleSorts)[number]
const sorts = Object.keys(listOrders) as Sort[]

const now = '2026-03-31T12:00:00.000Z'

/** Lists all pages, and checks that no request comes twice. */
async function listIds({ write }: TestWorkspace, query: ConsoleFeedbackQuery, limit = 7): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await write((tx) => listConsoleFeedback(tx, { ...query, limit, cursor }, signer))
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
  assert.equal(new Set(ids).size, ids.length)
  return ids
}

const insert = (text: string, values: unknown[]) => app.database.pool.query(text, values)

interface Fixture {
  workspace: TestWorkspace
  boardIds: string[]
  tagIds: string[]
  memberIds: string[]
  customerIds: string[]
}

/**
 * Creates requests whose properties are spread by small numbers that have no common factor, so that every combination
 * of a few filters has requests.
 */
async function createFixture(count: number): Promise<Fixture> {
  const workspace = await app.workspace()
  const { api, id } = workspace
  const boardIds = await Promise.all(
    ['one', 'two'].map(async (name) => (await api.create('/boards', { name, slug: name })).id),
  )
  const tagIds = await Promise.all(['a', 'b', 'c'].map(async (name) => (await workspace.tag(name)).id))
  const memberIds = (
    await insert(
      `insert into members (workspace_id, id, email, role, created_at)
       select $1, uuidv7(), 'm' || n || '@example.com', 'member', now() from generate_series(1, 2) n returning id`,
      [id],
    )
  ).rows.map((row) => row.id as string)
  const customerIds = (
    await insert(
      `insert into customers (workspace_id, id, email, origin, created_at)
       select $1, uuidv7(), 'c' || n || '@example.com', 'api', now() from generate_series(1, 2) n returning id`,
      [id],
    )
  ).rows.map((row) => row.id as string)
  await insert(
    `insert into feedback (workspace_id, id, board_id, title, description, status, product_stage, votes, trend, owner_id,
       created_at, updated_at, last_activity_at)
     select $1, uuidv7(), ($2::uuid[])[1 + n % 2], 'Request ' || n, '',
       case when n % 9 = 0 then 'pending' when n % 25 = 0 then 'spam' when n % 26 = 0 then 'rejected' else 'approved' end,
       (array['in_review', 'planned', 'in_progress', 'completed'])[1 + n % 4], n % 11, (n * 7 % 13)::float8 / 3,
       ($3::uuid[])[n % 3], $4::timestamptz - (n / 2) * interval '1 hour', now(),
       $4::timestamptz - (n * 5 % 17) * interval '1 hour'
     from generate_series(1, $5::int) n`,
    [id, boardIds, memberIds, now, count],
  )
  const numbered = `(select *, substring(title from 9)::int as n from feedback where workspace_id = $1) f`
  await insert(
    `insert into feedback_tags select $1, f.id, t.id from ${numbered}
     join unnest($2::uuid[]) with ordinality as t (id, place) on f.n % (2 * place) = 0`,
    [id, tagIds],
  )
  await insert(
    `insert into feedback_context (workspace_id, feedback_id, customer_id)
     select $1, id, ($2::uuid[])[1 + n % 2] from ${numbered} where n % 7 < 3`,
    [id, customerIds],
  )
  // Two votes on one day, and one a month before.
  await insert(
    `insert into votes (workspace_id, feedback_id, customer_id, created_at)
     select $1, f.id, c.id, $3::timestamptz - case when f.n % 2 = 0 then interval '1 day' else interval '30 days' end
     from ${numbered} join unnest($2::uuid[]) c (id) on f.n % 3 = 0`,
    [id, customerIds, now],
  )
  await insert(
    `insert into roadmap_items (workspace_id, id, feedback_id, title, description, status, sort_order, created_at, updated_at)
     select $1, uuidv7(), id, title, '', 'planned', n, now(), now() from ${numbered} where n % 5 = 0`,
    [id],
  )
  // Public replies, notes, and comments of customers, each on every fourth request.
  await insert(
    `insert into comments (workspace_id, id, feedback_id, kind, is_internal, body, created_at, updated_at)
     select $1, uuidv7(), id, case when n % 4 = 2 then 'comment' else 'staff_reply' end, n % 4 = 1, 'Text', now(), now()
     from ${numbered} where n % 4 < 3`,
    [id],
  )
  return { workspace, boardIds, tagIds, memberIds, customerIds }
}

/** The properties of a request that filters refer to, as `createFixture` inserts them or plain queries return them. */
interface Known {
  id: string
  stage: string
  status: string
  board: string
  owner: string | null
  tags: string[]
  customer: string | null
  hasItem: boolean
  isAnswered: boolean
  votes: number
  votedAt: string | null
  trend: number
  createdAt: string
  lastActivityAt: string
}

async function readAll({ workspace }: Fixture): Promise<Known[]> {
  const { rows } = await insert(
    `select f.id, f.stage, f.status, f.board_id as board, f.owner_id as owner, f.votes, f.trend,
       f.created_at as "createdAt", f.last_activity_at as "lastActivityAt",
       array(select tag_id::text from feedback_tags t where t.feedback_id = f.id) as tags,
       (select max(v.created_at) from votes v where v.feedback_id = f.id) as "votedAt",
       (select customer_id from feedback_context c where c.feedback_id = f.id) as customer,
       exists (select from roadmap_items r where r.feedback_id = f.id) as "hasItem",
       exists (select from comments c where c.feedback_id = f.id and c.kind = 'staff_reply' and not c.is_internal) as "isAnswered"
     from feedback f where f.workspace_id = $1`,
    [workspace.id],
  )
  return rows
}

const votedWithin = ({ from = '', to = '9' }: DateRange, votedAt: string | null): boolean =>
  votedAt !== null && votedAt.slice(0, 10) >= from && votedAt.slice(0, 10) <= to

const passes = (filter: RequestFilter) => (each: Known) =>
  (filter.stages?.some((stage) => stage === each.stage) ?? true) &&
  (filter.boardIds?.includes(each.board) ?? true) &&
  (filter.ownerIds?.includes(each.owner) ?? true) &&
  (filter.tagIds?.some((id) => each.tags.includes(id)) ?? true) &&
  (filter.customerId === undefined || each.customer === filter.customerId) &&
  (filter.isOnRoadmap === undefined || (each.hasItem && each.stage !== 'pending') === filter.isOnRoadmap) &&
  (filter.isAnswered === undefined || each.isAnswered) &&
  (filter.hasIssue === undefined || !filter.hasIssue) &&
  (filter.voted === undefined || votedWithin(filter.voted, each.votedAt)) &&
  each.votes >= (filter.minVotes ?? 0) &&
  each.votes <= (filter.maxVotes ?? each.votes) &&
  (filter.statuses?.some((status) => status === each.status) ?? true)

/** Sorts as the list does, which compares ids in the direction of the order. */
function sorted(all: Known[], sort: Sort): string[] {
  const { of, isAscending } = listOrders[sort]
  const compare = (a: Known, b: Known) => {
    const [one, other] = [of(a), of(b)]
    if (one !== other) return one < other ? -1 : 1
    return a.id < b.id ? -1 : 1
  }
  return all.toSorted((a, b) => (isAscending ? compare(a, b) : compare(b, a))).map(({ id }) => id)
}

const filtersOf = ({ boardIds, tagIds, memberIds, customerIds }: Fixture): RequestFilter[] => [
  { stages: ['planned', 'in_progress'] },
  { boardIds: [boardIds[0]!] },
  { ownerIds: [memberIds[0]!, memberIds[1]!] },
  { ownerIds: [null] },
  { ownerIds: [null, memberIds[1]!] },
  { tagIds: [tagIds[1]!, tagIds[2]!] },
  { customerId: customerIds[0]! },
  { isOnRoadmap: true },
  { isOnRoadmap: false },
  { isAnswered: true },
  { hasIssue: false },
  { hasIssue: true },
  { minVotes: 4 },
  { maxVotes: 3 },
  { minVotes: 2, maxVotes: 5 },
  { voted: { from: '2026-03-30', to: '2026-03-30', zone: 'UTC', now } },
  { voted: { to: '2026-03-29', zone: 'UTC', now } },
  { statuses: ['pending'] },
  { statuses: ['rejected', 'spam'] },
  { statuses: ['approved', 'pending'] },
]

test('lists exactly the requests that pass every pair of filters, in every order, over all pages', async () => {
  const fixture = await createFixture(60)
  const all = await readAll(fixture)
  const filters = filtersOf(fixture)
  let nonEmpty = 0
  for (const [index, one] of filters.entries()) {
    for (const [otherIndex, other] of filters.slice(index).entries()) {
      const filter = { ...other, ...one }
      // Each pair in one order, and so each filter in all of them.
      const sort = sorts[(index + otherIndex) % sorts.length]!
      const expected = sorted(all.filter(passes(filter)), sort)
      assert.deepEqual(
        await listIds(fixture.workspace, { ...filter, sort }),
        expected,
        JSON.stringify({ filter, sort }),
      )
      if (expected.length > 7) nonEmpty++
    }
  }
  assert.ok(nonEmpty > 40, `only ${nonEmpty} combinations have several pages`)
})

test('combines five filters, and a search with filters', async () => {
  const fixture = await createFixture(60)
  const all = await readAll(fixture)
  const filter: RequestFilter = {
    stages: ['planned', 'in_progress', 'completed'],
    boardIds: fixture.boardIds,
    ownerIds: fixture.memberIds,
    tagIds: fixture.tagIds,
    minVotes: 2,
  }
  const expected = all.filter(passes(filter))
  assert.ok(expected.length > 3)
  assert.deepEqual(await listIds(fixture.workspace, filter, 2), sorted(expected, 'newest'))
  for (const sort of sorts) {
    const found = await listIds(fixture.workspace, { ...filter, search: 'request', sort }, 2)
    assert.deepEqual(found, sorted(expected, sort), sort)
  }
  assert.deepEqual(
    (await listIds(fixture.workspace, { ...filter, search: 'request' })).sort(),
    sorted(expected, 'newest').sort(),
  )
})

test('lists requests of any number beyond those that are read first, in every order', async () => {
  const fixture = await createFixture(firstScanned * 2 + 300)
  const all = await readAll(fixture)
  const { tagIds, memberIds } = fixture
  const filters: RequestFilter[] = [
    // Few requests match.
    { customerId: fixture.customerIds[0]!, minVotes: 10, tagIds: [tagIds[2]!] },
    // More candidates than are read first, and few of them match the other filters.
    { tagIds: [tagIds[0]!], ownerIds: [memberIds[0]!], stages: ['closed'], maxVotes: 1 },
    { ownerIds: [null], stages: ['closed'], maxVotes: 1 },
  ]
  for (const filter of filters) {
    for (const sort of sorts) {
      const expected = sorted(all.filter(passes(filter)), sort)
      assert.ok(expected.length > 0)
      assert.deepEqual(
        await listIds(fixture.workspace, { ...filter, sort }, 90),
        expected,
        JSON.stringify({ filter, sort }),
      )
    }
  }
})

test('filters by the day of creation in the time zone of the reader, and by the last days', async () => {
  const { api, write } = await app.workspace()
  const createdAt = async (time: string) => {
    const { id } = await api.create('/feedback', { title: time })
    await insert('update feedback set created_at = $2 where id = $1', [id, time])
  }
  for (const time of ['2026-03-29T21:59:00Z', '2026-03-29T22:00:00Z', '2026-03-30T21:59:00Z', '2026-03-30T22:00:00Z'])
    await createdAt(time)
  const list = async (created: { from?: string; to?: string; zone: string }) =>
    (await write((tx) => listConsoleFeedback(tx, { created: { ...created, now }, sort: 'oldest' }, signer))).data.map(
      ({ title }) => title.slice(8, 16),
    )
  // Midnight in Berlin, in summer time since the 29th.
  const berlin = 'Europe/Berlin'
  assert.deepEqual(await list({ from: '2026-03-30', to: '2026-03-30', zone: berlin }), ['29T22:00', '30T21:59'])
  assert.deepEqual(await list({ from: '2026-03-30', zone: 'UTC' }), ['30T21:59', '30T22:00'])
  assert.deepEqual(await list({ to: '2026-03-29', zone: berlin }), ['29T21:59'])
  assert.deepEqual(await list({ from: '1d', zone: berlin }), ['29T22:00', '30T21:59', '30T22:00'])
  assert.deepEqual(await list({ from: '0d', zone: berlin }), ['30T22:00'])
  for (const sort of sorts) {
    const query = { created: { from: '1d', zone: berlin, now }, sort, limit: 1 }
    const { pagination } = await write((tx) => listConsoleFeedback(tx, query, signer))
    const later = { ...query, created: { ...query.created, now: '2026-03-31T12:00:01.000Z' } }
    const next = await write((tx) =>
      listConsoleFeedback(tx, { ...later, cursor: pagination.nextCursor ?? undefined }, signer),
    )
    assert.equal(next.data.length, 1, sort)
  }
})

test('filters unanswered requests together with others, also those that are not among the most recently active', async () => {
  const { workspace, api, write } = await createUnanswered()
  const { id: tagId } = await workspace.tag('old')
  const [old] = (await api.listAll('/feedback')).filter(({ title }) => title === 'Old')
  await insert('insert into feedback_tags values ($1, $2, $3)', [workspace.id, old.id, tagId])
  assert.deepEqual(await listIds(workspace, { isUnanswered: true }), [])
  assert.deepEqual(await listIds(workspace, { isUnanswered: true, tagIds: [tagId] }), [old.id])
  const counts = await write((tx) => countListedByStage(tx, { isUnanswered: true, tagIds: [tagId] }, null))
  assert.deepEqual([counts.total, counts.isCapped], [1, false])
})

async function createUnanswered() {
  const workspace = await app.workspace()
  const { api, write } = workspace
  const { id } = await api.create('/feedback', { title: 'Old', submitter: { externalId: 'u1' } })
  await api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  await insert(
    `insert into feedback (workspace_id, id, board_id, title, description, status, created_at, updated_at, last_activity_at)
     select $1, uuidv7(), board_id, 'Other', '', 'spam', now(), now(), now() + interval '1 year'
     from feedback, generate_series(1, $3) where id = $2`,
    [workspace.id, id, firstScanned],
  )
  return { workspace, api, write }
}

test('counts by stage what every filter leaves, without the filter of stages, up to a limit', async () => {
  const fixture = await createFixture(60)
  const { write } = fixture.workspace
  const all = await readAll(fixture)
  for (const filter of filtersOf(fixture)) {
    const counts = await write((tx) => countListedByStage(tx, { ...filter, stages: ['completed'] }, null))
    const expected = all.filter(passes({ ...filter, stages: undefined }))
    assert.deepEqual([counts.total, counts.isCapped], [expected.length, false], JSON.stringify(filter))
    assert.equal(counts.byStage.planned, expected.filter(({ stage }) => stage === 'planned').length)
  }
  const searched = { ...filtersOf(fixture)[5]!, search: 'request' }
  const counts = await write(async (tx) => countListedByStage(tx, searched, await findConsoleMatches(tx, searched)))
  assert.equal(counts.total, all.filter(passes(searched)).length)
})

test('says that there may be more where not all requests were counted', async () => {
  const { workspace, tagIds } = await createFixture(2 * maxCounted + 2)
  const count = (filter: RequestFilter) => workspace.write((tx) => countListedByStage(tx, filter, null))
  const [tagged, unowned, rare] = [
    await count({ tagIds: [tagIds[0]!] }),
    await count({ ownerIds: [null] }),
    await count({ tagIds: [tagIds[2]!] }),
  ]
  assert.deepEqual([tagged.total, tagged.isCapped], [maxCounted, true])
  assert.ok(unowned.isCapped && unowned.total > 0 && unowned.total < maxCounted)
  assert.deepEqual([rare.total, rare.isCapped], [Math.floor((2 * maxCounted + 2) / 6), false])
})
