import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../../server/test/instance/members.ts'
import { createRequestListApp, heading, hover, isDataOf, isRequestPageReady, link } from './request-list.ts'

const { file, openList } = await createRequestListApp()

/** Runs in the page. @returns the addresses of the links that are removed from now on */
function watchRemovedLinks(): string[] {
  const removed: string[] = []
  new MutationObserver((records) => {
    for (const { removedNodes } of records)
      for (const node of removedNodes) if (node instanceof HTMLLinkElement) removed.push(node.href)
  }).observe(document, { childList: true, subtree: true })
  return removed
}

/** Opens the list and, once it has loaded the request page, stops its clock. The data of some requests arrives when a test says so. */
async function openStoppedList(ids: string[]) {
  const { page } = await openList()
  await page.clock.fastForward(1_000)
  await page.waitForFunction(isRequestPageReady)
  const gates = new Map(ids.map((id) => [id, Promise.withResolvers<void>()]))
  for (const [id, { promise }] of gates) {
    await page.route(new RegExp(`/requests/${id}\\.data`), async (route) => {
      await promise
      await route.continue()
    })
  }
  await page.clock.pauseAt(Date.now() + 60_000)
  const shown = await page.evaluateHandle(watchLoadingBars)
  return {
    page,
    loadingBars: () => shown.evaluate(({ count }) => count),
    release: (id: string) => gates.get(id)!.resolve(),
    async answer(id: string) {
      const finished = page.waitForEvent('requestfinished', isDataOf(id))
      gates.get(id)!.resolve()
      await finished
    },
  }
}

/**
 * Counts calls from now on of the functions whose source contains each text.
 * @returns a function that returns the counts
 */
async function watchCalls(page: Page, texts: string[]): Promise<() => Promise<number[]>> {
  const session = await page.context().newCDPSession(page)
  const scripts = new Set<string>()
  session.on('Debugger.scriptParsed', ({ url }) => url.includes('/assets/') && scripts.add(url))
  await session.send('Debugger.enable')
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  await session.send('Profiler.takePreciseCoverage')
  return async () => {
    const counts = texts.map(() => 0)
    const sources = new Map<string, string>()
    for (const url of scripts) sources.set(url, await (await page.request.get(url)).text())
    for (const each of texts)
      assert.ok(
        [...sources.values()].some((source) => source.includes(each)),
        each,
      )
    const { result } = await session.send('Profiler.takePreciseCoverage')
    for (const { url, functions } of result) {
      const source = sources.get(url) ?? ''
      for (const { ranges } of functions) {
        const { startOffset, endOffset, count } = ranges[0]!
        const text = source.slice(startOffset, endOffset)
        texts.forEach((each, index) => {
          if (text.includes(each)) counts[index]! += count
        })
      }
    }
    return counts
  }
}

