import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { signInCustomer } from '../../test/clients/portal-client.ts'
import { createWidgetClient, setPortalSettings, type WidgetResponse } from '../../test/clients/widget-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { sessionCookie } from '../auth/session.ts'
import { widgetPath } from '../http/assets.ts'

const world = await createTestApp()
const home = 'https://app.acme.test'

async function embedded() {
  const acme = await world.workspace({ name: 'Acme' })
  await setPortalSettings(acme, { widgetOrigins: [home] })
  return { acme, script: createWidgetClient(world, acme, home) }
}

async function approved({ api }: TestWorkspace, title: string, more = {}): Promise<string> {
  const { id } = await api.create('/feedback', { title, ...more })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

async function published({ api }: TestWorkspace, title: string, body = ''): Promise<string> {
  const { id } = await api.create('/changelog', { title, body })
  await api.post(`/changelog/${id}/publish`, {})
  return id
}

const bearerOf = async (acme: TestWorkspace, email: string): Promise<string> =>
  `Bearer ${(await signInCustomer(world, acme, { email })).cookie.slice(sessionCookie.length + 1)}`

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

test('returns what the widget shows, and nothing that is not public, in one response', async () => {
  const { acme, script } = await embedded()
  const seen = await approved(acme, 'Dark mode', {
    description: 'Private words? No.',
    submitter: { email: 'secret@example.com', name: 'Secret Name' },
    sourceUrl: 'https://secret.example/page',
  })
  await acme.api.create('/feedback', { title: 'Pending' })
  const closed = await approved(acme, 'Closed')
  await acme.api.patch(`/feedback/${closed}/stage`, { stage: 'closed' })
  const completed = await approved(acme, 'Completed')
  await acme.api.patch(`/feedback/${completed}/stage`, { stage: 'completed' })
  await acme.api.create('/changelog', { title: 'Draft' })
  const entry = await published(acme, 'Out now', '**Bold** words')
  const { status, body, headers } = await script('GET', '/widget.json')
  assert.equal(status, 200)
  assert.equal(headers.get('access-control-allow-origin'), home)
  const { requests, entries, boards, ...rest } = body.data
  assert.deepEqual(requests, [
    { id: seen, title: 'Dark mode', stage: 'in_review', stageLabel: 'Under consideration', votes: 1, isVoted: false },
  ])
  assert.deepEqual(idsOf(entries), [entry])
  assert.deepEqual(Object.keys(entries[0]), ['id', 'title', 'publishedAt', 'tags', 'excerpt'])
  assert.equal(entries[0].excerpt, 'Bold words')
  assert.deepEqual(Object.keys(boards[0]), ['id', 'name'])
  assert.deepEqual(rest, {
    workspace: { name: 'Acme' },
    address: `http://heed.test/p/${acme.slug}`,
    links: [],
    accent: null,
    customer: null,
    updates: {
      label: 'Email me when Acme publishes updates',
      help: 'Optional. You can unsubscribe at any time.',
    },
    sections: { requests: true, changelog: true },
  })
})

test('caches the overview for signed-out visitors with an ETag, and keeps it private with a session', async () => {
  const { acme, script } = await embedded()
  const id = await approved(acme, 'Dark mode')
  const first = await script('GET', '/widget.json')
  assert.match(first.headers.get('cache-control')!, /^public, max-age=10/)
  const known = await script('GET', '/widget.json', { 'if-none-match': first.headers.get('etag')! })
  assert.deepEqual([known.status, known.headers.get('access-control-allow-origin')], [304, home])
  const authorization = await bearerOf(acme, 'ada@example.com')
  await script('POST', '/widget/votes', { authorization, body: { feedbackId: id, vote: 'cast' } })
  const own = await script('GET', '/widget.json', { authorization })
  assert.match(own.headers.get('cache-control')!, /^private/)
  assert.deepEqual(own.body.data.requests[0], {
    id,
    title: 'Dark mode',
    stage: 'in_review',
    stageLabel: 'Under consideration',
    votes: 1,
    isVoted: true,
  })
  assert.deepEqual(own.body.data.customer, { name: null, email: 'ada@example.com' })
  assert.equal((await script('GET', '/widget.json')).body.data.customer, null)
})

test('bypasses the cache for a Heed-Session header', async () => {
  const { acme, script } = await embedded()
  const session = (await bearerOf(acme, 'ada@example.com')).slice('Bearer '.length)
  const first = await script('GET', '/widget.json')
  assert.match(first.headers.get('vary')!, /Heed-Session/)
  const own = await script('GET', '/widget.json', { 'heed-session': session })
  assert.deepEqual(own.body.data.customer, { name: null, email: 'ada@example.com' })
  assert.match(own.headers.get('cache-control')!, /^private/)
})

test('lets only allowed origins read the overview, even from the cache', async () => {
  const { acme, script } = await embedded()
  assert.equal((await script('GET', '/widget.json')).headers.get('access-control-allow-origin'), home)
  for (const origin of ['https://evil.test', 'null', undefined]) {
    const answer = await createWidgetClient(world, acme, origin)('GET', '/widget.json')
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  }
})

test('returns a published entry with the portal’s sanitized text, and no other entry', async () => {
  const [{ acme, script }, other] = [await embedded(), await embedded()]
  const text =
    '## What is new\n\n**Bold** <script>alert(1)</script> [bad](javascript:alert(1)) <img src=x onerror=alert(1)>' +
    '\n\n![A chart](https://img.example/a.png) ![Plain](http://img.example/b.png)'
  const id = await published(acme, 'Out now', text)
  const { status, body, headers } = await script('GET', `/widget/entries/${id}`)
  assert.equal(status, 200)
  assert.equal(headers.get('access-control-allow-origin'), home)
  assert.match(headers.get('cache-control')!, /^public, max-age=10/)
  assert.deepEqual(Object.keys(body.data), ['id', 'title', 'publishedAt', 'versionLabel', 'tags', 'html'])
  assert.match(body.data.html, /<h2>What is new<\/h2>[\s\S]*<img src="https:\/\/img\.example\/a\.png" alt="A chart"/)
  assert.doesNotMatch(body.data.html, /<script|<[^>]*onerror|href="javascript|http:\/\/img/)

  const draft = (await acme.api.create('/changelog', { title: 'Draft' })).id
  const scheduled = (await acme.api.create('/changelog', { title: 'Scheduled' })).id
  await acme.api.post(`/changelog/${scheduled}/publish`, { publishAt: new Date(Date.now() + 3_600_000).toISOString() })
  const foreign = await published(other.acme, 'Elsewhere')
  const bodies = []
  for (const wrong of [draft, scheduled, foreign, crypto.randomUUID(), 'x', '%00']) {
    const answer = await script('GET', `/widget/entries/${wrong}`)
    assert.equal(answer.status, 404, wrong)
    bodies.push({ ...answer.body.error, requestId: '' })
  }
  for (const each of bodies) assert.deepEqual(each, bodies[0])
  const stranger = await createWidgetClient(world, acme, 'https://evil.test')('GET', `/widget/entries/${id}`)
  assert.equal(stranger.headers.get('access-control-allow-origin'), null)

  await setPortalSettings(acme, { access: 'private', allowedEmails: ['ada@example.com'] })
  // The response for another entry is not in the cache.
  const later = await published(acme, 'Later')
  assert.equal((await script('GET', `/widget/entries/${later}`)).status, 401)
  const authorization = await bearerOf(acme, 'ada@example.com')
  const own = await script('GET', `/widget/entries/${id}`, { authorization })
  assert.deepEqual([own.status, own.body.data.title], [200, 'Out now'])
  assert.match(own.headers.get('cache-control')!, /^private/)
  await setPortalSettings(acme, { showsChangelog: false })
  assert.equal((await script('GET', `/widget/entries/${id}`, { authorization })).status, 404)
})

test('asks for a proof of work only near a limit, and accepts the proof for a vote', async () => {
  const { acme, script } = await embedded()
  const id = await approved(acme, 'Dark mode')
  const challenge = async () => (await script('GET', '/widget/challenge?for=vote')).body.challenge
  assert.equal(await challenge(), null)
  assert.equal((await script('GET', '/widget/challenge?for=nothing')).status, 404)
  const body = { feedbackId: id, vote: 'cast' }
  const people = await Promise.all(Array.from({ length: 3 }, (_, n) => bearerOf(acme, `p${n}@example.com`)))
  for (let n = 0; n < 30; n += 1)
    for (const authorization of people.slice(0, 2)) await script('POST', '/widget/votes', { authorization, body })
  const vote = (more: object = {}) => script('POST', '/widget/votes', { authorization: people[2], body, ...more })
  const refused = await vote()
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '600'])
  assert.match(refused.body.error.message, /Try again in 10 minutes/)
  assert.doesNotMatch(refused.body.error.message, /JavaScript/)
  const asked = await challenge()
  const solution = await solveChallenge({ challenge: asked, deriveKey })
  const proof = btoa(JSON.stringify({ challenge: asked, solution }))
  assert.deepEqual((await vote({ 'heed-proof': proof })).body.data, { votes: 3, isVoted: true })
  assert.equal((await vote({ 'heed-proof': proof })).status, 429)
})

