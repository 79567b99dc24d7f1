import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ensureSetupLink } from '../../../server/accounts/setup/setup.ts'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, memberPassword } from '../../support/browser-app.ts'

const createSetupLink = async ({ testApp, origin }: Awaited<ReturnType<typeof createBrowserApp>>) =>
  (await ensureSetupLink(testApp.database, origin, () => new Date().toISOString()))!

suite('the setup link', () => {
  test('takes a person from an empty instance to a working console, and works once', async () => {
    const browserApp = await createBrowserApp()
    const page = await openPage()
    await page.goto(browserApp.origin)
    await page.getByText('Heed isn’t set up yet').waitFor()

    const link = await createSetupLink(browserApp)
    await page.goto(link)
    await waitForHydration(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [])
    }
    await page.getByLabel('Your name').fill('Mara Lindqvist')
    await page.getByLabel('Email address').fill('mara@acme.example')
    await page.getByLabel('Password').fill(memberPassword)
    const slug = page.getByLabel('Slug')
    await page.getByLabel('Workspace name').fill('Łódź – Кофейня')
    assert.equal(await slug.inputValue(), 'lodz-kofeinya')
    await slug.fill('coffee')
    await page.getByLabel('Workspace name').fill('Coffee')
    assert.equal(await slug.inputValue(), 'coffee')
    await page.getByRole('button', { name: 'Finish setup' }).click()
    await page.waitForURL(`${browserApp.origin}/console/w/coffee`)
    await page.getByText('Welcome to Heed. Your workspace is ready.').waitFor()
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Settings' }).waitFor()
    assert.deepEqual(browserErrors(page), [])

    const later = await openPage()
    await later.goto(link)
    await later.getByRole('heading', { name: 'This link has expired' }).waitFor()
    assert.equal(await createSetupLink(browserApp), null)
  })

  test('works without JavaScript: marks invalid fields, keeps what was typed, derives the slug', async () => {
    const browserApp = await createBrowserApp()
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto(await createSetupLink(browserApp))
    await page.getByRole('button', { name: 'Finish setup' }).click()
    for (const field of ['Your name', 'Email address', 'Password', 'Workspace name', 'Slug']) {
      assert.equal(await page.getByLabel(field).getAttribute('aria-invalid'), 'true', field)
    }
    await page.getByLabel('Your name').fill('花子')
    await page.getByLabel('Email address').fill('hanako@example.com')
    await page.getByLabel('Workspace name').fill('ひまわり')
    await page.getByLabel('Password').fill('too short')
    await page.getByRole('button', { name: 'Finish setup' }).click()
    await page.getByRole('alert').getByText('Use at least 12 characters.').waitFor()
    assert.equal(await page.getByLabel('Your name').inputValue(), '花子')
    assert.equal(await page.getByLabel('Workspace name').inputValue(), 'ひまわり')
    assert.equal(await page.getByLabel('Password').inputValue(), '')
    await page.getByLabel('Password').fill(memberPassword)
    await page.getByRole('button', { name: 'Finish setup' }).click()
    assert.equal(page.url(), `${browserApp.origin}/console/w/workspace`)
  })

  test('joins workspaces without members instead of creating one', async () => {
    const browserApp = await createBrowserApp()
    const acme = await browserApp.emptyWorkspace('Acme')
    const page = await openPage()
    await page.goto(await createSetupLink(browserApp))
    await waitForHydration(page)
    await page.getByLabel('Your name').fill('Mara')
    await page.getByLabel('Email address').fill('mara@acme.example')
    await page.getByLabel('Password').fill(memberPassword)
    assert.equal(await page.getByLabel('Acme').isChecked(), true)
    await page.getByRole('button', { name: 'Finish setup' }).click()
    await page.waitForURL(acme.home)
  })

  test('rejects any link but the newest one', async () => {
    const browserApp = await createBrowserApp()
    const older = await createSetupLink(browserApp)
    await createSetupLink(browserApp)
    const page = await openPage()
    for (const url of [older, `${browserApp.origin}/console/setup/made-up`]) {
      await page.goto(url)
      await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
    }
  })
})