suite('a request opens from the list', () => {
  test('opening a preloaded request page loads no scripts, adds no style sheets and removes no links', async () => {
    await file('Ready')
    const requested = new Set<string>()
    const { page } = await openList(async (page) => {
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (/\.(js|css)$/.test(pathname)) requested.add(pathname)
      })
    })
    await until(() => page.evaluate(isRequestPageReady))
    await until(() => ['list-on-use', 'request-on-use'].every((name) => [...requested].join().includes(name)))
    const before = new Set(requested)
    const countStyleSheets = () => page.evaluate(() => document.styleSheets.length)
    const styleSheets = await countStyleSheets()
    const removed = await page.evaluateHandle(watchRemovedLinks)
    await link(page, 'Ready').hover()
    await link(page, 'Ready').click()
    await heading(page, 'Ready').waitFor()
    assert.equal(await countStyleSheets(), styleSheets)
    assert.deepEqual(
      [...requested].filter((path) => !before.has(path)),
      [],
    )
    assert.deepEqual(await removed.jsonValue(), [])
  })

  test('the first prefetched request opens without a second import of its page', async () => {
    const id = await file('Opens at once')
    const { page } = await openList()
    await page.clock.fastForward(1_000)
    await page.waitForFunction(isRequestPageReady)
    await hover(page, 'Opens at once', id)
    const shown = await page.evaluateHandle(watchLoadingBars)
    await link(page, 'Opens at once').click()
    await heading(page, 'Opens at once').waitFor()
    assert.equal(await shown.evaluate(({ count }) => count), 0)
  })

  test('a request whose data is loading opens when the data arrives, without rendering the list first', async () => {
    const id = await file('On its way')
    const { page, loadingBars, answer } = await openStoppedList([id])
    await link(page, 'On its way').click()
    await answer(id)
    await heading(page, 'On its way').waitFor()
    assert.equal(await loadingBars(), 0)
  })

  test('a request whose data takes longer than a tenth of a second shows that it is loading', async () => {
    const id = await file('On a slow line')
    const { page, loadingBars, answer } = await openStoppedList([id])
    const loading = page.waitForRequest(isDataOf(id))
    await link(page, 'On a slow line').click()
    await loading
    await page.clock.runFor(99)
    assert.equal(await loadingBars(), 0)
    await page.clock.runFor(1)
    await page.locator('.loading-bar').waitFor({ state: 'attached' })
    await answer(id)
    await heading(page, 'On a slow line').waitFor()
  })

  test('of two rows clicked while their data is loading, only the last one opens', async () => {
    const [first, last] = [await file('Clicked first'), await file('Clicked last')]
    const { page, answer } = await openStoppedList([first, last])
    const pages = () => page.evaluate(() => history.length)
    const before = await pages()
    await link(page, 'Clicked first').click()
    await link(page, 'Clicked last').click()
    await answer(first)
    assert.match(page.url(), /\/requests$/)
    await answer(last)
    await heading(page, 'Clicked last').waitFor()
    assert.equal(await pages(), before + 1)
  })

  test('a click while another request is being opened replaces it', async () => {
    const [first, last] = [await file('Opening already'), await file('Clicked during it')]
    const { page, answer, release } = await openStoppedList([first, last])
    const pages = () => page.evaluate(() => history.length)
    const before = await pages()
    await link(page, 'Opening already').click()
    await page.clock.runFor(100)
    await page.locator('.loading-bar').waitFor({ state: 'attached' })
    await link(page, 'Clicked during it').click()
    release(first)
    await answer(last)
    await heading(page, 'Clicked during it').waitFor()
    assert.equal(await pages(), before + 1)
  })

  test('a clicked row does not open if another page is opened during the wait', async () => {
    const id = await file('Left behind')
    const { page } = await openStoppedList([id])
    const response = Promise.withResolvers<void>()
    await page.route(/\/changelog\.data/, async (route) => {
      await response.promise
      await route.continue()
    })
    await link(page, 'Left behind').click()
    await page.getByRole('link', { name: 'Changelog' }).click()
    await page.locator('.loading-bar').waitFor({ state: 'attached' })
    await page.clock.runFor(1_000)
    response.resolve()
    await page.getByRole('heading', { level: 1, name: 'Changelog' }).waitFor()
    assert.equal(await page.locator('.loading-bar').count(), 0)
    assert.match(page.url(), /\/changelog$/)
  })

  test('a row clicked right after typing a search opens, although the search starts during the wait', async () => {
    const id = await file('Typed before')
    const { page, answer } = await openStoppedList([id])
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('Typed')
    await page.clock.runFor(200)
    await link(page, 'Typed before').click()
    const searching = page.waitForRequest(/requests\.data\?search=Typed/)
    await page.clock.runFor(60)
    await searching
    await answer(id)
    await heading(page, 'Typed before').waitFor()
  })

  test('opening a request renders neither the filters, the bulk actions nor the navigation again', async () => {
    await file('Only what changes')
    const { page } = await openList()
    await page.clock.fastForward(1_000)
    await page.waitForFunction(isRequestPageReady)
    await link(page, 'Only what changes').hover()
    // The menus of the filters move the focus once their scripts have loaded.
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Board', exact: true }).click()
    await page.locator('.filter-menu:popover-open :focus').waitFor()
    await page.keyboard.press('Escape')
    const countCalls = await watchCalls(page, ['filter-view-buttons', 'filter-menu', 'bulk-form', '-workspaces'])
    await link(page, 'Only what changes').click()
    await heading(page, 'Only what changes').waitFor()
    assert.deepEqual(await countCalls(), [0, 0, 0, 0])
  })

  test('menus of a request opened from the list render when they first open, and then have the focus', async () => {
    await file('Opened from the list')
    const { page } = await openList()
    await link(page, 'Opened from the list').click()
    await heading(page, 'Opened from the list').waitFor()
    const [stages, owners] = [page.locator('#request-stage-menu .menu-item'), page.locator('.choice-menu .menu-item')]
    assert.deepEqual([await stages.count(), await owners.count()], [0, 0])
    await page.keyboard.press('s')
    await page.keyboard.press('3')
    const request = page.getByRole('article')
    await request.getByRole('button', { name: 'Stage: Planned' }).waitFor()
    await page.keyboard.press('a')
    const [menu] = await Promise.all([request.getByRole('group', { name: 'Set owner' }), owners.first().waitFor()])
    assert.ok(await menu.evaluate((element) => element.contains(document.activeElement)))
  })

  test('buttons of rows keep their layout beside an open request', async () => {
    await file('Row with a button')
    const { page } = await openList()
    const button = page.getByRole('button', { name: 'Actions for Row with a button' })
    const layout = () =>
      button.evaluate((element) => {
        const { display, width } = getComputedStyle(element)
        return `${display} ${width}`
      })
    const before = await layout()
    await link(page, 'Row with a button').click()
    await heading(page, 'Row with a button').waitFor()
    assert.equal(await layout(), before)
  })
})

/** Runs in the page. @returns how often the loading bar appears from now on */
function watchLoadingBars(): { count: number } {
  const shown = { count: 0 }
  new MutationObserver(() => {
    if (document.querySelector('.loading-bar') !== null) shown.count += 1
  }).observe(document, { childList: true, subtree: true })
  return shown
}
