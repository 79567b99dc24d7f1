import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildPortalUrl } from './portal-url.ts'

test('builds portal URLs below the instance, or on a custom domain with the instance’s scheme and port', () => {
  const acme = { publicUrl: 'https://heed.example.com', slug: 'acme', portalHost: null }
  assert.equal(buildPortalUrl(acme), 'https://heed.example.com/p/acme')
  const own = { ...acme, portalHost: 'feedback.acme.test' }
  assert.equal(buildPortalUrl(own), 'https://feedback.acme.test')
  assert.equal(buildPortalUrl({ ...own, publicUrl: 'http://127.0.0.1:3000' }), 'http://feedback.acme.test:3000')
})
