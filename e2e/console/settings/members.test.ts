import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityViolations, browserErrors, openPage, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp, memberPassword } from '../../support/browser-app.ts'

const stage = await createBrowserApp()
const address = ({ home }: ConsoleWorkspace) => `${home}/settings/members`
const team = (page: Page) => page.getByRole('table', { name: 'Members' })
const rowOf = (page: Page, name: string) => team(page).getByRole('row').filter({ hasText: name })

/** The link that was shown, as a browser here reaches it: the server of tests calls itself by another name. */
async function shownLink(page: Page): Promise<string> {
  const shown = await page.locator('[data-copied]').textContent()
  return `${stage.origin}${new URL(shown!).pathname}`
}

async function invite(page: Page, email: string, role: string) {
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByLabel(role, { exact: true }).check()
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
}

suite('the team', () => {
  test('a link that was copied brings a new person into the workspace, once', async () => {
    const acme = await stage.emptyWorkspace('Acme')
    const page = await (await acme.member('owner')).page()
    await page.goto(address(acme))
    await waitForHydration(page)
    await invite(page, 'grace@example.com', 'Admin')
    await page.getByText('grace@example.com is invited').waitFor()
    await page.getByRole('list', { name: 'Invitations' }).getByText('grace@example.com').waitFor()
    const link = await shownLink(page)
    await page.reload()
    assert.equal(await page.locator('[data-copied]').count(), 0)

    const grace = await openPage({ reducedMotion: 'reduce' })
    await grace.goto(link)
    await waitForHydration(grace)
    assert.deepEqual(await accessibilityViolations(grace), [])
    await grace.getByRole('button', { name: 'Join the team' }).click()
    await grace.getByRole('alert').waitFor()
    await grace.getByLabel('Your name').fill('Grace')
    await grace.getByLabel('Password').fill(memberPassword)
    await grace.getByRole('button', { name: 'Join the team' }).click()
    await grace.waitForURL(acme.home)
    await grace.getByText('You are in the team of Acme now.').waitFor()
    assert.deepEqual(
      browserErrors(grace).filter((text) => !text.includes('400')),
      [],
    )
    await page.reload()
    await rowOf(page, 'Grace').getByText('Admin').waitFor()

    const late = await openPage({ javaScriptEnabled: false })
    await late.goto(link)
    await late.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
  })

  test('who has an account signs in first, and whoever is signed in as another is told', async () => {
    const acme = await stage.emptyWorkspace('Acme')
    const ravi = await stage.person()
    const page = await (await acme.member('owner')).page({ javaScriptEnabled: false })
    await page.goto(address(acme))
    await invite(page, ravi.email.toUpperCase(), 'Member')
    const link = await shownLink(page)
    await page.goto(link)
    await page.getByText('and you are signed in as').waitFor()
    await page.getByRole('button', { name: 'Sign out and go on' }).click()
    await page.getByRole('link', { name: 'Sign in to join' }).click()
    await page.getByLabel('E-mail address').fill(ravi.email)
    await page.getByLabel('Password').fill(memberPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    assert.equal(page.url(), link)
    await page.getByRole('button', { name: 'Join the team' }).click()
    assert.equal(page.url(), acme.home)
  })

  test('an invitation gets a new link, which nothing mails here, and is taken back', async () => {
    const acme = await stage.emptyWorkspace('Acme')
    const page = await (await acme.member('admin')).page()
    await page.goto(address(acme))
    await waitForHydration(page)
    await invite(page, 'vic@example.com', 'Member')
    await page.getByText('vic@example.com is invited').waitFor()
    const older = await shownLink(page)
    const invitations = page.getByRole('list', { name: 'Invitations' })
    await invitations.getByText('Made', { exact: false }).first().waitFor()
    assert.equal(await page.getByText(/\bsent\b/i).count(), 0)
    await invitations.getByRole('button', { name: /^New link/ }).click()
    await page.waitForFunction((before) => {
      const shown = document.querySelector('[data-copied]')?.textContent
      return shown && new URL(shown).pathname !== before
    }, new URL(older).pathname)
    const newer = await shownLink(page)
    await invitations.getByRole('button', { name: /^Take back/ }).click()
    await page.getByText('is taken back').waitFor()
    assert.equal(await invitations.count(), 0)
    const vic = await openPage()
    for (const link of [older, newer]) {
      await vic.goto(link)
      await vic.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
    }
  })

  for (const javaScriptEnabled of [true, false]) {
    test(`a role that changes ends the sessions of that person, ${javaScriptEnabled ? 'with' : 'without'} JavaScript; it can be undone`, async () => {
      const acme = await stage.emptyWorkspace('Acme')
      const page = await (await acme.member('owner', 'Olga')).page({ javaScriptEnabled })
      const ada = await acme.member('member', 'Ada Byron')
      const hers = await ada.page()
      await hers.goto(acme.home)
      await page.goto(address(acme))
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByRole('button', { name: 'Change Ada Byron' }).click()
      await page.getByRole('button', { name: 'Make an admin' }).click()
      await page.getByText('Ada Byron is an admin now').waitFor()
      await rowOf(page, 'Ada Byron').getByText('Admin').waitFor()
      await hers.goto(acme.home)
      assert.equal(new URL(hers.url()).pathname, '/console/sign-in')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Ada Byron is a member now').waitFor()
      assert.deepEqual(browserErrors(page), [])
    })

    test(`a member is removed after a question, ${javaScriptEnabled ? 'with' : 'without'} JavaScript, and is out at once`, async () => {
      const acme = await stage.emptyWorkspace('Acme')
      const page = await (await acme.member('owner', 'Olga')).page({ javaScriptEnabled })
      const ada = await acme.member('admin', 'Ada Byron')
      const hers = await ada.page()
      await page.goto(address(acme))
      if (javaScriptEnabled) await waitForHydration(page)
      await page.getByRole('button', { name: 'Change Ada Byron' }).click()
      await page.getByRole('link', { name: 'Remove …' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove Ada Byron?' })
      await dialog.getByRole('link', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Change Ada Byron' }).click()
      await page.getByRole('link', { name: 'Remove …' }).click()
      await dialog.getByRole('button', { name: 'Remove from the team' }).click()
      await page.getByText('Ada Byron is no longer in the team.').waitFor()
      await rowOf(page, 'Ada Byron').waitFor({ state: 'hidden' })
      await hers.goto(acme.home)
      assert.equal(new URL(hers.url()).pathname, '/console/sign-in')
      const again = await ada.page()
      assert.equal((await again.goto(acme.home))?.status(), 404)
    })
  }

  test('an admin is told why owners are out of reach, and the server refuses in any case', async () => {
    const acme = await stage.emptyWorkspace('Acme')
    const olga = await acme.member('owner', 'Olga')
    const page = await (await acme.member('admin', 'Ada')).page({ javaScriptEnabled: false })
    await page.goto(address(acme))
    const change = page.getByRole('button', { name: 'Change Olga' })
    assert.equal(await change.getAttribute('aria-disabled'), 'true')
    await change.hover()
    await page.getByText('Only owners change or remove an owner.').waitFor()
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    assert.equal(await page.getByLabel('Owner', { exact: true }).isDisabled(), true)
    const forms: Record<string, string>[] = [
      { intent: 'role', id: olga.memberId, role: 'member' },
      { intent: 'remove', id: olga.memberId },
      { intent: 'invite', email: 'new@example.com', role: 'owner' },
    ]
    for (const form of forms) {
      const answer = await page.request.post(address(acme), { form, headers: { origin: stage.origin } })
      assert.deepEqual([answer.status(), form.intent], [403, form.intent])
    }
  })

  test('the only owner is told why they cannot leave, and the server refuses in any case', async () => {
    const acme = await stage.emptyWorkspace('Acme')
    const olga = await acme.member('owner', 'Olga')
    const page = await olga.page()
    await page.goto(address(acme))
    await page.getByText('You are the only owner').last().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Change Olga' }).getAttribute('aria-disabled'), 'true')
    const forms: Record<string, string>[] = [
      { intent: 'role', id: olga.memberId, role: 'member' },
      { intent: 'remove', id: olga.memberId },
    ]
    for (const form of forms) {
      const answer = await page.request.post(address(acme), { form, headers: { origin: stage.origin } })
      assert.deepEqual([answer.status(), form.intent], [400, form.intent])
    }
  })

  test('members see none of it, may do none of it, and strangers do not find it', async () => {
    const acme = await stage.emptyWorkspace('Acme')
    const olga = await acme.member('owner')
    const member = await (await acme.member('member')).page()
    assert.equal((await member.goto(address(acme)))?.status(), 403)
    const stranger = await (await stage.person()).page()
    assert.equal((await stranger.goto(address(acme)))?.status(), 404)
    const form = { intent: 'remove', id: olga.memberId }
    const headers = { origin: stage.origin }
    assert.equal((await member.request.post(address(acme), { form, headers })).status(), 403)
    assert.equal((await stranger.request.post(address(acme), { form, headers })).status(), 404)
    const elsewhere = { origin: 'https://evil.example' }
    const owner = await olga.page()
    assert.equal((await owner.request.post(address(acme), { form, headers: elsewhere })).status(), 403)
  })

  test('an accessibility checker finds nothing, light or dark, with the dialog and without', async () => {
    const acme = await stage.emptyWorkspace('Acme')
    const page = await (await acme.member('owner', 'Olga')).page({ reducedMotion: 'reduce' })
    await acme.member('member', 'أحمد')
    await page.goto(address(acme))
    await waitForHydration(page)
    await invite(page, 'vic@example.com', 'Owner')
    await page.getByText('vic@example.com is invited').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [], colorScheme)
      await page.getByRole('button', { name: 'Invite somebody' }).click()
      assert.deepEqual(await accessibilityViolations(page), [], `${colorScheme}, dialog`)
      await page.keyboard.press('Escape')
    }
    assert.deepEqual(browserErrors(page), [])
  })
})
