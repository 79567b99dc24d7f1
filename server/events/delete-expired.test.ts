import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'
import { deleteExpiredEvents } from './delete-expired.ts'

const app = await createTestApp({ now: '2036-01-01T09:00:00.000Z', checksEvents: false })
const { signal } = new AbortController()

test('deletes expired events, but keeps the newest one of a workspace', async () => {
  const acme = await app.workspace()
  const quiet = await app.workspace()
  for (const title of ['One', 'Two']) await acme.api.create('/feedback', { title })
  app.setClock('2036-03-01T09:00:00.000Z')
  await acme.api.create('/feedback', { title: 'Three' })
  const titles = async ({ api }: typeof acme) =>
    (await api.get('/events')).body.data.map(({ data }: { data: { title?: string } }) => data.title ?? 'board')

  const before = (await quiet.api.get('/events')).body.data
  assert.equal(await deleteExpiredEvents(app.database, { days: 90, now: '2036-03-30T00:00:00.000Z' }, signal), 1)
  await deleteExpiredEvents(app.database, { days: 90, now: '2036-04-02T00:00:00.000Z' }, signal)
  assert.deepEqual(await titles(acme), ['Three'])
  await deleteExpiredEvents(app.database, { days: 7, now: '2037-01-01T00:00:00.000Z' }, signal)
  assert.deepEqual(await titles(acme), ['Three'])
  assert.deepEqual((await quiet.api.get('/events')).body.data, before)
  assert.equal((await quiet.api.get(`/events?after=${before[0].id}`)).status, 200)
})
