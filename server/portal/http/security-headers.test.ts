import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimitStore } from '../../platform/http/rate-limits/rate-limiter.ts'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp } from '../../test/test-app.ts'
import type { PortalContext } from './context.ts'
import { createPortalRateLimits } from './rate-limits.ts'

/** A store that the test shares with the server. */
const storeOf = ({ pool }: Database): RateLimitStore => ({ kind: 'postgres', pool })

const plain = await createTestApp()
const secure = await createTestApp({ publicUrl: 'https://heed.test' })

test('switches off devices and windows of other sites on every surface, and requires https where it is used', async () => {
  for (const app of [plain, secure]) {
    const { slug } = await app.workspace()
    for (const path of [`/p/${slug}/`, `/p/${slug}/nothing`, '/console/sign-in', '/api/v1/feedback', '/healthz']) {
      const { headers } = await fetch(`${app.origin}${path}`)
      assert.match(headers.get('permissions-policy')!, /camera=\(\)/, path)
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', path)
      const expected = app === secure ? 'max-age=31536000' : null
      assert.equal(headers.get('strict-transport-security'), expected, path)
    }
  }
})

test('keeps no page with personal data in any cache', async () => {
  const acme = await plain.workspace()
  const ada = await signInCustomer(plain, acme, { email: 'ada@example.com' })
  for (const path of ['/me', '/me/profile', '/me/data', '/me/data.json']) {
    assert.equal((await ada.get(path)).headers.get('cache-control'), 'private, no-store', path)
  }
})

test('limits searches per network', async () => {
  const shared = await createTestApp({ rateLimitStore: storeOf })
  const acme = await shared.workspace()
  const reader = createPortalClient(shared, acme)
  const limits = createPortalRateLimits(storeOf(shared.database))
  const workspace = { id: acme.id } as PortalContext['workspace']
  assert.equal((await reader.get('/?search=word')).status, 200)
  for (let n = 0; n < 239; n++) await limits.consume('search', { workspace, clientAddress: '127.0.0.1' }, null)
  const refused = await reader.get('/?search=more')
  assert.equal(refused.status, 429)
  assert.match(refused.text, /too many searches/)
  assert.equal((await reader.get('/')).status, 200)
})
