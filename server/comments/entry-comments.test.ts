import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { createTestApp } from '../test/test-app.ts'

const world = await createTestApp()
const { api } = await world.workspace()

test('rejects every kind of comment while comments are turned off for the entry', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export', commentsEnabled: false })
  const path = `/changelog/${id}/comments`
  const kinds = [{}, { kind: 'staff_reply' }, { kind: 'staff_reply', isInternal: true }]
  for (const kind of kinds) assert.equal((await api.post(path, { body: 'Hm', ...kind })).status, 400)
  assert.deepEqual(await api.listAll(path), [])
  await api.patch(`/changelog/${id}`, { commentsEnabled: true })
  assert.equal((await api.post(path, { body: 'Thanks' })).status, 201)
  await api.patch(`/changelog/${id}`, { commentsEnabled: false })
  assert.equal((await api.post(path, { body: 'Hm' })).status, 400)
  assert.equal((await api.listAll(path)).length, 1)
})

test('returns 404 for a comment on an entry that is deleted concurrently', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const deletion = await startBlockingTransaction(world, 'delete from changelog_entries where id = $1', [id])
  const comment = api.post(`/changelog/${id}/comments`, { body: 'Thanks' })
  await waitForBlockedConnections(world)
  await deletion.release()
  assert.equal((await comment).status, 404)
})

test('keeps the threads of requests and entries separate', async () => {
  const request = await api.create('/feedback', { title: 'Dark mode' })
  const entry = await api.create('/changelog', { title: 'Dark mode' })
  await api.create(`/feedback/${request.id}/comments`, { body: 'On the request' })
  await api.create(`/changelog/${entry.id}/comments`, { body: 'On the entry' })
  const bodies = async (path: string) => (await api.listAll(`${path}/comments`)).map(({ body }) => body)
  assert.deepEqual(await bodies(`/feedback/${request.id}`), ['On the request'])
  assert.deepEqual(await bodies(`/changelog/${entry.id}`), ['On the entry'])
  assert.equal((await api.get(`/changelog/${request.id}/comments`)).status, 404)
  assert.equal((await api.get(`/feedback/${entry.id}/comments`)).status, 404)
})
