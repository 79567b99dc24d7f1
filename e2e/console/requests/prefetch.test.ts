import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { mergeFeedback } from '../../../server/feedback/merge/merge.ts'
import { updateFeedback } from '../../../server/feedback/update.ts'
import { until } from '../../../server/test/instance/members.ts'
import { memberPassword } from '../../support/browser-app.ts'
import { createRequestListApp, heading, hover, isDataOf, link, type RouterWindow } from './request-list.ts'

const { acme, mara, file, openList } = await createRequestListApp()

const countOf = (dataRequests: string[], id: string) =>
  dataRequests.filter((path) => path.endsWith(`/${id}.data`)).length

/** Returns the address of the script of the request page. */
const requestScript = (page: Page): Promise<string> =>
  page.evaluate(
    (route) => (window as unknown as RouterWindow).__reactRouterManifest.routes[route]!.module,
    'requests/detail/page',
  )

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
    assert.equal(await page.locator(`link[href="${await requestScript(page)}"]`).count(), 0)
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
})
