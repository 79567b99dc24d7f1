import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { addVote } from '../../../server/votes/on-behalf.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, type SignedInTeamMember } from '../../support/browser-app.ts'
import { waitForValue } from '../../support/polling.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')
const robin = await acme.member('admin', 'Robin Vale')

const file = async (title: string): Promise<string> =>
  (await acme.write((tx) => createFeedback(tx, { title }, caps))).id

interface Options {
  javaScriptEnabled?: boolean
  hasTouch?: boolean
  viewport?: { width: number; height: number }
}

async function open(path: string, who: SignedInTeamMember = mara, options: Options = {}): Promise<Page> {
  const page = await who.page(options)
  await page.goto(`${acme.home}/requests/${path}`)
  if (options.javaScriptEnabled !== false) await waitForHydration(page)
  return page
}

async function reply(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your reply').fill(text)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.locator('.comment').getByText(text).waitFor()
}

const comment = (page: Page, text: string) => page.locator('.comment').filter({ hasText: text })

suite('editing one’s own comment', () => {
  test('edits a reply in its place, and shows the earlier text to the team', async () => {
    const id = await file('Edit me')
    const page = await open(id)
    await reply(page, 'We ship it tomorow')
    await comment(page, 'tomorow').hover()
    await comment(page, 'tomorow').getByRole('link', { name: 'Edit your comment' }).click()
    await page.getByLabel('Your comment', { exact: true }).fill('We ship it tomorrow')
    await page.keyboard.press('ControlOrMeta+Enter')
    await comment(page, 'tomorrow').waitFor()
    await comment(page, 'tomorrow').getByText('1 earlier version').click()
    await comment(page, 'tomorrow').getByText('We ship it tomorow').waitFor()
    assert.deepEqual(browserErrors(page), [])

    const asOther = await open(id, robin)
    await comment(asOther, 'tomorrow').hover()
    assert.equal(await asOther.getByRole('link', { name: 'Edit your comment' }).count(), 0)
    await comment(asOther, 'tomorrow')
      .getByRole('link', { name: /^Delete/ })
      .waitFor()
  })

  test('suggests members while a name is typed, and notifies those whom the edit adds', async () => {
    const page = await open(await file('Mention later'))
    await reply(page, 'Asking around')
    await comment(page, 'Asking around').getByRole('link', { name: 'Edit your comment' }).click()
    const field = page.getByLabel('Your comment', { exact: true })
    await field.press('End')
    await field.pressSequentially(' @rob')
    await page.getByRole('option', { name: 'Robin Vale' }).waitFor()
    await field.press('Enter')
    assert.equal(await field.inputValue(), 'Asking around @Robin Vale ')
    await page.locator('.comment').getByRole('button', { name: 'Attach files' }).waitFor()
    await field.press('ControlOrMeta+Enter')
    await page.locator('.comment .mention').getByText('@Robin Vale').waitFor()
    const inbox = await robin.page()
    await inbox.goto(`${acme.home}/inbox`)
    await inbox.getByText('Mention later').first().waitFor()
  })

  test('returns the focus to the edit link after Escape', async () => {
    const page = await open(await file('Escape'))
    await reply(page, 'Typo')
    const link = comment(page, 'Typo').getByRole('link', { name: 'Edit your comment' })
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Your comment', { exact: true }).press('Escape')
    await link.waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Edit your comment')
  })

  test('edits without script', async () => {
    const id = await file('No script')
    await reply(await open(id), 'First')
    const page = await open(id, mara, { javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Edit your comment' }).click()
    await page.getByLabel('Your comment', { exact: true }).fill('Second')
    await page.locator('.comment').getByRole('button', { name: 'Save' }).click()
    await page.locator('.comment .prose').getByText('Second').waitFor()
    assert.equal(await page.getByLabel('Your comment', { exact: true }).count(), 0)
  })

  test('shows the actions of a comment on hover and focus, and always on touch screens', async () => {
    const id = await file('Actions')
    const page = await open(id)
    await reply(page, 'Hover me')
    const opacity = (on: Page) =>
      on.locator('.comment-actions').evaluate((element) => getComputedStyle(element).opacity)
    await page.mouse.move(0, 0)
    await page.getByLabel('Your reply').focus()
    await waitForValue(() => opacity(page), '0')
    await comment(page, 'Hover me').hover()
    await waitForValue(() => opacity(page), '1')
    await page.mouse.move(0, 0)
    await comment(page, 'Hover me')
      .getByRole('link', { name: /^Reply/ })
      .focus()
    await waitForValue(() => opacity(page), '1')
    const phone = await open(id, mara, { hasTouch: true, viewport: { width: 390, height: 844 } })
    await waitForValue(() => opacity(phone), '1')
    assert.deepEqual(await accessibilityViolations(phone), [])
  })
})

test('lists everyone who voted, finds them by name, and leads back to the request', async () => {
  const id = await file('Wanted')
  await acme.write(async (tx) => {
    for (let at = 1; at <= 60; at += 1) await addVote(tx, id, { email: `voter-${at}@example.com` }, caps)
    await addVote(tx, id, { email: 'grace@example.com', name: 'Grace Hopper' }, caps)
  })
  const page = await open(`${id}?sort=votes`)
  await page.getByRole('link', { name: '61 votes. See who voted' }).click()
  await page.getByRole('heading', { name: 'Who voted' }).waitFor()
  await page.getByText('50 of 61').waitFor()
  await page.getByRole('link', { name: 'Load more' }).click()
  await page.getByText('61 of 61').waitFor()
  await page.getByRole('searchbox', { name: 'Find a voter' }).fill('hopper')
  await page.getByRole('link', { name: 'voter-1@example.com' }).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('list', { name: 'Who voted' }).getByRole('listitem').count(), 1)
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])
  await page.getByRole('link', { name: 'Back to the request' }).click()
  await page.waitForURL(new RegExp(`/requests/${id}\\?sort=votes$`))
  const withoutScript = await open(`${id}/voters`, mara, { javaScriptEnabled: false })
  await withoutScript.getByRole('searchbox').fill('grace')
  await withoutScript.keyboard.press('Enter')
  await withoutScript.getByRole('link', { name: 'Grace Hopper' }).waitFor()
})
