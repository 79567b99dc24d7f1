import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { apiScopes } from '../../../server/platform/http/api/scopes.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const admin = await acme.member('admin')
const tokens = `${acme.home}/settings/tokens`

const shownKey = async (page: Page): Promise<string> => {
  const key = (await page.locator('.secret code').first().textContent()) ?? ''
  assert.match(key, /^heed_sk_[0-9A-Za-z]{49}$/)
  return key
}

const statusOf = async (key: string, path = '/workspace'): Promise<number> =>
  (await fetch(`${browserApp.origin}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })).status

async function createToken(page: Page, name: string): Promise<string> {
  await page.goto(`${tokens}/new`)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText(`“${name}” has been created`).waitFor()
  return shownKey(page)
}

suite('API tokens', () => {
  test('shows a token only once, with a working command, and never in a cookie or URL', async () => {
    const page = await admin.page()
    const key = await createToken(page, 'Website form')
    assert.equal(await statusOf(key), 200)
    const command = (await page.locator('.secret pre').textContent()) ?? ''
    assert.ok(command.includes('curl "http://heed.test/api/v1/workspace"'), command)
    assert.ok(command.includes(`Authorization: Bearer ${key}`))
    assert.deepEqual(await accessibilityViolations(page), [])
    const cookies = JSON.stringify(await page.context().cookies())
    assert.ok(!cookies.includes(key) && !page.url().includes(key))
    await page.reload()
    assert.ok(!(await page.content()).includes(key))
    await page.goto(tokens)
    const row = page.getByRole('row', { name: 'Website form' })
    await row.getByText('Read only').waitFor()
    await row.getByText(admin.email).waitFor()
    await row.getByText('Active').waitFor()
    assert.ok(!(await page.content()).includes(key))
    assert.deepEqual(browserErrors(page), [])
  })

  test('takes custom permissions, rejects an empty selection, and expires a token on a chosen day', async () => {
    const page = await admin.page()
    await page.goto(`${tokens}/new`)
    await waitForHydration(page)
    assert.equal(await page.getByLabel('Read requests').isVisible(), false)
    await page.getByText('Custom', { exact: true }).click()
    await page.getByLabel('Name').fill('Importer')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.locator('.form [role="alert"], .field-error, .error-summary').first().waitFor()
    assert.equal(await page.locator('.secret').count(), 0)
    // A corrected field has no error, and the summary is gone before the form is sent again.
    await page.locator('.error-summary').waitFor()
    await page.getByLabel('Write requests').check()
    await page.locator('.error-summary').waitFor({ state: 'detached' })
    assert.equal(await page.locator('.field-error').count(), 0)
    await page.getByLabel('Expiration').selectOption('date')
    await page.getByLabel('Last day').fill('2001-01-01')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('Choose a date in the future.').first().waitFor()
    await page.getByLabel('Last day').fill('2099-12-31')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('This command writes to the workspace.').waitFor()
    const key = await shownKey(page)
    assert.equal(await statusOf(key), 403)
    await page.goto(tokens)
    await page.getByRole('row', { name: 'Importer' }).getByText('31 Dec 2099').waitFor()
  })

  test('groups and explains the permissions, and grants exactly the chosen ones', async () => {
    const page = await admin.page()
    await page.goto(`${tokens}/new`)
    await waitForHydration(page)
    await page.getByText('Custom', { exact: true }).click()
    const group = (name: string) => page.getByRole('group', { name, exact: true })
    await group('Customers').getByText('Shows customers’ email addresses.').waitFor()
    await group('Customers').getByText('List customers with their email addresses').waitFor()
    await group('Events and webhooks').getByText('Events about customers and companies need “Read customers”').waitFor()
    assert.equal(await page.locator('.asked-scopes input[name="scopes"]').count(), apiScopes.length)
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByLabel('Name').fill('Board sync')
    await group('Boards').getByLabel('Read boards').check()
    await group('Events and webhooks').getByLabel('Read webhooks').check()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('“Board sync” has been created').waitFor()
    const key = await shownKey(page)
    const statuses = ['/boards', '/webhooks', '/customers', '/events'].map((path) => statusOf(key, path))
    assert.deepEqual(await Promise.all(statuses), [200, 200, 403, 403])
  })

  test('offers the permissions for an integration that follows changes', async () => {
    const page = await admin.page()
    await page.goto(`${tokens}/new`)
    await page.getByText('Follow changes', { exact: true }).click()
    await page.getByLabel('Name').fill('Data warehouse')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('“Data warehouse” has been created').waitFor()
    const key = await shownKey(page)
    const statuses = ['/events', '/webhooks', '/customers', '/feedback'].map((path) => statusOf(key, path))
    assert.deepEqual(await Promise.all(statuses), [200, 200, 403, 403])
  })

  test('creates and shows a token without JavaScript, and not on the next page', async () => {
    const page = await admin.page({ javaScriptEnabled: false })
    const key = await createToken(page, 'Plain')
    assert.equal(await statusOf(key), 200)
    const response = await page.request.get(`${tokens}/new`)
    assert.ok(!(await response.text()).includes(key))
    assert.match(response.headers()['cache-control'] ?? '', /no-store/)
  })

  test('rejects a revoked token as soon as the page confirms it', async () => {
    const page = await admin.page()
    const key = await createToken(page, 'Leaked')
    assert.equal(await statusOf(key), 200)
    await page.goto(tokens)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Actions for Leaked' }).click()
    await page.getByRole('row', { name: 'Leaked' }).getByRole('link', { name: 'Revoke…' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByText('“Leaked” has been revoked.').waitFor()
    assert.equal(await statusOf(key), 401)
    await page.getByRole('row', { name: 'Leaked' }).getByText('Revoked').waitFor()
  })

  test('rotates a token: shows the new one once, and keeps the old one for the chosen time', async () => {
    const page = await admin.page()
    const old = await createToken(page, 'Pipeline')
    await page.goto(tokens)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Actions for Pipeline' }).click()
    await page.getByRole('row', { name: 'Pipeline' }).getByRole('link', { name: 'Rotate…' }).click()
    await page.getByText('One hour').click()
    await page.getByRole('button', { name: 'Create new token' }).click()
    await page.getByText('The old token works until').waitFor()
    const rotated = await shownKey(page)
    assert.notEqual(rotated, old)
    assert.deepEqual([await statusOf(old), await statusOf(rotated)], [200, 200])
    await page.reload()
    assert.ok(!(await page.content()).includes(rotated))
    const rows = page.getByRole('row', { name: 'Pipeline' })
    assert.equal(await rows.count(), 2)
    await rows.getByText('Replaced').waitFor()
    await rows.getByText('Active').waitFor()
  })

  test('offers a new expiration with a rotation, shows the last use, and replaces a token once', async () => {
    const page = await admin.page()
    await createToken(page, 'Expiring')
    await page.goto(tokens)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Actions for Expiring' }).click()
    await page.getByRole('row', { name: 'Expiring' }).getByRole('link', { name: 'Rotate…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The old token hasn’t been used yet.').waitFor()
    assert.match(
      (await dialog.getByLabel('Expiration of the new token').locator('option').first().textContent()) ?? '',
      /20\d\d, like/,
    )
    assert.deepEqual(await accessibilityViolations(page), [])
    const url = page.url()
    await dialog.getByLabel('Expiration of the new token').selectOption('never')
    await dialog.getByRole('button', { name: 'Create new token' }).click()
    await page.getByText('The old token works until').waitFor()
    const active = page.getByRole('row', { name: 'Expiring' }).filter({ hasText: 'Active' })
    const columns = await page.getByRole('columnheader').allInnerTexts()
    const cells = await active.getByRole('cell').or(active.getByRole('rowheader')).allInnerTexts()
    assert.equal(cells[columns.indexOf('Expires')], 'Never')
    // The old token has no dialog any more.
    await page.goto(url)
    await page.getByRole('row', { name: 'Expiring' }).filter({ hasText: 'Replaced' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
  })
})
