import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'
import { feedbackStatuses, stages } from '../schema.ts'

const app = await createTestApp()
const { api } = await app.workspace()

const createRequest = async (): Promise<string> => (await api.create('/feedback', { title: 'Dark mode' })).id

const stateOf = async (id: string) => {
  const { stage, status } = (await api.get(`/feedback/${id}`)).body.data
  return { stage, status }
}

const setStage = (id: string, stage: string) => api.patch(`/feedback/${id}/stage`, { stage })
const setStatus = (id: string, status: string) => api.patch(`/feedback/${id}/status`, { status })

test('allows every move between stages and returns the updated request', async () => {
  const id = await createRequest()
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
  test(`sets the status to ${status} with the stage ${stage}`, async () => {
    const id = await createRequest()
    await setStatus(id, 'spam')
    await setStage(id, stage)
    assert.deepEqual(await stateOf(id), { stage, status })
  })
}

const stageByStatus = { pending: 'pending', approved: 'in_review', rejected: 'closed', spam: 'closed' }

for (const status of feedbackStatuses) {
  test(`derives the stage ${stageByStatus[status]} from the status ${status} of a request without a product stage`, async () => {
    const id = await createRequest()
    const { body, status: responseStatus } = await setStatus(id, status)
    assert.equal(responseStatus, 200)
    assert.deepEqual([body.data.status, body.data.stage], [status, stageByStatus[status]])
  })
}

test('restores the previous stage when a request is approved again', async () => {
  const id = await createRequest()
  for (const stage of stages.filter((each) => each !== 'pending')) {
    for (const other of ['pending', 'rejected', 'spam']) {
      await setStage(id, stage)
      await setStatus(id, other)
      assert.equal((await stateOf(id)).stage, other === 'pending' ? 'pending' : 'closed')
      await setStatus(id, 'approved')
      assert.deepEqual(await stateOf(id), { stage, status: 'approved' })
    }
  }
})

test('keeps the product stage of a request that returns to pending', async () => {
  const id = await createRequest()
  await setStage(id, 'in_progress')
  await setStage(id, 'pending')
  await setStatus(id, 'approved')
  assert.deepEqual(await stateOf(id), { stage: 'in_progress', status: 'approved' })
})

test('updates updatedAt when the stage or the status changes', async () => {
  const frozen = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
  const { api } = await frozen.workspace()
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  frozen.setClock('2026-03-01T09:00:00.001Z')
  assert.equal(
    (await api.patch(`/feedback/${id}/stage`, { stage: 'planned' })).body.data.updatedAt,
    '2026-03-01T09:00:00.001Z',
  )
  frozen.setClock('2026-03-01T09:00:00.002Z')
  const { createdAt, updatedAt } = (await api.patch(`/feedback/${id}/status`, { status: 'spam' })).body.data
  assert.deepEqual([createdAt, updatedAt], ['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.002Z'])
})

test('rejects an unknown or missing stage or status, and additional members, without changing anything', async () => {
  const id = await createRequest()
  const before = await stateOf(id)
  for (const body of [{ stage: 'done' }, { stage: null }, {}, { stage: 'planned', status: 'spam' }]) {
    assert.equal((await api.patch(`/feedback/${id}/stage`, body)).status, 400)
  }
  for (const body of [{ status: 'closed' }, {}, { status: 'spam', stage: 'planned' }]) {
    assert.equal((await api.patch(`/feedback/${id}/status`, body)).status, 400)
  }
  assert.deepEqual(await stateOf(id), before)
})
