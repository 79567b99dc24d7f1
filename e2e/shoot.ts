import { mkdir } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { hydrated, openPage } from './browser.ts'
import { openShowroom, type Shown } from './pages.ts'

// Carried out by shots.ts.
const folder = new URL('../screenshots/', import.meta.url)
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]
const themes = ['light', 'dark'] as const

const words = (process.env.HEED_SHOTS ?? '').split(' ').filter((word) => word !== '')
const { stage, pages, owner } = await openShowroom()
const wanted = pages.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
await mkdir(folder, { recursive: true })

for (const isInside of [false, true]) {
  test(isInside ? 'pages of those who are signed in' : 'pages of anybody', async () => {
    const page = await (isInside ? owner.page({ reducedMotion: 'reduce' }) : openPage({ reducedMotion: 'reduce' }))
    for (const shown of wanted.filter((one) => one.isInside === isInside)) await photograph(page, shown)
  })
}

/** In each size and theme, at its whole length. */
async function photograph(page: Page, { name, path }: Shown): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.goto(`${stage.origin}/console${path}`)
    await hydrated(page)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      const file = new URL(`${name}-${size.width}-${colorScheme}.png`, folder)
      await page.screenshot({ path: file.pathname, fullPage: true })
    }
  }
}
