import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp } from '../../test/test-app.ts'

const world = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await world.workspace()
const { api } = acme

const announcementsOf = async (entryId: string) =>
  (await world.database.pool.query('select workspace_id, due_at from announcements where entry_id = $1', [entryId]))
    .rows

test('a draft announces nothing; its first publication does, at its time', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  assert.deepEqual(await announcementsOf(id), [])
  const { publishedAt } = (await api.post(`/changelog/${id}/publish`)).body.data
  assert.deepEqual(await announcementsOf(id), [{ workspace_id: acme.id, due_at: publishedAt }])
})

test('twenty publications at once publish and announce once', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const held = await startBlockingTransaction(world, 'select from changelog_entries where id = $1 for update', [id])
  const publications = Promise.all(Array.from({ length: 20 }, () => api.post(`/changelog/${id}/publish`)))
  await waitForBlockedConnections(world, 2)
  await held.release()
  const answers = await publications
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ body }) => body.data.publishedAt)).size, 1)
  assert.equal((await announcementsOf(id)).length, 1)
  const { rows } = await world.database.pool.query('select type from audit_events where target_id = $1 order by id', [
    id,
  ])
  assert.deepEqual(rows, [{ type: 'changelog.created' }, { type: 'changelog.published' }])
})

test('an entry that is published again, after its announcement was done, is not announced again', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  await api.post(`/changelog/${id}/publish`)
  await world.database.pool.query('delete from announcements where entry_id = $1', [id])
  await api.post(`/changelog/${id}/publish`)
  await api.patch(`/changelog/${id}`, { title: 'Export' })
  assert.deepEqual(await announcementsOf(id), [])
})

test('a publication whose announcement cannot be stored does not happen', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const { pool } = world.database
  await pool.query(`alter table announcements add constraint full_up check (entry_id <> '${id}')`)
  assert.equal((await api.post(`/changelog/${id}/publish`)).status, 500)
  assert.equal((await api.get(`/changelog/${id}`)).body.data.state, 'draft')
  await pool.query('alter table announcements drop constraint full_up')
  assert.equal((await api.post(`/changelog/${id}/publish`)).status, 200)
  assert.equal((await announcementsOf(id)).length, 1)
})
