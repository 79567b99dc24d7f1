import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from './test/test-app.ts'

const { origin } = await createTestApp()

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const redirects: [client: string, headers: Record<string, string>, location: string][] = [
  ['a browser to the console', { accept: browserAccept }, '/console'],
  ['curl to the API reference', { accept: '*/*' }, '/docs/'],
  ['an API client to the API reference', { accept: 'application/json' }, '/docs/'],
]

for (const [title, headers, location] of redirects) {
  test(`the root path redirects ${title}`, async () => {
    const response = await fetch(`${origin}/`, { headers, redirect: 'manual' })
    assert.equal(response.status, 302)
    assert.equal(response.headers.get('location'), location)
    assert.equal(response.headers.get('vary'), 'accept')
    assert.equal(response.headers.get('cache-control'), 'private, no-store')
  })
}
