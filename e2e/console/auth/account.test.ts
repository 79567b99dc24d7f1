import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { totpCode } from '../../../server/test/fixtures/accounts.ts'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, memberPassword } from '../../support/browser-app.ts'

const stage = await createBrowserApp()
const acme = await stage.emptyWorkspace('Acme')
const account = `${stage.origin}/console/account`
const isOut = async (page: Page): Promise<boolean> => {
  await page.goto(account)
  return new URL(page.url()).pathname === '/console/sign-in'
}

suite('one’s own account', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`name and password are changed, ${javaScriptEnabled ? 'with' : 'without'} JavaScript; other sessions end with the password`, async () => {
      const member = await acme.member('member')
      const [page, other] = [await member.page({ javaScriptEnabled }), await member.page()]
      await page.goto(account)
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByLabel('Name', { exact: true }).fill('花子 Østergård')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Your name is changed.').waitFor()
      await page.getByLabel('Current password').fill('not the password')
      await page.getByLabel('New password').fill('another long password')
      await page.getByRole('button', { name: 'Change the password' }).click()
      await page.getByRole('alert').getByText('Is not your password.').waitFor()
      assert.ok(!(await page.content()).includes('not the password'))
      await page.getByLabel('Current password').fill(memberPassword)
      await page.getByLabel('New password').fill('another long password')
      await page.getByRole('button', { name: 'Change the password' }).click()
      await page.getByText('Your password is changed.').waitFor()
      assert.equal(await isOut(other), true)
      assert.equal(await isOut(page), false)
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '花子 Østergård')
    })
  }

  test('a session on another device can be ended, and all of them at once', async () => {
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
    await page.getByText('That device is signed out.').waitFor()
    assert.equal(await sessions.count(), 2)
    assert.deepEqual([await isOut(second), await isOut(third)].filter(Boolean), [true])
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByText('You are signed out everywhere.').waitFor()
    assert.deepEqual([await isOut(page), await isOut(second), await isOut(third)], [true, true, true])
  })

  test('signing out ends the session, not only the cookie; an address alone signs nobody out', async () => {
    const member = await acme.member('member')
    const page = await member.page({ javaScriptEnabled: false })
    const cookies = await page.context().cookies()
    await page.goto(`${stage.origin}/console/sign-out`)
    assert.equal(await isOut(page), false)
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await page.getByText('You are signed out.').waitFor()
    await page.context().addCookies(cookies)
    assert.equal(await isOut(page), true)
  })

  test('the second step is turned on with key and backup codes that are shown once, and off with the password', async () => {
    const page = await (await acme.member('member')).page()
    await page.goto(account)
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Turn it on' }).click()
    await page.getByLabel('Your password').fill(memberPassword)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('heading', { name: '1. Add Heed to your app' }).waitFor()
    const [key, codes] = await page.locator('[data-copied]').allTextContents()
    assert.equal(codes!.split('\n').length, 10)
    const link = await page.getByRole('link', { name: 'Open in an app of this device' }).getAttribute('href')
    assert.match(link!, /^otpauth:\/\/totp\/Heed/)
    const secret = key!.replaceAll(' ', '')
    await page.getByLabel('Six digits').fill('000000')
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal((await page.locator('[data-copied]').first().textContent())!, key)
    await page.getByLabel('Six digits').fill(totpCode(secret))
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.getByText('The second step is on.').waitFor()
    await page.goto(`${account}/second-step`)
    assert.equal(page.url(), account)
    assert.ok(!(await page.content()).includes(key!))
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Turn it off' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(memberPassword)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn it off' }).click()
    await page.getByText('The second step is off.').waitFor()
  })

  test('the second step is turned on without JavaScript', async () => {
    const page = await (await acme.member('member')).page({ javaScriptEnabled: false })
    await page.goto(`${account}/second-step`)
    await page.getByLabel('Your password').fill(memberPassword)
    await page.getByRole('button', { name: 'Go on' }).click()
    const secret = (await page.locator('[data-copied]').first().textContent())!.replaceAll(' ', '')
    await page.getByLabel('Six digits').fill('000000')
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.getByText('The key has been shown and is not shown again.').waitFor()
    await page.getByLabel('Six digits').fill(totpCode(secret))
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.getByText('The second step is on.').waitFor()
  })

  test('a workspace is left, but not by its only owner', async () => {
    const lone = await stage.emptyWorkspace('Lone')
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
    await page.getByRole('button', { name: 'Leave the workspace' }).click()
    await page.getByText('You have left Lone.').waitFor()
    const again = await owner.page()
    assert.equal((await again.goto(lone.home))?.status(), 404)
    assert.equal((await again.goto(`${account}/workspaces/${acme.slug}/leave`))?.status(), 404)
  })

  test('an accessibility checker finds nothing, light or dark, and a stranger is sent to sign in', async () => {
    const page = await (await acme.member('owner')).page({ reducedMotion: 'reduce' })
    for (const address of [account, `${account}/second-step`, `${account}/workspaces/${acme.slug}/leave`]) {
      await page.goto(address)
      await waitForHydration(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await accessibilityViolations(page), [], `${address}, ${colorScheme}`)
      }
      assert.deepEqual(browserErrors(page), [])
      const stranger = await openPage()
      await stranger.goto(address)
      assert.equal(new URL(stranger.url()).pathname, '/console/sign-in')
    }
  })
})
