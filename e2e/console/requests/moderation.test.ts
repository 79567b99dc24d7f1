import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStatus } from '../../../server/feedback/lifecycle/set-status.ts'
import type { FeedbackCreate } from '../../../server/feedback/schema.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp({ template: 'demo' })

async function file({ write }: ConsoleWorkspace, ...requests: FeedbackCreate[]): Promise<string[]> {
  const ids: string[] = []
  for (const request of requests) ids.push((await write((tx) => createFeedback(tx, request, caps))).id)
  return ids
}

async function review(
  workspace: ConsoleWorkspace,
  {
    hasClock = false,
    ...options
  }: {
    javaScriptEnabled?: boolean
    colorScheme?: 'dark'
    reducedMotion?: 'no-preference'
    /** Whether the test can stop the clock of the browser. */
    hasClock?: boolean
  } = {},
) {
  const page = await (await workspace.member('member')).page(options)
  if (hasClock) await page.clock.install()
  await page.goto(`${workspace.home}/requests/review`)
  if (options.javaScriptEnabled !== false) await waitForHydration(page)
  return page
}

const statusesOf = async ({ write }: ConsoleWorkspace, ids: string[]) =>
  write(async (tx) => {
    const rows = await tx.db
      .selectFrom('feedback')
      .select(['id', 'status'])
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', 'in', ids)
      .execute()
    return ids.map((id) => rows.find((row) => row.id === id)?.status)
  })

const focused = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)

