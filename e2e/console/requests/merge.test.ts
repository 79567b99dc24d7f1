import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createComment } from '../../../server/comments/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { promoteFeedback } from '../../../server/roadmap/promote.ts'
import { addVote } from '../../../server/votes/on-behalf.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

async function file(title: string, ...voters: string[]): Promise<string> {
  const { id } = await acme.write((tx) => createFeedback(tx, { title }, caps))
  for (const externalId of voters) await acme.write((tx) => addVote(tx, id, { externalId }, caps))
  return id
}

async function open(address: string, options: Parameters<typeof mara.page>[0] = {}): Promise<Page> {
  const page = await mara.page(options)
  await page.goto(`${acme.home}/requests/${address}`)
  if (options?.javaScriptEnabled !== false) await waitForHydration(page)
  return page
}

const pathOf = (page: Page) => new URL(page.url()).pathname
const detail = (id: string) => `/console/w/${acme.slug}/requests/${id}`

suite('merging a request', () => {
  test('suggests similar requests, previews the merge, and undoes it from the notice', async () => {
    const source = await file('Export the calendar as a spreadsheet', 'ada', 'bob')
    const target = await file('Calendar export to a spreadsheet', 'bob', 'cy', 'dee')
    await file('Something else')
    await acme.write((tx) => createComment(tx, { of: 'feedback_id', id: source }, { body: 'Please' }, caps))
    await acme.write((tx) => promoteFeedback(tx, source, { status: 'planned' }))
    const page = await open(source)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('link', { name: 'Merge into another request…' }).click()
    await page
      .getByRole('list', { name: 'Similar requests' })
      .getByRole('link', { name: 'Merge into Calendar export to a spreadsheet' })
      .click()
    await page.getByRole('heading', { name: 'Merge these requests?' }).waitFor()
    await page.getByText('2 + 3 → 4').waitFor()
    await page.getByText('1 customer voted for both and counts once.').waitFor()
    await page.getByText('1 comment will be moved.').waitFor()
    await page.getByText('“Export the calendar as a spreadsheet” (Planned) will be moved.').waitFor()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()

    await page.getByText('“Export the calendar as a spreadsheet” was merged into this request.').waitFor()
    assert.equal(pathOf(page), detail(target))
    await page.getByText('Please').waitFor()
    await page.getByText('Mara Lindqvist merged “Export the calendar as a spreadsheet” into it').waitFor()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Export the calendar as a spreadsheet” is a separate request again.').waitFor()
    assert.equal(pathOf(page), detail(source))
    await page.getByRole('article').getByText('Please').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('redirects the old URL with a notice, and can undo the merge from the target', async () => {
    const [source, target] = [await file('Dark colours'), await file('Night theme')]
    const page = await open(`${source}/merge?into=${target}`)
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.waitForURL(`**${detail(target)}`)
    for (const address of [
      `${acme.home}/requests/${source}?sort=votes`,
      `${browserApp.origin}/console/requests/${source}`,
    ]) {
      await page.goto(address)
      assert.equal(pathOf(page), detail(target))
      await page.getByText('The request you opened was merged into this one.').waitFor()
    }
    await page.goto(`${acme.home}/requests/${source}?sort=votes`)
    assert.equal(new URL(page.url()).search, '?sort=votes')
    await page.getByRole('button', { name: 'Undo merging Dark colours' }).click()
    await page.waitForURL(`**${detail(source)}?sort=votes`)
    await page.getByRole('heading', { name: 'Dark colours', level: 1 }).waitFor()
  })

  test('finds any request by search and swaps the two without JavaScript', async () => {
    const [source, target] = [await file('Alpha wish', 'ada'), await file('Beta wish', 'bob')]
    const page = await open(`${source}/merge`, { javaScriptEnabled: false })
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('beta')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('link', { name: 'Merge into Beta wish' }).click()
    await page.getByRole('link', { name: 'Swap the requests' }).click()
    assert.equal(pathOf(page), `${detail(target)}/merge`)
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    assert.equal(pathOf(page), detail(source))
    await page.getByText('“Beta wish” was merged into this request.').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    assert.equal(pathOf(page), detail(target))
  })

  test('reports a target that was deleted meanwhile, and merges nothing', async () => {
    const [source, target] = [await file('One more export'), await file('Export of everything')]
    const page = await open(`${source}/merge?into=${target}`)
    await acme.write((tx) =>
      tx.db.deleteFrom('feedback').where('workspace_id', '=', tx.workspaceId).where('id', '=', target).execute(),
    )
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('alert').getByText('The other request no longer exists. Choose another one.').waitFor()
    await page.goto(`${acme.home}/requests/${source}`)
    await page.getByRole('heading', { name: 'One more export', level: 1 }).waitFor()
  })

  test('has no accessibility violations in either theme', async () => {
    const [source, target] = [await file('Import of contacts'), await file('Contacts import')]
    for (const [colorScheme, end] of [
      ['light', '?search=contacts'],
      ['dark', ''],
      ['light', `?into=${target}`],
      ['dark', `?into=${target}`],
    ] as const) {
      const page = await open(`${source}/merge${end}`, { colorScheme })
      assert.deepEqual(await accessibilityViolations(page), [], `${colorScheme} ${end}`)
    }
  })
})
