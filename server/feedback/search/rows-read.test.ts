import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Signer } from '../../platform/crypto/secret-key.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { rowsRead } from '../../test/support/rows-read.ts'
import { createTestApp, testSecretKey } from '../../test/test-app.ts'
import { listConsoleFeedback } from '../console/list.ts'
import { listFeedback } from '../list.ts'
import { listPublicRequests } from '../public/list.ts'
import { firstScanned } from './first-in-order.ts'
import { maxUnindexedTexts } from './index-texts.ts'

const signer = new Signer(testSecretKey, 'cursors')
const requests = 6_000
const app = await createTestApp()
const large = await app.workspace()
await large.write(({ workspaceId, db }) => insertRequests(db, workspaceId, requests))
// Prepared statements are planned for a workspace of average size, so the other workspaces have few requests.
for (let index = 0; index < 40; index++) {
  await (await app.workspace()).write(({ workspaceId, db }) => insertRequests(db, workspaceId, 100))
}
await sql`analyze feedback, boards`.execute(app.database.db)

const filter = { stage: 'all' as const, boardId: null, limit: 25, search: '' }
const viewer = { customerId: null, signer }
const lists: Record<string, (scope: WriteScope) => Promise<{ data: unknown[] }>> = {
  'trending public requests': (scope) => listPublicRequests(scope, { ...filter, sort: 'trending' }, viewer),
  'planned public requests': (scope) =>
    listPublicRequests(scope, { ...filter, sort: 'votes', stage: 'planned' }, viewer),
  'the best matches of a common word on the portal': (scope) =>
    listPublicRequests(scope, { ...filter, sort: null, search: 'calendar' }, viewer),
  'the newest matches of a common word on the portal': (scope) =>
    listPublicRequests(scope, { ...filter, sort: 'newest', search: 'calendar' }, viewer),
  'the newest matches of a common word in the console': (scope) =>
    listConsoleFeedback(scope, { sort: 'newest', search: 'calendar' }, signer),
}

for (const [name, list] of Object.entries(lists)) {
  test(`does not read all requests of a large workspace for ${name}`, async () => {
    const read = await large.write(async (scope) => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(scope.db)
      const before = await rowsRead(scope.db)
      assert.equal((await list(scope)).data.length, 25)
      return (await rowsRead(scope.db)) - before
    })
    assert.ok(read < firstScanned, `${read} rows`)
  })
}

for (const search of ['Calendar 5999', '5999', 'zq', '%']) {
  test(`does not read all requests of a large workspace to search for “${search}” in the API`, async () => {
    const read = await large.write(async (scope) => {
      const before = await rowsRead(scope.db)
      const { data } = await listFeedback(scope, { search }, signer)
      assert.equal(data.length, search.includes('5999') ? 1 : 0)
      return (await rowsRead(scope.db)) - before
    })
    assert.ok(read < firstScanned, `${read} rows`)
  })
}

test('does not read all requests of a board to search it for a rare text in the API', async () => {
  const read = await large.write(async (scope) => {
    const { rows } = await sql<{ board: string }>`
      select board_id as board from feedback where workspace_id = ${scope.workspaceId} limit 1`.execute(scope.db)
    await sql`set local plan_cache_mode = force_generic_plan`.execute(scope.db)
    const before = await rowsRead(scope.db)
    const { data } = await listFeedback(scope, { search: 'zq', board: rows[0]!.board }, signer)
    assert.equal(data.length, 0)
    return (await rowsRead(scope.db)) - before
  })
  assert.ok(read < firstScanned, `${read} rows`)
})

test('does not read the index by board to load the matches of a search in the API', async () => {
  const read = await large.write(async (scope) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(scope.db)
    const before = await pagesReadByBoard(scope.db)
    for (const search of ['alendar', 'Calendar 5999']) {
      const { data } = await listFeedback(scope, { search }, signer)
      assert.equal(data.length, search === 'alendar' ? 25 : 1)
    }
    return (await pagesReadByBoard(scope.db)) - before
  })
  // The planner reads the first page or two.
  assert.ok(read < 10, `${read} pages`)
})

async function pagesReadByBoard(db: WriteScope['db']): Promise<number> {
  const { rows } = await sql<{ pages: string }>`
    select pg_stat_get_xact_blocks_fetched('feedback_by_board'::regclass) as pages`.execute(db)
  return Number(rows[0]!.pages)
}

test('starts no other processes for a statement', async () => {
  const plan = await large.write(async ({ db }) => {
    for (const name of ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size']) {
      await sql`select set_config(${name}, '0', true)`.execute(db)
    }
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain select count(*) from feedback where title like '%9'`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  assert.match(plan, /Seq Scan/)
  assert.doesNotMatch(plan, /Gather|Parallel/)
})

async function insertRequests(db: WriteScope['db'], workspaceId: string, count: number): Promise<void> {
  await sql`
    insert into feedback (workspace_id, id, board_id, title, description, status, product_stage, votes, trend,
      created_at, updated_at, last_activity_at, is_text_indexed)
    select b.workspace_id, uuidv7(), b.id, 'Calendar ' || n, '', 'approved',
      case when n % 5 = 0 then 'planned' else 'in_review' end, n % 40, n, now() - n * interval '1 minute', now(), now(),
      ${count > maxUnindexedTexts}::boolean
    from (select * from boards where workspace_id = ${workspaceId} limit 1) b, generate_series(1, ${count}) n`.execute(
    db,
  )
}
