import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { waitForHydration } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const stage = await createBrowserApp()
const acme = await stage.emptyWorkspace('Acme')
const owner = await acme.member('owner')

suite('without a connection', () => {
  test('a form stays with what was typed, says that nothing was saved, and can be sent again', async () => {
    const page = await owner.page()
    await page.goto(`${acme.home}/requests/new`)
    await waitForHydration(page)
    const looked = page.waitForResponse(/\/requests\/similar/)
    await page.getByLabel('Title').fill('Invoices as PDF')
    // For requests like it; what this asks once the connection is gone is another matter than the form.
    await looked
    await page.getByLabel('Description').fill('For the accountant')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'File request' }).click()
    const told = 'No connection. Nothing was saved; try again.'
    await page.getByRole('alert').getByText(told).waitFor()
    await page.getByRole('region', { name: 'Notifications' }).getByText(told).waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Invoices as PDF')
    assert.equal(await page.getByLabel('Description').inputValue(), 'For the accountant')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'File request' }).click()
    await page.getByRole('heading', { level: 1, name: 'Invoices as PDF' }).waitFor()
  })

  test('another page says so, without a number that there is not, and is there when it is asked for again', async () => {
    const page = await owner.page()
    await page.goto(`${acme.home}/customers`)
    await waitForHydration(page)
    const areas = page.getByRole('navigation', { name: 'Workspace' })
    await areas.getByRole('link', { name: 'Roadmap' }).click()
    await page.getByRole('heading', { level: 1, name: 'Roadmap' }).waitFor()
    await page.context().setOffline(true)
    await areas.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('heading', { level: 1, name: 'No connection' }).waitFor()
    assert.doesNotMatch((await page.textContent('body'))!, /the number below/)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  })
})
