import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { waitForHydration } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const owner = await acme.member('owner')

suite('offline', () => {
  test('a form keeps what was typed, says nothing was saved, and can be submitted again', async () => {
    const page = await owner.page()
    await page.goto(`${acme.home}/requests/new`)
    await waitForHydration(page)
    const searched = page.waitForResponse(/\/requests\/similar/)
    await page.getByLabel('Title').fill('Invoices as PDF')
    // Wait for the search for similar requests, so that only the form fails offline.
    await searched
    await page.getByLabel('Description').fill('For the accountant')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Add request' }).click()
    const message = 'We couldn’t reach the server. Nothing was saved; try again.'
    await page.getByRole('alert').getByText(message).waitFor()
    await page.getByRole('region', { name: 'Notifications' }).getByText(message).waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Invoices as PDF')
    assert.equal(await page.getByLabel('Description').inputValue(), 'For the accountant')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Add request' }).click()
    await page.getByRole('heading', { level: 1, name: 'Invoices as PDF' }).waitFor()
  })

  test('a page shows that it’s offline, without a request id, and loads on retry', async () => {
    const page = await owner.page()
    await page.goto(`${acme.home}/customers`)
    await waitForHydration(page)
    const areas = page.getByRole('navigation', { name: 'Workspace' })
    await areas.getByRole('link', { name: 'Roadmap' }).click()
    await page.getByRole('heading', { level: 1, name: 'Roadmap' }).waitFor()
    await page.context().setOffline(true)
    await areas.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('heading', { level: 1, name: 'You’re offline' }).waitFor()
    assert.doesNotMatch((await page.textContent('body'))!, /the ID below/)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  })
})
