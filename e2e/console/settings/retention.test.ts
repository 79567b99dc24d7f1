import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCustomer } from '../../../server/customers/create.ts'
import { upsertVisitor } from '../../../server/customers/identity/identify.ts'
import { recordConsent } from '../../../server/notifications/consents/record.ts'
import { getPortalSettings } from '../../../server/portal/settings/settings.ts'
import { getRetention } from '../../../server/retention/settings.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: null, starter: null, growth: null }
const browserApp = await createBrowserApp()

/** The browser logs the rejected forms that a test submits. */
const isUnexpected = (error: string) => !error.includes('400 (Bad Request)')

for (const javaScriptEnabled of [true, false]) {
  test(`previews what retention settings would delete before they are saved, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
    const acme = await browserApp.emptyWorkspace('Retention')
    for (const name of ['ada', 'bea']) {
      const { id } = await acme.write((tx) => createCustomer(tx, { email: `${name}@example.com` }, caps))
      await browserApp.testApp.database.pool.query(
        `update customers set created_at = now() - interval '2 years' where id = $1`,
        [id],
      )
    }
    const page = await (await acme.member('admin')).page({ javaScriptEnabled })
    await page.goto(`${acme.home}/settings/retention`)
    if (javaScriptEnabled) await waitForHydration(page)
    await page.getByText('Nothing.').waitFor()
    await page.getByLabel('Inactive customers').fill('12')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('This would delete 2 inactive customers.').waitFor()
    assert.equal((await acme.write(getRetention)).inactiveMonths, null)
    assert.equal(await page.getByLabel('Inactive customers').inputValue(), '12')
    await page.getByLabel('Visitors who never').fill('0')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Check this field').waitFor()
    await page.getByLabel('Visitors who never').fill('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The data retention settings have been saved.').waitFor()
    await page.getByText('This would delete 2 inactive customers.').waitFor()
    assert.equal((await acme.write(getRetention)).inactiveMonths, 12)
    if (javaScriptEnabled) assert.deepEqual(await accessibilityViolations(page), [])
    assert.deepEqual(browserErrors(page).filter(isUnexpected), [])
  })
}

test('saves the legal pages, and shows a customer’s consents with the words they read', async () => {
  const acme = await browserApp.emptyWorkspace('Legal')
  const page = await (await acme.member('admin')).page()
  await page.goto(`${acme.home}/settings/portal`)
  await waitForHydration(page)
  await page.getByLabel('Privacy policy').fill('http://acme.test/privacy')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Check this field').waitFor()
  await page.getByLabel('Privacy policy').fill('https://acme.test/privacy')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The portal settings have been saved.').waitFor()
  assert.equal((await acme.write(getPortalSettings)).privacyUrl, 'https://acme.test/privacy')

  const wording = 'Email me when Legal publishes updates'
  const id = await acme.write(async (tx) => {
    const customerId = await upsertVisitor(tx, { email: 'ada@example.com' })
    const evidence = { surface: 'portal', page: 'sign-in', host: 'feedback.acme.test', wording } as const
    recordConsent(tx, customerId, 'given', evidence)
    return customerId
  })
  await page.goto(`${acme.home}/customers/${id}`)
  await page.getByText(wording).waitFor()
  await page.getByText('on the portal, feedback.acme.test (sign-in)').waitFor()
  await page.getByText('Gets updates only if they asked for them.').waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])
  assert.deepEqual(browserErrors(page).filter(isUnexpected), [])
})
