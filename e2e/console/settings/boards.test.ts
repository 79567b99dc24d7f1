import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createTag } from '../../../server/tags/create.ts'
import { waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { waitForValue } from '../../support/polling.ts'

const browserApp = await createBrowserApp()
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

suite('boards', () => {
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
  const names = (page: Page) =>
    page.getByRole('list', { name: 'Boards in order' }).locator('.row-title').allInnerTexts()

  test('creates, closes, moves and deletes a board', async () => {
    const workspace = await browserApp.emptyWorkspace('Boards')
    const page = await (await workspace.member('admin')).page()
    await page.goto(`${workspace.home}/settings/boards`)
    await waitForHydration(page)
    await page.getByRole('link', { name: 'New board' }).click()
    await page.getByLabel('Name').fill('Große Wünsche')
    assert.equal(await page.getByLabel('Slug').inputValue(), 'grosse-wunsche')
    await page.getByLabel('Slug').fill('feature-requests')
    await page.getByRole('button', { name: 'Create board' }).click()
    await waitForText(page, 'This slug is already taken.')
    await page.getByLabel('Slug').fill('wishes')
    await page.getByLabel('Requests from first-time submitters').check()
    await page.getByRole('button', { name: 'Create board' }).click()
    await waitForText(page, '“Große Wünsche” has been added')
    await page.getByRole('button', { name: 'Move Große Wünsche up' }).click()
    await waitForText(page, '“Große Wünsche” has been moved')
    await waitForValue(() => names(page), ['Große Wünsche', 'Feature requests'])

    await row(page, 'Große Wünsche').getByRole('link', { name: 'Große Wünsche' }).click()
    await page.getByLabel('Accepts new requests').uncheck()
    await page.getByLabel('Public').uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await row(page, 'Große Wünsche').getByText('Closed').waitFor()
    await row(page, 'Große Wünsche').getByText('Team only').waitFor()
    await row(page, 'Große Wünsche').getByText('Reviews first-time submitters').waitFor()

    await page.getByRole('button', { name: 'Actions for Große Wünsche' }).click()
    await row(page, 'Große Wünsche').getByRole('link', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete board' }).click()
    await waitForText(page, '“Große Wünsche” has been deleted')
    await waitForValue(() => names(page), ['Feature requests'])
  })

  test('creates and moves a board without JavaScript', async () => {
    const workspace = await browserApp.emptyWorkspace('Plain boards')
    const page = await (await workspace.member('admin')).page({ javaScriptEnabled: false })
    await page.goto(`${workspace.home}/settings/boards?new`)
    await page.getByLabel('Name').fill('Ideas')
    await page.getByLabel('Slug').fill('ideas')
    await page.getByRole('button', { name: 'Create board' }).click()
    await page.getByRole('button', { name: 'Move Ideas up' }).click()
    await waitForValue(() => names(page), ['Ideas', 'Feature requests'])
  })

  test('reorders boards by dragging', async () => {
    const workspace = await browserApp.emptyWorkspace('Dragged boards')
    const page = await (await workspace.member('admin')).page()
    await page.goto(`${workspace.home}/settings/boards?new`)
    await waitForHydration(page)
    await page.getByLabel('Name').fill('Ideas')
    await page.getByRole('button', { name: 'Create board' }).click()
    await waitForText(page, '“Ideas” has been added')
    await page.getByRole('listitem').first().hover()
    await page.locator('[data-board][draggable="true"]').nth(1).waitFor()
    await page
      .locator('.board-grip')
      .nth(1)
      .dragTo(page.locator('[data-board]').nth(0), { targetPosition: { x: 100, y: 4 } })
    await waitForText(page, '“Ideas” has been moved')
    await waitForValue(() => names(page), ['Ideas', 'Feature requests'])
  })
})

suite('tags', () => {
  test('creates, renames and deletes a tag, and says how many entries have it', async () => {
    const workspace = await browserApp.emptyWorkspace('Tags')
    const page = await (await workspace.member('admin')).page()
    await page.goto(`${workspace.home}/settings/tags`)
    await waitForHydration(page)
    await waitForText(page, 'No tags yet')
    await page.getByRole('link', { name: 'New tag' }).click()
    await page.getByLabel('Name').fill('Fixed')
    await page.getByRole('button', { name: 'Create tag' }).click()
    await waitForText(page, 'The tag “Fixed” has been created')
    await workspace.write((tx) => createTag(tx, { name: 'New', color: '#22aa55' }))
    await page.getByRole('link', { name: 'Fixed' }).click()
    await page.getByLabel('Name').fill('new')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await waitForText(page, 'This name is already taken.')
    await page.getByLabel('Name').fill('Resolved')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await waitForText(page, 'The tag “Resolved” has been saved')
    await page.goto(`${workspace.home}/settings/tags`)
    await page.getByRole('button', { name: 'Actions for Resolved' }).click()
    await page.getByRole('row', { name: 'Resolved' }).getByRole('link', { name: 'Delete…' }).click()
    await waitForText(page, 'Nothing uses this tag')
    await page.getByRole('button', { name: 'Delete tag' }).click()
    await waitForText(page, 'The tag “Resolved” has been deleted')
  })
})
