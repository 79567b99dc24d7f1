import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { adjacentMove, getColumnPosition } from '../order/column-position.ts'
import { moveRoadmapItem } from '../order/move.ts'
import { listTargetQuarters, quarterBounds } from '../quarters.ts'
import { listRoadmapColumns, type RoadmapColumnFilter } from './columns.ts'

const world = await createTestApp()

const createItem = async (acme: TestWorkspace, body: object): Promise<string> =>
  (await acme.api.create('/roadmap', body)).id

const listTitles = (acme: TestWorkspace, filter: RoadmapColumnFilter) =>
  acme.write(async (tx) => {
    const columns = await listRoadmapColumns(tx, filter)
    return columns.flatMap(({ items, count }) => [...items.map(({ title }) => title), ...(count ? [count] : [])])
  })

test('filters columns by feedback board and by target quarter, whether the target is a day or a quarter', async () => {
  const acme = await world.workspace()
  const other = await acme.write((tx) => createBoard(tx, { name: 'Apps', slug: 'apps', isPublic: false }))
  await createItem(acme, { title: 'a', targetDelivery: { precision: 'quarter', date: '2026-09-30' } })
  await createItem(acme, { title: 'b', boardId: other.id, targetDelivery: { precision: 'date', date: '2026-07-01' } })
  await createItem(acme, { title: 'c', boardId: 'apps', targetDelivery: { precision: 'date', date: '2026-10-01' } })
  await createItem(acme, { title: 'd', status: 'done' })
  assert.deepEqual(await listTitles(acme, {}), ['a', 'b', 'c', 3, 'd', 1])
  assert.deepEqual(await listTitles(acme, { quarter: '2026-Q3' }), ['a', 'b', 2])
  assert.deepEqual(await listTitles(acme, { boardId: other.id }), ['b', 'c', 2])
  assert.deepEqual(await listTitles(acme, { boardId: other.id, quarter: '2026-Q4' }), ['c', 1])
  assert.deepEqual(await acme.write(listTargetQuarters), ['2026-Q3', '2026-Q4'])
  assert.deepEqual(await (await world.workspace()).write(listTargetQuarters), [])
  const [planned] = await acme.write((tx) => listRoadmapColumns(tx))
  assert.deepEqual(
    planned!.items.map(({ isBoardPublic }) => isBoardPublic),
    [true, false, false],
  )
})

test('returns the first and last day of a quarter', () => {
  assert.deepEqual(quarterBounds('2026-Q1'), { first: '2026-01-01', last: '2026-03-31' })
  assert.deepEqual(quarterBounds('2026-Q4'), { first: '2026-10-01', last: '2026-12-31' })
})

test('moves one place up or down as the console shows it, even in columns shown newest first', async () => {
  const acme = await world.workspace()
  for (const status of ['planned', 'done']) {
    const ids = []
    for (const title of ['a', 'b', 'c']) ids.push(await createItem(acme, { title, status }))
    const order = (await listTitles(acme, {})).filter((title) => typeof title === 'string').slice(-3)
    const top = ids[status === 'done' ? 2 : 0]!
    const before = await acme.write((tx) => getColumnPosition(tx, top))
    assert.deepEqual([before.place, before.count, before.aboveId, before.belowId], [1, 3, null, ids[1]])
    assert.equal(adjacentMove(before, 'up'), null)
    await acme.write((tx) => moveRoadmapItem(tx, top, adjacentMove(before, 'down')!))
    const [first, second, third] = order
    assert.deepEqual((await listTitles(acme, {})).filter((title) => typeof title === 'string').slice(-3), [
      second,
      first,
      third,
    ])
    const after = await acme.write((tx) => getColumnPosition(tx, top))
    assert.equal(after.place, 2)
    await acme.write((tx) => moveRoadmapItem(tx, top, adjacentMove(after, 'up')!))
    assert.deepEqual((await listTitles(acme, {})).filter((title) => typeof title === 'string').slice(-3), order)
  }
  const foreign = await world.workspace()
  const [planned] = await acme.write((tx) => listRoadmapColumns(tx))
  await assert.rejects(
    foreign.write((tx) => getColumnPosition(tx, planned!.items[0]!.id)),
    { code: 'not_found' },
  )
})
