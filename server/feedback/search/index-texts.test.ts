import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import { rowsRead } from '../../test/support/rows-read.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { indexTexts, maxUnindexedTexts } from './index-texts.ts'

const app = await createTestApp()
const { db } = app.database

const run = (signal = new AbortController().signal) =>
  indexTexts(app.database, (id, work) => writeAsSystem(app, id, work), signal)

/** Creates a request with a rare text and newer ones, so that a search has to look beyond the newest 3,000. */
async function createWorkspace(requests: number): Promise<TestWorkspace & { oldestId: string }> {
  const workspace = await app.workspace()
  const { id: oldestId } = await workspace.api.create('/feedback', { title: 'Zeppelin' })
  await sql`
    insert into feedback (workspace_id, id, board_id, title, description, status, created_at, updated_at)
    select workspace_id, uuidv7(), board_id, 'Newer', '', 'pending', created_at + n * interval '1 second', created_at
    from feedback, generate_series(1, ${requests - 1}::int) n
    where workspace_id = ${workspace.id} and id = ${oldestId}`.execute(db)
  return { ...workspace, oldestId }
}

async function countIndexed({ id }: TestWorkspace): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from feedback where workspace_id = ${id} and is_text_indexed`.execute(db)
  return rows[0]!.count
}

const find = async ({ api }: TestWorkspace, text: string): Promise<string[]> =>
  (await api.listAll(`/feedback?search=${text}`)).map(({ title }) => title)

test('indexes a workspace with more than 2,000 unindexed texts, and finds its texts before and after', async () => {
  const large = await createWorkspace(3_600)
  assert.equal(await countIndexed(large), 0)
  assert.deepEqual(await find(large, 'eppeli'), ['Zeppelin'])
  assert.equal(await run(), 3_600)
  assert.equal(await countIndexed(large), 3_600)
  assert.deepEqual(await find(large, 'eppeli'), ['Zeppelin'])

  await large.api.create('/feedback', { title: 'Airship' })
  assert.equal(await run(), 0)
  assert.equal(await countIndexed(large), 3_600)
  assert.deepEqual(await find(large, 'irshi'), ['Airship'])
  await large.api.patch(`/feedback/${large.oldestId}`, { title: 'Balloon' })
  assert.deepEqual(await find(large, 'eppeli'), [])
  assert.deepEqual(await find(large, 'alloo'), ['Balloon'])
})

test('leaves the texts of a workspace with 2,000 requests out of the index, and finds them', async () => {
  const small = await createWorkspace(maxUnindexedTexts)
  assert.equal(await run(), 0)
  assert.equal(await countIndexed(small), 0)
  assert.deepEqual(await find(small, 'eppeli'), ['Zeppelin'])
  assert.deepEqual(await find(small, 'nothing'), [])
})

test('skips a request that another transaction has locked, and still finds it', async () => {
  const large = await createWorkspace(3_200)
  await large.write(async (scope) => {
    await sql`select from feedback where workspace_id = ${large.id} and id = ${large.oldestId} for update`.execute(
      scope.db,
    )
    assert.equal(await run(), 3_199)
  })
  assert.equal(await countIndexed(large), 3_199)
  assert.deepEqual(await find(large, 'eppeli'), ['Zeppelin'])
})

test('leaves the rest to the next run when the process stops', async () => {
  const large = await createWorkspace(3_200)
  const stopping = new AbortController()
  const indexed = await indexTexts(
    app.database,
    (id, work) => writeAsSystem(app, id, work).finally(() => stopping.abort()),
    stopping.signal,
  )
  assert.ok(indexed > 0 && indexed < 3_200)
  assert.deepEqual(await find(large, 'eppeli'), ['Zeppelin'])
  assert.equal(await run(), 3_200 - indexed)
})

test('reads few requests for each batch, although old index entries stay while another transaction may see them', async () => {
  const large = await createWorkspace(5_000)
  await sql`analyze feedback`.execute(db)
  const reader = await app.database.pool.connect()
  await reader.query('begin isolation level repeatable read')
  await reader.query('select from feedback limit 1')
  const read: number[] = []
  const write = <T>(id: string, work: (scope: WriteScope) => Promise<T>) =>
    writeAsSystem(app, id, async (scope) => {
      const before = await rowsRead(scope.db)
      const result = await work(scope)
      read.push((await rowsRead(scope.db)) - before)
      return result
    })
  assert.equal(await indexTexts(app.database, write, new AbortController().signal), 5_000)
  await reader.query('rollback')
  reader.release()
  assert.equal(await countIndexed(large), 5_000)
  assert.ok(Math.max(...read) < 2_000, `${Math.max(...read)} rows`)
})

test('the index covers only requests marked as indexed', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef('feedback_search'::regclass) as definition`.execute(db)
  assert.match(rows[0]!.definition, /WHERE is_text_indexed$/)
})
