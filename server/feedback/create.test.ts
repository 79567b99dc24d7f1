import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../boards/create.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()

test('a request with only a title is anonymous, pending, without votes, on the first board', async () => {
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

test('what GET and the list show is what POST answered', async () => {
  const made = await acme.api.create('/feedback', { title: 'One shape', submitter: { email: 'ada@example.com' } })
  assert.deepEqual((await acme.api.get(`/feedback/${made.id}`)).body.data, made)
  assert.deepEqual((await acme.api.get('/feedback?limit=1')).body.data, [made])
})

test('an attributed request starts with the vote of its submitter, each request anew', async () => {
  const submitter = { externalId: 'u1' }
  for (const title of ['First', 'Second']) {
    assert.equal((await acme.api.create('/feedback', { title, submitter })).votes, 1)
  }
})

test('an anonymous request adds no tracked customer', async () => {
  const fresh = await app.workspace()
  await fresh.api.create('/feedback', { title: 'Dark mode' })
  assert.equal((await fresh.api.get('/workspace')).body.data.limits.trackedCustomers.used, 0)
})

test('the private context is kept for the team', async () => {
  const metadata = { plan: 'pro', seats: 12.5, trial: false, coupon: null }
  const sourceUrl = 'https://app.example.com/tables?id=1#top'
  const { id } = await acme.api.create('/feedback', { title: 'Context', sourceUrl, metadata })
  const { rows } = await app.database.pool.query(
    'select source_url, metadata from feedback_context where feedback_id = $1',
    [id],
  )
  assert.deepEqual(rows, [{ source_url: sourceUrl, metadata }])
})

test('the longest texts that are allowed come back whole, counted in code points', async () => {
  const longest = { title: '😀'.repeat(200), description: '字'.repeat(10_000) }
  const { title, description } = await acme.api.create('/feedback', longest)
  assert.deepEqual({ title, description }, longest)
})

test('a board is named by UUID or by slug', async () => {
  const bugs = await acme.write((scope) => createBoard(scope, { name: 'Bugs', slug: 'bugs' }))
  for (const boardId of [bugs.id, bugs.id.toUpperCase(), 'bugs']) {
    const { board } = await acme.api.create('/feedback', { title: 'Crash', boardId })
    assert.deepEqual(board, { id: bugs.id, slug: 'bugs', name: 'Bugs' })
  }
})

test('without a board named, the first by position that accepts requests takes it; with none it is a 400', async () => {
  const fresh = await app.workspace()
  const close = (slug: string) =>
    app.database.pool.query('update boards set accepts_requests = false where workspace_id = $1 and slug = $2', [
      fresh.id,
      slug,
    ])
  await fresh.write((scope) => createBoard(scope, { name: 'Second', slug: 'second' }))
  await fresh.write((scope) => createBoard(scope, { name: 'Third', slug: 'third' }))
  await close('feature-requests')
  assert.equal((await fresh.api.create('/feedback', { title: 'Dark mode' })).board.slug, 'second')
  await close('second')
  await close('third')
  const { status, body } = await fresh.api.post('/feedback', { title: 'Dark mode' })
  assert.deepEqual([status, body.error.details[0].path], [400, '/boardId'])
})

test('a board that takes no requests is a 400 and stores nothing', async () => {
  const fresh = await app.workspace()
  await fresh.write((scope) => createBoard(scope, { name: 'Old', slug: 'old', acceptsRequests: false }))
  const { status, body } = await fresh.api.post('/feedback', { title: 'Dark mode', boardId: 'old' })
  assert.deepEqual([status, body.error.details[0].path], [400, '/boardId'])
  assert.deepEqual(await fresh.api.listAll('/feedback'), [])
})
