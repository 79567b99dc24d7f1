import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../support/browser.ts'
import { createBrowserApp } from '../support/browser-app.ts'

const stage = await createBrowserApp()
const demo = await stage.demoWorkspace()
const owner = await demo.member('owner')

// What the console promises of a machine that does nothing else (issue 5). Of five, the quickest counts: a test shares
// its machine, and whatever else runs there makes a page slower, never quicker.
const promisedMs = 1_000
// And the portal (issue 6).
const portalPromisedMs = 800
const tries = 5

/** When the largest part of the page was there, from the click on. */
async function largestPaint(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'load' })
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

/** Those of the pages that are slower than was promised, each time that they were tried. */
async function slowOf(paths: string[], ms: number, open: () => Promise<Page>): Promise<string[]> {
  const slow: string[] = []
  for (const path of paths) {
    let best = Number.POSITIVE_INFINITY
    for (let at = 0; at < tries && best > ms; at += 1) {
      const page = await open()
      best = Math.min(best, await largestPaint(page, path))
      await page.context().close()
    }
    if (best > ms) slow.push(`${path}: ${Math.round(best)} ms`)
  }
  return slow
}

test('the largest part of a page is painted within a second', async () => {
  const paths = ['', '/requests', '/roadmap', '/changelog', '/customers', '/settings/audit']
  const addresses = paths.map((path) => demo.home + path)
  assert.deepEqual(await slowOf(addresses, promisedMs, () => owner.page()), [])
})

test('that of a page of the portal within 0.8 seconds', async () => {
  const paths = ['', '/?search=calendar', '/roadmap', '/changelog', '/sign-in']
  const addresses = paths.map((path) => `${stage.origin}/p/${demo.slug}${path}`)
  assert.deepEqual(await slowOf(addresses, portalPromisedMs, () => openPage()), [])
})

test('so is the page that everybody sees first', async () => {
  const page = await openPage()
  const paints: number[] = []
  for (let at = 0; at < tries; at += 1) paints.push(await largestPaint(page, `${stage.origin}/console/sign-in`))
  assert.ok(Math.min(...paints) <= promisedMs, `${paints}`)
})
