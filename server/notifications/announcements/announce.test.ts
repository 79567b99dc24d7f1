import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp } from '../../test/test-app.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await app.workspace()
const { api } = acme

const announcementsOf = async (entryId: string) =>
  (await app.database.pool.query('select workspace_id, due_at from announcements where entry_id = $1', [entryId])).rows

test('announces an entry at its first publication, with the time of publication', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  assert.deepEqual(await announcementsOf(id), [])
  const { publishedAt } = (await api.post(`/changelog/${id}/publish`)).body.data
  assert.deepEqual(await announcementsOf(id), [{ workspace_id: acme.id, due_at: publishedAt }])
})

test('publishes and announces once for twenty concurrent publications', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const blocker = await startBlockingTransaction(app, 'select from changelog_entries where id = $1 for update', [id])
  const publications = Promise.all(Array.from({ length: 20 }, () => api.post(`/changelog/${id}/publish`)))
  await waitForBlockedConnections(app, 2)
  await blocker.release()
  const answers = await publications
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ body }) => body.data.publishedAt)).size, 1)
  assert.equal((await announcementsOf(id)).length, 1)
  const { rows } = await app.database.pool.query('select type from audit_events where target_id = $1 order by id', [id])
  assert.deepEqual(rows, [{ type: 'changelog.created' }, { type: 'changelog.published' }])
})

test('does not announce an entry again when it is published again', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  await api.post(`/changelog/${id}/publish`)
  await app.database.pool.query('delete from announcements where entry_id = $1', [id])
  await api.post(`/changelog/${id}/publish`)
  await api.patch(`/changelog/${id}`, { title: 'Export' })
  assert.deepEqual(await announcementsOf(id), [])
})

test('rolls the publication back if its announcement cannot be stored', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const { pool } = app.database
  await pool.query(`alter table announcements add constraint full_up check (entry_id <> '${id}')`)
  assert.equal((await api.post(`/changelog/${id}/publish`)).status, 500)
  assert.equal((await api.get(`/changelog/${id}`)).body.data.state, 'draft')
  await pool.query('alter table announcements drop constraint full_up')
  assert.equal((await api.post(`/changelog/${id}/publish`)).status, 200)
  assert.equal((await announcementsOf(id)).length, 1)
})
