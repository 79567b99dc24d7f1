import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openPage, waitForHydration } from '../support/browser.ts'
import { type ConsolePageCase, createConsolePageFixtures } from '../support/console-pages.ts'
import { checkPage, measurePage, type PageExpectations } from '../support/page-checks.ts'

// Compressed, as sent. Keeps pages from growing (ADR 0016).
const maxScriptBytes = 150_000
// Each script is a request, and modules that only a few pages share should not be files of their own.
const maxScripts = 24
const { browserApp, pages, owner, demo } = await createConsolePageFixtures()
const pageUrl = ({ path }: Pick<ConsolePageCase, 'path'>) => `${browserApp.origin}/console${path}`
const expectationsFor = (pageCase: ConsolePageCase): PageExpectations => ({
  url: pageUrl(pageCase),
  status: pageCase.status,
  maxScriptBytes,
  maxScripts,
  ready: waitForHydration,
})

for (const isSignedIn of [false, true]) {
  const audience = isSignedIn ? 'signed in' : 'signed out'

  suite(`every page (${audience}) meets the script budget, is accessible in both themes, fits a phone, and logs no errors: `, async () => {
    const page = await (isSignedIn ? owner.page() : openPage())
    // People who save data load the scripts of the page alone, and not also those of the page they may open next.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    const opened = measurePage(page)
    for (const pageCase of pages.filter((other) => other.isSignedIn === isSignedIn)) {
      test(pageCase.name, async () => assert.deepEqual(await checkPage(opened, expectationsFor(pageCase)), []))
    }
  })
}

test('pages load nothing from other origins, and forbid framing, indexing and caching', async () => {
  for (const [page, path] of [
    [await owner.page(), `/w/${demo.slug}/requests`],
    [await openPage(), '/sign-in'],
  ] as const) {
    const headers = (await page.goto(pageUrl({ path })))!.headers()
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
