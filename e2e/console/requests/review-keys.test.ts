import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createBoard } from '../../../server/boards/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStatus } from '../../../server/feedback/lifecycle/set-status.ts'
import { addVote } from '../../../server/votes/on-behalf.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()

async function createQueue(name: string, ...titles: string[]) {
  const workspace = await browserApp.emptyWorkspace(name)
  const { write } = workspace
  const file = async (title: string) => (await write((tx) => createFeedback(tx, { title }, caps))).id
  const approve = async (title: string, ...voters: string[]) => {
    const id = await file(title)
    await write((tx) => setStatus(tx, id, 'approved'))
    for (const externalId of voters) await write((tx) => addVote(tx, id, { externalId }, caps))
    return id
  }
  const ids: string[] = []
  for (const title of titles) ids.push(await file(title))
  const member = await workspace.member('member', 'Mara Lindqvist')
  const review = async (options: Parameters<typeof member.page>[0] = {}) => {
    const page = await member.page(options)
    await page.goto(`${workspace.home}/requests/review`)
    if (options?.javaScriptEnabled !== false) await waitForHydration(page)
    return page
  }
  const stages = () =>
    write(async (tx) => {
      const rows = await tx.db
        .selectFrom('feedback')
        .select(['id', 'stage', 'status'])
        .where('workspace_id', '=', tx.workspaceId)
        .execute()
      return ids.map((id) => rows.find((row) => row.id === id)).map((row) => row && `${row.status} ${row.stage}`)
    })
  return { workspace, ids, file, approve, review, stages, write }
}

const focused = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)
const targets = (page: Page) => page.getByRole('group', { name: 'Requests to merge into' })

suite('reviewing by key', () => {
  test('decides in queue order when keys are pressed faster than the server responds', async () => {
    const titles = Array.from({ length: 30 }, (_, index) => `Wish number ${index + 1}`)
    const { review, stages } = await createQueue('Fast', ...titles)
    const page = await review()
    // The decisions reach the server only when no loaded request is left, the last decision first.
    const held: (() => Promise<void>)[] = []
    let isSlow = true
    await page.route('**/requests/review*', (route) => {
      if (!isSlow || route.request().method() !== 'POST') return route.continue()
      held.unshift(() => route.continue())
    })
    const keys = titles.map((_, index) => ['a', '3', 'r'][index % 3]!)
    for (const [index, title] of titles.entries()) {
      if (index === 25) {
        await page.getByText('Loading the next requests').first().waitFor()
        isSlow = false
        for (const send of held) await send()
      }
      await focused(page, title).waitFor()
      await page.keyboard.press(keys[index]!)
    }
    await page.getByRole('heading', { name: 'All caught up' }).waitFor()
    await page.getByRole('navigation', { name: 'Workspace' }).getByText('to review').waitFor({ state: 'detached' })
    assert.deepEqual(
      await stages(),
      titles.map((_, index) => ['approved in_review', 'approved planned', 'rejected closed'][index % 3]),
    )
  })

  test('m offers requests to merge into: Enter merges into the best, and z undoes it', async () => {
    const { approve, review, stages, workspace } = await createQueue(
      'Merge',
      'Apple calendar support',
      'Something else',
    )
    const target = await approve('iCloud calendars', 'ada', 'bob')
    await approve('Calendar colors', 'ada')
    const page = await review()
    await focused(page, 'Apple calendar support').waitFor()
    await page.keyboard.press('m')
    await targets(page).getByRole('button', { name: 'iCloud calendars' }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('Enter')
    await notice(page, 'Merged into “iCloud calendars”').waitFor()
    await focused(page, 'Something else').waitFor()
    assert.deepEqual(await stages(), [undefined, 'pending pending'])
    await page.keyboard.press('z')
    await focused(page, 'Apple calendar support').waitFor()
    assert.deepEqual(await stages(), ['pending pending', 'pending pending'])
    await page.goto(`${workspace.home}/requests/${target}`)
    await page.getByRole('heading', { name: 'iCloud calendars' }).waitFor()
  })

  test('digits pick among the requests to merge into before Enter merges', async () => {
    const { approve, review, write } = await createQueue('Pick', 'Something first', 'Apple calendar support')
    await approve('iCloud calendars', 'ada', 'bob')
    const second = await approve('Calendar colors', 'ada')
    const page = await review()
    await page.keyboard.press('j')
    await focused(page, 'Apple calendar support').waitFor()
    await page.locator('.review-menu .menu-item', { hasText: 'Calendar colors' }).waitFor({ state: 'attached' })
    await page.keyboard.press('m')
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await notice(page, 'Merged into “Calendar colors”').waitFor()
    const merges = await write((tx) =>
      tx.db
        .selectFrom('feedback_merges')
        .select(['title', 'into_id'])
        .where('workspace_id', '=', tx.workspaceId)
        .execute(),
    )
    assert.deepEqual(merges, [{ title: 'Apple calendar support', into_id: second }])
  })

  test('b sets the board, w the owner; the request stays in the queue, and z undoes the last', async () => {
    const { review, write } = await createQueue('Organize', 'Dark mode', 'Export')
    await write((tx) => createBoard(tx, { name: 'Bugs', slug: 'bugs' }))
    const page = await review()
    await focused(page, 'Dark mode').waitFor()
    await page.keyboard.press('b')
    await page.keyboard.press('2')
    await notice(page, 'Moved to another board.').waitFor()
    await page.getByRole('button', { name: 'Bugs' }).first().waitFor()
    await page.keyboard.press('w')
    await page.keyboard.press('1')
    await notice(page, 'Owner changed.').waitFor()
    await page.getByRole('button', { name: 'Mara Lindqvist' }).first().waitFor()
    await focused(page, 'Dark mode').waitFor()
    await page.keyboard.press('z')
    await page.getByRole('button', { name: 'No owner' }).first().waitFor()
    await page.getByRole('button', { name: 'Bugs' }).first().waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('Enter opens the request, also after a decision', async () => {
    const { review, ids } = await createQueue('Open', 'First', 'Second', 'Third')
    const page = await review()
    await focused(page, 'First').waitFor()
    await page.keyboard.press('a')
    await focused(page, 'Second').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/requests/${ids[1]}`)
    await page.goBack()
    await focused(page, 'Second').waitFor()
  })

  test('works by touch on a phone, and without JavaScript', async () => {
    const { review, stages, approve } = await createQueue('Touch', 'Apple calendar support', 'Export', 'Import')
    await approve('iCloud calendars', 'ada')
    const phone = await review({ viewport: { width: 390, height: 844 } })
    await phone.getByRole('button', { name: 'Approve as…' }).click()
    await phone.getByRole('button', { name: 'Planned' }).click()
    await focused(phone, 'Export').waitFor()
    await notice(phone, /Planned/).waitFor()
    assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390)
    const plain = await review({ javaScriptEnabled: false })
    await plain.getByRole('button', { name: 'Approve as…' }).click()
    await plain.getByRole('button', { name: 'In progress' }).click()
    await focused(plain, 'Import').waitFor()
    assert.deepEqual(await stages(), ['approved planned', 'approved in_progress', 'pending pending'])
  })
})
