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

  test('the editor keeps what was typed when it cannot count whom a schedule emails', async () => {
    const page = await owner.page()
    await page.goto(`${acme.home}/changelog/new`)
    await waitForHydration(page)
    await page.getByLabel('Title').fill('CSV export')
    await page.getByLabel('Publish at').fill('2036-03-01T09:30')
    await page.getByLabel('Email', { exact: true }).waitFor()
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/changelog/recipients'))
    await page.getByLabel('Email', { exact: true }).selectOption('asked')
    await failed
    await page.getByLabel('Title').fill('CSV export for all')
    await page.context().setOffline(false)
    await page.getByLabel('Email', { exact: true }).selectOption('nobody')
    await page.getByText('The entry will be published without email.').waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'CSV export for all')
  })

  test('counts nobody for more requests than an act can change, without an error that would replace the page', async () => {
    const page = await owner.page()
    const ids = Array.from({ length: 101 }, () => crypto.randomUUID())
    const query = (name: string) => ids.map((id) => `${name}=${id}`).join('&')
    const stages = await page.request.get(`${acme.home}/requests/recipients?kind=stages&${query('id')}`)
    assert.equal((await stages.json()).recipients, null)
    const asked = await page.request.get(`${acme.home}/changelog/recipients?audience=asked&${query('linked')}`)
    assert.equal((await asked.json()).reached, null)
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
