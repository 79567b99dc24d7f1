import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createFeedback } from '../../../server/feedback/create.ts'
import { promoteFeedback } from '../../../server/roadmap/promote.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: null, starter: null, growth: null }
const browserApp = await createBrowserApp()

suite('stage labels', () => {
  test('are renamed in the settings, and read by customers in the portal', async () => {
    const acme = await browserApp.emptyWorkspace()
    await acme.write(async (tx) => {
      const { id } = await createFeedback(tx, { title: 'Dark mode' }, caps)
      await promoteFeedback(tx, id, { status: 'planned' })
    })
    const page = await (await acme.member('admin')).page()
    await page.goto(`${acme.home}/settings`)
    await waitForHydration(page)
    await page.getByLabel('Planned', { exact: false }).fill('In progress')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Another stage already has this name.').first().waitFor()
    await page.getByLabel('Planned', { exact: false }).fill('Next up')
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The settings have been saved.').waitFor()
    await page.goto(`${acme.home}/roadmap`)
    await page.getByRole('region', { name: 'Planned' }).getByTitle('Customers see “Next up”').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    const visitor = await (await browserApp.person()).page()
    await visitor.goto(`${new URL(acme.home).origin}/p/${acme.slug}/roadmap`)
    await visitor.getByRole('heading', { name: 'Next up' }).waitFor()
    await visitor.goto(`${new URL(acme.home).origin}/p/${acme.slug}/`)
    await visitor.getByRole('navigation', { name: 'Stages' }).getByRole('link', { name: 'Next up' }).click()
    await visitor.getByRole('link', { name: 'Dark mode' }).waitFor()
    assert.deepEqual(browserErrors(visitor), [])
  })
})
