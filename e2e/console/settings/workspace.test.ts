import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const stage = await createBrowserApp({ publicUrl: 'http://heed.test', caps: { free: 4, starter: 1_000, growth: null } })
const acme = await stage.emptyWorkspace('Acme')
const admin = await acme.member('admin', 'Mara Lindqvist')

const pages = [
  '',
  '/portal',
  '/boards',
  '/tags',
  '/tokens',
  '/tokens/new',
  '/tracker',
  '/tracker/connect/github',
  '/mail',
  '/audit',
  '/plan',
]
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

suite('the settings of a workspace', () => {
  test('only owners and admins see them, and strangers not that there are any', async () => {
    const [member, stranger] = await Promise.all([acme.member('member'), stage.person()])
    const [inside, outside] = [await member.page(), await stranger.page()]
    for (const path of pages) {
      assert.equal((await inside.goto(`${acme.home}/settings${path}`))?.status(), 403, path)
      assert.equal((await outside.goto(`${acme.home}/settings${path}`))?.status(), 404, path)
    }
    await inside.getByRole('heading', { name: 'Your role does not allow this' }).waitFor()
    assert.equal(await inside.getByRole('navigation', { name: 'Workspace' }).getByText('Settings').count(), 0)
    const nobody = await openPage()
    await nobody.goto(`${acme.home}/settings/tokens`)
    assert.equal(new URL(nobody.url()).pathname, '/console/sign-in')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every page passes an accessibility checker in ${colorScheme}, and the browser complains of nothing`, async () => {
      const page = await admin.page({ colorScheme })
      for (const path of pages) {
        await page.goto(`${acme.home}/settings${path}`)
        await waitForHydration(page)
        assert.deepEqual(await accessibilityViolations(page), [], path)
      }
      assert.deepEqual(browserErrors(page), [])
    })
  }

  test('the workspace is renamed, and its new address leads on from the form', async () => {
    const own = await stage.emptyWorkspace('Old name')
    const page = await (await own.member('owner')).page()
    await page.goto(`${own.home}/settings`)
    await waitForHydration(page)
    await page.getByLabel('Name', { exact: true }).fill('New name')
    assert.equal(await page.getByText('The addresses of all pages change').count(), 0)
    await page.getByLabel('Address').fill('new-address')
    await said(page, 'The addresses of all pages change')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByLabel('Logo').fill('https://example.com/logo.svg')
    await page.getByLabel('Accent colour').fill('#FFE14D')
    await said(page, 'Hard to tell from the page')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(/\/w\/new-address\/settings$/)
    await said(page, 'The workspace has this new address')
    await page.reload()
    assert.equal(await page.getByLabel('Accent colour').inputValue(), '#ffe14d')
    assert.equal(await page.getByLabel('Time zone').inputValue(), 'Asia/Tokyo')
    assert.equal((await page.goto(`${own.home}/settings`))?.status(), 404)
  })

  test('what cannot be is told beside its field, also without JavaScript, and nothing that was typed is lost', async () => {
    const page = await admin.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/settings`)
    await page.getByLabel('Name', { exact: true }).fill('Acme of the North')
    await page.getByLabel('Address').fill('Not An Address')
    await page.getByLabel('Answers go to').fill('nobody')
    await page.getByRole('button', { name: 'Save changes' }).click()
    assert.equal(await page.getByLabel('Address').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Answers go to').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Acme of the North')
  })
})
