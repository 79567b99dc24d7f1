import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { adjacentMove, getColumnPosition } from '../order/column-position.ts'
import { moveRoadmapItem } from '../order/move.ts'
import { listTargetQuarters, quarterBounds } from '../quarters.ts'
import { listRoadmapColumns, type RoadmapColumnFilter } from './columns.ts'

const world = await createTestApp()

const plan = async (acme: TestWorkspace, body: object): Promise<string> => (await acme.api.create('/roadmap', body)).id

const shown = (acme: TestWorkspace, filter: RoadmapColumnFilter) =>
  acme.write(async (tx) => {
    const columns = await listRoadmapColumns(tx, filter)
    return columns.flatMap(({ items, count }) => [...items.map(({ title }) => title), ...(count ? [count] : [])])
  })

test('the board shows what is on one board of requests, and what is meant for one quarter, by day or by quarter', async () => {
  const acme = await world.workspace()
  const other = await acme.write((tx) => createBoard(tx, { name: 'Apps', slug: 'apps', isPublic: false }))
  await plan(acme, { title: 'a', targetDelivery: { precision: 'quarter', date: '2026-09-30' } })
  await plan(acme, { title: 'b', boardId: other.id, targetDelivery: { precision: 'date', date: '2026-07-01' } })
  await plan(acme, { title: 'c', boardId: 'apps', targetDelivery: { precision: 'date', date: '2026-10-01' } })
  await plan(acme, { title: 'd', status: 'done' })
  assert.deepEqual(await shown(acme, {}), ['a', 'b', 'c', 3, 'd', 1])
  assert.deepEqual(await shown(acme, { quarter: '2026-Q3' }), ['a', 'b', 2])
  assert.deepEqual(await shown(acme, { boardId: other.id }), ['b', 'c', 2])
  assert.deepEqual(await shown(acme, { boardId: other.id, quarter: '2026-Q4' }), ['c', 1])
  assert.deepEqual(await acme.write(listTargetQuarters), ['2026-Q3', '2026-Q4'])
  assert.deepEqual(await (await world.workspace()).write(listTargetQuarters), [])
  const [planned] = await acme.write((tx) => listRoadmapColumns(tx))
  assert.deepEqual(
    planned!.items.map(({ isBoardPublic }) => isBoardPublic),
    [true, false, false],
  )
})

test('a quarter begins and ends on its own days', () => {
  assert.deepEqual(quarterBounds('2026-Q1'), { first: '2026-01-01', last: '2026-03-31' })
  assert.deepEqual(quarterBounds('2026-Q4'), { first: '2026-10-01', last: '2026-12-31' })
})

test('one place up or down is as the board shows it, also where the last that came stands on top', async () => {
  const acme = await world.workspace()
  for (const status of ['planned', 'done']) {
    const ids = []
    for (const title of ['a', 'b', 'c']) ids.push(await plan(acme, { title, status }))
    const order = (await shown(acme, {})).filter((title) => typeof title === 'string').slice(-3)
    const top = ids[status === 'done' ? 2 : 0]!
    const before = await acme.write((tx) => getColumnPosition(tx, top))
    assert.deepEqual([before.place, before.count, before.aboveId, before.belowId], [1, 3, null, ids[1]])
    assert.equal(adjacentMove(before, 'up'), null)
    await acme.write((tx) => moveRoadmapItem(tx, top, adjacentMove(before, 'down')!))
    const [first, second, third] = order
    assert.deepEqual((await shown(acme, {})).filter((title) => typeof title === 'string').slice(-3), [
      second,
      first,
      third,
    ])
    const after = await acme.write((tx) => getColumnPosition(tx, top))
    assert.equal(after.place, 2)
    await acme.write((tx) => moveRoadmapItem(tx, top, adjacentMove(after, 'up')!))
    assert.deepEqual((await shown(acme, {})).filter((title) => typeof title === 'string').slice(-3), order)
  }
  const foreign = await world.workspace()
  const [planned] = await acme.write((tx) => listRoadmapColumns(tx))
  await assert.rejects(
    foreign.write((tx) => getColumnPosition(tx, planned!.items[0]!.id)),
    { code: 'not_found' },
  )
})
