import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hold, untilWaiting } from '../test/support/locks.ts'
import { createWorld } from '../test/test-app.ts'

const world = await createWorld()
const { api } = await world.workspace()

test('an entry whose comments are off takes none, of no kind, until they are on again', async () => {
  const { id } = await api.made('/changelog', { title: 'CSV export', commentsEnabled: false })
  const path = `/changelog/${id}/comments`
  const kinds = [{}, { kind: 'staff_reply' }, { kind: 'staff_reply', isInternal: true }]
  for (const kind of kinds) assert.equal((await api.post(path, { body: 'Hm', ...kind })).status, 400)
  assert.deepEqual(await api.all(path), [])
  await api.patch(`/changelog/${id}`, { commentsEnabled: true })
  assert.equal((await api.post(path, { body: 'Thanks' })).status, 201)
  await api.patch(`/changelog/${id}`, { commentsEnabled: false })
  assert.equal((await api.post(path, { body: 'Hm' })).status, 400)
  assert.equal((await api.all(path)).length, 1)
})

test('a comment on an entry that is deleted meanwhile is a 404', async () => {
  const { id } = await api.made('/changelog', { title: 'CSV export' })
  const deletion = await hold(world, 'delete from changelog_entries where id = $1', [id])
  const comment = api.post(`/changelog/${id}/comments`, { body: 'Thanks' })
  await untilWaiting(world)
  await deletion.release()
  assert.equal((await comment).status, 404)
})

test('the threads of a request and of an entry are apart', async () => {
  const request = await api.made('/feedback', { title: 'Dark mode' })
  const entry = await api.made('/changelog', { title: 'Dark mode' })
  await api.made(`/feedback/${request.id}/comments`, { body: 'On the request' })
  await api.made(`/changelog/${entry.id}/comments`, { body: 'On the entry' })
  const bodies = async (path: string) => (await api.all(`${path}/comments`)).map(({ body }) => body)
  assert.deepEqual(await bodies(`/feedback/${request.id}`), ['On the request'])
  assert.deepEqual(await bodies(`/changelog/${entry.id}`), ['On the entry'])
  assert.equal((await api.get(`/changelog/${request.id}/comments`)).status, 404)
  assert.equal((await api.get(`/feedback/${entry.id}/comments`)).status, 404)
})
