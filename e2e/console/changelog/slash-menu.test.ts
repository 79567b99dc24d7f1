import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

async function openEditor(options: BrowserContextOptions = {}) {
  const page = await mara.page(options)
  await page.goto(`${acme.home}/changelog/new`)
  await waitForHydration(page)
  const area = page.getByLabel('Text', { exact: true })
  const menu = page.getByRole('listbox')
  return { page, area, menu }
}

suite('the slash menu of the editor', () => {
  test('inserts a table by keyboard, which undo takes back', async () => {
    const { page, area, menu } = await openEditor()
    await area.fill('Prices\n\n')
    await area.pressSequentially('/')
    assert.equal(await menu.getByRole('option').count(), 9)
    await area.pressSequentially('ta')
    await menu.getByRole('option', { name: 'Table', selected: true }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('Enter')
    await page.keyboard.type('Plan')
    assert.match(await area.inputValue(), /^Prices\n\n\| Plan \| Column \|\n\| --- \| --- \|\n/)
    assert.equal(await menu.count(), 0)
    await page.getByRole('region', { name: 'Preview' }).getByRole('columnheader', { name: 'Plan' }).waitFor()
    for (let i = 0; i < 8 && (await area.inputValue()).includes('|'); i++) await page.keyboard.press('Control+z')
    assert.doesNotMatch(await area.inputValue(), /\|/)
    assert.deepEqual(browserErrors(page), [])
  })

  test('stays away after Escape, and where a slash is only a slash', async () => {
    const { page, area, menu } = await openEditor()
    await area.pressSequentially('/')
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await area.pressSequentially('h')
    assert.equal(await menu.count(), 0)
    await page.keyboard.press('Enter')
    await area.pressSequentially('and/or')
    assert.equal(await menu.count(), 0)
    assert.equal(await area.inputValue(), '/h\nand/or')
    await page.keyboard.press('Enter')
    await area.pressSequentially('/')
    await menu.waitFor()
  })

  test('works by touch, also for a file', async () => {
    const { page, area, menu } = await openEditor({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await area.pressSequentially('/')
    await menu.waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
    await menu.getByRole('option', { name: 'Quote' }).tap()
    assert.equal(await area.inputValue(), '> ')
    await area.fill('')
    await area.pressSequentially('/image')
    const chooser = page.waitForEvent('filechooser')
    await menu.getByRole('option', { name: 'Image or file' }).tap()
    await chooser
    assert.equal(await area.inputValue(), '')
  })
})
