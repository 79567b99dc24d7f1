import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createBoard } from '../../../server/boards/create.ts'
import { createRoadmapItem } from '../../../server/roadmap/create.ts'
import { getRoadmapItem } from '../../../server/roadmap/queries.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const browserApp = await createBrowserApp({ now: '2026-11-22T09:00:00.000Z' })
const acme = await browserApp.emptyWorkspace('Acme')
const member = await acme.member('member')

const plan = (workspace: ConsoleWorkspace, input: Parameters<typeof createRoadmapItem>[1]) =>
  workspace.write((tx) => createRoadmapItem(tx, input))
const item = (id: string) => acme.write((tx) => getRoadmapItem(tx, id))

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

suite('the roadmap', () => {
  test('explains each column of an empty board, without accessibility violations or browser errors', async () => {
    const fresh = await browserApp.emptyWorkspace('Fresh')
    const page = await (await fresh.member('member')).page()
    await page.goto(`${fresh.home}/roadmap`)
    await waitForHydration(page)
    await column(page, 'Planned').getByText('What you’re building next').waitFor()
    await column(page, 'Completed').getByText('What you’ve completed').waitFor()
    assert.equal(await column(page, 'Closed').count(), 0)
    await page.getByRole('link', { name: 'Show closed: Closed 0' }).click()
    await column(page, 'Closed').getByText('Customers can’t see this column').waitFor()
    assert.equal(new URL(page.url()).search, '?closed=')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [])
    }
    assert.deepEqual(browserErrors(page), [])
  })

  test('creates an item with its column, its target quarter and a linked request', async () => {
    const page = await member.page()
    await page.goto(`${acme.home}/roadmap`)
    await waitForHydration(page)
    await page.keyboard.press('n')
    await page.getByLabel('Title').fill('Offline mode')
    await page.getByLabel('Description').fill('Works in the tunnel.')
    await page.getByLabel('Column', { exact: true }).selectOption('In progress')
    await page.getByRole('radio', { name: 'Quarter' }).check()
    await page.getByLabel('Quarter', { exact: true }).last().selectOption('Q1 2027')
    await page.getByRole('button', { name: 'Add to roadmap' }).click()
    await page.getByText('Item added to In progress.').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const { title, description, status, targetDelivery, feedbackId } = await item(id)
    assert.deepEqual([title, description, status], ['Offline mode', 'Works in the tunnel.', 'in_progress'])
    assert.deepEqual(targetDelivery, { precision: 'quarter', date: '2027-03-31' })
    const linkedRequest = page
      .getByRole('region', { name: 'Linked request' })
      .getByRole('link', { name: 'Offline mode' })
    assert.equal(await linkedRequest.getAttribute('href'), `/console/w/${acme.slug}/requests/${feedbackId}`)
    await column(page, 'In progress').getByText('Q1 2027').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [])
    }
    await page.keyboard.press('Escape')
    await page.waitForURL(`${acme.home}/roadmap`)
    assert.deepEqual(browserErrors(page), [])
  })

  test('creates an item, rejects a missing date, edits and removes it without JavaScript', async () => {
    const page = await member.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/roadmap/new?status=done`)
    assert.equal(await page.getByLabel('Column', { exact: true }).inputValue(), 'done')
    await page.getByLabel('Title').fill('Plain paper')
    await page.getByRole('radio', { name: 'Date' }).check()
    await page.getByRole('button', { name: 'Add to roadmap' }).click()
    await page.getByText('Check this field').waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Plain paper')
    await page.getByLabel('Date', { exact: true }).last().fill('2027-03-12')
    await page.getByRole('button', { name: 'Add to roadmap' }).click()
    await page.getByText('Item added to Completed.').waitFor()
    await column(page, 'Completed').getByText('12 Mar 2027').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)!

    await page.getByLabel('Title').fill('Recycled paper')
    await page.getByRole('radio', { name: 'No target' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Item saved.').waitFor()
    const changed = await item(id)
    assert.deepEqual([changed.title, changed.targetDelivery], ['Recycled paper', null])

    await page.getByRole('button', { name: 'Remove from roadmap' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from roadmap' }).click()
    await page.getByText('Removed from the roadmap. The request was kept.').waitFor()
    await assert.rejects(item(id), { code: 'not_found' })
  })

  test('keeps the stored date of a target quarter when other fields are saved', async () => {
    const created = await plan(acme, { title: 'Kept', targetDelivery: { precision: 'quarter', date: '2026-08-20' } })
    const page = await member.page()
    await page.goto(`${acme.home}/roadmap/${created.id}`)
    await waitForHydration(page)
    assert.equal(await page.getByLabel('Quarter', { exact: true }).last().inputValue(), '2026-Q3')
    await column(page, 'Planned').getByText('overdue').waitFor({ state: 'attached' })
    await page.getByLabel('Title').fill('Kept as it was')
    await page.keyboard.press('Enter')
    await page.getByText('Item saved.').waitFor()
    const { title, targetDelivery } = await item(created.id)
    assert.deepEqual([title, targetDelivery], ['Kept as it was', { precision: 'quarter', date: '2026-08-20' }])
  })

  test('confirms before opening another item while there are unsaved changes', async () => {
    const first = await plan(acme, { title: 'First of two' })
    await plan(acme, { title: 'Second of two' })
    const page = await member.page()
    await page.goto(`${acme.home}/roadmap/${first.id}`)
    await waitForHydration(page)
    await page.getByLabel('Description').fill('Not saved')
    await page.getByRole('link', { name: 'Second of two' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Not saved')
    await page.getByRole('link', { name: 'Second of two' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Second of two', level: 1 }).waitFor()
    assert.equal(await page.getByLabel('Description').inputValue(), '')
  })

  test('filters by board and target quarter in the URL, with and without JavaScript', async () => {
    const wide = await browserApp.emptyWorkspace('Wide')
    const apps = await wide.write((tx) => createBoard(tx, { name: 'Apps', slug: 'apps', isPublic: false }))
    await plan(wide, { title: 'On the web', targetDelivery: { precision: 'date', date: '2027-02-01' } })
    await plan(wide, { title: 'In the app', boardId: apps.id })
    for (const javaScriptEnabled of [true, false]) {
      const page = await (await wide.member('member')).page({ javaScriptEnabled })
      await page.goto(`${wide.home}/roadmap`)
      if (javaScriptEnabled) await waitForHydration(page)
      const shown = (title: string) => column(page, 'Planned').getByRole('link', { name: title })
      const apply = async () => (javaScriptEnabled ? undefined : page.getByRole('button', { name: 'Apply' }).click())
      await column(page, 'Planned').getByText('Not public: board is private').waitFor()
      await page.getByLabel('Board').selectOption('Apps')
      await apply()
      await shown('On the web').waitFor({ state: 'detached' })
      await shown('In the app').waitFor()
      assert.equal(new URL(page.url()).searchParams.get('board'), apps.id)
      await column(page, 'Completed').getByText('No items match these filters.').waitFor()
      await page.getByRole('link', { name: 'Clear filters' }).click()
      await shown('On the web').waitFor()
      await page.getByLabel('Target').selectOption('Q1 2027')
      await apply()
      await shown('In the app').waitFor({ state: 'detached' })
      await shown('On the web').click()
      await page.getByRole('heading', { name: 'On the web', level: 1 }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('quarter'), '2027-Q1')
    }
  })

  test('shows one column at a time on a phone, and the panel instead of the board', async () => {
    const page = await member.page({ viewport: { width: 390, height: 844 } })
    await plan(acme, { title: 'Done on a phone', status: 'done' })
    await page.goto(`${acme.home}/roadmap`)
    await waitForHydration(page)
    await column(page, 'Planned').waitFor()
    assert.equal(await column(page, 'Completed').isVisible(), false)
    await page.getByRole('navigation', { name: 'Columns' }).getByRole('link', { name: 'Completed' }).click()
    await page.getByRole('link', { name: 'Done on a phone' }).click()
    await page.getByRole('heading', { name: 'Done on a phone', level: 1 }).waitFor({ state: 'attached' })
    assert.equal(await page.getByRole('heading', { name: 'Roadmap' }).isVisible(), false)
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.locator('#content').getByRole('link', { name: 'Roadmap' }).click()
    await page.getByRole('link', { name: 'Done on a phone' }).waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  })

  test('returns 404 for a foreign item, a malformed id and a non-member', async () => {
    const foreign = await browserApp.emptyWorkspace('Foreign')
    const { id } = await plan(foreign, { title: 'Theirs' })
    const page = await member.page()
    for (const address of [`${acme.home}/roadmap/${id}`, `${acme.home}/roadmap/nothing`, `${foreign.home}/roadmap`]) {
      assert.equal((await page.goto(address))?.status(), 404)
    }
    const body = { intent: 'move', id, status: 'done' }
    const headers = { origin: browserApp.origin }
    const sent = await page.request.post(`${foreign.home}/roadmap`, { form: body, headers })
    assert.equal(sent.status(), 404)
    const within = await page.request.post(`${acme.home}/roadmap`, { form: body, headers })
    assert.equal(within.status(), 404)
    assert.equal((await foreign.write((tx) => getRoadmapItem(tx, id))).status, 'planned')
  })
})
