import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp, memberPassword } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp()
const membersUrl = ({ home }: ConsoleWorkspace) => `${home}/settings/members`
const team = (page: Page) => page.getByRole('table', { name: 'Members' })
const rowOf = (page: Page, name: string) => team(page).getByRole('row').filter({ hasText: name })

/** Returns the shown link with the origin that the test browser can reach: the app's public URL differs. */
async function shownLink(page: Page): Promise<string> {
  const shown = await page.locator('[data-copied]').textContent()
  return `${browserApp.origin}${new URL(shown!).pathname}`
}

async function invite(page: Page, email: string, role: string) {
  await page.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel(role, { exact: true }).check()
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
}

/** Opens the page in a new workspace, and invites a person. */
async function openAfterInviting(inviter: 'owner' | 'admin', email: string, role: string) {
  const acme = await browserApp.emptyWorkspace('Acme')
  const page = await (await acme.member(inviter)).page()
  await page.goto(membersUrl(acme))
  await waitForHydration(page)
  await invite(page, email, role)
  await page.getByText(`${email} has been invited`).waitFor()
  return { acme, page }
}

suite('the team', () => {
  test('a copied link adds a new person to the workspace, once', async () => {
    const { acme, page } = await openAfterInviting('owner', 'grace@example.com', 'Admin')
    await page.getByRole('list', { name: 'Invitations' }).getByText('grace@example.com').waitFor()
    const link = await shownLink(page)
    await page.reload()
    assert.equal(await page.locator('[data-copied]').count(), 0)

    const grace = await openPage()
    await grace.goto(link)
    await waitForHydration(grace)
    assert.deepEqual(await accessibilityViolations(grace), [])
    await grace.getByRole('button', { name: 'Join the team' }).click()
    await grace.getByRole('alert').waitFor()
    await grace.getByLabel('Your name').fill('Grace')
    await grace.getByLabel('Password').fill(memberPassword)
    await grace.getByRole('button', { name: 'Join the team' }).click()
    await grace.waitForURL(acme.home)
    await grace.getByText('You’ve joined Acme.').waitFor()
    assert.deepEqual(
      browserErrors(grace).filter((text) => !text.includes('400')),
      [],
    )
    await page.reload()
    await rowOf(page, 'Grace').getByText('Admin').waitFor()

    const late = await openPage({ javaScriptEnabled: false })
    await late.goto(link)
    await late.getByRole('heading', { name: 'This invitation has expired' }).waitFor()
  })

  test('asks people with an account to sign in, and says if they’re signed in as someone else', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const ravi = await browserApp.person()
    const page = await (await acme.member('owner')).page({ javaScriptEnabled: false })
    await page.goto(membersUrl(acme))
    await invite(page, ravi.email.toUpperCase(), 'Member')
    const link = await shownLink(page)
    await page.goto(link)
    await page.getByText('but you’re signed in as').waitFor()
    await page.getByRole('button', { name: 'Sign out and continue' }).click()
    await page.getByRole('link', { name: 'Sign in to join' }).click()
    await page.getByLabel('Email address').fill(ravi.email)
    await page.getByLabel('Password').fill(memberPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    assert.equal(page.url(), link)
    await page.getByRole('button', { name: 'Join the team' }).click()
    assert.equal(page.url(), acme.home)
  })

  test('creates a new link for an invitation without sending mail, and revokes it', async () => {
    const { page } = await openAfterInviting('admin', 'vic@example.com', 'Member')
    const olderUrl = await shownLink(page)
    const invitations = page.getByRole('list', { name: 'Invitations' })
    await invitations.getByText('Created', { exact: false }).first().waitFor()
    assert.equal(await page.getByText(/\bsent\b/i).count(), 0)
    await invitations.getByRole('button', { name: /^New link/ }).click()
    await page.waitForFunction((before) => {
      const shown = document.querySelector('[data-copied]')?.textContent
      return shown && new URL(shown).pathname !== before
    }, new URL(olderUrl).pathname)
    const newerUrl = await shownLink(page)
    await invitations.getByRole('button', { name: /^Revoke/ }).click()
    await page.getByText('has been revoked').waitFor()
    assert.equal(await invitations.count(), 0)
    const vic = await openPage()
    for (const link of [olderUrl, newerUrl]) {
      await vic.goto(link)
      await vic.getByRole('heading', { name: 'This invitation has expired' }).waitFor()
    }
  })

  test('revokes an invitation while the list is reloading after a new link', async () => {
    const { page } = await openAfterInviting('admin', 'vic@example.com', 'Member')
    const reloading = Promise.withResolvers<void>()
    const revoked = Promise.withResolvers<void>()
    await page.route('**/settings/members.data*', async (route) => {
      if (route.request().method() === 'GET') {
        reloading.resolve()
        await revoked.promise
      }
      await route.fallback()
    })
    const invitations = page.getByRole('list', { name: 'Invitations' })
    await invitations.getByRole('button', { name: /^New link/ }).click()
    await reloading.promise
    await invitations.getByRole('button', { name: /^Revoke/ }).click()
    revoked.resolve()
    await page.getByText('has been revoked').waitFor()
    assert.equal(await invitations.count(), 0)
    assert.deepEqual(browserErrors(page), [])
  })

  for (const javaScriptEnabled of [true, false]) {
    test(`changes a role ${javaScriptEnabled ? 'with' : 'without'} JavaScript, ends the person’s sessions, and can be undone`, async () => {
      const acme = await browserApp.emptyWorkspace('Acme')
      const page = await (await acme.member('owner', 'Olga')).page({ javaScriptEnabled })
      const ada = await acme.member('member', 'Ada Byron')
      const adasPage = await ada.page()
      await adasPage.goto(acme.home)
      await page.goto(membersUrl(acme))
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByRole('button', { name: 'Actions for Ada Byron' }).click()
      await page.getByRole('button', { name: 'Make admin' }).click()
      await page.getByText('Ada Byron is now an admin').waitFor()
      await rowOf(page, 'Ada Byron').getByText('Admin').waitFor()
      await adasPage.goto(acme.home)
      assert.equal(new URL(adasPage.url()).pathname, '/console/sign-in')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Ada Byron is now a member').waitFor()
      assert.deepEqual(browserErrors(page), [])
    })

    test(`removes a member after confirmation ${javaScriptEnabled ? 'with' : 'without'} JavaScript, and signs them out`, async () => {
      const acme = await browserApp.emptyWorkspace('Acme')
      const page = await (await acme.member('owner', 'Olga')).page({ javaScriptEnabled })
      const ada = await acme.member('admin', 'Ada Byron')
      const adasPage = await ada.page()
      await page.goto(membersUrl(acme))
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByRole('button', { name: 'Actions for Ada Byron' }).click()
      await page.getByRole('link', { name: 'Remove…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove Ada Byron?' })
      await dialog.getByRole('link', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Actions for Ada Byron' }).click()
      await page.getByRole('link', { name: 'Remove…' }).click()
      await dialog.getByRole('button', { name: 'Remove from team' }).click()
      await page.getByText('Ada Byron has been removed from the team.').waitFor()
      await rowOf(page, 'Ada Byron').waitFor({ state: 'hidden' })
      await adasPage.goto(acme.home)
      assert.equal(new URL(adasPage.url()).pathname, '/console/sign-in')
      const again = await ada.page()
      assert.equal((await again.goto(acme.home))?.status(), 404)
    })
  }

  test('tells admins why they can’t change owners, and the server rejects it too', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const olga = await acme.member('owner', 'Olga')
    const page = await (await acme.member('admin', 'Ada')).page({ javaScriptEnabled: false })
    await page.goto(membersUrl(acme))
    const change = page.getByRole('button', { name: 'Actions for Olga' })
    assert.equal(await change.getAttribute('aria-disabled'), 'true')
    await change.hover()
    await page.getByText('Only owners can change or remove an owner.').waitFor()
    await page.getByRole('button', { name: 'Invite a member' }).click()
    assert.equal(await page.getByLabel('Owner', { exact: true }).isDisabled(), true)
    const forms: Record<string, string>[] = [
      { intent: 'role', id: olga.memberId, role: 'member' },
      { intent: 'remove', id: olga.memberId },
      { intent: 'invite', email: 'new@example.com', role: 'owner' },
    ]
    for (const form of forms) {
      const response = await page.request.post(membersUrl(acme), { form, headers: { origin: browserApp.origin } })
      assert.deepEqual([response.status(), form.intent], [403, form.intent])
    }
  })

  test('tells the only owner why they can’t leave, and the server rejects it too', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const olga = await acme.member('owner', 'Olga')
    const page = await olga.page()
    await page.goto(membersUrl(acme))
    await page.getByText('You’re the only owner').last().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Actions for Olga' }).getAttribute('aria-disabled'), 'true')
    const forms: Record<string, string>[] = [
      { intent: 'role', id: olga.memberId, role: 'member' },
      { intent: 'remove', id: olga.memberId },
    ]
    for (const form of forms) {
      const response = await page.request.post(membersUrl(acme), { form, headers: { origin: browserApp.origin } })
      assert.deepEqual([response.status(), form.intent], [400, form.intent])
    }
  })

  test('denies members the page and its actions, and returns 404 to strangers', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const olga = await acme.member('owner')
    const member = await (await acme.member('member')).page()
    assert.equal((await member.goto(membersUrl(acme)))?.status(), 403)
    const stranger = await (await browserApp.person()).page()
    assert.equal((await stranger.goto(membersUrl(acme)))?.status(), 404)
    const form = { intent: 'remove', id: olga.memberId }
    const headers = { origin: browserApp.origin }
    assert.equal((await member.request.post(membersUrl(acme), { form, headers })).status(), 403)
    assert.equal((await stranger.request.post(membersUrl(acme), { form, headers })).status(), 404)
    const foreignHeaders = { origin: 'https://evil.example' }
    const owner = await olga.page()
    assert.equal((await owner.request.post(membersUrl(acme), { form, headers: foreignHeaders })).status(), 403)
  })

  test('passes the accessibility checks in light and dark, with and without the dialog', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const page = await (await acme.member('owner', 'Olga')).page()
    await acme.member('member', 'أحمد')
    await page.goto(membersUrl(acme))
    await waitForHydration(page)
    await invite(page, 'vic@example.com', 'Owner')
    await page.getByText('vic@example.com has been invited').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [], colorScheme)
      await page.getByRole('button', { name: 'Invite a member' }).click()
      assert.deepEqual(await accessibilityViolations(page), [], `${colorScheme}, dialog`)
      await page.keyboard.press('Escape')
    }
    assert.deepEqual(browserErrors(page), [])
  })
})
