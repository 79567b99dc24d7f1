import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hydrated, openPage } from '../support/browser.ts'
import { type Expected, faultsOf, measured, wide } from '../support/page-checks.ts'
import { openShowroom, type Shown } from '../support/console-pages.ts'

// Issue 5; as it is sent, compressed.
const scriptBytesAtMost = 150_000
const { stage, pages, owner, demo } = await openShowroom()
const addressOf = ({ path }: Pick<Shown, 'path'>) => `${stage.origin}/console${path}`
const expectedOf = (shown: Shown): Expected => ({
  address: addressOf(shown),
  status: shown.status,
  scriptBytesAtMost,
  ready: hydrated,
})
const options = { reducedMotion: 'reduce', viewport: wide } as const

for (const isInside of [false, true]) {
  const who = isInside ? 'to somebody who is signed in' : 'to anybody'

  suite(`a page answers ${who}, within the budget of script, accessible in both themes, fit for a phone, without complaints: `, async () => {
    const opened = measured(await (isInside ? owner.page(options) : openPage(options)))
    for (const shown of pages.filter((one) => one.isInside === isInside)) {
      test(shown.name, async () => assert.deepEqual(await faultsOf(await opened, expectedOf(shown)), []))
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
