import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { createBoard } from '../../boards/create.ts'
import { systemScope, writeAsSystem } from '../../platform/system-scope.ts'
import { createTestApp } from '../../test/test-app.ts'
import { indexTexts } from './index-texts.ts'
import { searchFeedback } from './search.ts'

const app = await createTestApp()
const indexAll = () =>
  indexTexts(app.database, (id, work) => writeAsSystem(app, id, work), new AbortController().signal)

/** Creates requests in a new workspace. @returns a search that lists the titles it finds, newest first */
async function createSearch(...requests: (string | { title: string; description: string })[]) {
  const { api } = await app.workspace()
  for (const request of requests)
    await api.create('/feedback', typeof request === 'string' ? { title: request } : request)
  return async (text: string): Promise<string[]> =>
    (await api.listAll(`/feedback?search=${encodeURIComponent(text)}`)).map(({ title }) => title)
}

test('finds text anywhere in the title or description, newest first', async () => {
  const find = await createSearch('Dark mode', { title: 'Night', description: 'A darker theme' }, 'Light')
  assert.deepEqual(await find('dark'), ['Night', 'Dark mode'])
  assert.deepEqual(await find('ark mo'), ['Dark mode'])
  assert.deepEqual(await find('darkest'), [])
})

test('ignores case in every script', async () => {
  const find = await createSearch('Ärger mit dem ÖLFILTER', 'ПРИВЕТ, мир', 'ΔΟΚΙΜΗ', 'Ærø ÇA')
  for (const text of ['ärger', 'ÄRGER', 'ölfilter']) assert.deepEqual(await find(text), ['Ärger mit dem ÖLFILTER'])
  for (const text of ['привет', 'МИР']) assert.deepEqual(await find(text), ['ПРИВЕТ, мир'])
  assert.deepEqual(await find('δοκιμη'), ['ΔΟΚΙΜΗ'])
  for (const text of ['æRØ', 'ça']) assert.deepEqual(await find(text), ['Ærø ÇA'])
})

test('finds letters whose case depends on position or language, at any query length', async () => {
  const find = await createSearch('ΟΔΟΣ', 'ΟΔΟΣΑ', 'İstanbul', 'Straße')
  for (const text of ['ΟΣ', 'οσ', 'ΔΟΣ', 'δοσ']) assert.deepEqual(await find(text), ['ΟΔΟΣΑ', 'ΟΔΟΣ'], text)
  for (const text of ['is', 'İS', 'istanbul', 'İSTANBUL']) assert.deepEqual(await find(text), ['İstanbul'], text)
  for (const text of ['ß', 'aß', 'STRAß']) assert.deepEqual(await find(text), ['Straße'], text)
})

test('treats %, _ and \\ as plain characters', async () => {
  const find = await createSearch(
    '100% sure',
    '100 sure',
    'snake_case',
    'snakeXcase',
    'C:\\temp',
    'C:temp',
    'C:\\\\temp',
  )
  assert.deepEqual(await find('100%'), ['100% sure'])
  assert.deepEqual(await find('%'), ['100% sure'])
  assert.deepEqual(await find('snake_case'), ['snake_case'])
  assert.deepEqual(await find('_'), ['snake_case'])
  assert.deepEqual(await find('C:\\temp'), ['C:\\temp'])
  assert.deepEqual(await find('\\'), ['C:\\\\temp', 'C:\\temp'])
  assert.deepEqual(await find('\\\\'), ['C:\\\\temp'])
  assert.deepEqual(await find('\\%'), [])
})

test('treats quotes and regular expression syntax as plain characters', async () => {
  const find = await createSearch(`It's "quoted"`, 'a.*b', 'aXXb', '(group', '[x]', '^start$')
  assert.deepEqual(await find(`'s "q`), [`It's "quoted"`])
  assert.deepEqual(await find('a.*b'), ['a.*b'])
  assert.deepEqual(await find('(gr'), ['(group'])
  assert.deepEqual(await find('[x]'), ['[x]'])
  assert.deepEqual(await find('$'), ['^start$'])
})

