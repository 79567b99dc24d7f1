import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from './test/test-app.ts'

const { origin, database } = await createTestApp()

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

test('the root path leads a browser to the instructions for the set-up while there is no account', async () => {
  const open = async () => {
    const response = await fetch(`${origin}/`, { headers: { accept: browserAccept } })
    return { path: new URL(response.url).pathname, status: response.status, text: await response.text() }
  }
  const fresh = await open()
  assert.deepEqual([fresh.path, fresh.status], ['/console/sign-in', 200])
  assert.match(fresh.text, /Heed isn’t set up yet/)
  assert.match(fresh.text, /npx heed setup-link/)
  await database.pool.query(
    `insert into accounts (id, email, name, created_at, updated_at)
     values (gen_random_uuid(), 'ada@example.com', 'Ada', now(), now())`,
  )
  const later = await open()
  assert.equal(later.path, '/console/sign-in')
  assert.doesNotMatch(later.text, /Heed isn’t set up yet/)
})
