import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import { createRoadmapItem } from '../../../server/roadmap/create.ts'
import { addVote } from '../../../server/votes/on-behalf.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: null, starter: null, growth: null }
const browserApp = await createBrowserApp()

const file = async ({ write }: ConsoleWorkspace, title: string): Promise<string> =>
  (await write((tx) => createFeedback(tx, { title }, caps))).id

async function open(acme: ConsoleWorkspace, path: string, options = {}): Promise<Page> {
  const page = await (await acme.member('member', 'Mara Lindqvist')).page(options)
  await page.goto(`${acme.home}${path}`)
  if (!('javaScriptEnabled' in options)) await waitForHydration(page)
  return page
}

const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)
const listOnRoadmap = async ({ id }: ConsoleWorkspace): Promise<string[]> =>
  (
    await browserApp.testApp.database.pool.query(
      'select title from roadmap_items where workspace_id = $1 order by title',
      [id],
    )
  ).rows.map(({ title }) => title)

suite('choosing a stage in the console', () => {
  test('puts the request on the roadmap, and Undo takes it off again', async () => {
    const acme = await browserApp.emptyWorkspace()
    const page = await open(acme, `/requests/${await file(acme, 'Dark mode')}`)
    await page.keyboard.press('s')
    const menu = page.getByRole('group', { name: 'Set stage' })
    await menu.getByRole('switch', { name: 'Add to roadmap' }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('3')
    await notice(page, 'Planned: Dark mode · added to the roadmap').waitFor()
    await page.getByRole('link', { name: 'Roadmap: Planned' }).waitFor()
    assert.deepEqual(await listOnRoadmap(acme), ['Dark mode'])
    await page.getByText(/changed the stage from .+ to Planned and put it on the roadmap/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice(page, '1 request restored').waitFor()
    assert.deepEqual(await listOnRoadmap(acme), [])
    await page.getByText(/changed the stage from Planned to .+ and took it off the roadmap/).waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('leaves the request off the roadmap if the switch is off, says so, and adds it with one click', async () => {
    const acme = await browserApp.emptyWorkspace()
    const page = await open(acme, `/requests/${await file(acme, 'Secret plan')}`)
    await page.keyboard.press('s')
    const menu = page.getByRole('group', { name: 'Set stage' })
    await menu.getByRole('switch', { name: 'Add to roadmap' }).click()
    await menu.getByRole('button', { name: /In progress/ }).click()
    await notice(page, 'In progress: Secret plan').waitFor()
    assert.deepEqual(await listOnRoadmap(acme), [])
    const add = page.getByRole('button', { name: 'Add to roadmap', exact: true })
    await add.waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await add.click()
    await notice(page, 'Added to the roadmap: Secret plan').waitFor()
    assert.deepEqual(await listOnRoadmap(acme), ['Secret plan'])
    await page.getByRole('link', { name: 'Roadmap: In progress' }).waitFor()
  })

  test('puts all selected requests of the list on the roadmap, and those of the row menu', async () => {
    const acme = await browserApp.emptyWorkspace()
    for (const title of ['A', 'B', 'C']) await file(acme, title)
    const page = await open(acme, '/requests')
    for (const title of ['A', 'B']) await page.getByLabel(`Select ${title}`, { exact: true }).click()
    await page.getByLabel('Set stage…').selectOption('Completed')
    await notice(page, '2 requests: Completed · 2 added to the roadmap').waitFor()
    assert.deepEqual(await listOnRoadmap(acme), ['A', 'B'])
    await page
      .locator('.row', { has: page.getByRole('link', { name: 'C', exact: true }) })
      .getByRole('button', { name: /change stage/ })
      .click()
    await page.getByRole('group', { name: 'Stage of C' }).getByRole('switch', { name: 'Add to roadmap' }).click()
    await page
      .getByRole('group', { name: 'Stage of C' })
      .getByRole('button', { name: /Planned/ })
      .click()
    await notice(page, 'Planned: C').waitFor()
    assert.deepEqual(await listOnRoadmap(acme), ['A', 'B'])
  })

  test('lists beside the roadmap what the API left off it, with or without JavaScript', async () => {
    for (const options of [{}, { javaScriptEnabled: false }]) {
      const acme = await browserApp.emptyWorkspace()
      for (const title of ['One', 'Two', 'Three']) {
        const id = await file(acme, title)
        await acme.write((tx) => setStage(tx, id, title === 'Three' ? 'completed' : 'planned'))
      }
      const page = await open(acme, '/roadmap', options)
      await page.getByText('3 requests are planned, in progress, or completed, but not on the roadmap.').waitFor()
      await page.getByRole('link', { name: 'Show', exact: true }).click()
      await page.getByRole('button', { name: 'Add Two to the roadmap' }).click()
      await notice(page, 'Added to the roadmap: Two').waitFor()
      assert.deepEqual(await listOnRoadmap(acme), ['Two'])
      if (!('javaScriptEnabled' in options)) assert.deepEqual(await accessibilityViolations(page), [])
      await page.getByRole('button', { name: 'Add all' }).click()
      await notice(page, '2 requests added to the roadmap').waitFor()
      await page.getByText('Every planned, in-progress, and completed request is on the roadmap.').waitFor()
      assert.deepEqual(await listOnRoadmap(acme), ['One', 'Three', 'Two'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await notice(page, '2 requests restored').waitFor()
      assert.deepEqual(await listOnRoadmap(acme), ['Two'])
      assert.deepEqual(browserErrors(page), [])
    }
  })

  test('offers on the page of an item whether to email people, and Undo moves it back to its place', async () => {
    const acme = await browserApp.emptyWorkspace()
    const ids: Record<string, string> = {}
    for (const title of ['First', 'Second', 'Third']) {
      const item = await acme.write((tx) => createRoadmapItem(tx, { title }))
      ids[title] = item.id
      await acme.write((tx) => addVote(tx, item.feedbackId, { email: 'bea@example.com' }, caps))
    }
    const page = await open(acme, `/roadmap/${ids.Second}`)
    await page.getByRole('button', { name: 'Column: Planned' }).click()
    await page.getByRole('switch', { name: 'Email 1 person' }).click()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: 'In progress', exact: true }).click()
    await notice(page, 'In progress: Second · No one will be emailed').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice(page, '1 request restored').waitFor()
    await page.getByText('2 of 3').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })
})
