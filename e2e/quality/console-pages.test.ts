import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openPage, waitForHydration } from '../support/browser.ts'
import { type ConsolePageCase, createConsolePageFixtures } from '../support/console-pages.ts'
import { checkPage, desktopViewport, measurePage, type PageExpectations } from '../support/page-checks.ts'

// Issue 5; as it is sent, compressed.
const scriptBytesAtMost = 150_000
const { browserApp: stage, pages, owner, demo } = await createConsolePageFixtures()
const addressOf = ({ path }: Pick<ConsolePageCase, 'path'>) => `${stage.origin}/console${path}`
const expectedOf = (shown: ConsolePageCase): PageExpectations => ({
  address: addressOf(shown),
  status: shown.status,
  maxScriptBytes: scriptBytesAtMost,
  ready: waitForHydration,
})
const options = { reducedMotion: 'reduce', viewport: desktopViewport } as const

for (const isInside of [false, true]) {
  const who = isInside ? 'to somebody who is signed in' : 'to anybody'

  suite(`a page answers ${who}, within the budget of script, accessible in both themes, fit for a phone, without complaints: `, async () => {
    const opened = measurePage(await (isInside ? owner.page(options) : openPage(options)))
    for (const shown of pages.filter((one) => one.isSignedIn === isInside)) {
      test(shown.name, async () => assert.deepEqual(await checkPage(await opened, expectedOf(shown)), []))
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
