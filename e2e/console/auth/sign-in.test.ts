import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccountFixtures, totpCode } from '../../../server/test/fixtures/accounts.ts'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, memberPassword } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp({ smtpUrl: 'smtp://127.0.0.1:1' })
const people = await createAccountFixtures(browserApp.testApp)
const acme = await browserApp.emptyWorkspace('Acme')
const pageUrl = (path: string) => `${browserApp.origin}/console${path}`

async function submitPassword(page: Page, email: string, password = memberPassword) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

suite('sign-in', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`by password returns to the requested page ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const { email } = await acme.member('member')
      const page = await openPage({ javaScriptEnabled })
      await page.goto(`${acme.home}/requests?stage=planned`)
      if (javaScriptEnabled) await waitForHydration(page)
      await submitPassword(page, email)
      await page.waitForURL(`${acme.home}/requests?stage=planned`)
      // Signed-in people are redirected away from the sign-in page.
      await page.goto(pageUrl('/sign-in'))
      assert.equal(page.url(), acme.home)
      assert.deepEqual(browserErrors(page), [])
    })
  }

  test('shows the same error at the field for a wrong password and an unknown address', async () => {
    const { email } = await acme.member('member')
    const page = await openPage()
    await page.goto(pageUrl('/sign-in'))
    await waitForHydration(page)
    const errors = []
    for (const address of [email, 'nobody@example.com']) {
      await submitPassword(page, address, 'not the password')
      await page.getByRole('alert').waitFor()
      await page.waitForFunction(() => document.querySelector('[data-busy]') === null)
      const field = page.getByLabel('Password')
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      errors.push(await page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent())
      assert.equal(await page.getByLabel('Email address').inputValue(), address)
    }
    assert.equal(errors[0], errors[1])
    assert.equal(errors[0], 'The email address or password is incorrect.')
  })

  test('rejects an invalid email address', async () => {
    const body = new URLSearchParams({ intent: 'password', email: 'x', password: memberPassword })
    const response = await fetch(pageUrl('/sign-in'), { method: 'POST', body, headers: { origin: browserApp.origin } })
    assert.match(await response.text(), /Enter an email address such as ada@example\.com\./)
  })

  test('says when to try again after too many attempts', async () => {
    const { email } = await acme.member('member')
    const body = new URLSearchParams({ intent: 'password', email, password: 'wrong' })
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await fetch(pageUrl('/sign-in'), { method: 'POST', body, headers: { origin: browserApp.origin } })
    }
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto(pageUrl('/sign-in'))
    await submitPassword(page, email)
    await page.getByRole('alert').getByText('Too many attempts. Try again in 15 minutes.').waitFor()
  })

  test('ignores a return path to another site', async () => {
    const { email } = await acme.member('member')
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const page = await openPage()
      await page.goto(pageUrl(`/sign-in?${new URLSearchParams({ next })}`))
      await waitForHydration(page)
      await submitPassword(page, email)
      await page.waitForURL(acme.home)
    }
  })

  test('signs in with an emailed code, and rejects a wrong one', async () => {
    const { email } = await acme.member('member')
    await people.deliverMail()
    const page = await openPage()
    await page.goto(`${acme.home}/roadmap`)
    await waitForHydration(page)
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Email me a code instead' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    assert.ok(!page.url().includes('example.com'))
    await page.getByText(`If ${email} has an account here`).waitFor()
    const first = await people.mailedCode()
    await page.getByLabel('Code').fill(first === '123456' ? '654321' : '123456')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Send another code' }).click()
    await page.getByText('We’ve sent another code.').waitFor()
    const second = await people.mailedCode()
    await page.getByLabel('Code').fill(`${second.slice(0, 3)} ${second.slice(3)}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${acme.home}/roadmap`)
  })

  test('offers no code and no password link where the server sends no mail', async () => {
    const { origin } = await createBrowserApp()
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto(`${origin}/console/sign-in`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Email me a code instead' }).count(), 0)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByText('npx heed account reset-link').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send link' }).count(), 0)
  })

  test('signs in with a code without JavaScript, even where no address was entered before', async () => {
    const { email } = await acme.member('member')
    await people.deliverMail()
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto(pageUrl('/sign-in'))
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Email me a code instead' }).click()
    const code = await people.mailedCode()
    const other = await openPage({ javaScriptEnabled: false })
    await other.goto(pageUrl('/sign-in/code'))
    await other.getByLabel('Email address').fill(email)
    await other.getByLabel('Code').fill(code)
    await other.getByRole('button', { name: 'Sign in' }).click()
    assert.equal(other.url(), acme.home)
  })

  test('asks for the second factor if it’s on, and accepts an app’s code or a backup code', async () => {
    const { email, headers } = await createMemberWithHeaders()
    const caller = { headers, clientAddress: '127.0.0.1' }
    const { secret, backupCodes } = await browserApp.accounts.enrollTotp(caller, { password: memberPassword })
    await browserApp.accounts.confirmTotp(caller, { code: totpCode(secret) })
    const page = await openPage()
    await page.goto(`${acme.home}/changelog`)
    await waitForHydration(page)
    await submitPassword(page, email)
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code').fill(totpCode(secret, 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${acme.home}/changelog`)

    const other = await openPage({ javaScriptEnabled: false })
    await other.goto(`${acme.home}/changelog`)
    await submitPassword(other, email)
    await other.getByRole('link', { name: 'Use a backup code' }).click()
    await other.getByLabel('Backup code').fill(backupCodes[0]!)
    await other.getByRole('button', { name: 'Sign in' }).click()
    assert.equal(other.url(), `${acme.home}/changelog`)
  })

  test('resets a forgotten password by an emailed link, which ends other sessions and the link', async () => {
    const member = await acme.member('member')
    const before = await member.page()
    await people.deliverMail()
    const page = await openPage()
    await page.goto(pageUrl('/sign-in'))
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // The previous page has a field of this name too.
    await page.waitForURL('**/password/forgotten**')
    await page.getByLabel('Email address').fill(member.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText(`If ${member.email} has an account here`).waitFor()
    const link = pageUrl(`/password/reset/${await people.mailedToken()}`)
    await page.goto(link)
    await waitForHydration(page)
    assert.equal(await page.getByLabel('Email address').inputValue(), member.email)
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: /Change password/ }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('New password').fill('a new and longer password')
    await page.getByRole('button', { name: /Change password/ }).click()
    await page.waitForURL(acme.home)
    await before.goto(acme.home)
    assert.equal(new URL(before.url()).pathname, '/console/sign-in')
    await before.goto(link)
    await before.getByRole('heading', { name: 'This link has expired' }).waitFor()
  })

  test('rejects a form from another site', async () => {
    const { email } = await acme.member('member')
    const body = new URLSearchParams({ intent: 'password', email, password: memberPassword })
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const headers: HeadersInit = origin === undefined ? {} : { origin }
      const response = await fetch(pageUrl('/sign-in'), { method: 'POST', body, headers, redirect: 'manual' })
      assert.deepEqual([response.status, response.headers.getSetCookie()], [403, []])
    }
  })

  test('passes the accessibility checks on every page, in light and dark', async () => {
    const page = await openPage()
    const paths = ['/sign-in', '/sign-in/code', '/sign-in/second-step', '/sign-in/second-step?backup']
    for (const path of [...paths, '/password/forgotten', '/password/forgotten?sent', '/password/reset/none']) {
      await page.goto(pageUrl(path))
      await waitForHydration(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await accessibilityViolations(page), [], `${path}, ${colorScheme}`)
      }
      assert.deepEqual(browserErrors(page), [])
    }
  })
})

/** Creates a member with the headers of a signed-in browser. */
async function createMemberWithHeaders() {
  const member = await acme.member('member')
  const cookies = await (await member.page()).context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { ...member, headers: new Headers({ cookie }) }
}
