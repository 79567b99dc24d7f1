import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaintsOf, hydrated, openPage, violationsOf } from './browser.ts'
import { openShowroom, type Shown } from './pages.ts'

const { stage, pages, owner, demo } = await openShowroom()
const addressOf = ({ path }: Pick<Shown, 'path'>) => `${stage.origin}/console${path}`
const insides = pages.filter(({ isInside }) => isInside)

/** What the browser fetched to show a page, in bytes as they were sent. */
async function scriptBytes(page: Page, address: string): Promise<number> {
  const requests: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') requests.push(request.sizes().then((sizes) => sizes.responseBodySize))
  })
  await page.goto(address)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  return (await Promise.all(requests)).reduce((sum, bytes) => sum + bytes, 0)
}

suite('every page of the console', () => {
  for (const isInside of [false, true]) {
    for (const part of isInside ? [0, 1, 2, 3] : [0]) {
      const who = isInside ? `to its owner, part ${part + 1}` : 'to anybody'

      test(`answers ${who}, without a violation of accessibility in either theme, and the browser complains of nothing`, async () => {
        const page = await (isInside ? owner.page({ reducedMotion: 'reduce' }) : openPage({ reducedMotion: 'reduce' }))
        const found: string[] = []
        const some = pages.filter((shown) => shown.isInside === isInside)
        for (const shown of isInside ? some.filter((_, at) => at % 4 === part) : some) {
          found.push(...(await faultsOf(page, shown)))
        }
        assert.deepEqual(found, [])
      })
    }
  }

  test('is as wide as a phone, or scrolls inside of itself', async () => {
    const page = await owner.page({ viewport: { width: 390, height: 844 } })
    const tooWide: string[] = []
    for (const shown of insides) {
      await page.goto(addressOf(shown))
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (over > 0) tooWide.push(`${shown.name}: ${over} px`)
    }
    assert.deepEqual(tooWide, [])
  })

  test('loads at most 150 KB of JavaScript', async () => {
    const tooMuch: string[] = []
    for (const shown of pages.filter(({ name }) => !/^(empty|odd|not-found)/.test(name))) {
      const page = await (shown.isInside ? owner.page() : openPage())
      const bytes = await scriptBytes(page, addressOf(shown))
      if (bytes > 150_000 || bytes === 0) tooMuch.push(`${shown.name}: ${bytes} bytes`)
      await page.context().close()
    }
    assert.deepEqual(tooMuch, [])
  })

  test('may load nothing from elsewhere, is in no frame, and is kept nowhere', async () => {
    for (const [page, path] of [
      [await owner.page(), `/w/${demo.slug}/requests`],
      [await openPage(), '/sign-in'],
    ] as const) {
      const headers = (await page.goto(addressOf({ path })))!.headers()
      const policy = headers['content-security-policy']!
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]) {
        assert.ok(policy.includes(rule), rule)
      }
      assert.match(policy, /script-src 'self' 'nonce-[A-Za-z0-9+/=]{20,}'(;|$)/)
      assert.doesNotMatch(policy, /script-src[^;]*unsafe/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'same-origin')
      assert.match(headers['cache-control']!, /no-store/)
      assert.match(headers['x-robots-tag']!, /noindex/)
    }
  })
})

/** In the one theme all rules, in the other those about colours, which alone can differ. */
async function faultsOf(page: Page, shown: Shown): Promise<string[]> {
  const before = complaintsOf(page).length
  await page.emulateMedia({ colorScheme: 'light' })
  const answer = await page.goto(addressOf(shown))
  await hydrated(page)
  const expected = shown.status ?? 200
  const faults = answer?.status() === expected ? [] : [`answers ${answer?.status()}`]
  faults.push(...(await violationsOf(page)).map((text) => `light: ${text}`))
  await page.emulateMedia({ colorScheme: 'dark' })
  faults.push(...(await violationsOf(page, ['color-contrast'])).map((text) => `dark: ${text}`))
  const noted = complaintsOf(page).slice(before)
  // The browser itself complains of the answer that was asked for.
  faults.push(...noted.filter((text) => expected === 200 || !text.includes(`status of ${expected}`)))
  return faults.map((text) => `${shown.name}: ${text}`)
}
