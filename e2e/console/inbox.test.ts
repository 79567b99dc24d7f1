import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createEntry } from '../../server/changelog/create.ts'
import { publishEntry } from '../../server/changelog/publishing/publish.ts'
import { createFeedback } from '../../server/feedback/create.ts'
import { setOwner } from '../../server/feedback/organize/set-owner.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../support/browser.ts'
import { createBrowserApp, type SignedInTeamMember } from '../support/browser-app.ts'
import { answerAs, asMember, writeAs } from '../support/inbox.ts'

const caps = { free: null, starter: null, growth: null }
const browserApp = await createBrowserApp()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

async function scene() {
  const acme = await browserApp.emptyWorkspace('Acme')
  const [mara, tomasz] = [await acme.member('member', 'Mara Lindqvist'), await acme.member('member', 'Tomasz Nowak')]
  const file = async (title: string): Promise<string> =>
    (await acme.write((tx) => createFeedback(tx, { title, submitter: { email: 'ada@example.com' } }, caps))).id
  const open = async (who: SignedInTeamMember, path: string, options = {}): Promise<Page> => {
    const page = await who.page(options)
    await page.goto(`${acme.home}${path}`)
    await waitForHydration(page)
    return page
  }
  const assign = (id: string, to: SignedInTeamMember, by: SignedInTeamMember) =>
    asMember(acme, by, (tx) => setOwner(tx, [id], to.memberId))
  return { acme, mara, tomasz, file, open, assign }
}

const inboxLink = (page: Page, unread?: number) =>
  page.getByRole('link', { name: unread === undefined ? 'Inbox' : `Inbox ${unread} unread`, exact: true })
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const composer = (page: Page) => page.getByRole('form', { name: 'Write a comment' })

