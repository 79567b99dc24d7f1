import { mkdir } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage, waitForHydration } from '../support/browser.ts'
import { type ConsolePageCase, createConsolePageFixtures } from '../support/console-pages.ts'
import { createPortalPageFixtures } from '../support/portal-pages.ts'

// Carried out by shots.ts.
const folder = new URL('../../screenshots/', import.meta.url)
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]
const themes = ['light', 'dark'] as const

const words = (process.env.HEED_SHOTS ?? '').split(' ').filter((word) => word !== '')
const { browserApp: stage, pages, owner } = await createConsolePageFixtures()
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word))
const wanted: ConsolePageCase[] = pages.filter(({ name }) => isWanted(name))
await mkdir(folder, { recursive: true })

for (const isInside of [false, true]) {
  test(isInside ? 'pages of those who are signed in' : 'pages of anybody', async () => {
    const page = await (isInside ? owner.page({ reducedMotion: 'reduce' }) : openPage({ reducedMotion: 'reduce' }))
    for (const shown of wanted.filter((one) => one.isSignedIn === isInside)) {
      await capture(page, {
        name: shown.name,
        address: `${stage.origin}/console${shown.path}`,
        ready: waitForHydration,
      })
    }
  })
}

test('pages of the portal', async () => {
  const room = await createPortalPageFixtures()
  for (const isInside of [false, true]) {
    const page = await openPage({ reducedMotion: 'reduce' })
    if (isInside) await page.context().addCookies(room.cookies)
    const ready = () => page.waitForFunction(() => document.documentElement.classList.contains('has-script'))
    for (const { name, path } of room.pages.filter((one) => one.isSignedIn === isInside)) {
      if (isWanted(name)) await capture(page, { name, address: room.browserApp.origin + path, ready })
    }
    await page.context().close()
  }
})

interface ScreenshotTarget {
  name: string
  address: string
  /** Resolves when the page's scripts have begun. */
  ready(page: Page): Promise<unknown>
}

/** In each size and theme, at its whole length. */
async function capture(page: Page, { name, address, ready }: ScreenshotTarget): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.goto(address)
    await ready(page)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      const file = new URL(`${name}-${size.width}-${colorScheme}.png`, folder)
      await page.screenshot({ path: file.pathname, fullPage: true })
    }
  }
}
