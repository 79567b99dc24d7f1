import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildPortalUrl } from './urls.ts'

test('a portal is below the instance, or at the root of its own host by the scheme and port of the instance', () => {
  const acme = { publicUrl: 'https://heed.example.com', slug: 'acme', portalHost: null }
  assert.equal(buildPortalUrl(acme), 'https://heed.example.com/p/acme')
  const own = { ...acme, portalHost: 'feedback.acme.test' }
  assert.equal(buildPortalUrl(own), 'https://feedback.acme.test')
  assert.equal(buildPortalUrl({ ...own, publicUrl: 'http://127.0.0.1:3000' }), 'http://feedback.acme.test:3000')
})
