import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import { getFeedback } from '../../../server/feedback/queries.ts'
import { listRoadmapColumns } from '../../../server/roadmap/console/columns.ts'
import { createRoadmapItem } from '../../../server/roadmap/create.ts'
import { deleteRoadmapItem } from '../../../server/roadmap/delete.ts'
import { moveRoadmapItem } from '../../../server/roadmap/order/move.ts'
import { promoteFeedback } from '../../../server/roadmap/promote.ts'
import type { RoadmapStatus } from '../../../server/roadmap/schema.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const stage = await createBrowserApp()

/** A workspace with items `a`, `b`, `c` planned and `x`, `y` done, and its board in a member's browser. */
async function board(options: { javaScriptEnabled?: boolean } = {}) {
  const workspace = await stage.emptyWorkspace()
  const ids: Record<string, string> = {}
  const add = async (title: string, status: RoadmapStatus) => {
    ids[title] = (await workspace.write((tx) => createRoadmapItem(tx, { title, status }))).id
  }
  for (const title of ['a', 'b', 'c']) await add(title, 'planned')
  for (const title of ['y', 'x']) await add(title, 'done')
  const page = await (await workspace.member('member')).page(options)
  await page.goto(`${workspace.home}/roadmap`)
  if (options.javaScriptEnabled !== false) await draggable(page)
  return { workspace, ids, page }
}

const draggable = async (page: Page) => {
  await waitForHydration(page)
  // What dragging takes is loaded when the pointer comes.
  await page.mouse.move(0, 0)
  await column(page, 'Planned').hover()
  await page.locator('[data-card][draggable=true]').first().waitFor()
}

const card = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true })
const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

const shown = async (page: Page, name: string): Promise<string[]> =>
  (await column(page, name).locator('[data-card] a').allTextContents()).filter(Boolean)

const kept = (workspace: ConsoleWorkspace, status: RoadmapStatus) =>
  workspace.write(async (tx) =>
    (await listRoadmapColumns(tx)).find((one) => one.status === status)!.items.map(({ title }) => title),
  )

/** Resolves when the server has what the board shows. */
const saved = (page: Page) => page.waitForResponse((answer) => answer.request().method() === 'POST')

