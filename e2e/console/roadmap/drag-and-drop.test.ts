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
import { waitForValue } from '../../support/polling.ts'

const browserApp = await createBrowserApp()

/** Creates a workspace with `a`, `b`, `c` planned and `x`, `y` done, and opens its board as a member. */
async function openBoard(options: { javaScriptEnabled?: boolean } = {}) {
  const workspace = await browserApp.emptyWorkspace()
  const ids: Record<string, string> = {}
  const add = async (title: string, status: RoadmapStatus) => {
    ids[title] = (await workspace.write((tx) => createRoadmapItem(tx, { title, status }))).id
  }
  for (const title of ['a', 'b', 'c']) await add(title, 'planned')
  for (const title of ['y', 'x']) await add(title, 'done')
  const page = await (await workspace.member('member')).page({ reducedMotion: 'no-preference', ...options })
  await page.goto(`${workspace.home}/roadmap`)
  if (options.javaScriptEnabled !== false) await waitForDragging(page)
  return { workspace, ids, page }
}

const waitForDragging = async (page: Page) => {
  await waitForHydration(page)
  // Drag and drop is loaded once the pointer enters the board.
  await page.mouse.move(0, 0)
  await column(page, 'Planned').hover()
  await page.locator('[data-card][draggable=true]').first().waitFor()
}

const card = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true })
const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

const titlesIn = async (page: Page, name: string): Promise<string[]> =>
  (await column(page, name).locator('[data-card] a').allTextContents()).filter(Boolean)

const savedTitles = (workspace: ConsoleWorkspace, status: RoadmapStatus) =>
  workspace.write(async (tx) =>
    (await listRoadmapColumns(tx)).find((one) => one.status === status)!.items.map(({ title }) => title),
  )

/** Resolves when the server has answered the next move. */
const moveSaved = (page: Page) => page.waitForResponse((response) => response.request().method() === 'POST')

