import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await app.workspace()
const { api } = acme

const tag = await acme.tag('new')
const other = await acme.tag('fix')
const request = await api.create('/feedback', { title: 'Dark mode' })

const full = () => ({
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

for (const [member, value] of Object.entries(changes)) {
  test(`${member} alone is replaced, and everything else stays`, async () => {
    app.setClock('2026-03-01T09:00:00.000Z')
    const made = await api.create('/changelog', full())
    app.setClock('2026-03-01T10:00:00.000Z')
    const { status, body } = await api.patch(`/changelog/${made.id}`, { [member]: value })
    assert.equal(status, 200)
    const unlinked = member === 'linkedFeedbackIds' ? { linkedFeedback: [] } : {}
    assert.deepEqual(body.data, { ...made, [member]: value, ...unlinked, updatedAt: '2026-03-01T10:00:00.000Z' })
    assert.deepEqual((await api.get(`/changelog/${made.id}`)).body.data, body.data)
  })
}

test('all members can be replaced at once', async () => {
  const made = await api.create('/changelog', full())
  const { data } = (await api.patch(`/changelog/${made.id}`, changes)).body
  assert.deepEqual({ ...data, ...changes }, data)
})

test('at least one member is needed, and a refused change leaves the entry as it was', async () => {
  const made = await api.create('/changelog', full())
  const nowhere = '0198c0de-0000-7000-8000-000000000000'
  for (const body of [{}, { title: null }, { state: 'draft' }, { title: 'x', tagIds: [nowhere] }, { body: null }]) {
    assert.equal((await api.patch(`/changelog/${made.id}`, body)).status, 400, JSON.stringify(body))
  }
  assert.deepEqual((await api.get(`/changelog/${made.id}`)).body.data, made)
})

test('Bob on the team edits the draft; Charlie of another workspace does not', async () => {
  const { id } = await api.create('/changelog', full())
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

test('published entries can still be corrected', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const { publishedAt } = (await api.post(`/changelog/${id}/publish`)).body.data
  const { data } = (await api.patch(`/changelog/${id}`, { title: 'Export', tagIds: [tag.id] })).body
  assert.deepEqual([data.title, data.tagIds, data.state], ['Export', [tag.id], 'published'])
  assert.equal(data.publishedAt, publishedAt)
})

test('the list is newest created first, drafts included, by state when asked', async () => {
  const fresh = (await app.workspace()).api
  const made = []
  for (const title of ['One', 'Two', 'Three']) {
    app.setClock(`2026-03-0${made.length + 1}T09:00:00.000Z`)
    made.unshift(await fresh.create('/changelog', { title }))
  }
  const published = (await fresh.post(`/changelog/${made[1].id}/publish`)).body.data
  assert.deepEqual(await fresh.listAll('/changelog'), [made[0], published, made[2]])
  assert.deepEqual(await fresh.listAll('/changelog?state=draft'), [made[0], made[2]])
  assert.deepEqual(await fresh.listAll('/changelog?state=published'), [published])
  assert.equal((await fresh.get('/changelog?state=scheduled')).status, 400)
})
