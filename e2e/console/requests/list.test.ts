import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { deleteFeedback } from '../../../server/feedback/delete.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'
import { waitForValue } from '../../support/polling.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const names = Array.from({ length: 60 }, (_, at) => `Request number ${at + 1}`)
await createRequests(acme, ...names)

/** Creates requests, the last one newest, and returns their ids. */
async function createRequests({ write }: ConsoleWorkspace, ...titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) {
    ids.push((await write((tx) => createFeedback(tx, { title, description: `About ${title}` }, caps))).id)
  }
  return ids
}

async function openList(workspace: ConsoleWorkspace, path = '/requests', options = {}): Promise<Page> {
  const page = await (await workspace.member('member')).page(options)
  await page.goto(`${workspace.home}${path}`)
  if ((options as { javaScriptEnabled?: boolean }).javaScriptEnabled !== false) await waitForHydration(page)
  return page
}

const rows = (page: Page) => page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
const row = (page: Page, title: string) =>
  rows(page).filter({ has: page.getByRole('link', { name: title, exact: true }) })
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)

suite('the request list', () => {
  test('keeps stage, board, search and sort in the URL, so that Back restores them', async () => {
    const page = await openList(acme)
    await page.getByRole('button', { name: 'Sort: Newest' }).click()
    await page.getByRole('link', { name: 'Most votes' }).click()
    await page.waitForURL(/\?sort=votes$/)
    // The URL changes a moment before the page does.
    await page.getByRole('button', { name: 'Sort: Most votes' }).waitFor()
    await page.getByRole('searchbox').fill('number 17')
    await page.waitForURL(/\?search=number\+17&sort=votes$/)
    await row(page, 'Request number 17').waitFor()
    assert.equal(await rows(page).count(), 1)
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'search')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.waitForURL(/\?sort=votes$/)
    await page
      .getByRole('navigation', { name: 'Stages' })
      .getByRole('link', { name: /^Planned/ })
      .click()
    await page.getByText('No matching requests').waitFor()
    await page.goBack()
    await row(page, 'Request number 60').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('searches and pages with plain forms and links without JavaScript', async () => {
    const page = await openList(acme, '/requests', { javaScriptEnabled: false })
    await page.getByRole('searchbox').fill('number 17')
    await page.getByRole('searchbox').press('Enter')
    await row(page, 'Request number 17').waitFor()
    await page.goto(`${acme.home}/requests`)
    await page.getByRole('link', { name: 'Load more' }).click()
    await row(page, 'Request number 35').waitFor()
    await waitForValue(() => rows(page).count(), 25)
    await page.getByRole('link', { name: 'Back to the start of the list' }).click()
    await row(page, 'Request number 60').waitFor()
  })

  test('“Load more” appends rows up to the last and keeps focus and scroll position', async () => {
    const page = await openList(acme)
    const more = page.getByRole('link', { name: 'Load more' })
    await more.click()
    await row(page, 'Request number 11').waitFor()
    assert.equal(await rows(page).count(), 50)
    const scrollPosition = await page.evaluate(() => scrollY)
    assert.ok(scrollPosition > 300)
    await more.click()
    await row(page, 'Request number 1').waitFor()
    assert.equal(await rows(page).count(), 60)
    assert.equal(await more.count(), 0)
    await page.waitForFunction(() => document.activeElement?.textContent === 'Request number 10')
    assert.equal(page.url(), `${acme.home}/requests`)
    assert.deepEqual(browserErrors(page), [])
  })

  test('keyboard shortcuts move, select, open and set the stage', async () => {
    const keyed = await browserApp.emptyWorkspace('Keyed')
    await createRequests(keyed, 'Third', 'Second', 'First')
    const page = await openList(keyed)
    for (const key of ['j', 'j', 'j', 'j', 'k', 'x']) await page.keyboard.press(key)
    await box(page, 'Second').and(page.locator(':checked')).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('.request-box > :checked') === null)
    await page.keyboard.press('s')
    await page.getByRole('group', { name: 'Stage of Second' }).waitFor()
    await page.keyboard.press('4')
    await row(page, 'Second').getByText('In progress').waitFor()
    await notice(page, 'In progress: Second').waitFor()
    await page.keyboard.press('/')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'search')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
    assert.deepEqual(browserErrors(page), [])
  })

  test('j and k beside an open request open the next and the previous one, and Back returns to the list', async () => {
    const page = await openList(acme)
    await row(page, 'Request number 60').getByRole('link').click()
    const opened = (title: string) => page.getByRole('article', { name: title, exact: true }).waitFor()
    await opened('Request number 60')
    await page.keyboard.press('j')
    await opened('Request number 59')
    await page.keyboard.press('j')
    await opened('Request number 58')
    await page.keyboard.press('k')
    await opened('Request number 59')
    await page.goBack()
    await page.waitForURL(`${acme.home}/requests`)
    assert.deepEqual(browserErrors(page), [])
  })

  test('j and k pressed faster than requests open end at the last one, with its row focused', async () => {
    const page = await openList(acme)
    await row(page, 'Request number 60').getByRole('link').click()
    await page.getByRole('article', { name: 'Request number 60', exact: true }).waitFor()
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
    await page.getByRole('article', { name: 'Request number 58', exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.getByRole('article', { name: 'Request number 58', exact: true }).waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent === 'Request number 58')
    await page.waitForLoadState('networkidle')
    assert.equal(await page.getByRole('article').getByRole('heading', { level: 1 }).textContent(), 'Request number 58')
    await page.goBack()
    await page.waitForURL(`${acme.home}/requests`)
    assert.deepEqual(browserErrors(page), [])
  })

  test('stage counts follow a search or a board filter', async () => {
    const counted = await browserApp.emptyWorkspace('Counted')
    const [id] = await createRequests(counted, 'Calendar sync', 'Calendar colors', 'Dark mode')
    await counted.write((tx) => setStage(tx, id!, 'planned'))
    const page = await openList(counted)
    const tab = (text: string) =>
      page.getByRole('navigation', { name: 'Stages' }).getByRole('link', { name: text, exact: true })
    for (const text of ['All 3', 'To review 2', 'Planned 1']) await tab(text).waitFor()
    await page.getByRole('searchbox').fill('calendar')
    for (const text of ['All 2', 'To review 1', 'Planned 1', 'Closed 0']) await tab(text).waitFor()
    await tab('Planned 1').click()
    await page.waitForURL(/stage=planned/)
    for (const text of ['All 2', 'To review 1', 'Planned 1']) await tab(text).waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('filters open requests without a reply', async () => {
    const asked = await browserApp.emptyWorkspace('Asked')
    await createRequests(asked, 'Anonymous')
    const { id } = await asked.write((tx) =>
      createFeedback(tx, { title: 'Waiting', submitter: { email: 'ada@example.com' } }, caps),
    )
    await asked.write((tx) => setStage(tx, id, 'planned'))
    for (const javaScriptEnabled of [true, false]) {
      const page = await openList(asked, '/requests', { javaScriptEnabled })
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('link', { name: 'Unanswered', exact: true }).click()
      await page.waitForURL(/\?unanswered=1$/)
      await row(page, 'Anonymous').waitFor({ state: 'detached' })
      await row(page, 'Waiting').waitFor()
      await page.getByRole('link', { name: 'Remove filter: Unanswered' }).click()
      await row(page, 'Anonymous').waitFor()
    }
  })

  test('leaves no empty line in a row without a description on a phone, and draws the votes as text', async () => {
    const plain = await browserApp.emptyWorkspace('Bare')
    await plain.write((tx) => createFeedback(tx, { title: 'Only a title' }, caps))
    const page = await openList(plain, '/requests', { viewport: { width: 390, height: 800 } })
    const bottom = await row(page, 'Only a title').locator('.row-main').boundingBox()
    const facts = await row(page, 'Only a title').locator('.row-end').boundingBox()
    assert.ok(facts!.y - (bottom!.y + bottom!.height) < 8)
    assert.ok(bottom!.height < 24)
    const votes = row(page, 'Only a title').locator('.request-votes')
    assert.equal(await votes.textContent(), '0 votes')
    assert.equal(await votes.evaluate((element) => getComputedStyle(element).borderTopWidth), '0px')
  })

  test('keeps long stage labels from overlapping the submitter', async () => {
    const staged = await browserApp.emptyWorkspace('Staged')
    const stages = ['pending', 'in_review', 'planned', 'in_progress', 'completed', 'closed'] as const
    for (const stage of stages) {
      const [id] = await createRequests(staged, `In ${stage}`)
      await staged.write((tx) => setStage(tx, id!, stage))
    }
    const page = await openList(staged)
    for (const stage of stages) {
      const label = await row(page, `In ${stage}`).locator('.request-stage .badge').boundingBox()
      const submitter = await row(page, `In ${stage}`).locator('.request-who').boundingBox()
      assert.ok(label!.x + label!.width <= submitter!.x, stage)
    }
  })

  test('opening a request keeps the list beside it, with its filters, appended rows and scroll position', async () => {
    const page = await openList(acme, '/requests?sort=active')
    await page.getByRole('link', { name: 'Load more' }).click()
    const far = row(page, 'Request number 20')
    await far.scrollIntoViewIfNeeded()
    const scrollPosition = await page.evaluate(() => scrollY)
    await far.getByRole('link').click()
    await page.waitForURL(/\/requests\/[0-9a-f-]{36}\?sort=active$/)
    await far.waitFor()
    assert.equal(await rows(page).count(), 50)
    await page.goBack()
    await page.waitForURL(/\/requests\?sort=active$/)
    await page.waitForFunction((was) => Math.abs(scrollY - was) < 400, scrollPosition)
  })

  test('shows the request instead of the list on a narrow screen', async () => {
    const page = await openList(acme, '/requests', { viewport: { width: 390, height: 800 } })
    await row(page, 'Request number 60').getByRole('link').click()
    await page.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
    await row(page, 'Request number 60').waitFor({ state: 'hidden' })
    await page.goBack()
    await row(page, 'Request number 60').waitFor()
  })
})

suite('bulk actions on requests', () => {
  test('moves a range optimistically, and undoes it from the notice', async () => {
    const workspace = await browserApp.emptyWorkspace('Bulk')
    await createRequests(workspace, 'E', 'D', 'C', 'B', 'A')
    const page = await openList(workspace)
    await box(page, 'B').click()
    await box(page, 'D').click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await page.getByRole('combobox', { name: 'Set stage…' }).selectOption('planned')
    for (const title of ['B', 'C', 'D']) await row(page, title).getByText('Planned').waitFor()
    await notice(page, '3 requests: Planned').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice(page, '3 requests restored').waitFor()
    await waitForValue(() => rows(page).getByText('To review').count(), 5)
    assert.deepEqual(browserErrors(page), [])
  })

  test('s sets the stage of all selected requests', async () => {
    const workspace = await browserApp.emptyWorkspace('Selected')
    await createRequests(workspace, 'D', 'C', 'B', 'A')
    const page = await openList(workspace)
    for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('s')
    await page.getByRole('group', { name: 'Stage of 3 selected requests' }).waitFor()
    await page.keyboard.press('3')
    await notice(page, '3 requests: Planned').waitFor()
    for (const title of ['A', 'B', 'C']) await row(page, title).getByText('Planned').waitFor()
    await row(page, 'D').getByText('To review').waitFor()
    // The stage button of a row that is not selected changes only that row.
    await box(page, 'A').click()
    await row(page, 'D').getByRole('button', { name: 'To review, change stage' }).click()
    // The menu takes the focus just after it opens.
    await page.getByRole('group', { name: 'Stage of D' }).locator('button:focus').waitFor()
    await page.keyboard.press('4')
    await notice(page, 'In progress: D').waitFor()
    await row(page, 'A').getByText('Planned').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('s sets the stage of the open request where it hides the list with selected rows', async () => {
    const workspace = await browserApp.emptyWorkspace('Narrow')
    await createRequests(workspace, 'B', 'A')
    const page = await openList(workspace, '/requests', { viewport: { width: 1000, height: 800 } })
    for (const key of ['j', 'x']) await page.keyboard.press(key)
    await row(page, 'B').getByRole('link').click()
    await row(page, 'B').waitFor({ state: 'hidden' })
    await page.keyboard.press('s')
    await page.getByRole('group', { name: 'Set stage' }).waitFor()
  })

  test('removes requests that leave the filtered stage, including appended rows', async () => {
    const workspace = await browserApp.emptyWorkspace('Leaving')
    await createRequests(workspace, ...Array.from({ length: 30 }, (_, at) => `Wish ${at + 1}`))
    const page = await openList(workspace, '/requests?stage=pending')
    await page.getByRole('link', { name: 'Load more' }).click()
    await box(page, 'Wish 2').click()
    await box(page, 'Wish 29').click()
    await page.getByRole('button', { name: 'Reject' }).click()
    await row(page, 'Wish 2').waitFor({ state: 'detached' })
    await notice(page, '2 requests rejected').waitFor()
    await waitForValue(() => rows(page).count(), 28)
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Wish 2').waitFor()
    await row(page, 'Wish 29').waitFor()
    await waitForValue(() => rows(page).count(), 30)
  })

  test('works without JavaScript, undo included', async () => {
    const workspace = await browserApp.emptyWorkspace('Plain')
    await createRequests(workspace, 'B', 'A')
    const page = await openList(workspace, '/requests?sort=active', { javaScriptEnabled: false })
    await box(page, 'A').check()
    await page.getByRole('combobox', { name: 'Set stage…' }).selectOption('completed')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await notice(page, 'Completed: A').waitFor()
    await row(page, 'A').getByText('Completed').waitFor()
    assert.equal(page.url(), `${workspace.home}/requests?sort=active`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice(page, '1 request restored').waitFor()
    await row(page, 'A').getByText('To review').waitFor()
    await box(page, 'B').check()
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await page.getByRole('alert').waitFor()
  })

  test('does not undo a change when the request has changed since', async () => {
    const workspace = await browserApp.emptyWorkspace('Since')
    const [id] = await createRequests(workspace, 'A')
    const page = await openList(workspace)
    await box(page, 'A').click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await notice(page, 'Approved: A').waitFor()
    await workspace.write((tx) => setStage(tx, id!, 'planned'))
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice(page, 'These requests have changed since, so nothing was restored.').waitFor()
    await row(page, 'A').getByText('Planned').waitFor()
  })

  test('reports a deleted request and removes its row; z undoes the last change', async () => {
    const workspace = await browserApp.emptyWorkspace('Stale')
    const [, gone] = await createRequests(workspace, 'B', 'A')
    const page = await openList(workspace)
    await workspace.write((tx) => deleteFeedback(tx, gone!))
    await box(page, 'A').click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await notice(page, 'This request no longer exists.').waitFor()
    await row(page, 'A').waitFor({ state: 'detached' })
    await box(page, 'B').click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await notice(page, 'Approved: B').waitFor()
    await page.keyboard.press('z')
    await row(page, 'B').getByText('To review').waitFor()
  })

  test('moves focus to the next row after a deletion, and keeps it in the search field that Escape clears', async () => {
    const workspace = await browserApp.emptyWorkspace('Focus')
    await createRequests(workspace, 'C', 'B', 'A')
    const page = await (await workspace.member('owner')).page()
    await page.goto(`${workspace.home}/requests`)
    await waitForHydration(page)
    await page.getByRole('searchbox').fill('nothing')
    await page.getByText('No matching requests').waitFor()
    await page.getByRole('searchbox').press('Escape')
    await row(page, 'B').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'search')
    await row(page, 'B').getByRole('link').click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete request' }).click()
    await row(page, 'B').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'C')
  })

  test('rejects a bulk action that names a request of another workspace', async () => {
    const [workspace, other] = [await browserApp.emptyWorkspace('Here'), await browserApp.emptyWorkspace('There')]
    await createRequests(workspace, 'A')
    const [theirs] = await createRequests(other, 'Theirs')
    const page = await openList(workspace)
    const response = await page.request.post(`${workspace.home}/requests`, {
      form: { intent: 'spam', id: theirs!, next: `/w/${workspace.slug}/requests` },
      headers: { origin: browserApp.origin },
    })
    assert.equal(response.status(), 400)
  })
})

suite('access to the request list', () => {
  test('has no accessibility violations in either theme, with rows, empty or without matches', async () => {
    const none = await browserApp.emptyWorkspace('None')
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openList(acme, '/requests', { colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [])
      await box(page, 'Request number 60').click()
      assert.deepEqual(await accessibilityViolations(page), [])
      await page.goto(`${acme.home}/requests?search=nothing+at+all`)
      assert.deepEqual(await accessibilityViolations(page), [])
      const empty = await openList(none, '/requests', { colorScheme })
      await empty.getByText('No requests yet').waitFor()
      assert.deepEqual(await accessibilityViolations(empty), [])
    }
  })
})