suite('the inbox', () => {
  test('a mention picked by keyboard reaches a teammate, whose badge goes when they open it', async () => {
    const { mara, tomasz, file, open } = await scene()
    const id = await file('Dark mode')
    const page = await open(tomasz, `/requests/${id}`)
    await composer(page).getByText('Team note', { exact: true }).click()
    await page.getByLabel('Your note').focus()
    await page.keyboard.type('Ask @mar')
    await page.getByRole('option', { name: 'Mara Lindqvist' }).waitFor()
    await page.getByText('1 team member. Press Enter to mention them.').waitFor()
    await page.waitForFunction(
      () => document.querySelector('.mention-field .options')!.getBoundingClientRect().bottom <= innerHeight,
    )
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('Enter')
    assert.equal(await page.getByLabel('Your note').inputValue(), 'Ask @Mara Lindqvist ')
    await page.keyboard.type('please')
    await page.keyboard.press('Control+Enter')
    const mention = page.locator('.mention', { hasText: '@Mara Lindqvist' })
    await mention.waitFor()
    assert.deepEqual(browserErrors(page), [])

    const hers = await open(mara, '/inbox')
    await inboxLink(hers, 1).waitFor()
    await row(hers, 'Dark mode').getByText('Tomasz Nowak mentioned you in a team note').waitFor()
    assert.deepEqual(await accessibilityViolations(hers), [])
    await hers.getByRole('link', { name: 'Unread: Dark mode' }).click()
    await hers.locator('.mention[data-me]', { hasText: '@Mara Lindqvist' }).waitFor()
    await inboxLink(hers).waitFor()
    await inboxLink(hers).click()
    await hers.getByRole('button', { name: 'Mark “Dark mode” as unread' }).waitFor()
    assert.deepEqual(browserErrors(hers), [])
  })

  test('opens the entry from a mention in a comment on it, and marks the mention as read', async () => {
    const { acme, mara, tomasz, open } = await scene()
    const id = await acme.write(async (tx) => {
      const entry = await createEntry(tx, { title: 'Night mode', body: 'Softer.' })
      await publishEntry(tx, entry.id)
      return entry.id
    })
    const page = await open(tomasz, `/changelog/${id}`)
    await page.getByLabel('Comment as your team').focus()
    await page.keyboard.type('Thanks @mar')
    await page.getByRole('option', { name: 'Mara Lindqvist' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.locator('.mention', { hasText: '@Mara Lindqvist' }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    const hers = await open(mara, '/inbox')
    await row(hers, 'Night mode').getByText('Tomasz Nowak mentioned you').waitFor()
    await row(hers, 'Night mode').getByRole('link').click()
    await hers.locator('.mention[data-me]').waitFor()
    await inboxLink(hers).waitFor()
    assert.match(hers.url(), new RegExp(`/changelog/${id}#comment-`))
    assert.deepEqual(browserErrors(hers), [])
  })

  test('works by keyboard: j, k, e and Enter', async () => {
    const { mara, tomasz, file, open, assign } = await scene()
    for (const title of ['First', 'Second', 'Third']) await assign(await file(title), mara, tomasz)
    const page = await open(mara, '')
    await inboxLink(page, 3).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Unread', exact: true }).click()
    await page.locator('.tab[aria-current]', { hasText: 'Unread' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await row(page, 'Second').waitFor({ state: 'detached' })
    await inboxLink(page, 2).waitFor()
    // The focus is on the row that took its place.
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('First'))
    await page.keyboard.press('k')
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Third'))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Third' }).waitFor()
    await inboxLink(page, 1).waitFor()
  })

  test('groups what happened to one request, and marks everything as read', async () => {
    const { acme, mara, tomasz, file, open, assign } = await scene()
    const id = await file('Dark mode')
    await assign(id, mara, tomasz)
    await answerAs(acme, 'ada@example.com', id, 'Any **news**?')
    const page = await open(mara, '/inbox')
    await row(page, 'Dark mode').getByText('Any news?').waitFor()
    await row(page, 'Dark mode').getByText('1 more notification').waitFor()
    // What arrives after the page was loaded stays unread.
    await writeAs(acme, tomasz, await file('Later'), { body: 'Hi @Mara Lindqvist' })
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('Everything is marked as read.').waitFor()
    await inboxLink(page, 1).waitFor()
    await page.getByRole('button', { name: 'Mark “Later” as read' }).waitFor()
    await page.getByRole('button', { name: 'Mark “Dark mode” as unread' }).click()
    await inboxLink(page, 2).waitFor()
  })

  test('mentions by touch on a phone, and shows the inbox within its width', async () => {
    const { mara, tomasz, file, open } = await scene()
    const page = await open(tomasz, `/requests/${await file('Dark mode')}`, phone)
    await page.getByLabel('Your reply').tap()
    await page.keyboard.type('@')
    await page.getByRole('option', { name: 'Mara Lindqvist' }).tap()
    assert.equal(await page.getByLabel('Your reply').inputValue(), '@Mara Lindqvist ')
    await page.getByRole('button', { name: 'Send reply' }).tap()
    await page.locator('.mention').waitFor()
    const hers = await open(mara, '/inbox', phone)
    await row(hers, 'Dark mode').waitFor()
    assert.equal(await hers.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    assert.deepEqual(await accessibilityViolations(hers), [])
  })

  test('works without JavaScript', async () => {
    const { mara, tomasz, file, assign, acme } = await scene()
    await assign(await file('Dark mode'), mara, tomasz)
    const page = await mara.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/inbox`)
    await page.getByRole('button', { name: 'Mark “Dark mode” as read' }).click()
    await page.getByRole('button', { name: 'Mark “Dark mode” as unread' }).waitFor()
    await inboxLink(page).waitFor()
  })
})

suite('notification settings', () => {
  test('choose how each kind is emailed, and show submissions to review in the inbox', async () => {
    const { mara, file, open } = await scene()
    await file('Waiting')
    const page = await open(mara, '/inbox')
    await page.getByText('Your inbox is empty').waitFor()
    await page.getByRole('link', { name: 'Notification settings' }).click()
    await page.getByText('No mail server is set up, so nothing is emailed').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByLabel('Mentions of me').selectOption('Once a week')
    await page.getByLabel('Show submissions to review in my inbox').check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Your notification settings were saved.').waitFor()
    await page.reload()
    assert.equal(await page.getByLabel('Mentions of me').inputValue(), 'weekly')
    await inboxLink(page, 1).click()
    await row(page, 'To review').getByText('1 submission to review').waitFor()
    await page.getByRole('button', { name: 'Mark “To review” as read' }).click()
    await page.getByRole('button', { name: 'Mark “To review” as unread' }).waitFor()
    await inboxLink(page).waitFor()
  })
})
