import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ImportTaken } from '../../imports/progress.ts'
import { runImport } from '../../imports/run.ts'
import { startImport } from '../../imports/start.ts'
import { startUndo, undoImport } from '../../imports/undo/undo.ts'
import { importerOf, open } from '../support/imports.ts'
import { createTestApp, type TestWorkspace } from '../test-app.ts'

const app = await createTestApp({ checksEvents: false })
const { pool } = app.database

const file = (content: object) => ({ 'export.json': JSON.stringify(content) })

const post = (id: string, rest: object = {}) => ({ id, title: `Request ${id}`, status: 'open', ...rest })

/** Loads what a workspace holds, by table, in the order of the column. */
async function namesIn({ id }: TestWorkspace, table: string, column: string): Promise<string[]> {
  const { rows } = await pool.query(`select ${column} as name from ${table} where workspace_id = $1 order by 1`, [id])
  return rows.map(({ name }) => name)
}

const things = {
  boards: [
    { id: 'b1', name: 'Untouched board' },
    { id: 'b2', name: 'Board' },
  ],
  tags: [{ name: 'untouched' }, { name: 'tag' }],
  users: ['untouched', 'renamed', 'opted-out', 'at-company'].map((id) => ({
    ...{ id, name: id, email: `${id}@example.com` },
    ...(id === 'at-company' && { company: 'acme' }),
  })),
  posts: [],
  changelog: ['Untouched', 'Rewritten', 'Hidden', 'Linked'].map((title, index) => ({
    ...{ id: `e${index}`, title, body: title, published_at: '2026-01-01' },
  })),
}

test('keeps boards, tags, customers and changelog entries that were edited since, and deletes the others', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  const request = await acme.api.create('/feedback', { title: 'Here' })
  const { importId, problems } = await importer.run(file(things), 'json')
  assert.deepEqual(problems, [])
  const set = async (table: string, assignment: string, condition: string) => {
    const { rowCount } = await pool.query(
      `update ${table} set ${assignment} where workspace_id = $1 and ${condition}`,
      [acme.id],
    )
    assert.equal(rowCount, 1, `${table} ${condition}`)
  }
  await set('boards', `name = 'Renamed board'`, `name = 'Board'`)
  await set('tags', `color = '#123456'`, `name = 'tag'`)
  await set('customers', `name = 'A better name'`, `name = 'renamed'`)
  await set('customers', 'mail_opted_out_at = now()', `name = 'opted-out'`)
  await set('changelog_entries', `body = 'Rewritten here'`, `title = 'Rewritten'`)
  await set('changelog_entries', `state = 'draft', published_at = null`, `title = 'Hidden'`)
  await pool.query(
    `insert into changelog_entry_feedback (workspace_id, entry_id, feedback_id, position)
     select $1, id, $2, 0 from changelog_entries where workspace_id = $1 and title = 'Linked'`,
    [acme.id, request.id],
  )
  const counts = await importer.undo(importId)
  assert.equal(counts?.kept, 7)
  assert.deepEqual(await namesIn(acme, 'boards', 'name'), ['Feature requests', 'Renamed board'])
  assert.deepEqual(await namesIn(acme, 'tags', 'name'), ['tag'])
  assert.deepEqual(await namesIn(acme, 'customers', 'name'), ['A better name', 'opted-out'])
  assert.deepEqual(await namesIn(acme, 'changelog_entries', 'title'), ['Hidden', 'Linked', 'Rewritten'])
})

