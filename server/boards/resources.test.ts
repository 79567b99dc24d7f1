import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'
import { reorderBoards } from './reorder.ts'
import { listBoardsByIds } from './resources.ts'

const app = await createTestApp()

test('creates a board, lists it in the team’s order, and returns only documented members', async () => {
  const acme = await app.workspace()
  const created = await acme.api.create('/boards', { name: 'Ideas', slug: 'ideas', reviewsNew: 'links' })
  const { id, createdAt, ...rest } = created
  assert.deepEqual(rest, { name: 'Ideas', slug: 'ideas', acceptsRequests: true, isPublic: true, reviewsNew: 'links' })
  assert.ok(Date.parse(createdAt) > 0)
  const [first, second] = await acme.api.listAll('/boards', 1)
  assert.deepEqual([first.slug, second], ['feature-requests', created])
  await acme.write((tx) => reorderBoards(tx, [id, first.id]))
  assert.deepEqual(
    (await acme.api.listAll('/boards', 1)).map(({ slug }) => slug),
    ['ideas', 'feature-requests'],
  )
  const other = await app.workspace()
  assert.deepEqual(await acme.write((scope) => listBoardsByIds(scope, [id])), [created])
  assert.deepEqual(await other.write((scope) => listBoardsByIds(scope, [id])), [])
})

test('updates only the given members, and keeps the rule for comments', async () => {
  const acme = await app.workspace({ reviewsComments: 'all' })
  const [board] = await acme.api.listAll('/boards')
  const { body } = await acme.api.patch(`/boards/${board.id}`, { name: 'Ideas', slug: 'ideas', acceptsRequests: false })
  assert.deepEqual(body.data, { ...board, name: 'Ideas', slug: 'ideas', acceptsRequests: false })
  assert.equal((await acme.api.post('/feedback', { title: 'x', boardId: 'ideas' })).status, 400)
  const { rows } = await app.database.pool.query('select reviews_comments from boards where id = $1', [board.id])
  assert.equal(rows[0].reviews_comments, 'all')
})

test('rejects a taken slug, a malformed one, and unknown members', async () => {
  const { api } = await app.workspace()
  const pathsOf = async (body: object) => {
    const { status, body: answer } = await api.post('/boards', body)
    assert.equal(status, 400)
    return answer.error.details.map(({ path }: { path: string }) => path)
  }
  assert.deepEqual(await pathsOf({ name: 'x', slug: 'feature-requests' }), ['/slug'])
  assert.deepEqual(await pathsOf({ name: '', slug: 'No spaces', reviewsComments: 'all', reviewsNew: 'some' }), [
    '/reviewsComments',
    '/name',
    '/slug',
    '/reviewsNew',
  ])
  assert.deepEqual(await pathsOf({}), ['/name', '/slug'])
})
