import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCounters } from '../../cli/doctor/counters.ts'
import { newId } from '../../platform/ids.ts'
import { importerOf } from '../support/imports.ts'
import { createTestApp } from '../test-app.ts'

const app = await createTestApp()
const { pool } = app.database

const csv = (...lines: string[]) => `${lines.join('\n')}\n`

const header = 'id,title,description,status,board,votes,author_email,author_name,created_at,tags'

test('imports requests with board, stage, votes, author, date and tags', async () => {
  const acme = await app.workspace()
  const { counts, problems, source } = await importerOf(app, acme).run({
    'requests.csv': csv(
      header,
      '1,Dark mode,"Please, at night",planned,Ideas,12,ada@example.com,Ada,2024-02-03T04:05:06Z,"ui, theme"',
      '2,Export,,Shipped,Ideas,0,,,2024-03-01,',
      '3,Sync,,,,,bob@example.com,Bob,2024-04-01 10:00,ui',
    ),
  })
  assert.equal(source, 'csv')
  assert.deepEqual(problems, [])
  assert.deepEqual(counts.feedback, { created: 3, updated: 0, unchanged: 0, failed: 0 })
  assert.equal(counts.boards?.created, 1)
  assert.equal(counts.tags?.created, 2)
  assert.equal(counts.customers?.created, 2)
  const requests = await acme.api.listAll('/feedback')
  const shown = requests.map(({ title, description, stage, votes, board, createdAt }) => [
    title,
    description,
    stage,
    votes,
    board.slug,
    createdAt,
  ])
  assert.deepEqual(shown, [
    ['Sync', '', 'in_review', 1, 'feature-requests', '2024-04-01T10:00:00.000Z'],
    ['Export', '', 'completed', 0, 'ideas', '2024-03-01T00:00:00.000Z'],
    ['Dark mode', 'Please, at night', 'planned', 12, 'ideas', '2024-02-03T04:05:06.000Z'],
  ])
  // Every planned request is on the roadmap (ADR 0036).
  const roadmap = await acme.api.listAll('/roadmap')
  assert.deepEqual(roadmap.map(({ title, status }) => [title, status]).sort(), [
    ['Dark mode', 'planned'],
    ['Export', 'done'],
  ])
  assert.equal((await checkCounters(app.database)).length, 1)
  assert.equal((await checkCounters(app.database))[0]!.status, 'ok')
})

test('a large import adds texts to the search index once the workspace has more than 2,000 requests', async () => {
  const acme = await app.workspace()
  const rows = Array.from({ length: 4_000 }, (_, index) => `${index},Request ${index}`)
  await importerOf(app, acme).run({ 'requests.csv': csv('id,title', ...rows) })
  const { rows: indexed } = await pool.query(
    'select count(*)::int as count from feedback where workspace_id = $1 and is_text_indexed',
    [acme.id],
  )
  // Only the fourth batch of 1,000: before it, the workspace has 3,000 requests.
  assert.equal(indexed[0].count, 1_000)
  for (const text of ['Request 17', 'Request 3999'])
    assert.ok((await acme.api.get(`/feedback?search=${text}`)).body.data.length > 0, text)
})

test('sends no mail and fires one event', async () => {
  const acme = await app.workspace()
  await importerOf(app, acme).run({ 'requests.csv': csv('title,author_email', 'Dark mode,ada@example.com') })
  const { rows } = await pool.query(`select type from events where workspace_id = $1 and type <> 'board.created'`, [
    acme.id,
  ])
  assert.deepEqual(rows, [{ type: 'import.finished' }])
  const mail = await pool.query('select count(*) from notification_events where workspace_id = $1', [acme.id])
  assert.equal(mail.rows[0].count, 0)
})

