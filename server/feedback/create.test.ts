import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../boards/create.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()

test('given only a title, creates a pending, anonymous request without votes on the first board', async () => {
  const { status, body } = await acme.api.post('/feedback', { title: 'Dark mode' })
  assert.equal(status, 201)
  const { id, createdAt, updatedAt, board, ...rest } = body.data
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.equal(createdAt, updatedAt)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual([board.slug, board.name], ['feature-requests', 'Feature requests'])
  assert.deepEqual(rest, {
    title: 'Dark mode',
    description: '',
    stage: 'pending',
    status: 'pending',
    votes: 0,
    comments: 0,
    roadmapItemId: null,
  })
})

test('returns the same request from POST, GET and the list', async () => {
  const created = await acme.api.create('/feedback', { title: 'One shape', submitter: { email: 'ada@example.com' } })
  assert.deepEqual((await acme.api.get(`/feedback/${created.id}`)).body.data, created)
  assert.deepEqual((await acme.api.get('/feedback?limit=1')).body.data, [created])
})

test('starts every request that has a submitter with the submitter’s vote', async () => {
  const submitter = { externalId: 'u1' }
  for (const title of ['First', 'Second']) {
    assert.equal((await acme.api.create('/feedback', { title, submitter })).votes, 1)
  }
})

test('adds no tracked customer for an anonymous request', async () => {
  const workspace = await app.workspace()
  await workspace.api.create('/feedback', { title: 'Dark mode' })
  assert.equal((await workspace.api.get('/workspace')).body.data.limits.trackedCustomers.used, 0)
})

test('stores the private context', async () => {
  const metadata = { plan: 'pro', seats: 12.5, trial: false, coupon: null }
  const sourceUrl = 'https://app.example.com/tables?id=1#top'
  const { id } = await acme.api.create('/feedback', { title: 'Context', sourceUrl, metadata })
  const { rows } = await app.database.pool.query(
    'select source_url, metadata from feedback_context where feedback_id = $1',
    [id],
  )
  assert.deepEqual(rows, [{ source_url: sourceUrl, metadata }])
})

test('accepts the longest allowed texts, counted in code points', async () => {
  const longest = { title: '😀'.repeat(200), description: '字'.repeat(10_000) }
  const { title, description } = await acme.api.create('/feedback', longest)
  assert.deepEqual({ title, description }, longest)
})

test('accepts a board by UUID or slug', async () => {
  const bugs = await acme.write((scope) => createBoard(scope, { name: 'Bugs', slug: 'bugs' }))
  for (const boardId of [bugs.id, bugs.id.toUpperCase(), 'bugs']) {
    const { board } = await acme.api.create('/feedback', { title: 'Crash', boardId })
    assert.deepEqual(board, { id: bugs.id, slug: 'bugs', name: 'Bugs' })
  }
})

test('uses the first board by position that accepts requests, or returns 400 if there is none', async () => {
  const workspace = await app.workspace()
  const close = (slug: string) =>
    app.database.pool.query('update boards set accepts_requests = false where workspace_id = $1 and slug = $2', [
      workspace.id,
      slug,
    ])
  await workspace.write((scope) => createBoard(scope, { name: 'Second', slug: 'second' }))
  await workspace.write((scope) => createBoard(scope, { name: 'Third', slug: 'third' }))
  await close('feature-requests')
  assert.equal((await workspace.api.create('/feedback', { title: 'Dark mode' })).board.slug, 'second')
  await close('second')
  await close('third')
  const { status, body } = await workspace.api.post('/feedback', { title: 'Dark mode' })
  assert.deepEqual([status, body.error.details[0].path], [400, '/boardId'])
})

test('rejects a board that does not accept requests, and stores nothing', async () => {
  const workspace = await app.workspace()
  await workspace.write((scope) => createBoard(scope, { name: 'Old', slug: 'old', acceptsRequests: false }))
  const { status, body } = await workspace.api.post('/feedback', { title: 'Dark mode', boardId: 'old' })
  assert.deepEqual([status, body.error.details[0].path], [400, '/boardId'])
  assert.deepEqual(await workspace.api.listAll('/feedback'), [])
})
