import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const owner = await acme.member('owner', 'Mara Lindqvist')
await acme.member('member', 'Robin Vale')
const { id } = await acme.write((tx) => createFeedback(tx, { title: 'Calendar export' }, caps))

/** Holds back the scripts with `name` until `release` is called. */
async function holdScripts(page: Page, name: string) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const { promise: requested, resolve } = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/${name}`), async (route) => {
    resolve()
    await promise
    await route.continue()
  })
  return { release, requested }
}

async function open(page: Page, path: string): Promise<Page> {
  await page.goto(`${acme.home}/requests${path}`)
  await waitForHydration(page)
  return page
}

suite('dialogs and menus that load on use', () => {
  test('with Save-Data, load when the page is first used, and not before', async () => {
    const page = await owner.page()
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await open(page, `/${id}`)
    assert.deepEqual(
      loaded.filter((url) => url.includes('on-use')),
      [],
    )
    const scripts = Promise.all(
      ['list-on-use', 'request-on-use'].map((name) => page.waitForRequest((request) => request.url().includes(name))),
    )
    await page.mouse.move(200, 200)
    await scripts
  })

  test('open while their script is still loading, and keep typed text', async () => {
    const page = await owner.page()
    const { release, requested } = await holdScripts(page, 'request-on-use')
    await open(page, `/${id}`)
    await page.getByRole('button', { name: 'Add a vote' }).click()
    await requested
    const dialog = page.getByRole('dialog', { name: 'Add a vote' })
    await dialog.getByLabel('Email').fill('ada@example.com')
    release()
    await dialog.getByRole('combobox').waitFor()
    assert.equal(await dialog.getByLabel('Email').inputValue(), 'ada@example.com')
    await dialog.getByRole('button', { name: 'Add a vote' }).click()
    await page.getByRole('list', { name: 'Votes' }).getByText('ada@example.com').first().waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('open once they have loaded if a button was pressed before', async () => {
    const page = await owner.page()
    const { release, requested } = await holdScripts(page, 'request-on-use')
    await open(page, '')
    // Without a page from the server, there is no dialog until the script has loaded.
    await page.getByRole('link', { name: 'Calendar export' }).click()
    await page.getByRole('button', { name: 'Add a vote' }).click()
    await requested
    const dialog = page.getByRole('dialog', { name: 'Add a vote' })
    assert.equal(await dialog.count(), 0)
    release()
    await dialog.getByLabel('Email').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('filter the list while their script is still loading', async () => {
    const page = await owner.page()
    const { release, requested } = await holdScripts(page, 'list-on-use')
    await open(page, '')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await requested
    await page
      .getByRole('menuitem', { name: 'Votes' })
      .or(page.getByRole('button', { name: 'Votes', exact: true }))
      .click()
    const field = page.getByRole('dialog', { name: 'Filter by Votes' }).getByLabel('At least')
    await field.fill('3')
    release()
    // Leaving the field applies it, once the script has started: React then knows the field.
    await page.waitForFunction(
      (element) => Object.keys(element!).some((key) => key.startsWith('__reactProps')),
      await field.elementHandle(),
    )
    await field.focus()
    await field.blur()
    await page.waitForURL(/minVotes=3/)
    assert.deepEqual(browserErrors(page), [])
  })

  test('suggest members for a name that was typed before their list had loaded', async () => {
    const page = await owner.page()
    const { release, requested } = await holdScripts(page, 'mention-list')
    await open(page, `/${id}`)
    const field = page.getByRole('textbox', { name: 'Your reply' })
    await field.pressSequentially('Hello @Rob')
    await requested
    release()
    await page.getByRole('option', { name: 'Robin Vale' }).click()
    assert.equal(await field.inputValue(), 'Hello @Robin Vale ')
  })
})
