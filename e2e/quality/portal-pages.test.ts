import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage } from '../support/browser.ts'
import { checkPage, measurePage } from '../support/page-checks.ts'
import { createPortalPageFixtures } from '../support/portal-pages.ts'

// The script budget of the portal (ADR 0017): compressed, as sent.
const maxScriptBytes = 60_000
const maxScripts = 4

const { browserApp, pages, demo, cookies } = await createPortalPageFixtures()
const ready = (page: Page) => page.waitForFunction(() => document.documentElement.classList.contains('has-script'))

async function open(isSignedIn: boolean): Promise<Page> {
  const page = await openPage()
  if (isSignedIn) await page.context().addCookies(cookies)
  return page
}

for (const isSignedIn of [false, true]) {
  const audience = isSignedIn ? 'signed in' : 'signed out'

  suite(`every portal page (${audience}) meets the script budget, is accessible in both themes, fits a phone, and logs no errors: `, () => {
    const opening = open(isSignedIn).then(measurePage)
    for (const { name, path, status } of pages.filter((pageCase) => pageCase.isSignedIn === isSignedIn)) {
      test(name, async () => {
        const url = `${browserApp.origin}${path}`
        assert.deepEqual(await checkPage(await opening, { url, status, maxScriptBytes, maxScripts, ready }), [])
      })
    }
  })
}

test('portal pages load nothing from other origins, run no inline scripts, and forbid framing', async () => {
  const response = await fetch(`${browserApp.origin}/p/${demo.slug}`)
  const policy = response.headers.get('content-security-policy')!
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]) {
    assert.ok(policy.split('; ').includes(rule), rule)
  }
  assert.doesNotMatch(policy, /unsafe/)
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
})
