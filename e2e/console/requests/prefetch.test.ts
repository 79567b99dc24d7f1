import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { mergeFeedback } from '../../../server/feedback/merge/merge.ts'
import { updateFeedback } from '../../../server/feedback/update.ts'
import { until } from '../../../server/test/instance/members.ts'
import { waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, memberPassword } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')

const file = async (title: string): Promise<string> =>
  (await acme.write((tx) => createFeedback(tx, { title, description: `About ${title}` }, caps))).id

/** Opens the list in a browser whose clock a test can stop, and records its data requests. */
async function openList(prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const page = await mara.page()
  await page.clock.install()
  await prepare(page)
  await page.goto(`${acme.home}/requests`)
  await waitForHydration(page)
  const dataRequests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.data')) dataRequests.push(pathname)
  })
  return { page, dataRequests }
}

const link = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Requests' }).getByRole('link', { name: title, exact: true })
const heading = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title, exact: true })
const isDataOf = (id: string) => (request: { url(): string }) =>
  new URL(request.url()).pathname.endsWith(`/requests/${id}.data`)

interface RouterWindow {
  __reactRouterManifest: { routes: Record<string, { module: string; css?: string[] }> }
  __reactRouterRouteModules: Record<string, unknown>
}

const countOf = (dataRequests: string[], id: string) =>
  dataRequests.filter((path) => path.endsWith(`/${id}.data`)).length

/** Moves the pointer to a row and waits until its request has been prefetched. */
async function hover(page: Page, title: string, id: string): Promise<void> {
  const loaded = page.waitForEvent('requestfinished', isDataOf(id))
  await link(page, title).hover()
  await loaded
}

/** Returns the address of the script of the request page. */
const requestScript = (page: Page): Promise<string> =>
  page.evaluate(
    (route) => (window as unknown as RouterWindow).__reactRouterManifest.routes[route]!.module,
    'requests/detail/page',
  )

/** Tells whether the style sheets of a route have loaded, and the preload links of the page's own scripts are removed. Runs in the page. */
function isPreloaded(route: string): boolean {
  const { css = [] } = (window as unknown as RouterWindow).__reactRouterManifest.routes[route]!
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const isLoaded = (href: string) => links.some((link) => link.getAttribute('href') === href && link.sheet !== null)
  return css.every(isLoaded) && document.querySelector('link[rel="modulepreload"][href*="entry.client"]') === null
}

/** Runs in the page. @returns the addresses of the links that are removed from now on */
function watchRemovedLinks(): string[] {
  const removed: string[] = []
  new MutationObserver((records) => {
    for (const { removedNodes } of records)
      for (const node of removedNodes) if (node instanceof HTMLLinkElement) removed.push(node.href)
  }).observe(document, { childList: true, subtree: true })
  return removed
}

/** Starts to record which scripts a page runs. @returns a function that tells whether that of the request page has run */
async function watchScripts(page: Page): Promise<() => Promise<boolean>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const executed = new Set<string>()
  return async () => {
    const script = await requestScript(page)
    const { result } = await session.send('Profiler.takePreciseCoverage')
    for (const { url, functions } of result)
      if (functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))) executed.add(url)
    return executed.has(new URL(script, page.url()).href)
  }
}

/** Opens the list in a browser that records which scripts run. */
async function openWatchedList(prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const watched = Promise.withResolvers<() => Promise<boolean>>()
  const { page } = await openList(async (page) => {
    await prepare(page)
    watched.resolve(await watchScripts(page))
  })
  return { page, hasRun: await watched.promise }
}

