import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp } from '../../test/test-app.ts'
import { publishScheduledEntries } from './publish-scheduled.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await app.workspace()
const { api } = acme
const { pool } = app.database

const nine30 = '2026-03-01T09:30:00.000Z'
const ten = '2026-03-01T10:00:00.000Z'

const createScheduled = (at = nine30) =>
  api.create('/changelog', { title: 'CSV export', scheduledPublishAt: at, scheduledTimezone: 'Europe/Berlin' })

const readState = async (id: string) => {
  const { state, publishedAt, scheduledPublishAt } = (await api.get(`/changelog/${id}`)).body.data
  return { state, publishedAt, scheduledPublishAt }
}

const published = { state: 'published', publishedAt: nine30, scheduledPublishAt: null }

const countAnnouncements = async (id: string) =>
  (await pool.query('select from announcements where entry_id = $1', [id])).rowCount

test('publishes and announces an entry at its time, not before, as the API does', async () => {
  const { id } = await createScheduled()
  assert.deepEqual(await publishScheduledEntries(app, '2026-03-01T09:29:59.999Z'), [])
  assert.equal((await readState(id)).state, 'draft')
  assert.deepEqual(await publishScheduledEntries(app, nine30), [id])
  assert.deepEqual(await readState(id), published)
  assert.equal(await countAnnouncements(id), 1)
  const { rows } = await pool.query('select type, actor_type from audit_events where target_id = $1 order by id', [id])
  assert.deepEqual(rows.at(-1), { type: 'changelog.published', actor_type: 'system' })
  assert.deepEqual(await publishScheduledEntries(app, ten), [])
})

test('publishes entries at the first poll that came due while no server was running', async () => {
  const { id } = await createScheduled()
  assert.deepEqual(await publishScheduledEntries(app, '2026-03-04T00:00:00.000Z'), [id])
  assert.equal((await readState(id)).publishedAt, '2026-03-04T00:00:00.000Z')
})

test('publishes and announces once in five concurrent polls', async () => {
  const { id } = await createScheduled()
  const blocker = await startBlockingTransaction(app, 'select from changelog_entries where id = $1 for update', [id])
  const polls = Promise.all(Array.from({ length: 5 }, () => publishScheduledEntries(app, nine30)))
  await waitForBlockedConnections(app, 5)
  await blocker.release()
  assert.deepEqual((await polls).flat(), [id])
  assert.equal(await countAnnouncements(id), 1)
})

test('respects a schedule that is moved or cleared before its time', async () => {
  const [moved, cleared] = [await createScheduled(), await createScheduled()]
  await api.patch(`/changelog/${moved.id}`, { scheduledPublishAt: ten })
  await api.patch(`/changelog/${cleared.id}`, { scheduledPublishAt: null })
  assert.deepEqual(await publishScheduledEntries(app, nine30), [])
  assert.deepEqual(await publishScheduledEntries(app, ten), [moved.id])
  assert.equal((await readState(cleared.id)).state, 'draft')
})

test('keeps the draft when the schedule is moved just before the poll locks the entry', async () => {
  const { id } = await createScheduled()
  const blocker = await startBlockingTransaction(app, 'select from changelog_entries where id = $1 for update', [id])
  const change = api.patch(`/changelog/${id}`, { scheduledPublishAt: ten })
  await waitForBlockedConnections(app, 1)
  const poll = publishScheduledEntries(app, nine30)
  await waitForBlockedConnections(app, 2)
  await blocker.release()
  assert.equal((await change).status, 200)
  assert.deepEqual(await poll, [])
  assert.deepEqual(await readState(id), { state: 'draft', publishedAt: null, scheduledPublishAt: ten })
  assert.equal(await countAnnouncements(id), 0)
  await publishScheduledEntries(app, ten)
})

test('rejects a schedule change that waits for the poll to publish the entry', async () => {
  const { id } = await createScheduled()
  const blocker = await startBlockingTransaction(app, 'select from changelog_entries where id = $1 for update', [id])
  const poll = publishScheduledEntries(app, nine30)
  await waitForBlockedConnections(app, 1)
  const change = api.patch(`/changelog/${id}`, { scheduledPublishAt: ten })
  await waitForBlockedConnections(app, 2)
  await blocker.release()
  assert.deepEqual(await poll, [id])
  assert.equal((await change).status, 400)
  assert.deepEqual(await readState(id), published)
})

test('publishes other entries when one fails, and retries that one', async () => {
  const [failing, healthy] = [await createScheduled(), await createScheduled()]
  await pool.query(`alter table announcements add constraint always_fails check (entry_id <> '${failing.id}')`)
  await assert.rejects(publishScheduledEntries(app, nine30), /always_fails/)
  assert.equal((await readState(failing.id)).state, 'draft')
  assert.deepEqual(await readState(healthy.id), published)
  await pool.query('alter table announcements drop constraint always_fails')
  assert.deepEqual(await publishScheduledEntries(app, nine30), [failing.id])
})
