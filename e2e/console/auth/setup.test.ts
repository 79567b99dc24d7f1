import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ensureSetupLink } from '../../../server/accounts/setup/setup.ts'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, memberPassword } from '../../support/browser-app.ts'

const linkOf = async ({ testApp: world, origin }: Awaited<ReturnType<typeof createBrowserApp>>) =>
  (await ensureSetupLink(world.database, origin, () => new Date().toISOString()))!

suite('the set-up link', () => {
  test('leads from an empty instance to a working console in one journey, and is over then', async () => {
    const stage = await createBrowserApp()
    const page = await openPage()
    await page.goto(`${stage.origin}/console`)
    await page.getByText('Nobody has an account here yet').waitFor()

    const link = await linkOf(stage)
    await page.goto(link)
    await waitForHydration(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      assert.deepEqual(await accessibilityViolations(page), [])
    }
    await page.getByLabel('Your name').fill('Mara Lindqvist')
    await page.getByLabel('E-mail address').fill('mara@acme.example')
    await page.getByLabel('Password').fill(memberPassword)
    const slug = page.getByLabel('Short name')
    await page.getByLabel('Name of the workspace').fill('Łódź – Кофейня')
    assert.equal(await slug.inputValue(), 'lodz-kofeinya')
    await slug.fill('coffee')
    await page.getByLabel('Name of the workspace').fill('Coffee')
    assert.equal(await slug.inputValue(), 'coffee')
    await page.getByRole('button', { name: 'Set up and go in' }).click()
    await page.waitForURL(`${stage.origin}/console/w/coffee`)
    await page.getByText('Everything is ready.').waitFor()
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Settings' }).waitFor()
    assert.deepEqual(browserErrors(page), [])

    const later = await openPage()
    await later.goto(link)
    await later.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    assert.equal(await linkOf(stage), null)
  })

  test('works without JavaScript: names the field that is wrong, keeps what was typed, suggests the short name', async () => {
    const stage = await createBrowserApp()
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto(await linkOf(stage))
    await page.getByRole('button', { name: 'Set up and go in' }).click()
    for (const field of ['Your name', 'E-mail address', 'Password', 'Name of the workspace', 'Short name']) {
      assert.equal(await page.getByLabel(field).getAttribute('aria-invalid'), 'true', field)
    }
    await page.getByLabel('Your name').fill('花子')
    await page.getByLabel('E-mail address').fill('hanako@example.com')
    await page.getByLabel('Name of the workspace').fill('ひまわり')
    await page.getByLabel('Password').fill('too short')
    await page.getByRole('button', { name: 'Set up and go in' }).click()
    await page.getByRole('alert').getByText('Must have at least 12 characters.').waitFor()
    assert.equal(await page.getByLabel('Your name').inputValue(), '花子')
    assert.equal(await page.getByLabel('Name of the workspace').inputValue(), 'ひまわり')
    assert.equal(await page.getByLabel('Password').inputValue(), '')
    await page.getByLabel('Password').fill(memberPassword)
    await page.getByRole('button', { name: 'Set up and go in' }).click()
    assert.equal(page.url(), `${stage.origin}/console/w/workspace`)
  })

  test('workspaces that nobody is in can be joined instead of making one', async () => {
    const stage = await createBrowserApp()
    const acme = await stage.emptyWorkspace('Acme')
    const page = await openPage()
    await page.goto(await linkOf(stage))
    await waitForHydration(page)
    await page.getByLabel('Your name').fill('Mara')
    await page.getByLabel('E-mail address').fill('mara@acme.example')
    await page.getByLabel('Password').fill(memberPassword)
    assert.equal(await page.getByLabel('Acme').isChecked(), true)
    await page.getByRole('button', { name: 'Set up and go in' }).click()
    await page.waitForURL(acme.home)
  })

  test('another link than that of the last start is no good', async () => {
    const stage = await createBrowserApp()
    const older = await linkOf(stage)
    await linkOf(stage)
    const page = await openPage()
    for (const address of [older, `${stage.origin}/console/setup/made-up`]) {
      await page.goto(address)
      await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
    }
  })
})
