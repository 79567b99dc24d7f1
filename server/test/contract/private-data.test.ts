import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newsDesk } from '../fixtures/digests.ts'
import { signedIn } from '../clients/portal-client.ts'
import { furnishPrivately, insider, privateWord, publicWord } from '../fixtures/private-data.ts'
import { createWorld } from '../test-app.ts'

const world = await createWorld({ caps: { free: null, starter: null, growth: null } })
const acme = await world.workspace()
const { requests, entries } = await furnishPrivately(acme)

// More than there are, so that a page that leads to itself for ever ends the sweep with a failure.
const pagesAtMost = 400

/** Every address that text leads to, below this workspace's portal. */
function addressesIn(text: string, prefix: string): string[] {
  const found = [...text.matchAll(/(?:href|src|action)="([^"]+)"|<loc>([^<]+)<\/loc>|"(?:url|id)":"(http[^"]+)"/g)]
  return found
    .map(([, attribute, location, member]) => (attribute ?? location ?? member)!.replaceAll('&amp;', '&'))
    .map((address) => address.replace(/^http:\/\/heed\.test/, '').replace(/#.*/, ''))
    .filter((address) => address === prefix || address.startsWith(`${prefix}/`) || address.startsWith(`${prefix}?`))
}

/** Reads everything that can be reached. @returns what each address answered. */
async function crawl(cookie: string | null): Promise<Map<string, string>> {
  const prefix = `/p/${acme.slug}`
  const beginnings = [
    '',
    '/me',
    '/me/data.json',
    '/robots.txt',
    '/sitemap.xml',
    '/widget.json',
    '/similar?title=plainsight',
    '/changelog/feed.json',
  ]
  // What is hidden is asked for by name as well.
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select id from feedback where workspace_id = $1 union select feedback_id from feedback_merges where workspace_id = $1
     union select id from changelog_entries where workspace_id = $1`,
    [acme.id],
  )
  const named = rows.flatMap(({ id }) => [`/requests/${id}`, `/changelog/${id}`])
  const searches = [`/?search=${privateWord}`, `/similar?title=${privateWord}`, `/?board=${privateWord}`]
  const waiting = [...beginnings, ...named, ...searches].map((path) => prefix + path)
  const read = new Map<string, string>()
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (read.has(address)) continue
    assert.ok(read.size < pagesAtMost, `There is no end to it: ${address}`)
    const answer = await fetch(world.origin + address, {
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

/** What a page repeats of what it was asked is no leak. */
const withoutQuestion = (address: string, text: string): string => {
  const asked = new URL(address, 'http://heed.test').searchParams
  return [...asked.values()].reduce((rest, value) => rest.replaceAll(value, ''), text)
}

function assertNothingPrivate(read: Map<string, string>): void {
  for (const [address, text] of read) {
    const plain = withoutQuestion(address, text)
    const at = plain.indexOf(privateWord)
    assert.equal(at, -1, `${address} tells ${plain.slice(Math.max(0, at - 80), at + 60)}`)
  }
}

test('no page, feed or sitemap tells a stranger what is private, wherever a link leads', async () => {
  const read = await crawl(null)
  assertNothingPrivate(read)
  // It did see what it came for.
  const all = [...read.values()].join('\n')
  for (const text of ['in_review', 'completed', 'comment', 'reply', 'entry', 'tag'])
    assert.ok(all.includes(`${publicWord} ${text}`), text)
  for (const id of requests) assert.ok(read.get(`/p/${acme.slug}/requests/${id}`)?.includes(publicWord))
  for (const id of entries) assert.ok(read.get(`/p/${acme.slug}/changelog/${id}`)?.includes(publicWord))
  for (const feed of ['rss.xml', 'atom.xml', 'feed.json']) {
    assert.ok(read.get(`/p/${acme.slug}/changelog/${feed}`)?.includes(publicWord), feed)
  }
})

test('nor do they tell another customer, who is signed in', async () => {
  const mallory = await signedIn(world, acme, { email: 'mallory@example.com', name: 'Mallory' })
  const read = await crawl(mallory.cookie)
  assertNothingPrivate(read)
  assert.ok(read.get(`/p/${acme.slug}/me`)?.includes('mallory@example.com'))
})

test('nor whoever filed it, or voted for it, when the public does not see it', async () => {
  const own = await signedIn(world, acme, { email: insider })
  const read = await crawl(own.cookie)
  assertNothingPrivate(read)
  assert.ok(read.get(`/p/${acme.slug}/me/data.json`)?.includes(insider))
})

test('no answer of the API without a key tells anything', async () => {
  for (const { method, path } of world.app.operations) {
    const address = path.replaceAll(/\{\w+\}/g, requests[0]!)
    const answer = await fetch(`${world.origin}/api/v1${address}`, { method })
    const text = await answer.text()
    assert.ok(!text.includes(privateWord) && !text.includes(publicWord), `${method} ${path}`)
  }
})

test('no message about a request holds what is private, beyond the address that it goes to', async () => {
  const desk = await newsDesk(world)
  for (const id of requests) {
    const mallory = await signedIn(world, acme, { email: 'mallory@example.com' })
    await mallory.send(`/requests/${id}/vote`, { vote: 'cast' })
    await acme.api.patch(`/feedback/${id}/stage`, { stage: 'in_progress' })
    await acme.api.made(`/feedback/${id}/comments`, { body: `${publicWord} answer`, kind: 'staff_reply' })
  }
  await desk.round(3)
  const told = (await desk.round(64)).filter(({ to }) => to === 'mallory@example.com')
  const messages = desk.smtp.messages.filter(({ to }) => to === 'mallory@example.com')
  assert.equal(messages.length >= requests.length, true, `${told.length} and ${messages.length} messages`)
  for (const { raw } of messages) assert.ok(!raw.includes(privateWord), raw)
  await desk.smtp.stop()
})