suite('the moderation queue', () => {
  test('decides with one key and shows the next request, until the queue is empty', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const ids = await file(
      acme,
      { title: 'Dark mode' },
      { title: 'Cheap watches' },
      { title: 'Export' },
      { title: 'Sync' },
    )
    const page = await review(acme)
    await page.getByText('4 waiting').first().waitFor()
    await focused(page, 'Dark mode').waitFor()
    for (const key of ['a', 's', 'r', 'a']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: 'All caught up' }).waitFor()
    await page.getByRole('navigation', { name: 'Workspace' }).getByText('to review').waitFor({ state: 'detached' })
    assert.deepEqual(await statusesOf(acme, ids), ['approved', 'spam', 'rejected', 'approved'])
    assert.deepEqual(browserErrors(page), [])
  })

  test('shows the notices of the latest three decisions, and an earlier one again when a later one ends', async () => {
    const acme = await browserApp.emptyWorkspace('Notices')
    await file(acme, { title: 'First' }, { title: 'Second' }, { title: 'Third' }, { title: 'Fourth' })
    const page = await review(acme, { hasClock: true })
    await page.clock.pauseAt(Date.now() + 60_000)
    const texts = ['Approved: First', 'Marked as spam: Second', 'Rejected: Third', 'Approved: Fourth']
    for (const [index, key] of ['a', 's', 'r', 'a'].entries()) {
      await page.keyboard.press(key)
      await notice(page, texts[index]!).waitFor()
    }
    await notice(page, texts[0]!).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await focused(page, 'Fourth').waitFor()
    await notice(page, texts[2]!).hover()
    await page.clock.runFor(10_000)
    for (const text of texts.slice(0, 3)) await notice(page, text).waitFor()
    await page.mouse.move(0, 0)
    await page.clock.runFor(10_000)
    for (const text of texts.slice(0, 3)) await notice(page, text).waitFor({ state: 'detached' })
    assert.deepEqual(browserErrors(page), [])
  })

  test('keeps the notice of an undo while the next decision is made', async () => {
    const acme = await browserApp.emptyWorkspace('Kept')
    await file(acme, { title: 'First' }, { title: 'Second' })
    const page = await review(acme, { hasClock: true })
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press('a')
    await notice(page, 'Approved: First').waitFor()
    await page.keyboard.press('z')
    await notice(page, '1 request restored').waitFor()
    await page.keyboard.press('r')
    await notice(page, 'Rejected: First').waitFor()
    await notice(page, '1 request restored').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('undoes a decision from the notice and shows its request again', async () => {
    const acme = await browserApp.emptyWorkspace('Undone')
    const ids = await file(acme, { title: 'First' }, { title: 'Second' }, { title: 'Third' })
    const page = await review(acme, { reducedMotion: 'no-preference' })
    await page.keyboard.press('j')
    await focused(page, 'Second').waitFor()
    await page.keyboard.press('r')
    await focused(page, 'Third').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await focused(page, 'Second').waitFor()
    await page.getByText('3 waiting').first().waitFor()
    assert.deepEqual(await statusesOf(acme, ids), ['pending', 'pending', 'pending'])
  })

  test('z undoes decisions, latest first, and focus follows the request shown', async () => {
    const acme = await browserApp.emptyWorkspace('Keys')
    const ids = await file(acme, { title: 'First' }, { title: 'Second' }, { title: 'Third' })
    const page = await review(acme)
    // Polls on a timer: a page in the background of a shared browser gets no animation frames.
    const isAt = (text: string) =>
      page.waitForFunction((it) => document.activeElement?.textContent === it, text, { polling: 50 })
    await page.keyboard.press('a')
    await isAt('Second')
    await notice(page, 'Approved: First').waitFor()
    await page.keyboard.press('r')
    await isAt('Third')
    await notice(page, 'Rejected: Second').waitFor()
    await page.keyboard.press('s')
    await isAt('To review')
    await notice(page, 'Marked as spam: Third').waitFor()
    await page.keyboard.press('z')
    await focused(page, 'Third').waitFor()
    await page.keyboard.press('z')
    await focused(page, 'Second').waitFor()
    await page.getByText('2 waiting').first().waitFor()
    assert.deepEqual(await statusesOf(acme, ids), ['approved', 'pending', 'pending'])
  })

  test('shows the submitter, their history, the source and similar requests', async () => {
    const acme = await browserApp.emptyWorkspace('Context')
    const submitter = { email: 'ines@example.com', name: 'Ines Prado' }
    const [before, spam, other] = await file(
      acme,
      { title: 'An older wish', submitter },
      { title: 'Buy now', submitter },
      { title: 'Export invoices as CSV' },
    )
    await acme.write((tx) => setStatus(tx, before!, 'approved'))
    await acme.write((tx) => setStatus(tx, spam!, 'spam'))
    await acme.write((tx) => setStatus(tx, other!, 'approved'))
    const [id] = await file(acme, {
      title: 'CSV export of invoices',
      description: 'Every month\n<b>by hand</b>',
      submitter,
      sourceUrl: 'https://support.example.com/7',
      metadata: { plan: 'growth', seats: 12 },
    })
    const page = await review(acme)
    const card = focused(page, 'CSV export of invoices')
    await card.getByText('<b>by hand</b>').waitFor()
    await card.getByRole('link', { name: 'Ines Prado' }).waitFor()
    await card.getByText('Previously: 1 request approved and 1 rejected or spam.').waitFor()
    await card.getByText('seats').waitFor()
    const source = card.getByRole('link', { name: 'support.example.com/7' })
    assert.match((await source.getAttribute('rel'))!, /noopener/)
    const merge = card.getByRole('link', { name: 'Merge instead into Export invoices as CSV' })
    assert.match((await merge.getAttribute('href'))!, new RegExp(`/requests/${id}/merge\\?into=${other}$`))
    assert.deepEqual(browserErrors(page), [])
  })

  test('loads similar requests for each request shown', async () => {
    const acme = await browserApp.emptyWorkspace('Similar')
    const [known] = await file(acme, { title: 'Sync with Google Calendar' })
    await acme.write((tx) => setStatus(tx, known!, 'approved'))
    await file(acme, { title: 'Dark mode' }, { title: 'Google Calendar sync' })
    const page = await review(acme)
    await focused(page, 'Dark mode').getByText('No similar requests.').waitFor()
    await page.keyboard.press('j')
    await focused(page, 'Google Calendar sync')
      .getByRole('link', { name: 'Sync with Google Calendar', exact: true })
      .waitFor()
  })

  test('decides, undoes and skips without JavaScript', async () => {
    const acme = await browserApp.emptyWorkspace('Plain')
    const ids = await file(acme, { title: 'First' }, { title: 'Second' })
    const page = await review(acme, { javaScriptEnabled: false })
    await focused(page, 'First').getByRole('link', { name: 'Skip' }).click()
    await focused(page, 'Second').getByRole('button', { name: 'Reject' }).click()
    await notice(page, 'Rejected: Second').waitFor()
    await focused(page, 'First').waitFor()
    assert.deepEqual(await statusesOf(acme, ids), ['pending', 'rejected'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await focused(page, 'Second').waitFor()
    assert.deepEqual(await statusesOf(acme, ids), ['pending', 'pending'])
  })

  test('has no accessibility violations in either theme, with requests and without', async () => {
    const [demo, none] = [await browserApp.demoWorkspace(), await browserApp.emptyWorkspace('None')]
    for (const options of [{}, { colorScheme: 'dark' as const }]) {
      for (const workspace of [demo, none]) {
        const page = await review(workspace, options)
        assert.deepEqual(await accessibilityViolations(page), [])
        assert.deepEqual(browserErrors(page), [])
      }
    }
  })
})