suite('moving what is on the roadmap', () => {
  test('a card that is dropped stands there at once and after a reload, and its request follows', async () => {
    const { workspace, page } = await board()
    const sent = saved(page)
    await card(page, 'c').dragTo(card(page, 'y'))
    assert.deepEqual(await shown(page, 'Done'), ['x', 'c', 'y'])
    await sent
    await page.reload()
    await draggable(page)
    assert.deepEqual(
      [await shown(page, 'Planned'), await shown(page, 'Done')],
      [
        ['a', 'b'],
        ['x', 'c', 'y'],
      ],
    )
    const again = saved(page)
    await card(page, 'b').dragTo(card(page, 'a'), { targetPosition: { x: 20, y: 1 } })
    assert.deepEqual(await shown(page, 'Planned'), ['b', 'a'])
    await again
    assert.deepEqual(await kept(workspace, 'planned'), ['b', 'a'])
    const folded = saved(page)
    await card(page, 'a').dragTo(page.getByRole('link', { name: 'Show closed: Closed' }))
    await folded
    assert.deepEqual(await kept(workspace, 'closed'), ['a'])
    assert.deepEqual(browserErrors(page), [])
  })

  test('a move that is refused is told and undone, and the page stays', async () => {
    const { workspace, ids, page } = await board()
    await workspace.write((tx) => moveRoadmapItem(tx, ids.x!, { status: 'closed' }))
    await card(page, 'a').dragTo(card(page, 'x'), { targetPosition: { x: 20, y: 1 } })
    await page.getByText('“a” is back where it was.').waitFor()
    await column(page, 'Planned').getByRole('link', { name: 'a', exact: true }).waitFor()
    await card(page, 'x').waitFor({ state: 'detached' })
    assert.deepEqual(await shown(page, 'Done'), ['y'])
    assert.deepEqual(await kept(workspace, 'planned'), ['a', 'b', 'c'])

    await workspace.write((tx) => deleteRoadmapItem(tx, ids.b!))
    await card(page, 'b').dragTo(card(page, 'y'))
    await page.getByText('“b” could not be moved.').waitFor()
    await card(page, 'b').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Roadmap' }).waitFor()
  })

  test('a card is lifted with the space bar, moved with arrows and dropped; each step is said and the focus stays', async () => {
    const { workspace, page } = await board()
    const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    await card(page, 'a').focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(() => document.activeElement?.textContent === 'b')
    await page.keyboard.press('Space')
    await said('Lifted “b”. Planned, 2 of 3.')
    await page.keyboard.press('ArrowUp')
    await said('Planned, 1 of 3')
    await page.keyboard.press('ArrowRight')
    await said('In progress, 1 of 1')
    await page.keyboard.press('ArrowRight')
    await said('Done, 1 of 3')
    await page.keyboard.press('ArrowDown')
    await said('Done, 2 of 3')
    const sent = saved(page)
    await page.keyboard.press('Space')
    await said('Dropped “b”. Done, 2 of 3.')
    await sent
    assert.deepEqual(await kept(workspace, 'done'), ['x', 'b', 'y'])
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'b')
    assert.equal(new URL(page.url()).pathname, new URL(`${workspace.home}/roadmap`).pathname)

    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await said('In progress, 1 of 1')
    await page.keyboard.press('Escape')
    await said('Put back “b”. Done, 2 of 3.')
    assert.deepEqual(await shown(page, 'Done'), ['x', 'b', 'y'])
    assert.deepEqual(await kept(workspace, 'done'), ['x', 'b', 'y'])
    assert.deepEqual(browserErrors(page), [])
  })

  test('what the public does not see says why; a place in the column leaves it so, another column approves it', async () => {
    const { workspace, page } = await board()
    const feedbackId = await workspace.write(async (tx) => {
      const { feedbackId } = await createRoadmapItem(tx, { title: 'hidden' })
      await setStage(tx, feedbackId, 'pending')
      return feedbackId
    })
    const status = () => workspace.write(async (tx) => (await getFeedback(tx, feedbackId)).status)
    await page.reload()
    await draggable(page)
    await column(page, 'Planned').getByText('Not public: request waits for review').waitFor()
    const first = saved(page)
    await card(page, 'hidden').dragTo(card(page, 'a'), { targetPosition: { x: 20, y: 1 } })
    await first
    assert.deepEqual([await kept(workspace, 'planned'), await status()], [['hidden', 'a', 'b', 'c'], 'pending'])
    await card(page, 'hidden').dragTo(column(page, 'In progress'))
    await page.getByText('“hidden” is on the public roadmap now').waitFor()
    assert.equal(await status(), 'approved')
    assert.equal(await page.getByText('Not public').count(), 0)
  })

  test('the panel moves an item to another column, up and down, with script and without', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { workspace, ids, page } = await board({ javaScriptEnabled })
      await page.goto(`${workspace.home}/roadmap/${ids.a}`)
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByRole('button', { name: 'Move down' }).click()
      await page.getByText('Moved down.').waitFor()
      assert.deepEqual(await kept(workspace, 'planned'), ['b', 'a', 'c'])
      await page.getByRole('button', { name: 'Move up' }).click()
      await page.getByText('Moved up.').waitFor()
      assert.deepEqual(await kept(workspace, 'planned'), ['a', 'b', 'c'])
      await page.getByLabel('Column', { exact: true }).selectOption('Done')
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Move', exact: true }).click()
      await page.getByText('Moved to Done.').waitFor()
      assert.deepEqual(await kept(workspace, 'done'), ['a', 'x', 'y'])
      await page.getByText('1 of 3').waitFor()
    }
  })

  test('a request that is promoted is on the board with the votes that it has', async () => {
    const { workspace, page } = await board()
    await workspace.write(async (tx) => {
      const caps = { free: 100, starter: 1_000, growth: null }
      const { id } = await createFeedback(tx, { title: 'Asked for', submitter: { email: 'ada@example.com' } }, caps)
      await promoteFeedback(tx, id, { status: 'in_progress' })
    })
    await page.reload()
    await column(page, 'In progress')
      .getByRole('listitem')
      .filter({ hasText: 'Asked for' })
      .getByText('1 vote')
      .waitFor()
  })
})
