import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
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
  scriptsInAdvance: scriptsLoadedInAdvance,
})

interface RouterWindow {
  __reactRouterManifest: { routes: Record<string, { module: string; imports?: string[] } | undefined> }
  /** `matches` are the routes that the page shows. */
  __reactRouterDataRouter: { state: { matches: { route: { id: string } }[] } }
}

/**
 * Returns those of the loaded scripts that the list loads in advance: those of the request page, and those of dialogs and menus. Empty on
 * pages without the list.
 */
async function scriptsLoadedInAdvance(page: Page, loaded: string[]): Promise<string[]> {
  return page.evaluate((loaded) => {
    const { __reactRouterManifest: manifest, __reactRouterDataRouter: router } = window as unknown as RouterWindow
    const detail = 'requests/detail/page'
    const routes = router.state.matches.map(({ route }) => route.id)
    if (!routes.includes('requests/list/page')) return []
    const scriptsOf = (route: string) => {
      const { module, imports = [] } = manifest.routes[route] ?? { module: '' }
      return [module, ...imports]
    }
    const shown = new Set(routes.flatMap(scriptsOf))
    const onUse = loaded.filter((path) => /\/(list-on-use|request-on-use|most-pages)-/.test(path))
    return [...scriptsOf(detail), ...onUse].filter((script) => !shown.has(script))
  }, loaded)
}

for (const isSignedIn of [false, true]) {
  const audience = isSignedIn ? 'signed in' : 'signed out'

  suite(`every page (${audience}) meets the script budget, is accessible in both themes, fits a phone, and logs no errors: `, async () => {
    const page = await (isSignedIn ? owner.page() : openPage())
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
