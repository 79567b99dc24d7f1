import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createTag } from '../../../server/tags/create.ts'
import { waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const stage = await createBrowserApp()
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

suite('boards', () => {
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
  const names = (page: Page) =>
    page.getByRole('list', { name: 'Boards in their order' }).locator('.row-title').allInnerTexts()

  test('a board is made, closed, moved up and deleted', async () => {
    const own = await stage.emptyWorkspace('Boards')
    const page = await (await own.member('admin')).page()
    await page.goto(`${own.home}/settings/boards`)
    await waitForHydration(page)
    await page.getByRole('link', { name: 'New board' }).click()
    await page.getByLabel('Name').fill('Große Wünsche')
    assert.equal(await page.getByLabel('Address').inputValue(), 'grosse-wunsche')
    await page.getByLabel('Address').fill('feature-requests')
    await page.getByRole('button', { name: 'Create board' }).click()
    await said(page, 'Is taken by another board of this workspace')
    await page.getByLabel('Address').fill('wishes')
    await page.getByLabel('Those of first-time authors').check()
    await page.getByRole('button', { name: 'Create board' }).click()
    await said(page, '“Große Wünsche” is there')
    await page.getByRole('button', { name: 'Move Große Wünsche up' }).click()
    await said(page, '“Große Wünsche” is at its new place')
    assert.deepEqual(await names(page), ['Große Wünsche', 'Feature requests'])

    await row(page, 'Große Wünsche').getByRole('link', { name: 'Große Wünsche' }).click()
    await page.getByLabel('Takes new requests').uncheck()
    await page.getByLabel('Public').uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await row(page, 'Große Wünsche').getByText('Closed').waitFor()
    await row(page, 'Große Wünsche').getByText('Team only').waitFor()
    await row(page, 'Große Wünsche').getByText('Reviews first-time authors').waitFor()

    await page.getByRole('button', { name: 'Change Große Wünsche' }).click()
    await row(page, 'Große Wünsche').getByRole('link', { name: 'Delete …' }).click()
    await page.getByRole('button', { name: 'Delete board' }).click()
    await said(page, '“Große Wünsche” is deleted')
    assert.deepEqual(await names(page), ['Feature requests'])
  })

  test('without JavaScript a board is made and moved all the same', async () => {
    const own = await stage.emptyWorkspace('Plain boards')
    const page = await (await own.member('admin')).page({ javaScriptEnabled: false })
    await page.goto(`${own.home}/settings/boards?new`)
    await page.getByLabel('Name').fill('Ideas')
    await page.getByLabel('Address').fill('ideas')
    await page.getByRole('button', { name: 'Create board' }).click()
    await page.getByRole('button', { name: 'Move Ideas up' }).click()
    assert.deepEqual(await names(page), ['Ideas', 'Feature requests'])
  })

  test('a board is dragged to another place', async () => {
    const own = await stage.emptyWorkspace('Dragged boards')
    const page = await (await own.member('admin')).page()
    await page.goto(`${own.home}/settings/boards?new`)
    await waitForHydration(page)
    await page.getByLabel('Name').fill('Ideas')
    await page.getByRole('button', { name: 'Create board' }).click()
    await said(page, '“Ideas” is there')
    await page.getByRole('listitem').first().hover()
    await page.locator('[data-board][draggable="true"]').nth(1).waitFor()
    await page
      .locator('.board-grip')
      .nth(1)
      .dragTo(page.locator('[data-board]').nth(0), { targetPosition: { x: 100, y: 4 } })
    await said(page, '“Ideas” is at its new place')
    assert.deepEqual(await names(page), ['Ideas', 'Feature requests'])
  })
})

suite('tags', () => {
  test('a tag is made, renamed and deleted, with a word on the entries that have it', async () => {
    const own = await stage.emptyWorkspace('Tags')
    const page = await (await own.member('admin')).page()
    await page.goto(`${own.home}/settings/tags`)
    await waitForHydration(page)
    await said(page, 'No tags yet')
    await page.getByRole('link', { name: 'New tag' }).click()
    await page.getByLabel('Name').fill('Fixed')
    await page.getByRole('button', { name: 'Create tag' }).click()
    await said(page, 'The tag “Fixed” is there')
    await own.write((tx) => createTag(tx, { name: 'New', color: '#22aa55' }))
    await page.getByRole('link', { name: 'Fixed' }).click()
    await page.getByLabel('Name').fill('new')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'Is taken by another tag of this workspace')
    await page.getByLabel('Name').fill('Mended')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'The tag “Mended” is saved')
    await page.goto(`${own.home}/settings/tags`)
    await page.getByRole('button', { name: 'Change Mended' }).click()
    await page.getByRole('row', { name: 'Mended' }).getByRole('link', { name: 'Delete …' }).click()
    await said(page, 'No entry has it')
    await page.getByRole('button', { name: 'Delete tag' }).click()
    await said(page, 'The tag “Mended” is deleted')
  })
})
