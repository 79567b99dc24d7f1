import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await app.workspace()
const alice = acme.api

test('updates the title or the description and keeps the other', async () => {
  const created = await alice.create('/feedback', { title: 'Dark', description: 'At night.' })
  app.setClock('2026-03-01T10:00:00.000Z')
  const updatedAt = '2026-03-01T10:00:00.000Z'
  const { status, body } = await alice.patch(`/feedback/${created.id}`, { title: 'Dark mode' })
  assert.equal(status, 200)
  assert.deepEqual(body.data, { ...created, title: 'Dark mode', updatedAt })
  const second = await alice.patch(`/feedback/${created.id}`, { description: '' })
  assert.deepEqual(second.body.data, { ...created, title: 'Dark mode', description: '', updatedAt })
  assert.deepEqual((await alice.get(`/feedback/${created.id}`)).body.data, second.body.data)
})

test('requires the title or the description, and rejects other fields', async () => {
  const created = await alice.create('/feedback', { title: 'Dark mode' })
  const invalid = [
    {},
    { title: '' },
    { title: null },
    { stage: 'planned' },
    { title: 'x', boardId: 'feature-requests' },
  ]
  for (const body of [...invalid, { sourceUrl: 'https://example.com' }, { description: 'x'.repeat(10_001) }]) {
    assert.equal((await alice.patch(`/feedback/${created.id}`, body)).status, 400, JSON.stringify(body))
  }
  assert.deepEqual((await alice.get(`/feedback/${created.id}`)).body.data, created)
})

test('lets a team key update a request, and returns 404 to another workspace', async () => {
  const [bob, charlie] = [await acme.withScopes('feedback:write'), (await app.workspace()).api]
  const { id } = await alice.create('/feedback', { title: 'Dark mode' })
  assert.equal((await bob.patch(`/feedback/${id}`, { title: 'Night mode' })).status, 200)
  assert.equal((await charlie.patch(`/feedback/${id}`, { title: 'Mine' })).status, 404)
  assert.equal((await charlie.get(`/feedback/${id}`)).status, 404)
  assert.equal((await alice.get(`/feedback/${id}`)).body.data.title, 'Night mode')
})
