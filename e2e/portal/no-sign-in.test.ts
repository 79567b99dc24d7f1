import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { createTestApp } from '../../server/test/test-app.ts'
import { accessibilityViolations, browserErrors, openPage } from '../support/browser.ts'

// Without a mail server, nobody can sign in by code.
const testApp = await createTestApp({ now: new Date().toISOString() })
let now = Date.now()

/** Lets a minute pass, since the portal rejects forms that are submitted too fast. */
function advanceClock(): void {
  now += 60_000
  testApp.setClock(new Date(now).toISOString())
}

async function openRequest(options: BrowserContextOptions = {}) {
  const acme = await testApp.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  const home = `${testApp.origin}/p/${acme.slug}`
  return { page: await openPage(options), home, request: `${home}/requests/${id}` }
}

async function sendComment(page: Page, text: string) {
  await page.getByLabel('Write a comment').fill(text)
  advanceClock()
  await page.getByRole('button', { name: 'Post comment' }).click()
  await page.getByText(/Sign-in codes aren’t available/).waitFor()
}

async function sendRequest(page: Page, title: string, description: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill(description)
  advanceClock()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText(/Sign-in codes aren’t available/).waitFor()
}

suite('a visitor who cannot sign in', () => {
  test('finds a comment in its form after going back, by the browser or the link, and after a reload', async () => {
    const { page, request } = await openRequest()
    await page.goto(request)
    await sendComment(page, 'I need this.\nBadly.')
    assert.equal(await page.getByLabel('Your text').inputValue(), 'I need this.\nBadly.')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [])
    }
    await page.goBack()
    assert.equal(await page.getByLabel('Write a comment').inputValue(), 'I need this.\nBadly.')
    await page.reload()
    assert.equal(await page.getByLabel('Write a comment').inputValue(), 'I need this.\nBadly.')
    advanceClock()
    await page.getByRole('button', { name: 'Post comment' }).click()
    await page.getByRole('link', { name: 'Back to the form' }).click()
    await page.waitForURL(request)
    assert.equal(await page.getByLabel('Write a comment').inputValue(), 'I need this.\nBadly.')
    assert.deepEqual(browserErrors(page), [])
  })

  test('finds a request in its form after going back, by the browser or the link', async () => {
    const { page, home } = await openRequest()
    await page.goto(`${home}/requests/new`)
    await sendRequest(page, 'Printed invoices', 'For our bookkeeping.')
    await page.goBack()
    const values = () => Promise.all(['Title', 'Description'].map((name) => page.getByLabel(name).inputValue()))
    assert.deepEqual(await values(), ['Printed invoices', 'For our bookkeeping.'])
    advanceClock()
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('link', { name: 'Back to the form' }).click()
    await page.waitForURL(`${home}/requests/new`)
    assert.deepEqual(await values(), ['Printed invoices', 'For our bookkeeping.'])
  })

  test('reads the text on the page without JavaScript, on a phone', async () => {
    const viewport = { width: 390, height: 800 }
    const { page, home, request } = await openRequest({ javaScriptEnabled: false, viewport })
    await page.goto(request)
    await sendComment(page, 'I need this.')
    assert.equal(await page.getByLabel('Your text').inputValue(), 'I need this.')
    await page.goto(`${home}/requests/new`)
    await sendRequest(page, 'Printed invoices', 'For our bookkeeping.')
    assert.equal(await page.getByLabel('Your text').inputValue(), 'Printed invoices\n\nFor our bookkeeping.')
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
  })
})