test('imports a newer file without duplicates, and keeps changes made in Heed', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  const first = csv('id,title,description,status', '1,One,first,planned', '2,Two,first,planned', '3,Three,first,open')
  await importer.run({ 'requests.csv': first })
  const again = await importer.run({ 'requests.csv': first })
  assert.deepEqual(again.counts.feedback, { created: 0, updated: 0, unchanged: 3, failed: 0 })
  const before = await acme.api.listAll('/feedback')
  const two = before.find(({ title }) => title === 'Two')!
  await acme.api.patch(`/feedback/${two.id}`, { title: 'Two, edited here' })
  const newer = csv(
    'id,title,description,status',
    '1,One,second,shipped',
    '2,Two there,second,planned',
    '3,Three,first,open',
    '4,Four,first,open',
  )
  const { counts } = await importer.run({ 'requests.csv': newer })
  assert.deepEqual(counts.feedback, { created: 1, updated: 2, unchanged: 1, failed: 0 })
  const rows = (await acme.api.listAll('/feedback'))
    .map(({ title, description, stage }) => [title, description, stage])
    .sort()
  assert.deepEqual(rows, [
    ['Four', 'first', 'in_review'],
    ['One', 'second', 'completed'],
    ['Three', 'first', 'in_review'],
    ['Two, edited here', 'second', 'planned'],
  ])
  const items = (await acme.api.listAll('/roadmap')).map(({ title, status }) => [title, status]).sort()
  assert.deepEqual(items, [
    ['One', 'done'],
    ['Two', 'planned'],
  ])
})

test('undoes an import: deletes created rows, restores updated ones, and keeps rows that were used since', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  await importer.run({ 'requests.csv': csv('id,title,author_email,tags,board', '1,One,ada@example.com,old,Ideas') })
  const { importId } = await importer.run({
    'requests.csv': csv(
      'id,title,author_email,tags,board',
      '1,One changed,ada@example.com,old,Ideas',
      '2,Two,bob@example.com,new,Fresh',
      '3,Three,cy@example.com,new,Ideas',
    ),
  })
  const three = (await acme.api.listAll('/feedback')).find(({ title }) => title === 'Three')!
  await acme.api.create(`/feedback/${three.id}/comments`, { body: 'Needed here' })
  const counts = await importer.undo(importId)
  assert.equal(counts?.restored, 1)
  assert.ok(counts!.kept > 0)
  const rows = (await acme.api.listAll('/feedback')).map(({ title, votes }) => [title, votes]).sort()
  assert.deepEqual(rows, [
    ['One', 1],
    ['Three', 1],
  ])
  const customers = await pool.query('select email from customers where workspace_id = $1 order by 1', [acme.id])
  assert.deepEqual(
    customers.rows.map(({ email }) => email),
    ['ada@example.com', 'cy@example.com'],
  )
  const boards = await pool.query('select slug from boards where workspace_id = $1 order by 1', [acme.id])
  assert.deepEqual(
    boards.rows.map(({ slug }) => slug),
    ['feature-requests', 'ideas'],
  )
  assert.equal((await acme.api.get('/workspace')).body.data.limits.trackedCustomers.used, 2)
  assert.equal((await checkCounters(app.database))[0]!.status, 'ok')
  await assert.rejects(importer.undo(importId), /already been undone/)
})

test('an undo keeps requests that were edited since', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  const titles = ['Untouched', 'Retitled', 'Moved', 'Owned', 'Tagged', 'Approved', 'Dated']
  const { importId } = await importer.run({
    'requests.csv': csv(
      'id,title,status,tags',
      ...titles.map((title, id) => `${id},${title},${title === 'Approved' ? 'pending' : 'planned'},ui`),
    ),
  })
  const requests = await acme.api.listAll('/feedback')
  const idOf = (title: string) => requests.find((request) => request.title === title)!.id
  await acme.api.patch(`/feedback/${idOf('Retitled')}`, { title: 'A better title' })
  await acme.api.patch(`/feedback/${idOf('Moved')}/stage`, { stage: 'in_progress' })
  await acme.api.patch(`/feedback/${idOf('Approved')}/status`, { status: 'approved' })
  const ownerId = newId()
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, 'owner@acme.test', 'member', now())`,
    [acme.id, ownerId],
  )
  await pool.query('update feedback set owner_id = $3 where workspace_id = $1 and id = $2', [
    ...[acme.id, idOf('Owned'), ownerId],
  ])
  await pool.query('delete from feedback_tags where workspace_id = $1 and feedback_id = $2', [acme.id, idOf('Tagged')])
  await pool.query(
    `update roadmap_items set target_precision = 'date', target_date = '2027-01-01' where workspace_id = $1 and feedback_id = $2`,
    [acme.id, idOf('Dated')],
  )
  await importer.undo(importId)
  const left = (await acme.api.listAll('/feedback')).map(({ title }) => title).sort()
  assert.deepEqual(left, ['A better title', 'Approved', 'Dated', 'Moved', 'Owned', 'Tagged'])
})
