import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const world = await createTestApp()
const { api } = await world.workspace()

const createRequest = () => api.create('/feedback', { title: 'Dark mode', description: 'At night.' })
const promote = (id: string, body: object) => api.post(`/feedback/${id}/promote`, body)

test('creates an item with the texts of the request and approves the request', async () => {
  const { id } = await createRequest()
  const { status, body } = await promote(id, { status: 'in_progress' })
  assert.equal(status, 200)
  const { roadmapItem, linkedFeedback } = body.data
  const { title, description, status: column, feedbackId, targetDelivery } = roadmapItem
  assert.deepEqual([title, description, column], ['Dark mode', 'At night.', 'in_progress'])
  assert.deepEqual([feedbackId, targetDelivery], [id, null])
  assert.deepEqual([linkedFeedback.stage, linkedFeedback.status], ['in_progress', 'approved'])
  assert.deepEqual((await api.get(`/feedback/${id}`)).body.data, linkedFeedback)
  assert.deepEqual((await api.get(`/roadmap/${linkedFeedback.roadmapItemId}`)).body.data, roadmapItem)
})

test('places the new item at the end of its column', async () => {
  const before = await api.listAll('/roadmap?status=planned')
  const { roadmapItem } = (await promote((await createRequest()).id, { status: 'planned' })).body.data
  for (const { sortOrder } of before) assert.ok(roadmapItem.sortOrder > sortOrder)
  assert.equal((await api.listAll('/roadmap?status=planned')).at(-1).id, roadmapItem.id)
})

test('returns the same item when repeated, and updates its status and target', async () => {
  const { id } = await createRequest()
  const target = { precision: 'quarter', date: '2026-09-30' }
  const first = (await promote(id, { status: 'planned', targetDelivery: target })).body.data.roadmapItem
  await api.patch(`/roadmap/${first.id}`, { title: 'Night mode' })

  const same = await promote(id, { status: 'planned' })
  assert.equal(same.status, 200)
  const moved = (await promote(id, { status: 'done' })).body.data
  assert.deepEqual([moved.roadmapItem.status, moved.linkedFeedback.stage], ['done', 'completed'])
  const cleared = (await promote(id, { status: 'done', targetDelivery: null })).body.data.roadmapItem
  for (const item of [same.body.data.roadmapItem, moved.roadmapItem, cleared]) {
    assert.deepEqual([item.id, item.title], [first.id, 'Night mode'])
  }
  assert.deepEqual([moved.roadmapItem.targetDelivery, cleared.targetDelivery], [target, null])
})

test('approves a rejected request', async () => {
  const { id } = await createRequest()
  await api.patch(`/feedback/${id}/status`, { status: 'rejected' })
  const { linkedFeedback } = (await promote(id, { status: 'planned' })).body.data
  assert.deepEqual([linkedFeedback.stage, linkedFeedback.status], ['planned', 'approved'])
})

test('creates one item for 30 concurrent promotions, and returns it to each', async () => {
  const { id } = await createRequest()
  const before = await api.listAll('/roadmap')
  const statuses = ['planned', 'in_progress', 'done']
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => promote(id, { status: statuses[index % 3] })),
  )
  for (const { status } of answers) assert.equal(status, 200)
  assert.equal(new Set(answers.map(({ body }) => body.data.roadmapItem.id)).size, 1)
  assert.equal((await api.listAll('/roadmap')).length, before.length + 1)
})

test('requires a status, and creates no item when the promotion is rejected', async () => {
  const created = await createRequest()
  for (const body of [{}, { status: 'completed' }, { status: null }, { status: 'planned', title: 'x' }]) {
    assert.equal((await promote(created.id, body)).status, 400, JSON.stringify(body))
  }
  const { api: charlie } = await world.workspace()
  assert.equal((await charlie.post(`/feedback/${created.id}/promote`, { status: 'planned' })).status, 404)
  assert.deepEqual((await api.get(`/feedback/${created.id}`)).body.data, created)
})

test('deletes the item together with its request', async () => {
  const { id } = await createRequest()
  const { roadmapItem } = (await promote(id, { status: 'planned' })).body.data
  await world.database.pool.query('delete from feedback where id = $1', [id])
  assert.equal((await api.get(`/roadmap/${roadmapItem.id}`)).status, 404)
})
