import type { Page, Response } from 'playwright-core'
import { accessibilityViolations, browserErrors } from './browser.ts'

const desktopViewport = { width: 1280, height: 800 }
const phoneViewport = { width: 390, height: 844 }

export interface MeasuredPage {
  page: Page
  /** Returns the responses with scripts since the last call. */
  takeScripts(): Response[]
}

/** Starts to record the scripts that a page loads. */
export function measurePage(page: Page): MeasuredPage {
  let scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  return {
    page,
    takeScripts() {
      const taken = scripts
      scripts = []
      return taken
    },
  }
}

/**
 * Returns the size of a script as that of a first visit, in bytes: the browser reports less for a script that another
 * page has left in its cache, but the headers of the response stay the same.
 */
async function sizeOf(response: Response): Promise<number> {
  const length = await response.headerValue('content-length')
  return length === null ? (await response.body()).byteLength : Number(length)
}

export interface PageExpectations {
  url: string
  /** Default: 200. */
  status?: number | undefined
  /** Compressed, as sent. */
  maxScriptBytes: number
  maxScripts: number
  /** Resolves when the page's scripts have started. */
  ready(page: Page): Promise<unknown>
  /** Returns the paths of the loaded scripts that do not count, because the page does not need them yet. */
  scriptsInAdvance?(page: Page, loaded: string[]): Promise<string[]>
}

/** Checks a page and returns all problems at once. */
export async function checkPage({ page, takeScripts }: MeasuredPage, expected: PageExpectations): Promise<string[]> {
  const { url, status = 200, maxScriptBytes, maxScripts } = expected
  // Ends what the previous page still loads, so that it does not count toward this page.
  await page.goto('about:blank')
  takeScripts()
  const before = browserErrors(page).length
  await page.setViewportSize(desktopViewport)
  await page.emulateMedia({ colorScheme: 'light' })
  const response = await page.goto(url)
  await expected.ready(page)
  const problems: string[] = []
  if (response?.status() !== status) problems.push(`responds with ${response?.status()}`)
  const scripts = takeScripts()
  const pathOf = (script: Response) => new URL(script.url()).pathname
  const inAdvance = new Set(await expected.scriptsInAdvance?.(page, scripts.map(pathOf)))
  const counted = scripts.filter((script) => !inAdvance.has(pathOf(script)))
  const sizes = await Promise.all(counted.map(sizeOf))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes === 0 || bytes > maxScriptBytes) problems.push(`loads ${bytes} bytes of script`)
  if (sizes.length > maxScripts) problems.push(`loads ${sizes.length} scripts`)
  problems.push(...(await accessibilityViolations(page)).map((text) => `light: ${text}`))
  await page.emulateMedia({ colorScheme: 'dark' })
  // Only the color rule can give another result in the other theme.
  problems.push(...(await accessibilityViolations(page, ['color-contrast'])).map((text) => `dark: ${text}`))
  await page.setViewportSize(phoneViewport)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (overflow > 0) problems.push(`is ${overflow} px wider than a phone`)
  // The browser also logs the expected error status.
  const errors = browserErrors(page).slice(before)
  return [...problems, ...errors.filter((text) => status === 200 || !text.includes(`status of ${status}`))]
}
