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

const move = (acme: TestWorkspace, id: string, destination: RoadmapMove) =>
  acme.write((tx) => moveRoadmapItem(tx, id, destination))

async function createItems(acme: TestWorkspace, count: number, status: RoadmapStatus = 'planned'): Promise<string[]> {
  const ids = []
  for (let number = 1; number <= count; number++) {
    ids.push((await acme.api.create('/roadmap', { title: `${status} ${number}`, status })).id)
  }
  return ids
}

const listColumn = async (acme: TestWorkspace, status: RoadmapStatus = 'planned'): Promise<string[]> =>
  (await acme.api.listAll(`/roadmap?status=${status}`)).map(({ id }) => id)

test('moves an item before or after another item of its column', async () => {
  const acme = await world.workspace()
  const [a, b, c, d] = (await createItems(acme, 4)) as [string, string, string, string]
  await move(acme, d, { beforeId: a })
  assert.deepEqual(await listColumn(acme), [d, a, b, c])
  await move(acme, d, { afterId: b })
  assert.deepEqual(await listColumn(acme), [a, b, d, c])
  await move(acme, a, { afterId: c })
  assert.deepEqual(await listColumn(acme), [b, d, c, a])
})

test('moves an item to a position in another column, and its request to the corresponding stage', async () => {
  const acme = await world.workspace()
  const [a, b] = (await createItems(acme, 2, 'done')) as [string, string]
  const [item] = (await createItems(acme, 1)) as [string]
  const moved = await move(acme, item, { status: 'done', beforeId: b })
  assert.equal(moved.status, 'done')
  assert.deepEqual(await listColumn(acme, 'done'), [a, item, b])
  assert.equal((await acme.api.get(`/feedback/${moved.feedbackId}`)).body.data.stage, 'completed')
  await move(acme, a, { status: 'closed' })
  assert.deepEqual(await listColumn(acme, 'closed'), [a])
})

test('audits each move with the states before and after, but not a move to the same position', async () => {
  const acme = await world.workspace()
  const [a, b] = (await createItems(acme, 2)) as [string, string]
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

test('keeps the order of 100 moves into one gap by renumbering the column when the gap is too small', async () => {
  const acme = await world.workspace()
  const ids = await createItems(acme, 4)
  let expected = [...ids]
  for (let turn = 0; turn < 100; turn++) {
    const [first, second, ...rest] = expected as [string, string, ...string[]]
    const last = rest.at(-1)!
    await move(acme, last, { afterId: first })
    expected = [first, last, second, ...rest.slice(0, -1)]
  }
  assert.deepEqual(await listColumn(acme), expected)
})

test('places an item between two items with the same sort order', async () => {
  const acme = await world.workspace()
  const [a, b, c] = (await createItems(acme, 3)) as [string, string, string]
  await pool.query('update roadmap_items set sort_order = 7 where workspace_id = $1 and id <> $2', [acme.id, c])
  await move(acme, c, { afterId: a })
  assert.deepEqual(await listColumn(acme), [a, c, b])
})

test('keeps every item in the column once, with distinct sort orders, after concurrent moves', async () => {
  const acme = await world.workspace()
  const ids = await createItems(acme, 8)
  const moves = ids.flatMap((id, index) => [
    move(acme, id, { beforeId: ids[(index + 3) % 8]! }),
    move(acme, id, { afterId: ids[(index + 5) % 8]! }),
    acme.api.patch(`/roadmap/${id}/status`, { status: 'planned' }),
  ])
  await Promise.all(moves)
  assert.deepEqual((await listColumn(acme)).toSorted(), ids.toSorted())
  const { rows } = await pool.query(
    'select count(distinct sort_order) as count from roadmap_items where workspace_id = $1',
    [acme.id],
  )
  assert.equal(rows[0].count, 8)
})

test('rejects a neighbor in another column or workspace, the item itself, and two neighbors, by path', async () => {
  const acme = await world.workspace()
  const [a, b] = (await createItems(acme, 2)) as [string, string]
  const [done] = (await createItems(acme, 1, 'done')) as [string]
  const [foreign] = (await createItems(await world.workspace(), 1)) as [string]
  for (const [destination, path] of [
    [{ beforeId: done }, '/beforeId'],
    [{ afterId: foreign }, '/afterId'],
    [{ beforeId: a }, '/beforeId'],
    [{ status: 'done' as const, afterId: b }, '/afterId'],
    [{ beforeId: b, afterId: b }, '/afterId'],
  ] as const) {
    await assert.rejects(move(acme, a, destination), invalidPaths(path))
  }
  assert.deepEqual([await listColumn(acme), await listColumn(acme, 'done')], [[a, b], [done]])
  await assert.rejects(move(await world.workspace(), a, { status: 'done' }), { code: 'not_found' })
})

test('lists all columns in order, finished items newest first', async () => {
  const acme = await world.workspace()
  const planned = await createItems(acme, 3)
  const done = await createItems(acme, 52, 'done')
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

test('keeps the request of a deleted item, and returns it to review unless it was completed or closed', async () => {
  const acme = await world.workspace()
  const stageAfter = async (status: RoadmapStatus) => {
    const [id] = (await createItems(acme, 1, status)) as [string]
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