test('does not match across the end of the title and the start of the description', async () => {
  const find = await createSearch(
    { title: 'alpha', description: 'omega' },
    { title: 'Two', description: 'alpha\nomega' },
  )
  assert.deepEqual(await find('alphaomega'), [])
  assert.deepEqual(await find('alpha omega'), [])
  assert.deepEqual(await find('alpha\nomega'), ['Two'])
  assert.deepEqual(await find('a\no'), ['Two'])
})

test('finds texts of one and two characters', async () => {
  const find = await createSearch('Quiz', 'Exit', 'é')
  assert.deepEqual(await find('q'), ['Quiz'])
  assert.deepEqual(await find('xi'), ['Exit'])
  assert.deepEqual(await find('i'), ['Exit', 'Quiz'])
  assert.deepEqual(await find('É'), ['é'])
})

test('finds any part of Japanese text, and emoji', async () => {
  const find = await createSearch(
    'ダークモードが欲しい',
    { title: '検索', description: '全文検索をお願いします。' },
    '🚀 launch',
  )
  assert.deepEqual(await find('ダーク'), ['ダークモードが欲しい'])
  assert.deepEqual(await find('欲'), ['ダークモードが欲しい'])
  assert.deepEqual(await find('全文'), ['検索'])
  assert.deepEqual(await find('🚀'), ['🚀 launch'])
  assert.deepEqual(await find('暗い'), [])
})

test('accepts 1 to 200 characters, counted in code points after trimming', async () => {
  const { api } = await app.workspace()
  const search = (text: string) => api.get(`/feedback?search=${encodeURIComponent(text)}`)
  assert.equal((await search(` ${'😀'.repeat(200)} `)).status, 200)
  for (const text of ['x'.repeat(201), '', '  ', 'nul\0']) {
    const { status, body } = await search(text)
    assert.deepEqual([status, body.error.details[0].path], [400, 'query.search'])
  }
})

test('finds every match of common, rare and old words among thousands of requests, page by page', async () => {
  const acme = await app.workspace()
  const { id: boardId } = await acme.write((scope) => createBoard(scope, { name: 'Ideas', slug: 'ideas' }))
  const requests = Array.from({ length: 5000 }, (_, index) => {
    const number = index + 1
    const title = `Common number ${number}`
    const description = number % 500 === 0 ? 'rare' : number < 30 ? 'ancient' : ''
    return { number, title, description }
  })
  await app.database.pool.query(
    `insert into feedback (workspace_id, id, board_id, title, description, status, created_at, updated_at, last_activity_at)
     select $1, gen_random_uuid(), $2, title, description, 'pending', at, at, at
     from jsonb_to_recordset($3) as r (number integer, title text, description text),
       lateral (select timestamptz '2026-01-01' + number * interval '1 second' as at) t`,
    [acme.id, boardId, JSON.stringify(requests)],
  )
  const numbers = async (query: string, limit: number) =>
    (await acme.api.listAll(`/feedback?${query}`, limit)).map(({ title }) => Number(title.split(' ')[2]))
  const countdown = (from: number, to: number, step = 1) =>
    Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, index) => from - index * step)

  for (const prepare of [async () => {}, indexAll]) {
    await prepare()
    assert.deepEqual(await numbers('search=common', 100), countdown(5000, 1))
    for (const limit of [3, 10]) assert.deepEqual(await numbers('search=rare', limit), countdown(5000, 500, 500))
    assert.deepEqual(await numbers('search=ancient&board=ideas&stage=pending', 10), countdown(29, 1))
    assert.deepEqual(await numbers('search=ancient&stage=closed', 10), [])
  }
})

test('finds one or two letters and punctuation in old, rare requests', async () => {
  const { api } = await app.workspace()
  const created = await api.create('/feedback', { title: 'Old', description: '検索 with «zq» and 100 %' })
  // More than the newest requests, which a search scans without the index.
  await app.database.pool.query(
    `insert into feedback (workspace_id, id, board_id, title, description, status, created_at,
       updated_at, last_activity_at)
     select workspace_id, gen_random_uuid(), board_id, 'Newer', '', 'pending', at, at, at
     from feedback, generate_series(1, 3100) n, lateral (select created_at + n * interval '1 second' as at) t
     where id = $1`,
    [created.id],
  )
  const countMatches = async (text: string) =>
    (await api.listAll(`/feedback?search=${encodeURIComponent(text)}`)).length
  for (const prepare of [async () => {}, indexAll]) {
    await prepare()
    for (const text of ['zq', 'ZQ', '検', '検索', '«', '%', ' %', '0 %'])
      assert.equal(await countMatches(text), 1, text)
  }
  assert.equal(await countMatches('qz'), 0)

  await api.patch(`/feedback/${created.id}`, { description: 'Nothing of it' })
  assert.equal(await countMatches('zq'), 0)
  await api.patch(`/feedback/${created.id}`, { title: 'Old ÄÖ' })
  assert.equal(await countMatches('äö'), 1)
})

