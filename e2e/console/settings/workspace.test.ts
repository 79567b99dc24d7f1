import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp({
  publicUrl: 'http://heed.test',
  caps: { free: 4, starter: 1_000, growth: null },
})
const acme = await browserApp.emptyWorkspace('Acme')
const admin = await acme.member('admin', 'Mara Lindqvist')

const pages = [
  '',
  '/portal',
  '/boards',
  '/tags',
  '/tokens',
  '/tokens/new',
  '/webhooks',
  '/webhooks/new',
  '/tracker',
  '/tracker/connect/github',
  '/mail',
  '/audit',
  '/plan',
]
const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

suite('the workspace settings', () => {
  test('are open to owners and admins, forbidden to members, and not found by strangers', async () => {
    const [member, stranger] = await Promise.all([acme.member('member'), browserApp.person()])
    const [memberPage, strangerPage] = [await member.page(), await stranger.page()]
    for (const path of pages) {
      assert.equal((await memberPage.goto(`${acme.home}/settings${path}`))?.status(), 403, path)
      assert.equal((await strangerPage.goto(`${acme.home}/settings${path}`))?.status(), 404, path)
    }
    await memberPage.getByRole('heading', { name: 'Your role doesn’t allow this' }).waitFor()
    assert.equal(await memberPage.getByRole('navigation', { name: 'Workspace' }).getByText('Settings').count(), 0)
    const visitor = await openPage()
    await visitor.goto(`${acme.home}/settings/tokens`)
    assert.equal(new URL(visitor.url()).pathname, '/console/sign-in')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every page passes the accessibility checks in ${colorScheme}, without browser errors`, async () => {
      const page = await admin.page({ colorScheme })
      for (const path of pages) {
        await page.goto(`${acme.home}/settings${path}`)
        await waitForHydration(page)
        assert.deepEqual(await accessibilityViolations(page), [], path)
      }
      assert.deepEqual(browserErrors(page), [])
    })
  }

  test('renames the workspace and redirects to its new URL', async () => {
    const workspace = await browserApp.emptyWorkspace('Old name')
    const page = await (await workspace.member('owner')).page()
    await page.goto(`${workspace.home}/settings`)
    await waitForHydration(page)
    await page.getByLabel('Name', { exact: true }).fill('New name')
    assert.equal(await page.getByText('Changing the slug breaks links').count(), 0)
    await page.getByLabel('Slug').fill('new-address')
    await waitForText(page, 'Changing the slug breaks links')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByLabel('Logo').fill('https://example.com/logo.svg')
    await page.getByLabel('Accent color').fill('#FFE14D')
    await waitForText(page, 'Hard to see on the page')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(/\/w\/new-address\/settings$/)
    await waitForText(page, 'This is the workspace’s new URL')
    await page.reload()
    assert.equal(await page.getByLabel('Accent color').inputValue(), '#ffe14d')
    assert.equal(await page.getByLabel('Time zone').inputValue(), 'Asia/Tokyo')
    assert.equal((await page.goto(`${workspace.home}/settings`))?.status(), 404)
  })

  test('shows errors at their fields without JavaScript, and keeps what was typed', async () => {
    const page = await admin.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/settings`)
    await page.getByLabel('Name', { exact: true }).fill('Acme of the North')
    await page.getByLabel('Slug').fill('Not An Address')
    await page.getByLabel('Reply-to address').fill('nobody')
    await page.getByRole('button', { name: 'Save changes' }).click()
    assert.equal(await page.getByLabel('Slug').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Reply-to address').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Acme of the North')
  })
})
