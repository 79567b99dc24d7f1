import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const world = await createTestApp()
const acme = await world.workspace()
const { api } = acme

const item = (body: object = {}) => api.create('/roadmap', { title: 'Dark mode', description: 'At night.', ...body })

test('title and description of the item change, and those of its request stay', async () => {
  const made = await item()
  const { status, body } = await api.patch(`/roadmap/${made.id}`, { title: 'Night mode' })
  assert.equal(status, 200)
  assert.deepEqual(body.data, { ...made, title: 'Night mode', updatedAt: body.data.updatedAt })
  await api.patch(`/roadmap/${made.id}`, { description: '' })
  const request = (await api.get(`/feedback/${made.feedbackId}`)).body.data
  assert.deepEqual([request.title, request.description], ['Dark mode', 'At night.'])
  await api.patch(`/feedback/${made.feedbackId}`, { title: 'Darkness' })
  const { title, description } = (await api.get(`/roadmap/${made.id}`)).body.data
  assert.deepEqual([title, description], ['Night mode', ''])
})

for (const targetDelivery of [
  { precision: 'quarter', date: '2026-08-17' },
  { precision: 'date', date: '2028-02-29' },
  { precision: 'date', date: '2000-02-29' },
  { precision: 'quarter', date: '0001-01-01' },
  { precision: 'date', date: '9999-12-31' },
]) {
  test(`the target ${targetDelivery.date} comes back as sent, whichever way it was set`, async () => {
    const made = await item({ targetDelivery })
    assert.deepEqual(made.targetDelivery, targetDelivery)
    const plain = await item()
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

test('null clears the target, and leaving it out keeps it', async () => {
  const targetDelivery = { precision: 'quarter', date: '2026-09-30' }
  const { id } = await item({ targetDelivery })
  assert.deepEqual((await api.patch(`/roadmap/${id}`, { title: 'Night' })).body.data.targetDelivery, targetDelivery)
  assert.equal((await api.patch(`/roadmap/${id}`, { targetDelivery: null })).body.data.targetDelivery, null)
  assert.equal((await item({ targetDelivery: null })).targetDelivery, null)
})

const impossible = ['2026-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-01-00', '0000-01-01']
const malformed = ['2026-1-1', '20260101', '2026-W01-1', '2026-01-01T00:00:00Z', '+002026-01-01', 'soon', '']

for (const date of [...impossible, ...malformed]) {
  test(`"${date}" is no day of the calendar and is refused everywhere`, async () => {
    const made = await item()
    const body = { targetDelivery: { precision: 'date', date } }
    const answers = [
      await api.post('/roadmap', { title: 'Dark mode', ...body }),
      await api.patch(`/roadmap/${made.id}`, body),
      await api.post(`/feedback/${made.feedbackId}/promote`, { status: 'done', ...body }),
    ]
    for (const { status, body: answer } of answers) {
      assert.deepEqual([status, answer.error.details?.[0].path], [400, '/targetDelivery/date'])
    }
    assert.deepEqual((await api.get(`/roadmap/${made.id}`)).body.data, made)
  })
}

test('a target needs both of its members and knows no others', async () => {
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

test('at least one member is needed, and the status has an operation of its own', async () => {
  const made = await item()
  for (const body of [{}, { status: 'done' }, { title: '' }, { boardId: 'feature-requests' }]) {
    assert.equal((await api.patch(`/roadmap/${made.id}`, body)).status, 400, JSON.stringify(body))
  }
  for (const body of [{}, { status: 'completed' }, { status: 'done', title: 'x' }]) {
    assert.equal((await api.patch(`/roadmap/${made.id}/status`, body)).status, 400, JSON.stringify(body))
  }
  assert.deepEqual((await api.get(`/roadmap/${made.id}`)).body.data, made)
})

test('a status answers the moved item; Charlie of another workspace moves nothing', async () => {
  const { api: charlie } = await world.workspace()
  const { id } = await item()
  assert.equal((await charlie.patch(`/roadmap/${id}/status`, { status: 'done' })).status, 404)
  assert.equal((await charlie.patch(`/roadmap/${id}`, { title: 'Mine' })).status, 404)
  const { status, body } = await api.patch(`/roadmap/${id}/status`, { status: 'in_progress' })
  assert.deepEqual([status, body.data.status, body.data.title], [200, 'in_progress', 'Dark mode'])
})
