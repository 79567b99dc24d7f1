import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await app.workspace()
const { api } = acme

const tag = await acme.tag('new')
const other = await acme.tag('fix')
const request = await api.create('/feedback', { title: 'Dark mode' })

const completeEntry = () => ({
  title: 'CSV export',
  body: 'Every table.',
  versionLabel: 'v2.4',
  tagIds: [tag.id],
  linkedFeedbackIds: [request.id],
  reactionsEnabled: true,
  commentsEnabled: true,
  scheduledPublishAt: '2026-03-08T09:00:00.000Z',
  scheduledTimezone: 'Europe/Berlin',
})

const changes = {
  title: 'Export',
  body: '',
  versionLabel: null,
  tagIds: [other.id, tag.id],
  linkedFeedbackIds: [],
  reactionsEnabled: false,
  commentsEnabled: false,
  scheduledPublishAt: '2026-04-01T00:00:00.000Z',
  scheduledTimezone: null,
}

for (const [field, value] of Object.entries(changes)) {
  test(`updates ${field} and keeps all other fields`, async () => {
    app.setClock('2026-03-01T09:00:00.000Z')
    const created = await api.create('/changelog', completeEntry())
    app.setClock('2026-03-01T10:00:00.000Z')
    const { status, body } = await api.patch(`/changelog/${created.id}`, { [field]: value })
    assert.equal(status, 200)
    const unlinked = field === 'linkedFeedbackIds' ? { linkedFeedback: [] } : {}
    assert.deepEqual(body.data, { ...created, [field]: value, ...unlinked, updatedAt: '2026-03-01T10:00:00.000Z' })
    assert.deepEqual((await api.get(`/changelog/${created.id}`)).body.data, body.data)
  })
}

test('updates all fields at once', async () => {
  const created = await api.create('/changelog', completeEntry())
  const { data } = (await api.patch(`/changelog/${created.id}`, changes)).body
  assert.deepEqual({ ...data, ...changes }, data)
})

test('requires at least one field, and changes nothing when an update is rejected', async () => {
  const created = await api.create('/changelog', completeEntry())
  const unknownId = '0198c0de-0000-7000-8000-000000000000'
  for (const body of [{}, { title: null }, { state: 'draft' }, { title: 'x', tagIds: [unknownId] }, { body: null }]) {
    assert.equal((await api.patch(`/changelog/${created.id}`, body)).status, 400, JSON.stringify(body))
  }
  assert.deepEqual((await api.get(`/changelog/${created.id}`)).body.data, created)
})

test('lets a team key edit a draft, and returns 404 to another workspace', async () => {
  const { id } = await api.create('/changelog', completeEntry())
  const bob = await acme.withScopes('changelog:write')
  const { api: charlie } = await app.workspace()
  assert.equal((await bob.patch(`/changelog/${id}`, { title: 'Export' })).status, 200)
  assert.equal((await charlie.get(`/changelog/${id}`)).status, 404)
  assert.equal((await charlie.patch(`/changelog/${id}`, { title: 'Mine' })).status, 404)
  assert.equal((await charlie.post(`/changelog/${id}/publish`)).status, 404)
  assert.equal((await charlie.delete(`/changelog/${id}`)).status, 404)
  const { title, state } = (await api.get(`/changelog/${id}`)).body.data
  assert.deepEqual([title, state], ['Export', 'draft'])
})

test('updates a published entry', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const { publishedAt } = (await api.post(`/changelog/${id}/publish`)).body.data
  const { data } = (await api.patch(`/changelog/${id}`, { title: 'Export', tagIds: [tag.id] })).body
  assert.deepEqual([data.title, data.tagIds, data.state], ['Export', [tag.id], 'published'])
  assert.equal(data.publishedAt, publishedAt)
})

test('lists entries including drafts, newest first, and filters by state', async () => {
  const otherApi = (await app.workspace()).api
  const created = []
  for (const title of ['One', 'Two', 'Three']) {
    app.setClock(`2026-03-0${created.length + 1}T09:00:00.000Z`)
    created.unshift(await otherApi.create('/changelog', { title }))
  }
  const published = (await otherApi.post(`/changelog/${created[1].id}/publish`)).body.data
  assert.deepEqual(await otherApi.listAll('/changelog'), [created[0], published, created[2]])
  assert.deepEqual(await otherApi.listAll('/changelog?state=draft'), [created[0], created[2]])
  assert.deepEqual(await otherApi.listAll('/changelog?state=published'), [published])
  assert.equal((await otherApi.get('/changelog?state=scheduled')).status, 400)
})
