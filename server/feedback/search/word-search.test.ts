import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { systemScope } from '../../platform/system-scope.ts'
import { alsoRelevant, labeledDuplicates, labeledNews, labeledQueries } from '../../test/fixtures/search/labels.ts'
import { loadLabeledRequests } from '../../test/fixtures/search/load-requests.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { listConsoleFeedback } from '../console/list.ts'
import { listPublicRequests, type PublicSort } from '../public/list.ts'
import { conceptStems } from './concepts.ts'
import { listSimilarRequests } from './similar.ts'

const signer = new Signer(testSecretKey, 'cursors')
const app = await createTestApp()
const acme = await app.workspace()
await loadLabeledRequests(app, acme)

const listFound = (search: string) =>
  acme.write(async (tx) => {
    const filter = { sort: null, stage: 'all' as const, boardId: null, search, limit: 3 }
    const { data } = await listPublicRequests(tx, filter, { customerId: null, signer })
    return data.map(({ title }) => title)
  })

const listSimilar = (title: string) =>
  acme.write(async (tx) => (await listSimilarRequests(tx, { title })).map((request) => request.title))

test('finds the right request among the first three for at least 54 of 60 queries', async () => {
  const missed: string[] = []
  for (const [query, title] of labeledQueries) if (!(await listFound(query)).includes(title)) missed.push(query)
  assert.equal(labeledQueries.length, 60)
  assert.ok(missed.length <= 6, `missed: ${missed.join(', ')}`)
})

test('finds the duplicate among the first three similar requests for at least 32 of 40 drafts', async () => {
  const missed: string[] = []
  for (const [draft, title] of labeledDuplicates) {
    if (!(await listSimilar(draft)).slice(0, 3).includes(title)) missed.push(draft)
  }
  assert.equal(labeledDuplicates.length, 40)
  assert.ok(missed.length <= 8, `missed: ${missed.join(', ')}`)
})

test('shows similar requests of which at least four fifths are right', async () => {
  let right = 0
  const wrong: string[] = []
  for (const [draft, duplicate] of labeledDuplicates) {
    for (const title of await listSimilar(draft)) {
      if (title === duplicate || alsoRelevant[draft]?.includes(title)) right += 1
      else wrong.push(`${draft}: ${title}`)
    }
  }
  assert.ok(right / (right + wrong.length) >= 0.8, wrong.join('\n'))
})

test('shows no similar request for a draft that resembles no request', async () => {
  const shown: string[] = []
  for (const draft of labeledNews) for (const title of await listSimilar(draft)) shown.push(`${draft}: ${title}`)
  assert.ok(labeledNews.length >= 15)
  assert.deepEqual(shown, [])
})

test('spells synonyms as the stems that the database indexes', async () => {
  const { rows } = await sql<{ stem: string; indexed: string | null }>`
    select stem, search_stem(stem) as indexed
    from unnest(${conceptStems}::text[]) stem`.execute(app.database.db)
  // Stemming a stem again may shorten it further; a stop word would never be found.
  assert.deepEqual(
    rows.filter(({ indexed }) => indexed === null).map(({ stem }) => stem),
    [],
  )
})

/** Creates requests in a new workspace. @returns a search of its portal that lists titles, by page of `limit` */
async function createPublicSearch(...titles: string[]) {
  const workspace = await app.workspace()
  for (const title of titles) await createPublicRequest(workspace, title)
  const find = (search: string, more: { sort?: PublicSort; limit?: number } = {}) =>
    workspace.write(async (tx) => {
      const filter = { sort: null, stage: 'all' as const, boardId: null, search, ...more }
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await listPublicRequests(tx, { ...filter, cursor }, { customerId: null, signer })
        found.push(...page.data.map(({ title }) => title))
        cursor = page.pagination.nextCursor ?? undefined
      } while (cursor !== undefined)
      return found
    })
  return { workspace, find }
}

