import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const { api } = await app.workspace()

test('sets the publication time, clears the schedule and returns the entry', async () => {
  const scheduled = { scheduledPublishAt: '2026-03-08T09:00:00Z', scheduledTimezone: 'Europe/Berlin' }
  const draft = await api.create('/changelog', { title: 'CSV export', ...scheduled })
  app.setClock('2026-03-02T09:00:00.000Z')
  const { status, body } = await api.post(`/changelog/${draft.id}/publish`)
  assert.equal(status, 200)
  assert.deepEqual(body.data, {
    ...draft,
    state: 'published',
    publishedAt: '2026-03-02T09:00:00.000Z',
    scheduledPublishAt: null,
    scheduledTimezone: null,
    updatedAt: '2026-03-02T09:00:00.000Z',
  })
  assert.deepEqual((await api.get(`/changelog/${draft.id}`)).body.data, body.data)
})

test('returns 200 and changes nothing when publishing again, even much later', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const first = (await api.post(`/changelog/${id}/publish`)).body
  app.setClock('2027-01-01T00:00:00.000Z')
  const second = await api.post(`/changelog/${id}/publish`)
  assert.deepEqual([second.status, second.body], [200, first])
})

test('rejects a body', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  assert.equal((await api.post(`/changelog/${id}/publish`, { title: 'x' })).status, 400)
  assert.equal((await api.get(`/changelog/${id}`)).body.data.state, 'draft')
})
