import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../boards/create.ts'
import { stageByRoadmapStatus } from '../feedback/lifecycle/roadmap-status.ts'
import { createTestApp } from '../test/test-app.ts'
import { roadmapStatuses } from './schema.ts'

const world = await createTestApp()
const acme = await world.workspace()
const { api } = acme

test('plans an item with only a title, without a target, backed by an approved anonymous request', async () => {
  const { status, body } = await api.post('/roadmap', { title: 'Dark mode' })
  assert.equal(status, 201)
  const { id, feedbackId, sortOrder, createdAt, updatedAt, ...rest } = body.data
  assert.equal(typeof sortOrder, 'number')
  assert.equal(createdAt, updatedAt)
  const counts = { votes: 0, comments: 0 }
  assert.deepEqual(rest, { title: 'Dark mode', description: '', status: 'planned', targetDelivery: null, ...counts })

  const request = (await api.get(`/feedback/${feedbackId}`)).body.data
  assert.deepEqual([request.title, request.stage, request.status], ['Dark mode', 'planned', 'approved'])
  assert.deepEqual([request.votes, request.roadmapItemId], [0, id])
  const { rows } = await world.database.pool.query('select from feedback_context where feedback_id = $1', [feedbackId])
  assert.equal(rows.length, 0)
})

test('returns the same item from POST, GET and the list', async () => {
  const fresh = (await world.workspace()).api
  const created = await fresh.create('/roadmap', { title: 'Dark mode', description: 'At night.', status: 'done' })
  assert.deepEqual((await fresh.get(`/roadmap/${created.id}`)).body.data, created)
  assert.deepEqual(await fresh.listAll('/roadmap'), [created])
})

for (const status of roadmapStatuses) {
  test(`creates a request in the stage ${stageByRoadmapStatus[status]} for an item that starts ${status}`, async () => {
    const { feedbackId, ...item } = await api.create('/roadmap', { title: 'Dark mode', status })
    assert.equal(item.status, status)
    assert.equal((await api.get(`/feedback/${feedbackId}`)).body.data.stage, stageByRoadmapStatus[status])
  })
}

test('shows the votes and comments of the request', async () => {
  const { id, feedbackId } = await api.create('/roadmap', { title: 'Dark mode' })
  await api.create(`/feedback/${feedbackId}/comments`, { body: 'Yes!' })
  const request = await api.create('/feedback', { title: 'Light mode', submitter: { externalId: 'u1' } })
  const { roadmapItem } = await api.create(`/feedback/${request.id}/promote`, { status: 'planned' })
  assert.equal((await api.get(`/roadmap/${id}`)).body.data.comments, 1)
  assert.equal(roadmapItem.votes, 1)
})

test('accepts a board by UUID or slug, and rejects an unknown or closed one', async () => {
  const bugs = await acme.write((scope) => createBoard(scope, { name: 'Bugs', slug: 'bugs' }))
  await acme.write((scope) => createBoard(scope, { name: 'Old', slug: 'old', acceptsRequests: false }))
  for (const boardId of [bugs.id, 'bugs']) {
    const { feedbackId } = await api.create('/roadmap', { title: 'Crash', boardId })
    assert.equal((await api.get(`/feedback/${feedbackId}`)).body.data.board.id, bugs.id)
  }
  const before = await api.listAll('/roadmap')
  for (const boardId of ['old', 'nowhere']) {
    const { status, body } = await api.post('/roadmap', { title: 'Crash', boardId })
    assert.deepEqual([status, body.error.details[0].path], [400, '/boardId'])
  }
  assert.deepEqual(await api.listAll('/roadmap'), before)
})

test('rejects each invalid member by path and stores nothing', async () => {
  const fresh = (await world.workspace()).api
  for (const [body, path] of [
    [{ title: '' }, '/title'],
    [{ title: 'x'.repeat(201) }, '/title'],
    [{ description: 'x'.repeat(10_001) }, '/description'],
    [{ status: 'completed' }, '/status'],
    [{ sortOrder: 1 }, '/sortOrder'],
    [{ feedbackId: '0198c0de-0000-7000-8000-000000000000' }, '/feedbackId'],
  ] as const) {
    const { status, body: answer } = await fresh.post('/roadmap', { title: 'Dark mode', ...body })
    assert.deepEqual([status, answer.error.details[0].path], [400, path])
  }
  assert.deepEqual([await fresh.listAll('/roadmap'), await fresh.listAll('/feedback')], [[], []])
})

test('lists items in sort order, optionally one column', async () => {
  const fresh = (await world.workspace()).api
  const planned = await fresh.create('/roadmap', { title: 'One' })
  const done = await fresh.create('/roadmap', { title: 'Two', status: 'done' })
  const last = await fresh.create('/roadmap', { title: 'Three' })
  assert.ok(last.sortOrder > planned.sortOrder, 'a new item goes to the end of its column')
  assert.deepEqual(await fresh.listAll('/roadmap?status=planned'), [planned, last])
  assert.deepEqual(await fresh.listAll('/roadmap?status=done'), [done])
  const all = await fresh.listAll('/roadmap')
  const sorted = all.toSorted((a, b) => a.sortOrder - b.sortOrder || (a.id < b.id ? -1 : 1))
  assert.deepEqual([all.length, all], [3, sorted])
  assert.equal((await fresh.get('/roadmap?status=completed')).status, 400)
})