test('requires a session on a private portal, and leaves out sections that are off', async () => {
  const { acme, script } = await embedded()
  await approved(acme, 'Dark mode', { submitter: { email: 'ada@example.com' } })
  await published(acme, 'Out now')
  await setPortalSettings(acme, { access: 'private', allowedEmails: ['ada@example.com'] })
  const authorization = await bearerOf(acme, 'ada@example.com')
  const elsewhere = await bearerOf((await embedded()).acme, 'ada@example.com')
  const refused = (answer: WidgetResponse) => [answer.status, answer.body.error.code, answer.body.data]
  for (const path of ['/widget.json', '/widget/similar?title=dark+mode']) {
    for (const wrong of [undefined, elsewhere]) {
      const answer = await script('GET', path, { authorization: wrong })
      assert.deepEqual(refused(answer), [401, 'unauthorized', undefined])
      assert.equal(answer.headers.get('access-control-allow-origin'), home)
    }
    assert.equal((await script('GET', path, { authorization })).status, 200)
  }
  await setPortalSettings(acme, { showsRequests: false, showsChangelog: false })
  const { requests, entries, boards } = (await script('GET', '/widget.json', { authorization })).body.data
  assert.deepEqual([requests, entries, boards], [[], [], []])
})

test('returns visible similar requests with the viewer’s votes', async () => {
  const { acme, script } = await embedded()
  const id = await approved(acme, 'Export invoices as spreadsheet')
  await acme.api.create('/feedback', { title: 'Export invoices as spreadsheet' })
  const authorization = await bearerOf(acme, 'ada@example.com')
  await script('POST', '/widget/votes', { authorization, body: { feedbackId: id, vote: 'cast' } })
  const path = `/widget/similar?${new URLSearchParams({ title: 'spreadsheet export of invoices' })}`
  const found = (await script('GET', path)).body.data
  assert.deepEqual(
    found.map(({ id, isVoted }: never) => [id, isVoted]),
    [[id, false]],
  )
  assert.equal((await script('GET', path, { authorization })).body.data[0].isVoted, true)
  assert.deepEqual((await script('GET', '/widget/similar')).body.data, [])
})