suite('moving roadmap items', () => {
  test('moves a dropped card before the server responds, and keeps it there after a reload', async () => {
    const { workspace, page } = await openBoard()
    const { promise: moved, resolve: send } = Promise.withResolvers<void>()
    await page.route('**/roadmap.data*', async (route) => {
      if (route.request().method() === 'POST') await moved
      await route.continue()
    })
    const sent = moveSaved(page)
    await card(page, 'c').dragTo(card(page, 'y'))
    await waitForValue(() => titlesIn(page, 'Completed'), ['x', 'c', 'y'])
    send()
    await sent
    await page.reload()
    await waitForDragging(page)
    assert.deepEqual(
      [await titlesIn(page, 'Planned'), await titlesIn(page, 'Completed')],
      [
        ['a', 'b'],
        ['x', 'c', 'y'],
      ],
    )
    const again = moveSaved(page)
    await card(page, 'b').dragTo(card(page, 'a'), { targetPosition: { x: 20, y: 1 } })
    await waitForValue(() => titlesIn(page, 'Planned'), ['b', 'a'])
    await again
    assert.deepEqual(await savedTitles(workspace, 'planned'), ['b', 'a'])
    const closing = moveSaved(page)
    await card(page, 'a').dragTo(page.getByRole('link', { name: 'Show closed: Closed' }))
    await closing
    assert.deepEqual(await savedTitles(workspace, 'closed'), ['a'])
    assert.deepEqual(browserErrors(page), [])
  })

  test('reports and reverts a rejected move without leaving the page', async () => {
    const { workspace, ids, page } = await openBoard()
    await workspace.write((tx) => moveRoadmapItem(tx, ids.x!, { status: 'closed' }))
    const mail = page.getByRole('button', { name: 'Email people', exact: true })
    const note = page.getByLabel('Note to them')
    await mail.click()
    await note.fill('Soon')
    await mail.click()
    await card(page, 'a').dragTo(card(page, 'x'), { targetPosition: { x: 20, y: 1 } })
    await page.getByText('“a” wasn’t moved.').waitFor()
    await mail.click()
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('#move-mail textarea')?.value === 'Soon',
    )
    await mail.click()
    await column(page, 'Planned').getByRole('link', { name: 'a', exact: true }).waitFor()
    await card(page, 'x').waitFor({ state: 'detached' })
    assert.deepEqual(await titlesIn(page, 'Completed'), ['y'])
    assert.deepEqual(await savedTitles(workspace, 'planned'), ['a', 'b', 'c'])

    await workspace.write((tx) => deleteRoadmapItem(tx, ids.b!))
    await card(page, 'b').dragTo(card(page, 'y'))
    await page.getByText('“b” couldn’t be moved.').waitFor()
    await card(page, 'b').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Roadmap' }).waitFor()
  })

  test('picks up, moves and drops a card by keyboard, announcing each step and keeping focus', async () => {
    const { workspace, page } = await openBoard()
    const waitForAnnouncement = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
    await card(page, 'a').focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(() => document.activeElement?.textContent === 'b')
    await page.keyboard.press('Space')
    await waitForAnnouncement('Picked up “b”. Planned, 2 of 3.')
    await page.keyboard.press('ArrowUp')
    await waitForAnnouncement('Planned, 1 of 3')
    await page.keyboard.press('ArrowRight')
    await waitForAnnouncement('In progress, 1 of 1')
    await page.keyboard.press('ArrowRight')
    await waitForAnnouncement('Completed, 1 of 3')
    await page.keyboard.press('ArrowDown')
    await waitForAnnouncement('Completed, 2 of 3')
    const sent = moveSaved(page)
    await page.keyboard.press('Space')
    await waitForAnnouncement('Dropped “b”. Completed, 2 of 3.')
    await sent
    assert.deepEqual(await savedTitles(workspace, 'done'), ['x', 'b', 'y'])
    await page.waitForFunction(() => document.activeElement?.textContent === 'b')
    assert.equal(new URL(page.url()).pathname, new URL(`${workspace.home}/roadmap`).pathname)

    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await waitForAnnouncement('In progress, 1 of 1')
    await page.keyboard.press('Escape')
    await waitForAnnouncement('Returned “b”. Completed, 2 of 3.')
    assert.deepEqual(await titlesIn(page, 'Completed'), ['x', 'b', 'y'])
    assert.deepEqual(await savedTitles(workspace, 'done'), ['x', 'b', 'y'])
    assert.deepEqual(browserErrors(page), [])
  })

  test('says why an item is not public; reordering keeps it so, another column approves it', async () => {
    const { workspace, page } = await openBoard()
    const feedbackId = await workspace.write(async (tx) => {
      const { feedbackId } = await createRoadmapItem(tx, { title: 'hidden' })
      await setStage(tx, feedbackId, 'pending')
      return feedbackId
    })
    const status = () => workspace.write(async (tx) => (await getFeedback(tx, feedbackId)).status)
    await page.reload()
    await waitForDragging(page)
    await column(page, 'Planned').getByText('Not public: request still to review').waitFor()
    const first = moveSaved(page)
    await card(page, 'hidden').dragTo(card(page, 'a'), { targetPosition: { x: 20, y: 1 } })
    await first
    assert.deepEqual([await savedTitles(workspace, 'planned'), await status()], [['hidden', 'a', 'b', 'c'], 'pending'])
    await card(page, 'hidden').dragTo(column(page, 'In progress'))
    await page.getByText('“hidden” is now on the public roadmap').waitFor()
    assert.equal(await status(), 'approved')
    await page.getByText('Not public').waitFor({ state: 'detached' })
  })

  test('moves an item to another column, up and down in its panel, with and without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { workspace, ids, page } = await openBoard({ javaScriptEnabled })
      await page.goto(`${workspace.home}/roadmap/${ids.a}`)
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByRole('button', { name: 'Move down' }).click()
      await page.getByText('Moved down.').waitFor()
      assert.deepEqual(await savedTitles(workspace, 'planned'), ['b', 'a', 'c'])
      await page.getByRole('button', { name: 'Move up' }).click()
      await page.getByText('Moved up.').waitFor()
      assert.deepEqual(await savedTitles(workspace, 'planned'), ['a', 'b', 'c'])
      await page.getByRole('button', { name: 'Column: Planned' }).click()
      await page.getByRole('button', { name: 'Completed', exact: true }).click()
      await page
        .getByRole('region', { name: 'Notifications' })
        .getByText(/^Completed: a/)
        .waitFor()
      assert.deepEqual(await savedTitles(workspace, 'done'), ['a', 'x', 'y'])
      await page.getByText('1 of 3').waitFor()
    }
  })

  test('shows a promoted request with its votes', async () => {
    const { workspace, page } = await openBoard()
    await workspace.write(async (tx) => {
      const caps = { free: 100, starter: 1_000, growth: null }
      const { id } = await createFeedback(tx, { title: 'Promoted', submitter: { email: 'ada@example.com' } }, caps)
      await promoteFeedback(tx, id, { status: 'in_progress' })
    })
    await page.reload()
    await column(page, 'In progress')
      .getByRole('listitem')
      .filter({ hasText: 'Promoted' })
      .getByText('1 vote')
      .waitFor()
  })
})
