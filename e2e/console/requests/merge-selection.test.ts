import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { addVote } from '../../../server/votes/on-behalf.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()

async function createWorkspace(name: string) {
  const workspace = await browserApp.emptyWorkspace(name)
  const file = async (title: string, ...voters: string[]) => {
    const { id } = await workspace.write((tx) => createFeedback(tx, { title }, caps))
    for (const externalId of voters) await workspace.write((tx) => addVote(tx, id, { externalId }, caps))
    return id
  }
  const first = await file('iCloud calendars', 'ada', 'bob')
  const second = await file('Apple calendar sync', 'bob', 'cy', 'dee')
  const third = await file('Sync with my iPhone calendar', 'eve')
  await file('Dark mode', 'ada')
  const member = await workspace.member('member', 'Mara Lindqvist')
  const open = async (options: Parameters<typeof member.page>[0] = {}) => {
    const page = await member.page(options)
    await page.goto(`${workspace.home}/requests`)
    if (options?.javaScriptEnabled !== false) await waitForHydration(page)
    return page
  }
  const titles = () =>
    workspace.write(async (tx) => {
      const rows = await tx.db
        .selectFrom('feedback')
        .select(['title', 'votes'])
        .where('workspace_id', '=', tx.workspaceId)
        .orderBy('title')
        .execute()
      return rows.map(({ title, votes }) => `${title} ${votes}`)
    })
  return { workspace, open, titles, ids: { first, second, third } }
}

const separate = ['Apple calendar sync 3', 'Dark mode 1', 'Sync with my iPhone calendar 1', 'iCloud calendars 2']
const merged = ['Apple calendar sync 5', 'Dark mode 1']
const select = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` })

suite('merging requests that were selected in the list', () => {
  test('merges three duplicates, and undoes the whole merge with one click', async () => {
    const { open, titles } = await createWorkspace('Five acts')
    const page = await open()
    await select(page, 'iCloud calendars').click()
    await select(page, 'Apple calendar sync').click()
    await select(page, 'Sync with my iPhone calendar').click()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('heading', { name: 'Merge 3 requests' }).waitFor()
    assert.ok(await page.getByRole('radio', { name: 'Apple calendar sync' }).isChecked())
    await page.getByText('3 + 2 + 1 → 5').waitFor()
    await page.getByText('Customers who voted for more than one count once.').waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: 'Merge 3 requests' }).click()
    await page.getByText('2 requests merged into “Apple calendar sync”').waitFor()
    assert.deepEqual(await titles(), merged)

    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 requests are separate again').waitFor()
    assert.deepEqual(await titles(), separate)
    assert.deepEqual(browserErrors(page), [])
  })

  test('merges by key into the request that was chosen, and returns to the filtered list', async () => {
    const { workspace, open, titles } = await createWorkspace('Keys')
    const page = await open({ viewport: { width: 390, height: 844 } })
    await page.goto(`${workspace.home}/requests?search=calendar&sort=newest`)
    await waitForHydration(page)
    await page.getByText('3 requests found').waitFor()
    for (const key of ['j', 'x', 'j', 'x', 'j', 'x', 'm']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: 'Merge 3 requests' }).waitFor()
    await page.locator('label', { hasText: 'iCloud calendars' }).click()
    await page.getByRole('button', { name: 'Merge 3 requests' }).click()
    await page.getByText('2 requests merged into “iCloud calendars”').waitFor()
    assert.equal(new URL(page.url()).search, '?search=calendar&sort=newest')
    assert.deepEqual(await titles(), ['Dark mode 1', 'iCloud calendars 5'])
  })

  test('works without JavaScript', async () => {
    const { open, titles } = await createWorkspace('No script')
    const page = await open({ javaScriptEnabled: false })
    for (const title of ['iCloud calendars', 'Apple calendar sync', 'Sync with my iPhone calendar'])
      await select(page, title).check()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('button', { name: 'Merge 3 requests' }).click()
    await page.getByText('2 requests merged into “Apple calendar sync”').waitFor()
    assert.deepEqual(await titles(), merged)
  })

  test('merges nothing when a request was deleted meanwhile, and says so', async () => {
    const { workspace, open, titles, ids } = await createWorkspace('Gone')
    const page = await open()
    const query = new URLSearchParams(Object.values(ids).map((id) => ['id', id]))
    await page.goto(`${workspace.home}/requests/merge?${query}`)
    await waitForHydration(page)
    await workspace.write((tx) =>
      tx.db.deleteFrom('feedback').where('workspace_id', '=', tx.workspaceId).where('id', '=', ids.third).execute(),
    )
    await page.getByRole('button', { name: 'Merge 3 requests' }).click()
    await page.getByText('One of these requests no longer exists, so nothing was merged.').first().waitFor()
    assert.deepEqual(await titles(), ['Apple calendar sync 3', 'Dark mode 1', 'iCloud calendars 2'])
  })
})
