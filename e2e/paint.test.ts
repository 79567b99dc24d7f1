import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from './browser.ts'
import { createStage } from './stage.ts'

const stage = await createStage()
const demo = await stage.demo()
const owner = await demo.member('owner')

// What the console promises of a machine that does nothing else (issue 5). Of five, the quickest counts: a test shares
// its machine, and whatever else runs there makes a page slower, never quicker.
const promisedMs = 1_000
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

test('the largest part of a page is painted within a second', async () => {
  const slow: string[] = []
  for (const path of ['', '/requests', '/roadmap', '/changelog', '/customers', '/settings/audit']) {
    let best = Number.POSITIVE_INFINITY
    for (let at = 0; at < tries && best > promisedMs; at += 1) {
      const page = await owner.page()
      best = Math.min(best, await largestPaint(page, `${demo.home}${path}`))
      await page.context().close()
    }
    if (best > promisedMs) slow.push(`${path || 'overview'}: ${Math.round(best)} ms`)
  }
  assert.deepEqual(slow, [])
})

test('so is the page that everybody sees first', async () => {
  const page = await openPage()
  const paints: number[] = []
  for (let at = 0; at < tries; at += 1) paints.push(await largestPaint(page, `${stage.origin}/console/sign-in`))
  assert.ok(Math.min(...paints) <= promisedMs, `${paints}`)
})
