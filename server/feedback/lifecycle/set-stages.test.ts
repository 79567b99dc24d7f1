import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../test/test-app.ts'
import { setStages } from './set-stage.ts'
import { setStatuses } from './set-status.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { api } = acme

const createRequest = async (title = 'A'): Promise<string> => (await api.create('/feedback', { title })).id
const read = async (id: string) => (await api.get(`/feedback/${id}`)).body.data
const listStates = async (ids: string[]) =>
  (await Promise.all(ids.map(read))).map(({ stage, status }) => `${status} ${stage}`)
const countEvents = async (): Promise<number> =>
  Number((await app.database.pool.query('select count(*) from audit_events')).rows[0].count)

test('changes many requests at once, moves their roadmap items and records one event each', async () => {
  const ids = [await createRequest(), await createRequest(), await createRequest()]
  for (const id of ids.slice(0, 2)) await api.create(`/feedback/${id}/promote`, { status: 'planned' })
  const before = await countEvents()
  const changes = await acme.write((tx) => setStages(tx, ids, 'completed'))
  assert.deepEqual(
    changes.map(({ to }) => to.stage),
    ['completed', 'completed', 'completed'],
  )
  assert.equal((await countEvents()) - before, 3)
  const items = await api.listAll('/roadmap?status=done')
  assert.deepEqual(items.map(({ feedbackId }) => feedbackId).sort(), ids.slice(0, 2).sort())
  assert.equal(new Set(items.map(({ sortOrder }) => sortOrder)).size, 2)
  assert.deepEqual(await acme.write((tx) => setStages(tx, ids, 'completed')), [])
  assert.equal((await countEvents()) - before, 3)
})

test('changes nothing if one id belongs to another workspace, does not exist, or there are more than 100', async () => {
  const ids = [await createRequest()]
  const foreign = (await (await app.workspace()).api.create('/feedback', { title: 'Theirs' })).id
  for (const wrong of [foreign, newId()]) {
    await assert.rejects(
      acme.write((tx) => setStages(tx, [...ids, wrong], 'planned')),
      { code: 'not_found' },
    )
  }
  await assert.rejects(
    acme.write((tx) => setStages(tx, Array.from({ length: 101 }, newId), 'planned')),
    { code: 'validation_error' },
  )
  assert.deepEqual(await listStates(ids), ['pending pending'])
})

test('runs concurrent bulk operations over the same requests in different orders without a deadlock', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => createRequest()))
  const deadlocks = async () =>
    (await app.database.pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0]
  const before = await deadlocks()
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      acme.write((tx) => setStages(tx, ids, 'planned')),
      acme.write((tx) => setStatuses(tx, ids.toReversed(), 'spam')),
      acme.write((tx) => setStages(tx, ids.slice(5).toReversed(), 'closed')),
    ])
  }
  assert.deepEqual(await deadlocks(), before)
})