test('finds a phrase with cut-off words at its ends and any characters between words', async () => {
  const { workspace, find } = await createIndexedSearch()
  await workspace.api.create('/feedback', {
    title: 'Export the board, please',
    description: 'As CSV -- or better: as a/b',
  })
  await workspace.push()
  for (const text of [
    'the board',
    'THE BOARD, PLEASE',
    'ort the boa',
    't the b',
    'e b',
    'd, p',
    'csv -- or',
    'sv -- o',
    'as a/b',
    's a/',
    'or better: as',
    'please\nas csv',
  ]) {
    assert.deepEqual(await find(text), text.includes('\n') ? [] : ['Export the board, please'], text)
  }
  for (const text of ['the  board', 'export board', 'board. please', 'csv - or', 'as a b']) {
    assert.deepEqual(await find(text), [], text)
  }
})

test('finds an edited text by its new phrases, not by its old ones', async () => {
  const { workspace, find } = await createIndexedSearch()
  const { id } = await workspace.api.create('/feedback', { title: 'Export the board' })
  await workspace.api.patch(`/feedback/${id}`, { title: 'Share the list' })
  await workspace.push()
  assert.deepEqual(await find('share the'), ['Share the list'])
  assert.deepEqual(await find('export the'), [])
})

/** Creates a workspace in which `push` adds newer requests and indexes all, so that older ones are only found by the index. */
async function createIndexedSearch() {
  const workspace = await app.workspace()
  const find = async (text: string): Promise<string[]> =>
    (await workspace.api.listAll(`/feedback?search=${encodeURIComponent(text)}`)).map(({ title }) => title)
  const push = async () => {
    await app.database.pool.query(
      `insert into feedback (workspace_id, id, board_id, title, description, status, created_at, updated_at, last_activity_at)
       select $1, gen_random_uuid(), (select id from boards where workspace_id = $1), 'Filler', '', 'pending', at, at, at
       from generate_series(1, 4001) n, lateral (select now() + n * interval '1 second' as at) t`,
      [workspace.id],
    )
    await indexAll()
  }
  return { workspace: { ...workspace, push }, find }
}

test('finds every request that matches throughout, even if newer ones are deleted and texts indexed between two parts', async () => {
  const { id } = await app.workspace()
  await sql`
    insert into feedback (workspace_id, id, board_id, title, description, status, created_at, updated_at)
    select b.workspace_id, uuidv7(), b.id, case when n % 90 = 0 then 'Zeppelin ' || n else 'Calendar' end, '', 'pending',
      now() - n * interval '1 minute', now()
    from (select * from boards where workspace_id = ${id} limit 1) b, generate_series(1, 450) n`.execute(
    app.database.db,
  )
  const betweenParts: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await sql`
        delete from feedback where workspace_id = ${id} and id = any(array(
          select id from feedback where workspace_id = ${id} and title = 'Calendar'
          order by created_at desc limit 60))`.execute(app.database.db)
      await sql`
        update feedback set is_text_indexed = not is_text_indexed where workspace_id = ${id} and title <> 'Calendar'`.execute(
        app.database.db,
      )
      return result
    },
  }
  const scope = {
    db: app.database.db.withPlugin(betweenParts),
    ...systemScope(id, new Date().toISOString()),
  }
  for (const sizes of [
    { first: 85, newest: 170 },
    { first: 45, newest: 3_000 },
    { first: 91, newest: 120 },
  ]) {
    const found = await searchFeedback(scope, 'eppelin', { limit: 10 }, sizes)
    assert.deepEqual(
      found.map(({ title }) => title),
      ['Zeppelin 90', 'Zeppelin 180', 'Zeppelin 270', 'Zeppelin 360', 'Zeppelin 450'],
    )
  }
})
