import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { deleteFeedback } from '../../../server/feedback/delete.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const stage = await createBrowserApp()
const acme = await stage.emptyWorkspace('Acme')
const names = Array.from({ length: 60 }, (_, at) => `Request number ${at + 1}`)
await file(acme, ...names)

/** Files requests, the last one the newest, and gives their ids. */
async function file({ write }: ConsoleWorkspace, ...titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) {
    ids.push((await write((tx) => createFeedback(tx, { title, description: `About ${title}` }, caps))).id)
  }
  return ids
}

async function opened(workspace: ConsoleWorkspace, path = '/requests', options = {}): Promise<Page> {
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

suite('the list of requests', () => {
  test('stage, board, search and sort are in the address, and back leads to what was there before', async () => {
    const page = await opened(acme)
    await page.getByRole('link', { name: 'Most votes' }).click()
    await page.waitForURL(/\?sort=votes$/)
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

  test('without JavaScript the search is a form, and “load more” leads on and back', async () => {
    const page = await opened(acme, '/requests', { javaScriptEnabled: false })
    await page.getByRole('searchbox').fill('number 17')
    await page.getByRole('searchbox').press('Enter')
    await row(page, 'Request number 17').waitFor()
    await page.goto(`${acme.home}/requests`)
    await page.getByRole('link', { name: 'Load more' }).click()
    await row(page, 'Request number 35').waitFor()
    assert.equal(await rows(page).count(), 25)
    await page.getByRole('link', { name: 'Back to the start of the list' }).click()
    await row(page, 'Request number 60').waitFor()
  })

  test('“load more” appends until the last, and keeps the focus and the place', async () => {
    const page = await opened(acme)
    const more = page.getByRole('link', { name: 'Load more' })
    await more.click()
    await row(page, 'Request number 11').waitFor()
    assert.equal(await rows(page).count(), 50)
    const place = await page.evaluate(() => scrollY)
    assert.ok(place > 300)
    await more.click()
    await row(page, 'Request number 1').waitFor()
    assert.equal(await rows(page).count(), 60)
    assert.equal(await more.count(), 0)
    await page.waitForFunction(() => document.activeElement?.textContent === 'Request number 10')
    assert.equal(page.url(), `${acme.home}/requests`)
    assert.deepEqual(browserErrors(page), [])
  })

  test('keys move, select, open and change the stage', async () => {
    const keyed = await stage.emptyWorkspace('Keyed')
    await file(keyed, 'Third', 'Second', 'First')
    const page = await opened(keyed)
    for (const key of ['j', 'j', 'j', 'j', 'k', 'x']) await page.keyboard.press(key)
    await box(page, 'Second').and(page.locator(':checked')).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector(':checked:not(option)') === null)
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

  test('opening a request leaves the list beside it where it was, filters and appended rows too', async () => {
    const page = await opened(acme, '/requests?sort=active')
    await page.getByRole('link', { name: 'Load more' }).click()
    const far = row(page, 'Request number 20')
    await far.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    await far.getByRole('link').click()
    await page.waitForURL(/\/requests\/[0-9a-f-]{36}\?sort=active$/)
    await far.waitFor()
    assert.equal(await rows(page).count(), 50)
    await page.goBack()
    await page.waitForURL(/\/requests\?sort=active$/)
    await page.waitForFunction((was) => Math.abs(scrollY - was) < 400, place)
  })

  test('on a narrow screen the request takes the place of the list', async () => {
    const page = await opened(acme, '/requests', { viewport: { width: 390, height: 800 } })
    await row(page, 'Request number 60').getByRole('link').click()
    await page.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
    await row(page, 'Request number 60').waitFor({ state: 'hidden' })
    await page.goBack()
    await row(page, 'Request number 60').waitFor()
  })
})

suite('bulk work on requests', () => {
  test('a range is moved at once, seen at once, and taken back from the notice', async () => {
    const workspace = await stage.emptyWorkspace('Bulk')
    await file(workspace, 'E', 'D', 'C', 'B', 'A')
    const page = await opened(workspace)
    await box(page, 'B').click()
    await box(page, 'D').click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await page.getByRole('combobox', { name: 'Set stage…' }).selectOption('planned')
    for (const title of ['B', 'C', 'D']) await row(page, title).getByText('Planned').waitFor()
    await notice(page, '3 requests: Planned').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice(page, '3 requests put back').waitFor()
    assert.equal(await rows(page).getByText('Pending').count(), 5)
    assert.deepEqual(browserErrors(page), [])
  })

  test('what leaves the stage that is shown goes from the list, and rows that were appended as well', async () => {
    const workspace = await stage.emptyWorkspace('Leaving')
    await file(workspace, ...Array.from({ length: 30 }, (_, at) => `Wish ${at + 1}`))
    const page = await opened(workspace, '/requests?stage=pending')
    await page.getByRole('link', { name: 'Load more' }).click()
    await box(page, 'Wish 2').click()
    await box(page, 'Wish 29').click()
    await page.getByRole('button', { name: 'Reject' }).click()
    await row(page, 'Wish 2').waitFor({ state: 'detached' })
    await notice(page, '2 requests rejected').waitFor()
    assert.equal(await rows(page).count(), 28)
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Wish 2').waitFor()
    await row(page, 'Wish 29').waitFor()
    assert.equal(await rows(page).count(), 30)
  })

  test('works without JavaScript, undo included', async () => {
    const workspace = await stage.emptyWorkspace('Plain')
    await file(workspace, 'B', 'A')
    const page = await opened(workspace, '/requests?sort=active', { javaScriptEnabled: false })
    await box(page, 'A').check()
    await page.getByRole('combobox', { name: 'Set stage…' }).selectOption('completed')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await notice(page, 'Completed: A').waitFor()
    await row(page, 'A').getByText('Completed').waitFor()
    assert.equal(page.url(), `${workspace.home}/requests?sort=active`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice(page, '1 request put back').waitFor()
    await row(page, 'A').getByText('Pending').waitFor()
    await box(page, 'B').check()
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await page.getByRole('alert').waitFor()
  })

  test('what somebody has moved since is not taken back', async () => {
    const workspace = await stage.emptyWorkspace('Since')
    const [id] = await file(workspace, 'A')
    const page = await opened(workspace)
    await box(page, 'A').click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await notice(page, 'Approved: A').waitFor()
    await workspace.write((tx) => setStage(tx, id!, 'planned'))
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice(page, /Somebody has moved them since/).waitFor()
    await row(page, 'A').getByText('Planned').waitFor()
  })

  test('a request that is gone is told, and its row goes; z takes back what was done last', async () => {
    const workspace = await stage.emptyWorkspace('Stale')
    const [, gone] = await file(workspace, 'B', 'A')
    const page = await opened(workspace)
    await workspace.write((tx) => deleteFeedback(tx, gone!))
    await box(page, 'A').click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await notice(page, 'This request no longer exists.').waitFor()
    await row(page, 'A').waitFor({ state: 'detached' })
    await box(page, 'B').click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await notice(page, 'Approved: B').waitFor()
    await page.keyboard.press('z')
    await row(page, 'B').getByText('Pending').waitFor()
  })

  test('a deleted request leaves the focus at its neighbour, and Escape leaves it in the search it empties', async () => {
    const workspace = await stage.emptyWorkspace('Focus')
    await file(workspace, 'C', 'B', 'A')
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

  test('a request of another workspace refuses all', async () => {
    const [workspace, other] = [await stage.emptyWorkspace('Here'), await stage.emptyWorkspace('There')]
    await file(workspace, 'A')
    const [theirs] = await file(other, 'Theirs')
    const page = await opened(workspace)
    const answer = await page.request.post(`${workspace.home}/requests`, {
      form: { intent: 'spam', id: theirs!, next: `/w/${workspace.slug}/requests` },
      headers: { origin: stage.origin },
    })
    assert.equal(answer.status(), 400)
  })
})

suite('the list for everybody', () => {
  test('axe finds nothing in either theme, with rows, with none and with nothing found', async () => {
    const none = await stage.emptyWorkspace('None')
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await opened(acme, '/requests', { colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [])
      await box(page, 'Request number 60').click()
      assert.deepEqual(await accessibilityViolations(page), [])
      await page.goto(`${acme.home}/requests?search=nothing+at+all`)
      assert.deepEqual(await accessibilityViolations(page), [])
      const empty = await opened(none, '/requests', { colorScheme })
      await empty.getByText('No requests yet').waitFor()
      assert.deepEqual(await accessibilityViolations(empty), [])
    }
  })

  test('a stranger gets a 404, and nonsense in the address filters nothing', async () => {
    const stranger = await (await stage.person()).page()
    for (const path of [
      '/requests',
      '/requests/review',
      '/requests/new',
      '/requests/similar?title=A',
      '/requests/customers',
    ]) {
      assert.equal((await stranger.goto(`${acme.home}${path}`))?.status(), 404, path)
    }
    const page = await (await acme.member('member')).page()
    for (const query of ['stage=gone', 'board=x', 'sort=best', 'after=x', `search=${'a'.repeat(201)}`]) {
      assert.equal((await page.goto(`${acme.home}/requests?${query}`))?.status(), 200, query)
      await row(page, 'Request number 60').waitFor()
    }
    assert.equal((await page.goto(`${acme.home}/requests/review?after=x`))?.status(), 200)
  })
})
