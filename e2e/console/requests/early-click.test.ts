import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFeedback } from '../../../server/feedback/create.ts'
import { waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()

/**
 * Clicks “Approve” after React has hydrated the button and before React's next task. Runs in the page. Hydration adds a
 * `__reactProps` key to the element, and React's scheduler runs tasks as messages.
 */
function clickBetweenTasks(): void {
  const { get, set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!
  const clickOnce = () => {
    const button = document.querySelector<HTMLButtonElement>('.bulk-form [value=approve]')
    const isHydrated = Object.keys(button ?? {}).some((key) => key.startsWith('__reactProps'))
    if (!isHydrated || document.documentElement.dataset.clicked) return
    document.documentElement.dataset.clicked = 'true'
    button!.click()
  }
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    get,
    set(this: MessagePort, onMessage: (event: MessageEvent) => unknown) {
      set!.call(this, (event: MessageEvent) => {
        clickOnce()
        onMessage.call(this, event)
      })
    },
  })
}

test('a click on a bulk action right after hydration applies to rows selected before its script loaded', async () => {
  const workspace = await browserApp.emptyWorkspace('Early')
  await workspace.write((tx) => createFeedback(tx, { title: 'Early', description: '' }, caps))
  const page = await (await workspace.member('member')).page()
  await page.addInitScript(clickBetweenTasks)
  const selected = Promise.withResolvers<void>()
  await page.route(/list-on-use-[^/]*\.js$/, async (route) => {
    await selected.promise
    await route.continue()
  })
  await page.goto(`${workspace.home}/requests`)
  await waitForHydration(page)
  await page.getByRole('checkbox', { name: 'Select Early', exact: true }).check()
  const posted = page.waitForResponse((response) => response.request().method() === 'POST')
  selected.resolve()
  assert.equal((await posted).status(), 200)
  await page.getByRole('region', { name: 'Notifications' }).getByText('Approved: Early').waitFor()
})
