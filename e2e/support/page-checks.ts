import type { Page } from 'playwright-core'
import { accessibilityViolations, browserErrors } from './browser.ts'

export const desktopViewport = { width: 1280, height: 800 }
const phoneViewport = { width: 390, height: 844 }

export interface MeasuredPage {
  page: Page
  /** Of the scripts that were fetched since it was asked the last time. */
  scriptBytes(): Promise<number>
}

/** A page whose browser keeps nothing: each visit is a first one. */
export async function measurePage(page: Page): Promise<MeasuredPage> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  let sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  return {
    page,
    async scriptBytes() {
      const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
      sizes = []
      return bytes
    },
  }
}

export interface PageExpectations {
  address: string
  /** Default: 200. */
  status?: number | undefined
  /** As it is sent, compressed. */
  maxScriptBytes: number
  /** Resolves when the page's scripts have begun. */
  ready(page: Page): Promise<unknown>
}

/** Everything that is wrong with a page, at once. */
export async function checkPage({ page, scriptBytes }: MeasuredPage, expected: PageExpectations): Promise<string[]> {
  const { address, status = 200, maxScriptBytes: scriptBytesAtMost } = expected
  const before = browserErrors(page).length
  await page.setViewportSize(desktopViewport)
  await page.emulateMedia({ colorScheme: 'light' })
  const answer = await page.goto(address)
  await expected.ready(page)
  const faults: string[] = []
  if (answer?.status() !== status) faults.push(`answers ${answer?.status()}`)
  const bytes = await scriptBytes()
  if (bytes === 0 || bytes > scriptBytesAtMost) faults.push(`loads ${bytes} bytes of script`)
  faults.push(...(await accessibilityViolations(page)).map((text) => `light: ${text}`))
  await page.emulateMedia({ colorScheme: 'dark' })
  // Of all rules, the one about colours alone can find something else in the other theme.
  faults.push(...(await accessibilityViolations(page, ['color-contrast'])).map((text) => `dark: ${text}`))
  await page.setViewportSize(phoneViewport)
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (over > 0) faults.push(`is ${over} px wider than a phone`)
  // The browser itself complains of the answer that was asked for.
  const noted = browserErrors(page).slice(before)
  return [...faults, ...noted.filter((text) => status === 200 || !text.includes(`status of ${status}`))]
}
