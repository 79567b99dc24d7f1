import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const world = await createTestApp()
const acme = await world.workspace()
const { api } = acme

const createItem = (body: object = {}) =>
  api.create('/roadmap', { title: 'Dark mode', description: 'At night.', ...body })

test('changes the texts of the item without changing those of its request', async () => {
  const created = await createItem()
  const { status, body } = await api.patch(`/roadmap/${created.id}`, { title: 'Night mode' })
  assert.equal(status, 200)
  assert.deepEqual(body.data, { ...created, title: 'Night mode', updatedAt: body.data.updatedAt })
  await api.patch(`/roadmap/${created.id}`, { description: '' })
  const request = (await api.get(`/feedback/${created.feedbackId}`)).body.data
  assert.deepEqual([request.title, request.description], ['Dark mode', 'At night.'])
  await api.patch(`/feedback/${created.feedbackId}`, { title: 'Darkness' })
  const { title, description } = (await api.get(`/roadmap/${created.id}`)).body.data
  assert.deepEqual([title, description], ['Night mode', ''])
})

for (const targetDelivery of [
  { precision: 'quarter', date: '2026-08-17' },
  { precision: 'date', date: '2028-02-29' },
  { precision: 'date', date: '2000-02-29' },
  { precision: 'quarter', date: '0001-01-01' },
  { precision: 'date', date: '9999-12-31' },
]) {
  test(`returns the target ${targetDelivery.date} as sent, whether created, updated or promoted`, async () => {
    const created = await createItem({ targetDelivery })
    assert.deepEqual(created.targetDelivery, targetDelivery)
    const plain = await createItem()
    assert.deepEqual(
      (await api.patch(`/roadmap/${plain.id}`, { targetDelivery })).body.data.targetDelivery,
      targetDelivery,
    )
    assert.deepEqual((await api.get(`/roadmap/${plain.id}`)).body.data.targetDelivery, targetDelivery)
    const request = await api.create('/feedback', { title: 'Dark mode' })
    const { roadmapItem } = await api.create(`/feedback/${request.id}/promote`, { status: 'planned', targetDelivery })
    assert.deepEqual(roadmapItem.targetDelivery, targetDelivery)
  })
}

test('clears the target with null, and keeps it when omitted', async () => {
  const targetDelivery = { precision: 'quarter', date: '2026-09-30' }
  const { id } = await createItem({ targetDelivery })
  assert.deepEqual((await api.patch(`/roadmap/${id}`, { title: 'Night' })).body.data.targetDelivery, targetDelivery)
  assert.equal((await api.patch(`/roadmap/${id}`, { targetDelivery: null })).body.data.targetDelivery, null)
  assert.equal((await createItem({ targetDelivery: null })).targetDelivery, null)
})

const impossible = ['2026-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-01-00', '0000-01-01']
const malformed = ['2026-1-1', '20260101', '2026-W01-1', '2026-01-01T00:00:00Z', '+002026-01-01', 'soon', '']

for (const date of [...impossible, ...malformed]) {
  test(`rejects "${date}", which is not a calendar day, in every operation`, async () => {
    const created = await createItem()
    const body = { targetDelivery: { precision: 'date', date } }
    const answers = [
      await api.post('/roadmap', { title: 'Dark mode', ...body }),
      await api.patch(`/roadmap/${created.id}`, body),
      await api.post(`/feedback/${created.feedbackId}/promote`, { status: 'done', ...body }),
    ]
    for (const { status, body: answer } of answers) {
      assert.deepEqual([status, answer.error.details?.[0].path], [400, '/targetDelivery/date'])
    }
    assert.deepEqual((await api.get(`/roadmap/${created.id}`)).body.data, created)
  })
}

test('requires both members of a target and allows no others', async () => {
  const date = '2026-09-30'
  for (const [targetDelivery, path] of [
    [{ date }, '/targetDelivery/precision'],
    [{ precision: 'date' }, '/targetDelivery/date'],
    [{ precision: 'month', date }, '/targetDelivery/precision'],
    [{ precision: 'date', date, time: '09:00' }, '/targetDelivery/time'],
    [date, '/targetDelivery'],
  ] as const) {
    const { status, body } = await api.post('/roadmap', { title: 'Dark mode', targetDelivery })
    assert.deepEqual([status, body.error.details[0].path], [400, path])
  }
})

test('requires at least one member, and accepts the status only in its own operation', async () => {
  const created = await createItem()
  for (const body of [{}, { status: 'done' }, { title: '' }, { boardId: 'feature-requests' }]) {
    assert.equal((await api.patch(`/roadmap/${created.id}`, body)).status, 400, JSON.stringify(body))
  }
  for (const body of [{}, { status: 'completed' }, { status: 'done', title: 'x' }]) {
    assert.equal((await api.patch(`/roadmap/${created.id}/status`, body)).status, 400, JSON.stringify(body))
  }
  assert.deepEqual((await api.get(`/roadmap/${created.id}`)).body.data, created)
})

test('returns the moved item, and a 404 to another workspace', async () => {
  const { api: charlie } = await world.workspace()
  const { id } = await createItem()
  assert.equal((await charlie.patch(`/roadmap/${id}/status`, { status: 'done' })).status, 404)
  assert.equal((await charlie.patch(`/roadmap/${id}`, { title: 'Mine' })).status, 404)
  const { status, body } = await api.patch(`/roadmap/${id}/status`, { status: 'in_progress' })
  assert.deepEqual([status, body.data.status, body.data.title], [200, 'in_progress', 'Dark mode'])
})
