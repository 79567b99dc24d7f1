import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildReference } from '../../../../bin/build-reference.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { referenceFolder } from './reference-page.ts'

if (!existsSync(referenceFolder)) await buildReference(fileURLToPath(referenceFolder))
const { origin } = await createTestApp()

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { headers, redirect: 'manual' })

test('lets the reference page run only its inline script and scripts of this server', async () => {
  const page = await get('/docs/')
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type')!, /^text\/html/)
  assert.equal(page.headers.get('cache-control'), 'private, no-store')

  const inline = [...(await page.text()).matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text]) => text!,
  )
  assert.equal(inline.length, 1)
  const hash = createHash('sha256').update(inline[0]!).digest('base64')
  const rules = page.headers.get('content-security-policy')!.split('; ')
  assert.deepEqual(
    rules.filter((rule) => /^(default|script)-src/.test(rule)),
    ["default-src 'self'", `script-src 'self' 'sha256-${hash}'`],
  )
})

test('caches the page’s script and answers 304 to a browser that has it', async () => {
  const script = await get('/docs/js/scalar.js')
  assert.equal(script.status, 200)
  assert.match(script.headers.get('content-type')!, /^application\/javascript/)
  assert.equal(script.headers.get('cache-control'), 'public, max-age=3600')
  assert.ok((await script.text()).length > 0)

  const etag = script.headers.get('etag')!
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await get('/docs/js/scalar.js', { 'if-none-match': known })
    assert.deepEqual([again.status, again.headers.get('etag'), await again.text()], [304, etag, ''])
  }
  assert.equal((await get('/docs/js/scalar.js', { 'if-none-match': '"other"' })).status, 200)
})

test('redirects /docs to the page and forbids caching the redirect', async () => {
  const { status, headers } = await get('/docs')
  assert.ok([301, 302].includes(status))
  assert.equal(headers.get('location'), '/docs/')
  assert.equal(headers.get('cache-control'), 'private, no-store')
})