test('sets a vote idempotently with a session from an allowed origin', async () => {
  const { acme, script } = await embedded()
  const id = await approved(acme, 'Dark mode')
  const authorization = await bearerOf(acme, 'ada@example.com')
  const vote = (wanted: string, headers: object = { authorization }) =>
    script('POST', '/widget/votes', { ...headers, body: { feedbackId: id, vote: wanted } })
  for (const _ of [1, 2]) assert.deepEqual((await vote('cast')).body.data, { votes: 1, isVoted: true })
  for (const _ of [1, 2]) assert.deepEqual((await vote('withdraw')).body.data, { votes: 0, isVoted: false })
  assert.equal((await vote('cast', {})).status, 401)
  // A cookie does not authenticate here.
  const { cookie } = await signInCustomer(world, acme, { email: 'ben@example.com' })
  assert.equal((await vote('cast', { cookie })).status, 401)
  assert.equal((await vote('cast', { authorization, origin: 'https://evil.test' })).status, 403)
  assert.deepEqual((await vote('maybe')).body.error.details[0].path, '/vote')
  const pending = (await acme.api.create('/feedback', { title: 'Pending' })).id
  for (const feedbackId of [pending, await approved((await embedded()).acme, 'Elsewhere')]) {
    const body = { feedbackId, vote: 'cast' }
    assert.equal((await script('POST', '/widget/votes', { authorization, body })).status, 404)
  }
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.votes, 0)
})

test('serves the script as one file of at most 15 KB, with revalidation', async (context) => {
  if (!existsSync(widgetPath)) return context.skip('npm run build')
  const get = (headers: Record<string, string> = {}) => fetch(`${world.origin}/p/-/widget.js`, { headers })
  const plain = await get({ 'accept-encoding': 'identity' })
  const source = await plain.text()
  assert.equal(source, readFileSync(widgetPath, 'utf8'))
  assert.doesNotMatch(source, /EXPECT_ARGUMENT|MALFORMED_ARGUMENT/, 'the ICU parser is bundled')
  assert.match(plain.headers.get('content-type')!, /^text\/javascript/)
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=300')
  const forms = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, unpack] of Object.entries(forms)) {
    const file = readFileSync(`${widgetPath.pathname}${encoding === 'br' ? '.br' : '.gz'}`)
    assert.equal(unpack(file).toString(), source)
    assert.ok(file.length <= 15_000, `${file.length} bytes as ${encoding}`)
    const answer = await get({ 'accept-encoding': encoding })
    assert.equal(answer.headers.get('content-encoding'), encoding)
    assert.equal((await get({ 'accept-encoding': encoding, 'if-none-match': answer.headers.get('etag')! })).status, 304)
  }
})
