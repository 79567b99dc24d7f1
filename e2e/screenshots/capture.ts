import { mkdir } from 'node:fs/promises'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { runCleanups } from '../../server/test/lifetime.ts'
import { openPage, waitForHydration } from '../support/browser.ts'
import { type ConsolePageCase, createConsolePageFixtures } from '../support/console-pages.ts'
import { createPortalPageFixtures } from '../support/portal-pages.ts'
import { captureStates } from './states.ts'
import { captureWidget } from './widget.ts'

// Run by run.ts.
const folder = new URL('../../screenshots/', import.meta.url)
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]
const themes = ['light', 'dark'] as const
// The screenshots in the README: only what is visible without scrolling.
const readmeFolder = new URL('../../docs/images/', import.meta.url)
const readmeImages = new Map([['portal-requests', 'portal.png']])

const names = (process.env.HEED_SHOTS ?? '').split(' ').filter((name) => name !== '')
const { browserApp, pages, owner } = await createConsolePageFixtures()
const isSelected = (name: string) => names.length === 0 || names.some((part) => name.includes(part))
const selected: ConsolePageCase[] = pages.filter(({ name }) => isSelected(name))
for (const each of [folder, readmeFolder]) await mkdir(each, { recursive: true })

// The process ends once the browser and the server have stopped.
after(async () => {
  await runCleanups('file')
  await runCleanups('shard')
})

for (const isSignedIn of [false, true]) {
  test(isSignedIn ? 'console pages, signed in' : 'console pages, signed out', async () => {
    const page = await (isSignedIn ? owner.page() : openPage())
    for (const { name, path } of selected.filter((pageCase) => pageCase.isSignedIn === isSignedIn)) {
      await capture(page, {
        name,
        url: `${browserApp.origin}/console${path}`,
        ready: waitForHydration,
      })
    }
  })
}

test('the console in the README', async () => {
  if (!isSelected('readme')) return
  const page = await owner.page({ viewport: sizes[0]! })
  await page.goto(`${browserApp.origin}/console/w/demo/requests?sort=votes`)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Dark mode', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dark mode' }).waitFor()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: new URL('console.png', readmeFolder).pathname })
})

test('portal pages', async () => {
  const portal = await createPortalPageFixtures()
  for (const isSignedIn of [false, true]) {
    const page = await openPage()
    if (isSignedIn) await page.context().addCookies(portal.cookies)
    const ready = () => page.waitForFunction(() => document.documentElement.classList.contains('has-script'))
    for (const { name, path } of portal.pages.filter((pageCase) => pageCase.isSignedIn === isSignedIn)) {
      if (isSelected(name)) await capture(page, { name, url: portal.browserApp.origin + path, ready })
    }
    await page.context().close()
  }
})

test('widget', async () => {
  if (isSelected('widget')) await captureWidget(browserApp, folder, sizes, themes)
})

test('states', async () => {
  if (isSelected('states')) await captureStates(browserApp, owner, captureSizes)
})

interface ScreenshotTarget {
  name: string
  url: string
  /** Resolves when the page's scripts have started. */
  ready(page: Page): Promise<unknown>
}

/** Captures the page as it is, in each size and theme. */
async function captureSizes(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      const file = new URL(`${name}-${size.width}-${colorScheme}.png`, folder)
      await page.screenshot({ path: file.pathname, fullPage: true })
    }
  }
}

/** Loads a page and captures all of it in each size and theme. */
async function capture(page: Page, { name, url, ready }: ScreenshotTarget): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.goto(url)
    await ready(page)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      const image = readmeImages.get(name)
      if (image && size.width === 1280 && colorScheme === 'light') {
        await page.screenshot({ path: new URL(image, readmeFolder).pathname })
      }
      const file = new URL(`${name}-${size.width}-${colorScheme}.png`, folder)
      await page.screenshot({ path: file.pathname, fullPage: true })
    }
  }
}
