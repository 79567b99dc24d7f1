import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await app.workspace()
const alice = acme.api

test('a title or a description alone is replaced, and the other stays', async () => {
  const made = await alice.create('/feedback', { title: 'Dark', description: 'At night.' })
  app.setClock('2026-03-01T10:00:00.000Z')
  const updatedAt = '2026-03-01T10:00:00.000Z'
  const { status, body } = await alice.patch(`/feedback/${made.id}`, { title: 'Dark mode' })
  assert.equal(status, 200)
  assert.deepEqual(body.data, { ...made, title: 'Dark mode', updatedAt })
  const again = await alice.patch(`/feedback/${made.id}`, { description: '' })
  assert.deepEqual(again.body.data, { ...made, title: 'Dark mode', description: '', updatedAt })
  assert.deepEqual((await alice.get(`/feedback/${made.id}`)).body.data, again.body.data)
})

test('at least one member is needed, and only those two are known', async () => {
  const made = await alice.create('/feedback', { title: 'Dark mode' })
  const refused = [
    {},
    { title: '' },
    { title: null },
    { stage: 'planned' },
    { title: 'x', boardId: 'feature-requests' },
  ]
  for (const body of [...refused, { sourceUrl: 'https://example.com' }, { description: 'x'.repeat(10_001) }]) {
    assert.equal((await alice.patch(`/feedback/${made.id}`, body)).status, 400, JSON.stringify(body))
  }
  assert.deepEqual((await alice.get(`/feedback/${made.id}`)).body.data, made)
})

test('Bob on the team changes what Alice filed; Charlie of another workspace does not even see it', async () => {
  const [bob, charlie] = [await acme.withScopes('feedback:write'), (await app.workspace()).api]
  const { id } = await alice.create('/feedback', { title: 'Dark mode' })
  assert.equal((await bob.patch(`/feedback/${id}`, { title: 'Night mode' })).status, 200)
  assert.equal((await charlie.patch(`/feedback/${id}`, { title: 'Mine' })).status, 404)
  assert.equal((await charlie.get(`/feedback/${id}`)).status, 404)
  assert.equal((await alice.get(`/feedback/${id}`)).body.data.title, 'Night mode')
})