async function createPublicRequest({ api }: TestWorkspace, title: string): Promise<string> {
  const { id } = await api.create('/feedback', { title })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

test('finds requests of its own workspace only', async () => {
  const { find } = await createPublicSearch('Zebra crossing')
  const other = await createPublicSearch('Zebra stripes')
  for (const search of ['zebra', 'zebr', 'zebrra', 'zebras']) {
    assert.deepEqual(await find(search), ['Zebra crossing'], search)
    assert.deepEqual(await other.find(search), ['Zebra stripes'], search)
  }
})

test('pages through all matches once, in every sort order', async () => {
  const titles = Array.from({ length: 7 }, (_, index) => `Report number ${index}`)
  const { find } = await createPublicSearch(...titles, 'Something else')
  for (const sort of [undefined, 'newest', 'votes', 'trending'] as const) {
    assert.deepEqual((await find('reports', { ...(sort && { sort }), limit: 3 })).sort(), titles, sort ?? 'best match')
  }
})

test('finds the new words of an edited request, not its old ones', async () => {
  const { workspace, find } = await createPublicSearch('Zebra crossing')
  const id = await createPublicRequest(workspace, 'Lion')
  await workspace.api.patch(`/feedback/${id}`, { title: 'Tiger' })
  assert.deepEqual([await find('tiger'), await find('lion')], [['Tiger'], []])
})

test('takes no spelling suggestions from requests that the reader cannot see', async () => {
  const { workspace, find } = await createPublicSearch('Penguin colony')
  await workspace.api.create('/feedback', { title: 'Kangaroo, still pending' })
  assert.deepEqual(await find('kangarooo'), [])
  assert.deepEqual(await find('pengiun'), ['Penguin colony'])
})

test('completes only the last word, and no stop word or single character next to it', async () => {
  const english = ['Sign-up form', 'Sign every upload', 'Sign in', 'Q&A page', 'Quick answers']
  const { find } = await createPublicSearch('検索が遅い', '本の索引', ...english)
  assert.deepEqual(await find('検索'), ['検索が遅い'])
  assert.deepEqual((await find('索')).sort(), ['本の索引', '検索が遅い'].sort())
  assert.deepEqual((await find('sign-up')).sort(), ['Sign every upload', 'Sign in', 'Sign-up form'])
  assert.deepEqual((await find('sign-upl')).sort(), ['Sign every upload'])
  assert.deepEqual(await find('Q&A'), ['Q&A page'])
})

test('offers the next page even if a match was deleted before the page was read', async () => {
  const { workspace } = await createPublicSearch('Report A', 'Report B', 'Report C')
  let isDeleted = false
  const deleteAfterSearch: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const found = isDeleted ? undefined : result.rows.find((row) => 'score' in row && 'isWhole' in row)
      if (found) {
        isDeleted = true
        const gone = sql`delete from feedback where workspace_id = ${workspace.id} and id = ${found.id}`
        await gone.execute(app.database.db)
      }
      return result
    },
  }
  const scope = {
    db: app.database.db.withPlugin(deleteAfterSearch),
    ...systemScope(workspace.id, new Date().toISOString()),
  }
  const search = 'report'
  for (const [limit, list] of [
    [2, () => listPublicRequests(scope, { ...everywhere, search, limit: 2 }, { customerId: null, signer })],
    [1, () => listConsoleFeedback(scope, { search, limit: 1 }, signer)],
  ] as const) {
    isDeleted = false
    const { data, pagination } = await list()
    assert.equal(data.length, limit - 1)
    assert.equal(pagination.hasMore, true)
    assert.notEqual(pagination.nextCursor, null)
  }
})

const everywhere = { sort: null, stage: 'all' as const, boardId: null }

test('looks up a text without words as it is', async () => {
  const { find } = await createPublicSearch('100 % cotton', 'To be or not to be', 'Rocket 🚀')
  assert.deepEqual(await find('%'), ['100 % cotton'])
  assert.deepEqual(await find('to be'), ['To be or not to be'])
  assert.deepEqual(await find('🚀'), ['Rocket 🚀'])
  assert.deepEqual(await find('?!'), [])
})

test('finds and counts the most voted matches of a word that is in more requests than are ranked', async () => {
  const { workspace, find } = await createPublicSearch('Report about llamas')
  await app.database.pool.query(
    `insert into feedback (workspace_id, id, board_id, title, description, status, votes, created_at, updated_at, last_activity_at)
     select $1, gen_random_uuid(), (select id from boards where workspace_id = $1), 'Report number ' || n, '', 'approved',
       n, at, at, at from generate_series(1, 1200) n, lateral (select now() - n * interval '1 minute' as at) t`,
    [workspace.id],
  )
  const list = (sort: PublicSort | null) =>
    workspace.write((tx) =>
      listPublicRequests(
        tx,
        { sort, stage: 'all' as const, boardId: null, search: 'report', limit: 2 },
        { customerId: null, signer },
      ),
    )
  const best = await list(null)
  assert.deepEqual(best.found, { count: 600, isCapped: true })
  assert.deepEqual(
    best.data.map(({ title }) => title),
    ['Report number 1200', 'Report number 1199'],
  )
  assert.deepEqual(
    (await list('newest')).data.map(({ title }) => title),
    ['Report about llamas', 'Report number 1'],
  )
  assert.deepEqual(await find('llamas report'), ['Report about llamas'])
})

test('computes terms, grams and salted terms with an empty search path, as pg_restore does', async () => {
  const { workspace } = await createPublicSearch('Zebra crossing')
  const client = await app.database.pool.connect()
  await client.query(`begin; set local search_path = ''`)
  const { rowCount } = await client.query(
    `update public.feedback set title = 'カレンダー, café' where workspace_id = $1`,
    [workspace.id],
  )
  await client.query('rollback')
  client.release()
  assert.equal(rowCount, 1)
})