test('keeps edited comments and repeated votes on requests of an earlier import', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  await importer.run(file({ posts: [post('1')] }), 'json')
  const comment = (id: string) => ({ id, post_id: '1', body: `Comment ${id}`, author_email: 'ada@example.com' })
  const vote = (email: string) => ({ post_id: '1', email })
  const { importId } = await importer.run(
    file({
      ...{ posts: [post('1')], comments: ['a', 'b', 'c'].map(comment) },
      votes: [vote('ada@example.com'), vote('bob@example.com')],
    }),
    'json',
  )
  const [request] = await acme.api.listAll('/feedback')
  assert.deepEqual([request!.votes, request!.comments], [2, 3])
  await pool.query(`update comments set body = 'Edited here' where workspace_id = $1 and body = 'Comment b'`, [acme.id])
  const customers = await acme.api.listAll('/customers')
  const bob = customers.find(({ email }) => email === 'bob@example.com')!
  await acme.api.delete(`/feedback/${request!.id}/votes/${bob.id}`)
  await acme.api.put(`/feedback/${request!.id}/votes/${bob.id}`, {})
  const counts = await importer.undo(importId)
  assert.equal(counts?.deleted, 3, 'two comments and one vote; Ada wrote the comment that stays')
  assert.deepEqual(await namesIn(acme, 'comments', 'body'), ['Edited here'])
  const [left] = await acme.api.listAll('/feedback')
  assert.deepEqual([left!.votes, left!.comments], [1, 1])
})

test('deletes customers whose empty fields a later import filled in, and keeps those edited before it', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  const votes = ['ada', 'bob'].map((name) => ({ post_id: '1', email: `${name}@example.com` }))
  const { importId } = await importer.run(file({ posts: [post('1')], votes }), 'json')
  await pool.query(
    `update customers set attributes = '{"plan":"pro"}' where workspace_id = $1 and email = 'bob@example.com'`,
    [acme.id],
  )
  const users = ['Ada', 'Bob'].map((name) => ({ id: name, name, email: `${name.toLowerCase()}@example.com` }))
  const later = await importer.run(file({ posts: [], users }), 'json')
  assert.equal(later.counts.customers?.updated, 2)
  assert.equal((await importer.undo(later.importId))?.restored, 2)
  assert.deepEqual(await namesIn(acme, 'customers', 'name'), [null, null])
  await importer.undo(importId)
  assert.deepEqual(await namesIn(acme, 'customers', 'email'), ['bob@example.com'])
})

test('an undo that was stopped and resumed reports its total counts', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  const { importId } = await importer.run(file({ posts: [post('1'), post('2')], tags: [{ name: 'a' }] }), 'json')
  await acme.write((tx) => startUndo(tx, importId))
  let steps = 0
  const write = importer.runner.write
  assert.equal(await undoImport({ write, isStopping: () => ++steps > 2 }, importId), null)
  assert.deepEqual(await undoImport({ write }, importId), { deleted: 3, restored: 0, kept: 0 })
})

test('a killed import can be undone without finishing it, and a running import stops', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  const posts = Array.from({ length: 2_500 }, (_, index) => post(`${index}`))
  const opened = await open(file({ posts }), 'json')
  const importId = await acme.write((tx) =>
    startImport(tx, { source: 'json', name: 'export.json', options: {}, fingerprint: null }),
  )
  let undone: Promise<unknown> | null = null
  const onProgress = ({ position }: { position: number }) => {
    if (position > 0) undone ??= acme.write((tx) => startUndo(tx, importId))
  }
  const write: typeof importer.runner.write = async (work) => {
    await undone
    return acme.write(work)
  }
  await assert.rejects(runImport({ ...importer.runner, write, onProgress }, importId, opened, 0), ImportTaken)
  assert.equal((await undoImport({ write: acme.write }, importId))?.deleted, 1_000)
  assert.deepEqual(await namesIn(acme, 'feedback', 'title'), [])
})

test('creates a new board if the board of an earlier import was deleted', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  await importer.run(file({ posts: [post('1', { board: 'Ideas' })] }), 'json')
  await pool.query('delete from feedback where workspace_id = $1', [acme.id])
  await pool.query(`delete from boards where workspace_id = $1 and slug = 'ideas'`, [acme.id])
  const { importId, problems } = await importer.run(file({ posts: [post('2', { board: 'Ideas' })] }), 'json')
  assert.deepEqual(problems, [])
  const [request] = await acme.api.listAll('/feedback')
  assert.equal(request!.board.name, 'Ideas')
  await importer.undo(importId)
  assert.deepEqual(await namesIn(acme, 'boards', 'name'), ['Feature requests'])
})
