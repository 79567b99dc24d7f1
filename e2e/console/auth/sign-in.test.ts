import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccountFixtures, totpCode } from '../../../server/test/fixtures/accounts.ts'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, memberPassword } from '../../support/browser-app.ts'

const stage = await createBrowserApp()
const people = await createAccountFixtures(stage.testApp)
const acme = await stage.emptyWorkspace('Acme')
const address = (path: string) => `${stage.origin}/console${path}`

async function typeIn(page: Page, email: string, secret = memberPassword) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

suite('signing in', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`by password leads to the page that was asked for, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const { email } = await acme.member('member')
      const page = await openPage({ javaScriptEnabled })
      await page.goto(`${acme.home}/requests?stage=planned`)
      if (javaScriptEnabled) await waitForHydration(page)
      await typeIn(page, email)
      await page.waitForURL(`${acme.home}/requests?stage=planned`)
      // Who is signed in has no business here.
      await page.goto(address('/sign-in'))
      assert.equal(page.url(), acme.home)
      assert.deepEqual(browserErrors(page), [])
    })
  }

  test('a wrong password and an unknown address are refused in the same words, beside the field', async () => {
    const { email } = await acme.member('member')
    const page = await openPage()
    await page.goto(address('/sign-in'))
    await waitForHydration(page)
    const said = []
    for (const typed of [email, 'nobody@example.com']) {
      await typeIn(page, typed, 'not the password')
      await page.getByRole('alert').waitFor()
      await page.waitForFunction(() => document.querySelector('[data-busy]') === null)
      const field = page.getByLabel('Password')
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      said.push(await page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent())
      assert.equal(await page.getByLabel('E-mail address').inputValue(), typed)
    }
    assert.equal(said[0], said[1])
    assert.equal(said[0], 'Address or password is wrong.')
  })

  test('an address that is none is refused in the words of its label', async () => {
    const body = new URLSearchParams({ intent: 'password', email: 'x', password: memberPassword })
    const answer = await fetch(address('/sign-in'), { method: 'POST', body, headers: { origin: stage.origin } })
    assert.match(await answer.text(), /Must be an e-mail address\./)
  })

  test('after too many tries it says when to try again', async () => {
    const { email } = await acme.member('member')
    const body = new URLSearchParams({ intent: 'password', email, password: 'wrong' })
    for (let tries = 0; tries < 10; tries += 1) {
      await fetch(address('/sign-in'), { method: 'POST', body, headers: { origin: stage.origin } })
    }
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto(address('/sign-in'))
    await typeIn(page, email)
    await page.getByRole('alert').getByText('Too many tries. Try again in 15 minutes.').waitFor()
  })

  test('a next address that is another site’s leads to the start', async () => {
    const { email } = await acme.member('member')
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const page = await openPage()
      await page.goto(address(`/sign-in?${new URLSearchParams({ next })}`))
      await waitForHydration(page)
      await typeIn(page, email)
      await page.waitForURL(acme.home)
    }
  })

  test('a code that is mailed signs in; a wrong one is refused in its place', async () => {
    const { email } = await acme.member('member')
    await people.deliverMail()
    const page = await openPage()
    await page.goto(`${acme.home}/roadmap`)
    await waitForHydration(page)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send me a code instead' }).click()
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
    assert.ok(!page.url().includes('example.com'))
    await page.getByText(`If ${email} is known here`).waitFor()
    const first = await people.mailedCode()
    await page.getByLabel('Code').fill(first === '123456' ? '654321' : '123456')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Send another code' }).click()
    await page.getByText('Another code is on its way.').waitFor()
    const second = await people.mailedCode()
    await page.getByLabel('Code').fill(`${second.slice(0, 3)} ${second.slice(3)}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${acme.home}/roadmap`)
  })

  test('a code signs in without JavaScript, also where the address was not typed before', async () => {
    const { email } = await acme.member('member')
    await people.deliverMail()
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto(address('/sign-in'))
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send me a code instead' }).click()
    const code = await people.mailedCode()
    const other = await openPage({ javaScriptEnabled: false })
    await other.goto(address('/sign-in/code'))
    await other.getByLabel('E-mail address').fill(email)
    await other.getByLabel('Code').fill(code)
    await other.getByRole('button', { name: 'Sign in' }).click()
    assert.equal(other.url(), acme.home)
  })

  test('the second step is asked for when it is on, and takes an app’s code or a backup code', async () => {
    const { email, headers } = await withHeaders()
    const caller = { headers, clientAddress: '127.0.0.1' }
    const { secret, backupCodes } = await stage.identity.enrollTotp(caller, { password: memberPassword })
    await stage.identity.confirmTotp(caller, { code: totpCode(secret) })
    const page = await openPage()
    await page.goto(`${acme.home}/changelog`)
    await waitForHydration(page)
    await typeIn(page, email)
    await page.getByRole('heading', { name: 'Second step' }).waitFor()
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code').fill(totpCode(secret, 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${acme.home}/changelog`)

    const other = await openPage({ javaScriptEnabled: false })
    await other.goto(`${acme.home}/changelog`)
    await typeIn(other, email)
    await other.getByRole('link', { name: 'Use a backup code' }).click()
    await other.getByLabel('Backup code').fill(backupCodes[0]!)
    await other.getByRole('button', { name: 'Sign in' }).click()
    assert.equal(other.url(), `${acme.home}/changelog`)
  })

  test('a lost password is replaced by a link that is mailed; other sessions end, and the link with them', async () => {
    const member = await acme.member('member')
    const before = await member.page()
    await people.deliverMail()
    const page = await openPage()
    await page.goto(address('/sign-in'))
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    // The page before has a field of this name too.
    await page.waitForURL('**/password/forgotten**')
    await page.getByLabel('E-mail address').fill(member.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText(`If ${member.email} is known here`).waitFor()
    const link = address(`/password/reset/${await people.mailedToken()}`)
    await page.goto(link)
    await waitForHydration(page)
    assert.equal(await page.getByLabel('E-mail address').inputValue(), member.email)
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: /Change the password/ }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('New password').fill('a new and longer password')
    await page.getByRole('button', { name: /Change the password/ }).click()
    await page.waitForURL(acme.home)
    await before.goto(acme.home)
    assert.equal(new URL(before.url()).pathname, '/console/sign-in')
    await before.goto(link)
    await before.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
  })

  test('a form of another site is refused, and changes nothing', async () => {
    const { email } = await acme.member('member')
    const body = new URLSearchParams({ intent: 'password', email, password: memberPassword })
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const headers: HeadersInit = origin === undefined ? {} : { origin }
      const answer = await fetch(address('/sign-in'), { method: 'POST', body, headers, redirect: 'manual' })
      assert.deepEqual([answer.status, answer.headers.getSetCookie()], [403, []])
    }
  })

  test('an accessibility checker finds nothing on these pages, light or dark', async () => {
    const page = await openPage({ reducedMotion: 'reduce' })
    const paths = ['/sign-in', '/sign-in/code', '/sign-in/second-step', '/sign-in/second-step?backup']
    for (const path of [...paths, '/password/forgotten', '/password/forgotten?sent', '/password/reset/none']) {
      await page.goto(address(path))
      await waitForHydration(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await accessibilityViolations(page), [], `${path}, ${colorScheme}`)
      }
      assert.deepEqual(browserErrors(page), [])
    }
  })
})

/** A member with the headers of a browser where they are signed in. */
async function withHeaders() {
  const member = await acme.member('member')
  const cookies = await (await member.page()).context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { ...member, headers: new Headers({ cookie }) }
}
