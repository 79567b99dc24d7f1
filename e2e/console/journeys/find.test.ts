import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'
import { type Device, deviceOptions, doWithin, type Person } from '../../support/interactions.ts'

const browserApp = await createBrowserApp({ template: 'demo' })
const demo = await browserApp.demoWorkspace()
const member = await demo.member('member')

async function openOverview(device: Device): Promise<Page> {
  const page = await member.page(deviceOptions[device])
  await page.goto(demo.home)
  await waitForHydration(page)
  return page
}

const option = (page: Page, name: string) => page.getByRole('dialog').getByRole('option', { name }).first()

/** Opens the palette, types as fast as a person in a hurry, and picks the first result. */
async function findFirst(page: Page, device: Device, { press, use, type }: Person, text: string, result: string) {
  const combobox = page.getByRole('dialog').getByRole('combobox')
  if (device === 'desktop') {
    await press('Control+k')
    // The palette may still be loading.
    for (const key of text) await page.keyboard.press(key === ' ' ? 'Space' : key)
  } else {
    await use(page.getByRole('button', { name: 'Search or jump to' }))
    await combobox.and(page.locator(':focus')).waitFor()
    await type(text)
  }
  await option(page, result).waitFor()
  assert.equal(await combobox.inputValue(), text)
  // While the last letters are being searched for, the list may still be that of the first ones, in another order.
  if (device === 'desktop')
    await page.getByRole('dialog').getByRole('option', { name: result, selected: true }).waitFor()
  if (device === 'desktop') await press('Enter')
  else await use(option(page, result))
}

suite('finding', () => {
  for (const device of ['desktop', 'phone'] satisfies Device[]) {
    test(`finds a request by misspelled words with two interactions on a ${device}`, async () => {
      const page = await openOverview(device)
      await doWithin(page, 2, (person) =>
        findFirst(page, device, person, 'gogle calender', 'Two-way sync with Google Calendar'),
      )
      await page.getByRole('heading', { name: 'Two-way sync with Google Calendar' }).waitFor()
      assert.deepEqual(browserErrors(page), [])
    })

    // One more scroll on a phone: the votes are below the requests.
    const budget = device === 'desktop' ? 3 : 4
    test(`finds everything a customer asked for with ${budget} interactions on a ${device}`, async () => {
      const page = await openOverview(device)
      await doWithin(page, budget, async (person) => {
        await findFirst(page, device, person, 'emily hartley', 'Emily Hartley')
        await page.getByRole('region', { name: 'Requests' }).getByText('Two-way sync with Google Calendar').waitFor()
        await person.use(page.getByRole('region', { name: 'Votes' }).getByRole('link', { name: /^View all/ }))
      })
      await page.getByRole('heading', { name: 'Votes by Emily Hartley' }).waitFor()
      assert.deepEqual(browserErrors(page), [])
    })

    test(`lists all unanswered requests with one interaction on a ${device}`, async () => {
      const page = await openOverview(device)
      await doWithin(page, device === 'desktop' ? 1 : 2, ({ use }) =>
        use(page.getByRole('link', { name: /Unanswered/ }).first()),
      )
      await page.getByRole('navigation', { name: 'Stages' }).getByText('97', { exact: true }).waitFor()
      assert.deepEqual(browserErrors(page), [])
    })
  }
})
