import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createComment } from '../../../server/comments/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { deleteFeedback } from '../../../server/feedback/delete.ts'
import type { FeedbackCreate } from '../../../server/feedback/schema.ts'
import { addVote } from '../../../server/votes/on-behalf.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp, type SignedInTeamMember } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

async function file({ write }: ConsoleWorkspace, request: FeedbackCreate): Promise<string> {
  return (await write((tx) => createFeedback(tx, request, caps))).id
}

type Options = {
  javaScriptEnabled?: boolean
  colorScheme?: 'light' | 'dark'
  viewport?: { width: number; height: number }
}

async function open(id: string, who: SignedInTeamMember = mara, options: Options = {}): Promise<Page> {
  const page = await who.page(options)
  await page.goto(`${acme.home}/requests/${id}`)
  if (options.javaScriptEnabled !== false) await waitForHydration(page)
  return page
}

const request = (page: Page, title: string) => page.getByRole('article', { name: title })
const part = (page: Page, name: string) => page.getByRole('article').getByRole('region', { name })
const fact = (page: Page, name: string) => page.getByRole('article').locator(`[data-fact="${name}"]`)
const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)

suite('the request page', () => {
  test('e edits title and description in place; the text is rendered safely, and the history shows who renamed it', async () => {
    const id = await file(acme, { title: 'Dark mode', description: 'Old' })
    const page = await open(id)
    await page.keyboard.press('e')
    await page.getByLabel('Title').fill('Dark theme')
    await page.getByLabel('Description').fill('**Bold** <script>window.isEvil = true</script> [x](javascript:alert(1))')
    await page.getByRole('button', { name: 'Save' }).click()
    await request(page, 'Dark theme').waitFor()
    await notice(page, 'Saved.').waitFor()
    await page.getByText('Bold', { exact: true }).waitFor()
    assert.equal(await page.evaluate(() => 'isEvil' in window), false)
    assert.equal(await page.locator('.prose a[href^="javascript"]').count(), 0)
    const sentence = 'Mara Lindqvist renamed it from “Dark mode” to “Dark theme” and edited the description'
    await part(page, 'History').getByText(sentence).waitFor()
    assert.equal(await page.title(), 'Dark theme · Acme')
    assert.deepEqual(browserErrors(page), [])
  })

  test('shows votes, roadmap and submitter without scrolling, above a long thread', async () => {
    const id = await file(acme, { title: 'Long thread', submitter: { email: 'ida@example.com', name: 'Ida First' } })
    for (let number = 1; number <= 12; number += 1) {
      await acme.write((tx) => createComment(tx, { of: 'feedback_id', id }, { body: `Comment ${number}` }, caps))
    }
    const page = await open(id)
    await page.getByRole('article').getByRole('strong').getByText('1 vote', { exact: true }).waitFor()
    for (const shown of [
      fact(page, 'votes'),
      fact(page, 'roadmap'),
      part(page, 'Votes'),
      part(page, 'Private context'),
    ]) {
      const box = await shown.boundingBox()
      assert.ok(box!.y + box!.height < 800, `${shown}`)
    }
  })

  test('s opens the stage menu, a digit sets the stage, the history records it, and undo restores it', async () => {
    const id = await file(acme, { title: 'Export as CSV' })
    const page = await open(id)
    const control = request(page, 'Export as CSV').getByRole('button', { name: /^Stage:/ })
    await page.keyboard.press('s')
    await page
      .getByRole('group', { name: 'Set stage' })
      .getByRole('button', { name: /Planned/ })
      .waitFor()
    await page.keyboard.press('3')
    await part(page, 'History').getByText('Mara Lindqvist changed the stage from To review to Planned').waitFor()
    assert.equal(await control.getAttribute('aria-label'), 'Stage: Planned')
    await page.getByRole('button', { name: 'Undo' }).click()
    await part(page, 'History').getByText('Mara Lindqvist changed the stage from Planned to To review').waitFor()
    assert.equal(await control.getAttribute('aria-label'), 'Stage: To review')
    assert.equal(new URL(page.url()).pathname, `/console/w/${acme.slug}/requests/${id}`)
  })

  test('reviews a pending request with one click, and changes the decision in a menu', async () => {
    const id = await file(acme, { title: 'Waits' })
    const page = await open(id)
    await request(page, 'Waits').getByRole('button', { name: 'Approve' }).click()
    await part(page, 'History').getByText('Mara Lindqvist approved it (To review → Under consideration)').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('article').getByRole('button', { name: 'Spam', exact: true }).click()
    await page.getByRole('button', { name: 'Review: Spam' }).waitFor()
    await part(page, 'History').getByText('Mara Lindqvist marked it as spam (Under consideration → Closed)').waitFor()
  })

  test('shows the private context: submitter, their other requests, source and metadata', async () => {
    const submitter = { email: 'ada@example.com', name: 'Ada Lovelace', externalId: 'u-77' }
    await file(acme, { title: 'Another wish', submitter })
    const id = await file(acme, {
      title: 'With context',
      submitter,
      sourceUrl: 'https://support.example.com/tickets/42',
      metadata: { plan: 'growth', seats: 12, trial: false, campaign: null },
    })
    const page = await open(id)
    const context = part(page, 'Private context')
    const source = context.getByRole('link', { name: /support\.example\.com/ })
    assert.deepEqual(
      [await source.getAttribute('href'), await source.getAttribute('target'), await source.getAttribute('rel')],
      ['https://support.example.com/tickets/42', '_blank', 'noopener noreferrer nofollow'],
    )
    for (const [name, value] of [
      ['plan', 'growth'],
      ['seats', '12'],
      ['trial', 'no'],
      ['campaign', 'none'],
    ] as const) {
      await context.getByRole('row', { name: `${name} ${value}` }).waitFor()
    }
    await context.getByText('ada@example.com').waitFor()
    await context.getByRole('link', { name: 'Another wish' }).waitFor()
    const customer = await context.getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href')
    assert.match(customer!, new RegExp(`^/console/w/${acme.slug}/customers/[0-9a-f-]{36}$`))
  })

  test('adds votes for a known or a new customer, removes a vote, and undoes the removal', async () => {
    await file(acme, { title: 'Another request', submitter: { email: 'grace@example.com', name: 'Grace Hopper' } })
    const id = await file(acme, { title: 'Votes' })
    const page = await open(id)
    const votes = part(page, 'Votes')
    await votes.getByRole('button', { name: 'Add a vote' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a vote' })
    await dialog.getByRole('button', { name: 'Add a vote' }).click()
    await dialog.getByRole('alert').getByText('Choose a customer').waitFor()
    await dialog.getByLabel('Customer').fill('grace')
    await dialog.getByRole('option', { name: /Grace Hopper/ }).click()
    await dialog.getByRole('button', { name: 'Add a vote' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await votes.getByRole('link', { name: 'Grace Hopper' }).waitFor()
    await votes.getByRole('button', { name: 'Add a vote' }).click()
    await dialog.getByLabel('Email address').fill('linus@example.com')
    await dialog.getByRole('button', { name: 'Add a vote' }).click()
    await votes.getByRole('link', { name: 'linus@example.com' }).waitFor()
    await votes.getByRole('button', { name: 'Remove the vote from Grace Hopper' }).click()
    await votes.getByRole('link', { name: 'Grace Hopper' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await votes.getByRole('link', { name: 'Grace Hopper' }).waitFor()
    await part(page, 'History').getByText('Mara Lindqvist removed a customer’s vote').waitFor()
  })

  test('lists all voters in pages and keeps the number shown in the URL', async () => {
    const id = await file(acme, { title: 'Wanted' })
    await acme.write(async (tx) => {
      for (let at = 1; at <= 12; at += 1) await addVote(tx, id, { externalId: `voter-${at}` }, caps)
    })
    const page = await open(id)
    const voters = part(page, 'Votes').getByRole('listitem')
    assert.equal(await voters.count(), 5)
    await part(page, 'Votes').getByRole('link', { name: 'Show all' }).click()
    await voters.nth(11).waitFor()
    await page.reload()
    assert.equal(await voters.count(), 12)
    assert.equal(await part(page, 'Votes').getByRole('link', { name: 'Load more' }).count(), 0)
  })

  test('moves focus to the edit button after an edit, and to the next vote after a removal', async () => {
    const id = await file(acme, { title: 'Focused' })
    await acme.write(async (tx) => {
      for (const externalId of ['one', 'two']) await addVote(tx, id, { externalId }, caps)
    })
    const page = await open(id)
    await page.keyboard.press('e')
    await page.getByLabel('Title').press('Escape')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Edit')
    await part(page, 'Votes').getByRole('button', { name: 'Remove the vote from two' }).click()
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Remove the vote from one')
    await part(page, 'Votes').getByRole('button', { name: 'Remove the vote from one' }).click()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  })

  test('keeps typed text when the request was deleted; setting a stage then redirects to the list', async () => {
    const [edited, moved] = [await file(acme, { title: 'Gone' }), await file(acme, { title: 'Gone too' })]
    const page = await open(edited)
    await page.keyboard.press('e')
    await page.getByLabel('Title').fill('A long thought')
    await acme.write((tx) => deleteFeedback(tx, edited))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('This request no longer exists.').waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'A long thought')
    const other = await open(moved)
    await acme.write((tx) => deleteFeedback(tx, moved))
    await other.keyboard.press('s')
    await other
      .getByRole('group', { name: 'Set stage' })
      .getByRole('button', { name: /Planned/ })
      .click()
    await other.waitForURL(`${acme.home}/requests`)
    await notice(other, 'This request no longer exists.').waitFor()
  })

  test('promotes a request with a target and edits its item; the stage of the request follows', async () => {
    const id = await file(acme, { title: 'To be planned' })
    const page = await open(id)
    const roadmap = fact(page, 'roadmap')
    await roadmap.getByRole('button', { name: 'Promote to roadmap' }).click()
    const dialog = page.getByRole('dialog', { name: 'Promote to roadmap' })
    await dialog.getByText('Date', { exact: true }).click()
    await dialog.getByLabel('Target date').fill('2031-03-12')
    await dialog.getByRole('button', { name: 'Promote to roadmap' }).click()
    await roadmap.getByText('12 Mar 2031').waitFor()
    await page.getByRole('button', { name: 'Stage: Planned' }).waitFor()
    await roadmap.getByRole('button', { name: 'Edit roadmap item' }).click()
    const change = page.getByRole('dialog', { name: 'Edit roadmap item' })
    await change.getByLabel('Status').selectOption('In progress')
    await change.getByText('Quarter', { exact: true }).click()
    const quarter = await change.getByLabel('Target quarter').locator('option').nth(1).textContent()
    await change.getByLabel('Target quarter').selectOption(quarter!)
    await change.getByRole('button', { name: 'Save' }).click()
    await roadmap.getByText(quarter!, { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Stage: In progress' }).waitFor()
    const sentence = `Mara Lindqvist moved it on the roadmap from Planned to In progress and set the target to ${quarter}`
    await part(page, 'History').getByText(sentence).waitFor()
  })
})

suite('accessibility of the request page', () => {
  test('has no accessibility violations or browser errors in both themes and at both widths', async () => {
    const submitter = { email: 'vera@example.com', name: 'Vera' }
    const id = await file(acme, {
      title: 'Everything',
      description: '# Why\n\n- so',
      submitter,
      metadata: { plan: 'x' },
    })
    const thread = { of: 'feedback_id' as const, id }
    await acme.write((tx) => createComment(tx, thread, { body: 'A comment', submitter }, caps))
    await acme.write((tx) => createComment(tx, thread, { body: 'A note', kind: 'staff_reply', isInternal: true }, caps))
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['dark', 390],
    ] as const) {
      const page = await open(id, mara, { colorScheme, viewport: { width, height: 800 } })
      assert.deepEqual(await accessibilityViolations(page), [], `${colorScheme} ${width}`)
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(overflowPx <= 0, `the page is ${overflowPx} px wider than the window`)
      assert.deepEqual(browserErrors(page), [])
    }
  })
})
