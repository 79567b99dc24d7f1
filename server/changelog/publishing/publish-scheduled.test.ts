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

const schedule = (at = nine30) =>
  api.create('/changelog', { title: 'CSV export', scheduledPublishAt: at, scheduledTimezone: 'Europe/Berlin' })

const stateOf = async (id: string) => {
  const { state, publishedAt, scheduledPublishAt } = (await api.get(`/changelog/${id}`)).body.data
  return { state, publishedAt, scheduledPublishAt }
}

const published = { state: 'published', publishedAt: nine30, scheduledPublishAt: null }

const announcements = async (id: string) =>
  (await pool.query('select from announcements where entry_id = $1', [id])).rowCount

test('an entry is published at its time, not before, by the operation that the API has, and announced', async () => {
  const { id } = await schedule()
  assert.deepEqual(await publishScheduledEntries(app, '2026-03-01T09:29:59.999Z'), [])
  assert.equal((await stateOf(id)).state, 'draft')
  assert.deepEqual(await publishScheduledEntries(app, nine30), [id])
  assert.deepEqual(await stateOf(id), published)
  assert.equal(await announcements(id), 1)
  const { rows } = await pool.query('select type, actor_type from audit_events where target_id = $1 order by id', [id])
  assert.deepEqual(rows.at(-1), { type: 'changelog.published', actor_type: 'system' })
  assert.deepEqual(await publishScheduledEntries(app, ten), [])
})

test('what came due while no server ran is published at the first look', async () => {
  const { id } = await schedule()
  assert.deepEqual(await publishScheduledEntries(app, '2026-03-04T00:00:00.000Z'), [id])
  assert.equal((await stateOf(id)).publishedAt, '2026-03-04T00:00:00.000Z')
})

test('five clocks at once publish once and announce once', async () => {
  const { id } = await schedule()
  const held = await startBlockingTransaction(app, 'select from changelog_entries where id = $1 for update', [id])
  const looks = Promise.all(Array.from({ length: 5 }, () => publishScheduledEntries(app, nine30)))
  await waitForBlockedConnections(app, 5)
  await held.release()
  assert.deepEqual((await looks).flat(), [id])
  assert.equal(await announcements(id), 1)
})

test('a schedule that is moved or cleared before its time is heeded', async () => {
  const [moved, cleared] = [await schedule(), await schedule()]
  await api.patch(`/changelog/${moved.id}`, { scheduledPublishAt: ten })
  await api.patch(`/changelog/${cleared.id}`, { scheduledPublishAt: null })
  assert.deepEqual(await publishScheduledEntries(app, nine30), [])
  assert.deepEqual(await publishScheduledEntries(app, ten), [moved.id])
  assert.equal((await stateOf(cleared.id)).state, 'draft')
})

test('of a change and the clock at once, the change that was first counts, and the entry stays a draft', async () => {
  const { id } = await schedule()
  const held = await startBlockingTransaction(app, 'select from changelog_entries where id = $1 for update', [id])
  const change = api.patch(`/changelog/${id}`, { scheduledPublishAt: ten })
  await waitForBlockedConnections(app, 1)
  const look = publishScheduledEntries(app, nine30)
  await waitForBlockedConnections(app, 2)
  await held.release()
  assert.equal((await change).status, 200)
  assert.deepEqual(await look, [])
  assert.deepEqual(await stateOf(id), { state: 'draft', publishedAt: null, scheduledPublishAt: ten })
  assert.equal(await announcements(id), 0)
  await publishScheduledEntries(app, ten)
})

test('of a change and the clock at once, a change that comes second finds a published entry and is refused', async () => {
  const { id } = await schedule()
  const held = await startBlockingTransaction(app, 'select from changelog_entries where id = $1 for update', [id])
  const look = publishScheduledEntries(app, nine30)
  await waitForBlockedConnections(app, 1)
  const change = api.patch(`/changelog/${id}`, { scheduledPublishAt: ten })
  await waitForBlockedConnections(app, 2)
  await held.release()
  assert.deepEqual(await look, [id])
  assert.equal((await change).status, 400)
  assert.deepEqual(await stateOf(id), published)
})

test('an entry that cannot be published keeps no other from it, and is tried again', async () => {
  const [broken, sound] = [await schedule(), await schedule()]
  await pool.query(`alter table announcements add constraint full_up check (entry_id <> '${broken.id}')`)
  await assert.rejects(publishScheduledEntries(app, nine30), /full_up/)
  assert.equal((await stateOf(broken.id)).state, 'draft')
  assert.deepEqual(await stateOf(sound.id), published)
  await pool.query('alter table announcements drop constraint full_up')
  assert.deepEqual(await publishScheduledEntries(app, nine30), [broken.id])
})
