import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../test/test-app.ts'
import { setStages, setStatuses, undoStageTransitions } from './set-stages.ts'

const world = await createTestApp()
const acme = await world.workspace()
const { api } = acme

const file = async (title = 'A'): Promise<string> => (await api.create('/feedback', { title })).id
const read = async (id: string) => (await api.get(`/feedback/${id}`)).body.data
const standing = async (ids: string[]) =>
  (await Promise.all(ids.map(read))).map(({ stage, status }) => `${status} ${stage}`)
const events = async (): Promise<number> =>
  Number((await world.database.pool.query('select count(*) from audit_events')).rows[0].count)

test('many are moved at once, their items follow, and each leaves one event of its own', async () => {
  const ids = [await file(), await file(), await file()]
  for (const id of ids.slice(0, 2)) await api.create(`/feedback/${id}/promote`, { status: 'planned' })
  const before = await events()
  const moves = await acme.write((tx) => setStages(tx, ids, 'completed'))
  assert.deepEqual(
    moves.map(({ to }) => to.stage),
    ['completed', 'completed', 'completed'],
  )
  assert.equal((await events()) - before, 3)
  const items = await api.listAll('/roadmap?status=done')
  assert.deepEqual(items.map(({ feedbackId }) => feedbackId).sort(), ids.slice(0, 2).sort())
  assert.equal(new Set(items.map(({ sortOrder }) => sortOrder)).size, 2)
  assert.deepEqual(await acme.write((tx) => setStages(tx, ids, 'completed')), [])
  assert.equal((await events()) - before, 3)
})

test('what was moved can be moved back to exactly where it was, but for what somebody has moved since', async () => {
  const ids = [await file(), await file(), await file()]
  await api.patch(`/feedback/${ids[1]}/stage`, { stage: 'planned' })
  await api.patch(`/feedback/${ids[1]}/status`, { status: 'rejected' })
  const before = await standing(ids)
  const moves = await acme.write((tx) => setStatuses(tx, ids, 'approved'))
  assert.deepEqual(await standing(ids), ['approved in_review', 'approved planned', 'approved in_review'])
  await api.patch(`/feedback/${ids[2]}/stage`, { stage: 'closed' })
  assert.equal((await acme.write((tx) => undoStageTransitions(tx, moves))).length, 2)
  assert.deepEqual(await standing(ids), [...before.slice(0, 2), 'approved closed'])
})

test('one id of another workspace, or more than a hundred, refuses all of them', async () => {
  const ids = [await file()]
  const theirs = (await (await world.workspace()).api.create('/feedback', { title: 'Theirs' })).id
  for (const wrong of [theirs, newId()]) {
    await assert.rejects(
      acme.write((tx) => setStages(tx, [...ids, wrong], 'planned')),
      { code: 'not_found' },
    )
  }
  await assert.rejects(
    acme.write((tx) => setStages(tx, Array.from({ length: 101 }, newId), 'planned')),
    { code: 'validation_error' },
  )
  assert.deepEqual(await standing(ids), ['pending pending'])
})

test('two bulk operations over the same requests in other orders do not block one another', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => file()))
  const deadlocks = async () =>
    (await world.database.pool.query('select deadlocks from pg_stat_database where datname = current_database()'))
      .rows[0]
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
