import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const browserApp = await createBrowserApp({ template: 'demo' })
const demo = await browserApp.demoWorkspace()
const owner = await demo.member('owner')

// The budget of the console on an idle machine. The fastest of five attempts counts: other work on the test machine makes a
// page slower, never faster.
const consoleBudgetMs = 1_000
// The budget of the portal.
const portalBudgetMs = 800
const attempts = 5

/** Returns the largest contentful paint in milliseconds after navigation. */
async function measureLargestPaint(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'load' })
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('Nothing was painted.')), 5_000)
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
}

/** Returns the pages that exceed the budget in every attempt. */
async function findSlowPages(paths: string[], ms: number, open: () => Promise<Page>): Promise<string[]> {
  const slow: string[] = []
  for (const path of paths) {
    let best = Number.POSITIVE_INFINITY
    for (let at = 0; at < attempts && best > ms; at += 1) {
      const page = await open()
      best = Math.min(best, await measureLargestPaint(page, path))
      await page.context().close()
    }
    if (best > ms) slow.push(`${path}: ${Math.round(best)} ms`)
  }
  return slow
}

test('console pages paint their largest content within a second', async () => {
  const paths = ['', '/requests', '/roadmap', '/changelog', '/customers', '/settings/audit']
  const urls = paths.map((path) => demo.home + path)
  assert.deepEqual(await findSlowPages(urls, consoleBudgetMs, () => owner.page()), [])
})

test('portal pages paint their largest content within 0.8 seconds', async () => {
  const paths = ['', '/?search=calendar', '/roadmap', '/changelog', '/sign-in']
  const urls = paths.map((path) => `${browserApp.origin}/p/${demo.slug}${path}`)
  assert.deepEqual(await findSlowPages(urls, portalBudgetMs, () => openPage()), [])
})

test('the sign-in page paints its largest content within a second', async () => {
  const page = await openPage()
  const paints: number[] = []
  for (let at = 0; at < attempts; at += 1)
    paints.push(await measureLargestPaint(page, `${browserApp.origin}/console/sign-in`))
  assert.ok(Math.min(...paints) <= consoleBudgetMs, `${paints}`)
})
