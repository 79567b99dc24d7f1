import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInCustomer } from '../clients/portal-client.ts'
import { createDigestFixtures } from '../fixtures/digests.ts'
import { insiderEmail, privateMarker, publicMarker, seedPrivateData } from '../fixtures/private-data.ts'
import { createTestApp } from '../test-app.ts'

const app = await createTestApp({ caps: { free: null, starter: null, growth: null } })
const acme = await app.workspace()
const { requests, entries } = await seedPrivateData(acme)

// More pages than exist. An endless chain of links fails the test.
const pagesAtMost = 400

/** Finds every portal URL of this workspace in a text. */
function addressesIn(text: string, prefix: string): string[] {
  const found = [...text.matchAll(/(?:href|src|action)="([^"]+)"|<loc>([^<]+)<\/loc>|"(?:url|id)":"(http[^"]+)"/g)]
  return found
    .map(([, attribute, location, member]) => (attribute ?? location ?? member)!.replaceAll('&amp;', '&'))
    .map((address) => address.replace(/^http:\/\/heed\.test/, '').replace(/#.*/, ''))
    .filter((address) => address === prefix || address.startsWith(`${prefix}/`) || address.startsWith(`${prefix}?`))
}

/** Crawls every reachable page. @returns the responses by URL. */
async function crawl(cookie: string | null): Promise<Map<string, string>> {
  const prefix = `/p/${acme.slug}`
  const beginnings = [
    '',
    '/me',
    '/me/profile',
    '/me/data.json',
    '/robots.txt',
    '/sitemap.xml',
    '/widget.json',
    '/similar?title=plainsight',
    '/changelog/feed.json',
  ]
  // Also requests hidden resources by their own URLs.
  const { rows } = await app.database.pool.query<{ id: string }>(
    `select id from feedback where workspace_id = $1 union select feedback_id from feedback_merges where workspace_id = $1
     union select id from changelog_entries where workspace_id = $1`,
    [acme.id],
  )
  const named = rows.flatMap(({ id }) => [`/requests/${id}`, `/changelog/${id}`])
  const searches = [`/?search=${privateMarker}`, `/similar?title=${privateMarker}`, `/?board=${privateMarker}`]
  const waiting = [...beginnings, ...named, ...searches].map((path) => prefix + path)
  const read = new Map<string, string>()
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (read.has(address)) continue
    assert.ok(read.size < pagesAtMost, `There is no end to it: ${address}`)
    const answer = await fetch(app.origin + address, {
      redirect: 'manual',
      headers: cookie === null ? {} : { cookie },
    })
    const text = `${[...answer.headers].join('\n')}\n${await answer.text()}`
    read.set(address, text)
    const location = answer.headers.get('location')
    waiting.push(...addressesIn(text, prefix), ...(location?.startsWith(prefix) ? [location.replace(/#.*/, '')] : []))
  }
  return read
}

/** Removes the values of the query from a page, since echoing them is no leak. */
const withoutQuestion = (address: string, text: string): string => {
  const query = new URL(address, 'http://heed.test').searchParams
  return [...query.values()].reduce((rest, value) => rest.replaceAll(value, ''), text)
}

function assertNothingPrivate(read: Map<string, string>): void {
  for (const [address, text] of read) {
    const plain = withoutQuestion(address, text)
    const at = plain.indexOf(privateMarker)
    assert.equal(at, -1, `${address} tells ${plain.slice(Math.max(0, at - 80), at + 60)}`)
  }
}

test('shows no private data to a signed-out visitor on any page, feed or sitemap', async () => {
  const read = await crawl(null)
  assertNothingPrivate(read)
  // Proves that the crawl saw the public data.
  const all = [...read.values()].join('\n')
  for (const text of ['in_review', 'completed', 'comment', 'reply', 'entry', 'tag'])
    assert.ok(all.includes(`${publicMarker} ${text}`), text)
  for (const id of requests) assert.ok(read.get(`/p/${acme.slug}/requests/${id}`)?.includes(publicMarker))
  for (const id of entries) assert.ok(read.get(`/p/${acme.slug}/changelog/${id}`)?.includes(publicMarker))
  for (const feed of ['rss.xml', 'atom.xml', 'feed.json']) {
    assert.ok(read.get(`/p/${acme.slug}/changelog/${feed}`)?.includes(publicMarker), feed)
  }
})

test('shows no private data to another signed-in customer', async () => {
  const mallory = await signInCustomer(app, acme, { email: 'mallory@example.com', name: 'Mallory' })
  const read = await crawl(mallory.cookie)
  assertNothingPrivate(read)
  assert.ok(read.get(`/p/${acme.slug}/me/profile`)?.includes('mallory@example.com'))
})

test('shows no private data to the submitter of a request that is not public', async () => {
  const own = await signInCustomer(app, acme, { email: insiderEmail })
  const read = await crawl(own.cookie)
  assertNothingPrivate(read)
  assert.ok(read.get(`/p/${acme.slug}/me/data.json`)?.includes(insiderEmail))
})

test('shows no private data in the API without a key', async () => {
  for (const { method, path } of app.server.operations) {
    const address = path.replaceAll(/\{\w+\}/g, requests[0]!)
    const answer = await fetch(`${app.origin}/api/v1${address}`, { method })
    const text = await answer.text()
    assert.ok(!text.includes(privateMarker) && !text.includes(publicMarker), `${method} ${path}`)
  }
})

test('includes no private data in mail about a request, except for the recipient’s address', async () => {
  const digests = await createDigestFixtures(app)
  for (const id of requests) {
    const mallory = await signInCustomer(app, acme, { email: 'mallory@example.com' })
    // A completed request takes no votes, so the stage comes first.
    await acme.api.patch(`/feedback/${id}/stage`, { stage: 'in_progress' })
    await mallory.send(`/requests/${id}/vote`, { vote: 'cast' })
    await acme.api.create(`/feedback/${id}/comments`, { body: `${publicMarker} answer`, kind: 'staff_reply' })
  }
  await digests.deliverDue(3)
  const sent = (await digests.deliverDue(64)).filter(({ to }) => to === 'mallory@example.com')
  const messages = digests.smtp.messages.filter(({ to }) => to === 'mallory@example.com')
  assert.equal(messages.length >= requests.length, true, `${sent.length} and ${messages.length} messages`)
  for (const { raw } of messages) assert.ok(!raw.includes(privateMarker), raw)
  await digests.smtp.stop()
})
