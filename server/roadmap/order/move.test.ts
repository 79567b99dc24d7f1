import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invalidPaths } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { listRoadmapColumns } from '../console/columns.ts'
import { deleteRoadmapItem } from '../delete.ts'
import type { RoadmapStatus } from '../schema.ts'
import { moveRoadmapItem, type RoadmapMove } from './move.ts'

const world = await createTestApp()
const { pool } = world.database

const move = (acme: TestWorkspace, id: string, where: RoadmapMove) => acme.write((tx) => moveRoadmapItem(tx, id, where))

async function items(acme: TestWorkspace, count: number, status: RoadmapStatus = 'planned'): Promise<string[]> {
  const ids = []
  for (let number = 1; number <= count; number++) {
    ids.push((await acme.api.create('/roadmap', { title: `${status} ${number}`, status })).id)
  }
  return ids
}

const order = async (acme: TestWorkspace, status: RoadmapStatus = 'planned'): Promise<string[]> =>
  (await acme.api.listAll(`/roadmap?status=${status}`)).map(({ id }) => id)

test('an item goes before or after another of its column', async () => {
  const acme = await world.workspace()
  const [a, b, c, d] = (await items(acme, 4)) as [string, string, string, string]
  await move(acme, d, { beforeId: a })
  assert.deepEqual(await order(acme), [d, a, b, c])
  await move(acme, d, { afterId: b })
  assert.deepEqual(await order(acme), [a, b, d, c])
  await move(acme, a, { afterId: c })
  assert.deepEqual(await order(acme), [b, d, c, a])
})

test('in another column it comes to its place there, and its request follows', async () => {
  const acme = await world.workspace()
  const [a, b] = (await items(acme, 2, 'done')) as [string, string]
  const [item] = (await items(acme, 1)) as [string]
  const moved = await move(acme, item, { status: 'done', beforeId: b })
  assert.equal(moved.status, 'done')
  assert.deepEqual(await order(acme, 'done'), [a, item, b])
  assert.equal((await acme.api.get(`/feedback/${moved.feedbackId}`)).body.data.stage, 'completed')
  await move(acme, a, { status: 'closed' })
  assert.deepEqual(await order(acme, 'closed'), [a])
})

test('each move leaves one event, with what it was and became; a move to where it is leaves none', async () => {
  const acme = await world.workspace()
  const [a, b] = (await items(acme, 2)) as [string, string]
  await move(acme, b, { beforeId: a })
  await move(acme, b, { status: 'in_progress' })
  await move(acme, b, { status: 'in_progress' })
  const { rows } = await pool.query<{ type: string; changes: Record<string, unknown> }>(
    `select type, changes from audit_events where target_id = $1 and type <> 'roadmap.created' order by id`,
    [b],
  )
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['roadmap.reordered', 'roadmap.status_changed'],
  )
  assert.deepEqual(rows[0]!.changes.sortOrder, [2048, 0])
  assert.deepEqual(rows[1]!.changes.itemStatus, ['planned', 'in_progress'])
})

test('a hundred moves into one gap keep every order, since the column is numbered anew when there is no room', async () => {
  const acme = await world.workspace()
  const ids = await items(acme, 4)
  let expected = [...ids]
  for (let turn = 0; turn < 100; turn++) {
    const [first, second, ...rest] = expected as [string, string, ...string[]]
    const last = rest.at(-1)!
    await move(acme, last, { afterId: first })
    expected = [first, last, second, ...rest.slice(0, -1)]
  }
  assert.deepEqual(await order(acme), expected)
})

test('items that came to share a number are told apart when something is to go between them', async () => {
  const acme = await world.workspace()
  const [a, b, c] = (await items(acme, 3)) as [string, string, string]
  await pool.query('update roadmap_items set sort_order = 7 where workspace_id = $1 and id <> $2', [acme.id, c])
  await move(acme, c, { afterId: a })
  assert.deepEqual(await order(acme), [a, c, b])
})

test('moves at once leave every item in the column once, in one order that nobody disputes', async () => {
  const acme = await world.workspace()
  const ids = await items(acme, 8)
  const moves = ids.flatMap((id, index) => [
    move(acme, id, { beforeId: ids[(index + 3) % 8]! }),
    move(acme, id, { afterId: ids[(index + 5) % 8]! }),
    acme.api.patch(`/roadmap/${id}/status`, { status: 'planned' }),
  ])
  await Promise.all(moves)
  assert.deepEqual((await order(acme)).toSorted(), ids.toSorted())
  const { rows } = await pool.query(
    'select count(distinct sort_order) as count from roadmap_items where workspace_id = $1',
    [acme.id],
  )
  assert.equal(rows[0].count, 8)
})

test('a neighbour in another column or workspace, the item itself and two neighbours are refused by name', async () => {
  const acme = await world.workspace()
  const [a, b] = (await items(acme, 2)) as [string, string]
  const [done] = (await items(acme, 1, 'done')) as [string]
  const [foreign] = (await items(await world.workspace(), 1)) as [string]
  for (const [where, path] of [
    [{ beforeId: done }, '/beforeId'],
    [{ afterId: foreign }, '/afterId'],
    [{ beforeId: a }, '/beforeId'],
    [{ status: 'done' as const, afterId: b }, '/afterId'],
    [{ beforeId: b, afterId: b }, '/afterId'],
  ] as const) {
    await assert.rejects(move(acme, a, where), invalidPaths(path))
  }
  assert.deepEqual([await order(acme), await order(acme, 'done')], [[a, b], [done]])
  await assert.rejects(move(await world.workspace(), a, { status: 'done' }), { code: 'not_found' })
})

test('the board shows all columns in order; of what is over, the latest first', async () => {
  const acme = await world.workspace()
  const planned = await items(acme, 3)
  const done = await items(acme, 52, 'done')
  const columns = await acme.write(listRoadmapColumns)
  assert.deepEqual(
    columns.map(({ status, count, hasMore, isNewestFirst }) => [status, count, hasMore, isNewestFirst]),
    [
      ['planned', 3, false, false],
      ['in_progress', 0, false, false],
      ['done', 52, true, true],
      ['closed', 0, false, true],
    ],
  )
  assert.deepEqual(
    columns[0]!.items.map(({ id }) => id),
    planned,
  )
  assert.deepEqual(
    columns[2]!.items.map(({ id }) => id),
    done.toReversed().slice(0, 50),
  )
  assert.deepEqual([columns[0]!.items[0]!.stage, columns[0]!.items[0]!.requestStatus], ['planned', 'approved'])
})

test('an item that is deleted leaves its request, which is promised no more; what is over stays so', async () => {
  const acme = await world.workspace()
  const stageAfter = async (status: RoadmapStatus) => {
    const [id] = (await items(acme, 1, status)) as [string]
    const { feedbackId } = await acme.write((tx) => deleteRoadmapItem(tx, id))
    const { stage, roadmapItemId } = (await acme.api.get(`/feedback/${feedbackId}`)).body.data
    assert.equal(roadmapItemId, null)
    assert.equal((await acme.api.get(`/roadmap/${id}`)).status, 404)
    return stage
  }
  assert.equal(await stageAfter('planned'), 'in_review')
  assert.equal(await stageAfter('in_progress'), 'in_review')
  assert.equal(await stageAfter('done'), 'completed')
  assert.equal(await stageAfter('closed'), 'closed')
})
