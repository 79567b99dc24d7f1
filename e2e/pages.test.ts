import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaintsOf, hydrated, openPage, violationsOf } from './browser.ts'
import { openShowroom, type Shown } from './pages.ts'

// Issue 5; as it is sent, compressed.
const scriptBytesAtMost = 150_000
const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }

const { stage, pages, owner, demo } = await openShowroom()
const addressOf = ({ path }: Pick<Shown, 'path'>) => `${stage.origin}/console${path}`
const options = { reducedMotion: 'reduce', viewport: wide } as const

for (const isInside of [false, true]) {
  const who = isInside ? 'to somebody who is signed in' : 'to anybody'

  suite(`a page answers ${who}, within the budget of script, accessible in both themes, fit for a phone, without complaints: `, async () => {
    const opened = measured(await (isInside ? owner.page(options) : openPage(options)))
    for (const shown of pages.filter((one) => one.isInside === isInside)) {
      test(shown.name, async () => assert.deepEqual(await faultsOf(await opened, shown), []))
    }
  })
}

test('a page loads nothing from elsewhere, is in no frame, and is kept nowhere', async () => {
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

interface Measured {
  page: Page
  /** Of the scripts that were fetched since it was asked the last time. */
  scriptBytes(): Promise<number>
}

/** A page whose browser keeps nothing: each visit is a first one. */
async function measured(page: Page): Promise<Measured> {
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

/** Everything that is wrong with a page, at once. */
async function faultsOf({ page, scriptBytes }: Measured, shown: Shown): Promise<string[]> {
  const before = complaintsOf(page).length
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  const answer = await page.goto(addressOf(shown))
  await hydrated(page)
  const faults: string[] = []
  const expected = shown.status ?? 200
  if (answer?.status() !== expected) faults.push(`answers ${answer?.status()}`)
  const bytes = await scriptBytes()
  if (bytes === 0 || bytes > scriptBytesAtMost) faults.push(`loads ${bytes} bytes of script`)
  faults.push(...(await violationsOf(page)).map((text) => `light: ${text}`))
  await page.emulateMedia({ colorScheme: 'dark' })
  // Of all rules, the one about colours alone can find something else in the other theme.
  faults.push(...(await violationsOf(page, ['color-contrast'])).map((text) => `dark: ${text}`))
  await page.setViewportSize(narrow)
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (over > 0) faults.push(`is ${over} px wider than a phone`)
  // The browser itself complains of the answer that was asked for.
  const noted = complaintsOf(page).slice(before)
  return [...faults, ...noted.filter((text) => expected === 200 || !text.includes(`status of ${expected}`))]
}