suite('a request is loaded before it is opened', () => {
  test('hovering over a row and clicking it makes one data request', async () => {
    const id = await file('Dark mode')
    const { page, dataRequests } = await openList()
    await hover(page, 'Dark mode', id)
    await link(page, 'Dark mode').click()
    await heading(page, 'Dark mode').waitFor()
    await page.getByText('About Dark mode').first().waitFor()
    assert.equal(await page.title(), 'Dark mode · Acme')
    assert.deepEqual(
      dataRequests.map((path) => path.endsWith(`/${id}.data`)),
      [true],
    )
  })

  test('the scripts of the request page run soon after the list has loaded', async () => {
    const { page, hasRun } = await openWatchedList()
    await until(hasRun)
    assert.match(page.url(), /\/requests$/)
  })

  test('the scripts of the request page run as soon as the pointer enters the list', async () => {
    await file('Scripts')
    const { page, hasRun } = await openWatchedList((page) => page.clock.pauseAt(Date.now() + 60_000))
    assert.equal(await hasRun(), false)
    await link(page, 'Scripts').hover()
    await until(hasRun)
    assert.match(page.url(), /\/requests$/)
  })

  test('opening a preloaded request page loads no scripts or styles and removes no links', async () => {
    await file('Ready')
    const requested = new Set<string>()
    const { page } = await openList(async (page) => {
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (/\.(js|css)$/.test(pathname)) requested.add(pathname)
      })
    })
    await until(() => page.evaluate(isPreloaded, 'requests/detail/page'))
    await until(() => ['list-on-use', 'request-on-use'].every((name) => [...requested].join().includes(name)))
    const before = new Set(requested)
    const removed = await page.evaluateHandle(watchRemovedLinks)
    await link(page, 'Ready').hover()
    await link(page, 'Ready').click()
    await heading(page, 'Ready').waitFor()
    assert.deepEqual(
      [...requested].filter((path) => !before.has(path)),
      [],
    )
    assert.deepEqual(await removed.jsonValue(), [])
  })

  test('moving to a row with j and opening it with Enter makes one data request', async () => {
    const id = await file('Keyboard')
    const { page, dataRequests } = await openList()
    const loaded = page.waitForEvent('requestfinished', isDataOf(id))
    await page.keyboard.press('j')
    await loaded
    await page.keyboard.press('Enter')
    await heading(page, 'Keyboard').waitFor()
    assert.equal(dataRequests.length, 1)
  })

  test('j beside an open request opens the next one and loads the one after it', async () => {
    const [third, second] = [await file('Third in line'), await file('Second in line')]
    await file('First in line')
    const { page, dataRequests } = await openList()
    await link(page, 'First in line').click()
    await heading(page, 'First in line').waitFor()
    const loaded = page.waitForEvent('requestfinished', isDataOf(third))
    await page.keyboard.press('j')
    await heading(page, 'Second in line').waitFor()
    await loaded
    await page.keyboard.press('j')
    await heading(page, 'Third in line').waitFor()
    assert.deepEqual([countOf(dataRequests, second), countOf(dataRequests, third)], [1, 1])
  })

  test('opening a second request takes its data from the prefetch too, and reopening the first loads it again', async () => {
    const [one, two] = [await file('First of two'), await file('Second of two')]
    const { page, dataRequests } = await openList()
    for (const [title, id] of [
      ['First of two', one],
      ['Second of two', two],
      ['First of two', one],
    ] as const) {
      await hover(page, title, id)
      await link(page, title).click()
      await heading(page, title).waitFor()
    }
    assert.equal(dataRequests.length, 3)
  })

  test('shows a change by someone else if the prefetched data is older than five seconds', async () => {
    const id = await file('Export')
    const { page, dataRequests } = await openList()
    await hover(page, 'Export', id)
    await acme.write((tx) => updateFeedback(tx, id, { title: 'Export as CSV' }))
    await page.clock.fastForward(6_000)
    await link(page, 'Export').click()
    await heading(page, 'Export as CSV').waitFor()
    assert.equal(dataRequests.length, 2)
  })

  test('shows the person’s own change, although the request was prefetched before it', async () => {
    const id = await file('Own change')
    const { page } = await openList()
    await hover(page, 'Own change', id)
    await link(page, 'Own change').focus()
    await page.locator('[data-active] .row-link', { hasText: 'Own change' }).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('group', { name: 'Stage of Own change' }).waitFor()
    await page.keyboard.press('3')
    await page.getByRole('region', { name: 'Notifications' }).getByText('Planned: Own change').waitFor()
    await link(page, 'Own change').click()
    await heading(page, 'Own change').waitFor()
    await page.getByRole('article').getByRole('button', { name: 'Stage: Planned' }).waitFor()
  })

  test('closing the list discards what it has prefetched', async () => {
    const id = await file('Left')
    const { page, dataRequests } = await openList()
    await hover(page, 'Left', id)
    await acme.write((tx) => updateFeedback(tx, id, { title: 'Left and renamed' }))
    await page.getByRole('link', { name: 'Changelog' }).click()
    await page.getByRole('heading', { level: 1, name: 'Changelog' }).waitFor()
    await page.goBack()
    await link(page, 'Left and renamed').click()
    await heading(page, 'Left and renamed').waitFor()
    assert.equal(countOf(dataRequests, id), 2)
  })

  test('signing out discards what is prefetched and what is still loading', async () => {
    const [loaded, loading] = [await file('Loaded'), await file('Loading')]
    const { page, dataRequests } = await openList()
    await hover(page, 'Loaded', loaded)
    const response = Promise.withResolvers<void>()
    await page.route(new RegExp(`/requests/${loading}\\.data`), () => {})
    // Until then the list stays open, so that nothing but the sign-out can discard what it has prefetched.
    await page.route(/\/sign-out\.data/, async (route) => {
      await response.promise
      await route.continue()
    })
    const isLoading = page.waitForRequest(isDataOf(loading))
    await link(page, 'Loading').hover()
    await isLoading
    const aborted = page.waitForEvent('requestfailed', isDataOf(loading))
    await page.getByRole('button', { name: mara.name }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await aborted
    response.resolve()
    await page.waitForURL(/\/sign-in/)

    const { email } = await acme.member('member')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(memberPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
    await link(page, 'Loaded').click()
    await heading(page, 'Loaded').waitFor()
    assert.equal(countOf(dataRequests, loaded), 2)
  })

  test('passing over many rows loads only the row where the pointer rests', async () => {
    const ids: string[] = []
    for (let n = 0; n < 8; n++) ids.push(await file(`Passed ${n}`))
    const { page, dataRequests } = await openList()
    await page.clock.pauseAt(Date.now() + 60_000)
    for (let n = 0; n < 8; n++) await link(page, `Passed ${n}`).hover()
    const loaded = page.waitForEvent('requestfinished', isDataOf(ids[7]!))
    await page.clock.runFor(200)
    await loaded
    assert.deepEqual(dataRequests, [`/console/w/${acme.slug}/requests/${ids[7]}.data`])
  })

  test('a failed prefetch stays silent, and the click loads the request', async () => {
    const id = await file('Unlucky')
    const { page } = await openList()
    await page.route(/\/requests\/.*\.data/, (route) =>
      'heed-prefetch' in route.request().headers() ? route.abort() : route.continue(),
    )
    const failed = page.waitForEvent('requestfailed', isDataOf(id))
    await link(page, 'Unlucky').hover()
    await failed
    assert.equal(await page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').count(), 0)
    await link(page, 'Unlucky').click()
    await heading(page, 'Unlucky').waitFor()
  })

  test('with Save-Data, a request and the scripts of its page are loaded by the click only', async () => {
    await file('Frugal')
    const { page, dataRequests } = await openList((page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
    )
    await link(page, 'Frugal').hover()
    await page.clock.fastForward(1_000)
    assert.equal(dataRequests.length, 0)
    assert.equal(
      await page.locator(`link[href="${await requestScript(page)}"], link[rel="preload"][as="style"]`).count(),
      0,
    )
    await link(page, 'Frugal').click()
    await heading(page, 'Frugal').waitFor()
    assert.equal(dataRequests.length, 1)
  })

  test('a merged request is prefetched without its notice, and opening it shows the target with the notice', async () => {
    const [source, target] = [await file('Duplicate'), await file('Original')]
    const { page } = await openList()
    await acme.write((tx) => mergeFeedback(tx, source, target))
    const answered = page.waitForResponse(isDataOf(source))
    await link(page, 'Duplicate').hover()
    assert.equal((await answered).status(), 404)
    assert.equal(
      (await page.context().cookies()).some(({ name }) => name === 'heed_flash'),
      false,
    )
    await link(page, 'Duplicate').click()
    await heading(page, 'Original').waitFor()
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/merged/)
      .waitFor()
  })

  test('the first prefetched request opens without a second import of its page', async () => {
    const id = await file('Opens at once')
    const { page } = await openList()
    await page.clock.fastForward(1_000)
    await page.waitForFunction(isPreloaded, 'requests/detail/page')
    await page.waitForFunction(
      (route) => route in (window as unknown as RouterWindow).__reactRouterRouteModules,
      'requests/detail/page',
    )
    await hover(page, 'Opens at once', id)
    const shown = await page.evaluateHandle(watchLoadingBars)
    await link(page, 'Opens at once').click()
    await heading(page, 'Opens at once').waitFor()
    assert.equal(await shown.evaluate(({ count }) => count), 0)
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
