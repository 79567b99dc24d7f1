import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityViolations, browserErrors, waitForHydration } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const browserApp = await createBrowserApp({ template: 'demo' })
const demo = await browserApp.demoWorkspace('months')

suite('insights', () => {
  test('shows a range of weeks, and leads to the requests of a board and to a customer', async () => {
    const page = await (await demo.member('member')).page()
    await page.goto(demo.home)
    await waitForHydration(page)
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Insights' }).click()
    await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor()
    const votes = (weeks: number) => page.getByRole('table', { name: `Votes per week over the last ${weeks} weeks` })
    assert.equal(await votes(12).getByRole('row').count(), 13)
    await page.getByRole('link', { name: '26 weeks' }).click()
    await votes(26).waitFor({ state: 'attached' })
    assert.equal(await votes(26).getByRole('row').count(), 27)
    assert.match(page.url(), /insights\?weeks=26$/)
    await page.getByText(/^\d+ of \d+ new requests answered$/).waitFor()
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
      assert.deepEqual(await accessibilityViolations(page), [])
    }
    await page.setViewportSize({ width: 1280, height: 844 })
    const boardLink = page.getByRole('table', { name: 'Most active boards' }).getByRole('link').first()
    const board = await boardLink.textContent()
    await boardLink.click()
    await page.waitForURL(/\/requests\?board=/)
    await waitForHydration(page)
    await page.getByRole('button', { name: `Board: ${board}`, exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('table', { name: 'Most active customers' }).getByRole('link').first().click()
    await page.waitForURL(/\/customers\/[0-9a-f-]{36}$/)
    assert.deepEqual(browserErrors(page), [])
  })

  test('leads from every figure to the list behind it', async () => {
    const page = await (await demo.member('member')).page()
    await page.goto(`${demo.home}/insights?weeks=12`)
    await waitForHydration(page)
    const figures = await readFigures(page)
    const kinds = new Set(figures.map(({ kind }) => kind))
    assert.deepEqual([...kinds].sort(), ['answered', 'board', 'customer', 'replies', 'requests', 'votes'])
    assert.equal(figures.filter(({ kind }) => kind === 'votes').length, 13)
    assert.ok(figures.some(({ kind, count }) => kind === 'answered' && count > 0))
    assert.ok(figures.some(({ kind, count }) => kind === 'votes' && count > 0))
    for (const { kind, href, count } of figures) {
      await page.goto(new URL(href, demo.home).href)
      const listed = await countListed(page)
      // A request can get several votes.
      if (kind === 'votes') assert.ok(listed <= count && listed > 0 === count > 0, `${href}: ${listed}, not ${count}`)
      else assert.equal(listed, count, href)
    }
  })

  test('draws and labels the last, incomplete week as partial', async () => {
    const page = await (await demo.member('member')).page()
    for (const [path, charts] of [
      ['', ['New requests', 'Votes'].map((name) => `${name} per week over the last twelve weeks`)],
      ['/insights?weeks=26', ['New requests', 'Votes'].map((name) => `${name} per week over the last 26 weeks`)],
    ] as const) {
      await page.goto(`${demo.home}${path}`)
      await waitForHydration(page)
      for (const name of charts) {
        const periods = await page.getByRole('table', { name }).getByRole('rowheader').allTextContents()
        assert.deepEqual(
          periods.filter((period) => period.endsWith(' (so far)')),
          periods.slice(-1),
        )
      }
      const bars = await page.locator('.chart-bar').all()
      const partial = await Promise.all(bars.map((bar) => bar.getAttribute('data-partial')))
      assert.deepEqual(partial, [...bars.slice(1).map(() => null), ''])
      const dashes = (selector: string) =>
        page.locator(selector).evaluate((element) => getComputedStyle(element).strokeDasharray)
      assert.equal(await dashes('.chart-line[data-partial]'), '4px, 4px')
      assert.equal(await dashes('.chart-line:not([data-partial])'), 'none')
    }
  })

  test('links the votes of a customer and the totals of the overview to their lists', async () => {
    const page = await (await demo.member('member')).page()
    await page.goto(`${demo.home}/insights?weeks=52`)
    await waitForHydration(page)
    const votes = page.getByRole('table', { name: 'Most active customers' }).getByRole('link', { name: /votes? by / })
    const count = Number(await votes.first().textContent())
    await votes.first().click()
    await page.waitForURL(/\/customers\/[0-9a-f-]{36}\/activity\/votes\?from=2\d{3}-\d\d-\d\d$/)
    await page.getByText(/^Since /).waitFor()
    const rows = page.getByRole('list', { name: 'Votes' }).getByRole('listitem')
    const more = page.getByRole('article').getByRole('link', { name: 'Load more' })
    for (let shown = await rows.count(); await more.isVisible(); shown = await rows.count()) {
      await more.click()
      await rows.nth(shown).waitFor()
    }
    assert.equal(await rows.count(), count)
    for (const [title, kind] of [
      ['New requests', 'requests'],
      ['Votes', 'votes'],
    ] as const) {
      await page.goto(demo.home)
      const card = page.locator('.card', { has: page.getByRole('heading', { name: title, exact: true }) })
      const total = card.locator('.last-week').getByRole('link')
      const figure = Number(await total.textContent())
      await total.click()
      await page.waitForURL(kind === 'votes' ? /\?votedFrom=/ : /\?from=/)
      const listed = await countListed(page)
      assert.ok(
        kind === 'votes' ? listed <= figure && listed > 0 === figure > 0 : listed === figure,
        `${title}: ${listed}`,
      )
    }
  })

  test('exports every report of the range, and customers for administrators only', async () => {
    const page = await (await demo.member('admin')).page()
    await page.goto(`${demo.home}/insights?weeks=52`)
    await waitForHydration(page)
    for (const [title, header, lines] of [
      ['New requests', 'day,requests,votes', 365],
      ['Median time to first reply', 'request,created,seconds to the first reply', null],
      ['Most active boards', 'board,slug,requests', null],
      ['Most active customers', 'id,name,email,external id,requests,votes', 11],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Export CSV: ${title}` }).click(),
      ])
      const text = await readFile(await download.path(), 'utf8')
      assert.equal(text.slice(1).split('\r\n')[0], header)
      if (lines !== null) assert.equal(text.trimEnd().split('\r\n').length, lines)
    }
    const other = await (await demo.member('member')).page()
    await other.goto(`${demo.home}/insights`)
    await other.getByRole('heading', { name: 'Most active customers' }).waitFor()
    assert.equal(await other.getByRole('button', { name: /^Export/ }).count(), 4)
  })

  test('says that a new workspace has nothing to show', async () => {
    const acme = await browserApp.emptyWorkspace('Acme')
    const page = await (await acme.member('member')).page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/insights`)
    await page.getByText('No replies in this period').waitFor()
    assert.equal(await page.getByText('No activity in this period').count(), 2)
  })
})

/** Returns every figure of the page that leads to a list of requests. */
const readFigures = (page: Page) =>
  page.locator('main a[href*="/requests?"]:not([href*="unanswered"])').evaluateAll((links) =>
    links.map((link) => {
      const href = link.getAttribute('href')!
      const text = link.getAttribute('aria-label')?.split(': ').at(-1) ?? link.textContent!
      const row = link.closest('tr')
      // The figure of a board is in the last cell of its row.
      const source = href.includes('board=') ? row!.lastElementChild!.textContent! : text
      const kind = href.includes('board=')
        ? 'board'
        : href.includes('customer=')
          ? 'customer'
          : href.includes('answered=')
            ? 'answered'
            : href.includes('status=')
              ? 'replies'
              : href.includes('votedFrom=')
                ? 'votes'
                : 'requests'
      const numbers = source.replaceAll(',', '').match(/\d+/g)!.map(Number)
      return { kind, href, count: numbers[0]! }
    }),
  )

/** Returns the number of requests on the tab of all stages. */
async function countListed(page: Page): Promise<number> {
  const tab = await page.getByRole('navigation', { name: 'Stages' }).getByRole('link').first().textContent()
  return Number(tab!.replaceAll(/\D/g, ''))
}
