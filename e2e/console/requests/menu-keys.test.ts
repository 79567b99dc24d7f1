import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { createTag } from '../../../server/tags/create.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

async function open(path: string): Promise<Page> {
  const page = await mara.page()
  await page.goto(`${acme.home}/requests${path}`)
  await waitForHydration(page)
  return page
}

const file = async (title: string): Promise<string> =>
  (await acme.write((tx) => createFeedback(tx, { title }, caps))).id

/** Presses keys in one task: before the browser reports that a menu has opened, as on a busy device. */
const pressAtOnce = (page: Page, ...keys: string[]) =>
  page.evaluate((keys) => {
    for (const key of keys)
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, keys)

const notice = (page: Page, text: RegExp) => page.getByRole('region', { name: 'Notifications' }).getByText(text)

suite('keys pressed as soon as a menu opens', () => {
  test('set the stage of the open request', async () => {
    const page = await open(`/${await file('Open request')}`)
    await pressAtOnce(page, 's', '3')
    await notice(page, /^Planned: Open request/).waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('move through the stages of a row', async () => {
    await file('In a row')
    const page = await open('?search=In+a+row')
    await page.keyboard.press('j')
    await page.getByRole('group', { name: 'Stage of In a row', includeHidden: true }).waitFor({ state: 'attached' })
    await pressAtOnce(page, 's', 'ArrowDown')
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Under consideration'))
    await page.keyboard.press('Enter')
    await notice(page, /^Under consideration: In a row/).waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('find a tag', async () => {
    await acme.write((tx) => createTag(tx, { name: 'Mobile', color: '#0d9488' }))
    const page = await open(`/${await file('Tag me')}`)
    // The menu is loaded when the page is first used.
    await page.mouse.move(200, 200)
    const field = page.getByRole('searchbox', { name: 'Find a tag', includeHidden: true })
    await field.waitFor({ state: 'attached' })
    await page.evaluate(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 't', bubbles: true, cancelable: true }))
      document.execCommand('insertText', false, 'Mob')
      const menu = document.activeElement!.closest('[popover]')!
      return new Promise((resolve) => menu.addEventListener('toggle', () => setTimeout(resolve), { once: true }))
    })
    assert.equal(await field.inputValue(), 'Mob')
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByRole('button', { name: 'Tags: Mobile' }).waitFor()
    assert.deepEqual(browserErrors(page), [])
  })
})
