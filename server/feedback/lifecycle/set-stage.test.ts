import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'
import { feedbackStatuses, stages } from '../schema.ts'

const world = await createTestApp()
const { api } = await world.workspace()

const request = async (): Promise<string> => (await api.create('/feedback', { title: 'Dark mode' })).id

const facts = async (id: string) => {
  const { stage, status } = (await api.get(`/feedback/${id}`)).body.data
  return { stage, status }
}

const setStage = (id: string, stage: string) => api.patch(`/feedback/${id}/stage`, { stage })
const setStatus = (id: string, status: string) => api.patch(`/feedback/${id}/status`, { status })

test('every move between stages is permitted, and answers the updated request', async () => {
  const id = await request()
  for (const from of stages) {
    for (const to of stages) {
      await setStage(id, from)
      const { status, body } = await setStage(id, to)
      assert.deepEqual([status, body.data.stage], [200, to], `${from} to ${to}`)
      assert.deepEqual((await api.get(`/feedback/${id}`)).body.data, body.data)
    }
  }
})

for (const stage of stages) {
  const status = stage === 'pending' ? 'pending' : 'approved'
  test(`setting the stage ${stage} makes the moderation ${status}`, async () => {
    const id = await request()
    await setStatus(id, 'spam')
    await setStage(id, stage)
    assert.deepEqual(await facts(id), { stage, status })
  })
}

const derived = { pending: 'pending', approved: 'in_review', rejected: 'closed', spam: 'closed' }

for (const status of feedbackStatuses) {
  test(`the moderation ${status} alone derives the stage ${derived[status]}`, async () => {
    const id = await request()
    const { body, status: answered } = await setStatus(id, status)
    assert.equal(answered, 200)
    assert.deepEqual([body.data.status, body.data.stage], [status, derived[status]])
  })
}

test('approving again brings back the stage that the request had', async () => {
  const id = await request()
  for (const stage of stages.filter((each) => each !== 'pending')) {
    for (const away of ['pending', 'rejected', 'spam']) {
      await setStage(id, stage)
      await setStatus(id, away)
      assert.equal((await facts(id)).stage, away === 'pending' ? 'pending' : 'closed')
      await setStatus(id, 'approved')
      assert.deepEqual(await facts(id), { stage, status: 'approved' })
    }
  }
})

test('a return to pending keeps the product stage for the next approval', async () => {
  const id = await request()
  await setStage(id, 'in_progress')
  await setStage(id, 'pending')
  await setStatus(id, 'approved')
  assert.deepEqual(await facts(id), { stage: 'in_progress', status: 'approved' })
})

test('a change of stage or moderation is an update of the request', async () => {
  const still = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
  const { api } = await still.workspace()
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  still.setClock('2026-03-01T09:00:00.001Z')
  assert.equal(
    (await api.patch(`/feedback/${id}/stage`, { stage: 'planned' })).body.data.updatedAt,
    '2026-03-01T09:00:00.001Z',
  )
  still.setClock('2026-03-01T09:00:00.002Z')
  const { createdAt, updatedAt } = (await api.patch(`/feedback/${id}/status`, { status: 'spam' })).body.data
  assert.deepEqual([createdAt, updatedAt], ['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.002Z'])
})

test('a stage or status that does not exist, or none, or more than it, is a 400 that changes nothing', async () => {
  const id = await request()
  const before = await facts(id)
  for (const body of [{ stage: 'done' }, { stage: null }, {}, { stage: 'planned', status: 'spam' }]) {
    assert.equal((await api.patch(`/feedback/${id}/stage`, body)).status, 400)
  }
  for (const body of [{ status: 'closed' }, {}, { status: 'spam', stage: 'planned' }]) {
    assert.equal((await api.patch(`/feedback/${id}/status`, body)).status, 400)
  }
  assert.deepEqual(await facts(id), before)
})
