import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { totpCode } from '../../../server/test/fixtures/accounts.ts'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, memberPassword } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const account = `${browserApp.origin}/console/account`
const isSignedOut = async (page: Page): Promise<boolean> => {
  await page.goto(account)
  return new URL(page.url()).pathname === '/console/sign-in'
}

suite('the account page', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`changes name and password ${javaScriptEnabled ? 'with' : 'without'} JavaScript, and ends other sessions`, async () => {
      const member = await acme.member('member')
      const [page, other] = [await member.page({ javaScriptEnabled }), await member.page()]
      await page.goto(account)
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByLabel('Name', { exact: true }).fill('花子 Østergård')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Your name has been changed.').waitFor()
      await page.getByLabel('Current password').fill('not the password')
      await page.getByLabel('New password').fill('another long password')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('alert').getByText('That password is incorrect.').waitFor()
      assert.ok(!(await page.content()).includes('not the password'))
      await page.getByLabel('Current password').fill(memberPassword)
      await page.getByLabel('New password').fill('another long password')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Your password has been changed.').waitFor()
      assert.equal(await isSignedOut(other), true)
      assert.equal(await isSignedOut(page), false)
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '花子 Østergård')
    })
  }

  test('signs out one other device, and all devices at once', async () => {
    const member = await acme.member('member')
    const [page, second, third] = [await member.page(), await member.page(), await member.page()]
    await page.goto(account)
    await waitForHydration(page)
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    assert.equal(await sessions.count(), 3)
    await sessions
      .getByRole('button', { name: /^Sign out/ })
      .first()
      .click()
    await page.getByText('That device has been signed out.').waitFor()
    assert.equal(await sessions.count(), 2)
    assert.deepEqual([await isSignedOut(second), await isSignedOut(third)].filter(Boolean), [true])
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByText('You’ve been signed out everywhere.').waitFor()
    assert.deepEqual([await isSignedOut(page), await isSignedOut(second), await isSignedOut(third)], [true, true, true])
  })

  test('ends the session on sign-out, not just the cookie, and never on a GET request', async () => {
    const member = await acme.member('member')
    const page = await member.page({ javaScriptEnabled: false })
    const cookies = await page.context().cookies()
    await page.goto(`${browserApp.origin}/console/sign-out`)
    assert.equal(await isSignedOut(page), false)
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await page.getByText('You’ve been signed out.').waitFor()
    await page.context().addCookies(cookies)
    assert.equal(await isSignedOut(page), true)
  })

  test('turns on two-factor authentication with a key and backup codes shown once, and off with the password', async () => {
    const page = await (await acme.member('member')).page()
    await page.goto(account)
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Turn on' }).click()
    await page.getByLabel('Your password').fill(memberPassword)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: '1. Add Heed to your app' }).waitFor()
    const [key, codes] = await page.locator('[data-copied]').allTextContents()
    assert.equal(codes!.split('\n').length, 10)
    const link = await page.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')
    assert.match(link!, /^otpauth:\/\/totp\/Heed/)
    const secret = key!.replaceAll(' ', '')
    await page.getByLabel('Six-digit code').fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal((await page.locator('[data-copied]').first().textContent())!, key)
    await page.getByLabel('Six-digit code').fill(totpCode(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Two-factor authentication is on.').waitFor()
    await page.goto(`${account}/second-step`)
    assert.equal(page.url(), account)
    assert.ok(!(await page.content()).includes(key!))
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(memberPassword)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Two-factor authentication is off.').waitFor()
  })

  test('turns on two-factor authentication without JavaScript', async () => {
    const page = await (await acme.member('member')).page({ javaScriptEnabled: false })
    await page.goto(`${account}/second-step`)
    await page.getByLabel('Your password').fill(memberPassword)
    await page.getByRole('button', { name: 'Continue' }).click()
    const secret = (await page.locator('[data-copied]').first().textContent())!.replaceAll(' ', '')
    await page.getByLabel('Six-digit code').fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('the key isn’t shown again').waitFor()
    await page.getByLabel('Six-digit code').fill(totpCode(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Two-factor authentication is on.').waitFor()
  })

  test('leaves a workspace, unless the person is its only owner', async () => {
    const lone = await browserApp.emptyWorkspace('Lone')
    const owner = await lone.member('owner')
    const page = await owner.page()
    await page.goto(account)
    await waitForHydration(page)
    const leave = page.getByRole('button', { name: 'Leave Lone' })
    assert.equal(await leave.getAttribute('aria-disabled'), 'true')
    await page.goto(`${account}/workspaces/${lone.slug}/leave`)
    await page.getByText('A workspace needs an owner').waitFor()
    await lone.member('owner')
    await page.goto(account)
    await page.getByRole('link', { name: 'Leave Lone' }).click()
    await page.getByRole('button', { name: 'Leave workspace' }).click()
    await page.getByText('You’ve left Lone.').waitFor()
    const returned = await owner.page()
    assert.equal((await returned.goto(lone.home))?.status(), 404)
    assert.equal((await returned.goto(`${account}/workspaces/${acme.slug}/leave`))?.status(), 404)
  })

  test('passes the accessibility checks in light and dark, and redirects signed-out visitors to sign in', async () => {
    const page = await (await acme.member('owner')).page()
    for (const url of [account, `${account}/second-step`, `${account}/workspaces/${acme.slug}/leave`]) {
      await page.goto(url)
      await waitForHydration(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await accessibilityViolations(page), [], `${url}, ${colorScheme}`)
      }
      assert.deepEqual(browserErrors(page), [])
      const visitor = await openPage()
      await visitor.goto(url)
      assert.equal(new URL(visitor.url()).pathname, '/console/sign-in')
    }
  })
})
