import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBoard } from '../../boards/update.ts'
import { newId } from '../../platform/ids.ts'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const { pool } = world.database

/** Publishes an entry. @param at the time of publication; the test clock never goes back */
async function published({ api }: TestWorkspace, entry: object, at?: string): Promise<string> {
  if (at) world.setClock(at)
  const { id } = await api.create('/changelog', entry)
  await api.post(`/changelog/${id}/publish`)
  return id
}

/** Returns a signed-in reader, whose pages are not cached. */
const readerOf = (acme: TestWorkspace) => createPortalClient(world, acme, 'heed_theme=light')

const titlesIn = (text: string) => [...text.matchAll(/<h3 dir="auto"><a [^>]*>([^<]*)/g)].map(([, title]) => title)

test('groups entries by day in the workspace’s time zone, newest first, with labels, tags and text', async () => {
  const acme = await world.workspace({ name: 'Acme & Sons' })
  await pool.query(`update workspaces set time_zone = 'Pacific/Auckland' where workspace_id = $1`, [acme.id])
  const tag = await acme.tag('Exports', '#22aa55')
  await published(acme, { title: 'First', body: 'Long ago' }, '2026-03-01T09:00:00.000Z')
  await published(acme, { title: 'Second' }, '2026-03-02T12:00:00.000Z')
  const id = await published(acme, {
    title: 'CSV <export>',
    body: '# New\n\n**All**',
    versionLabel: 'v2',
    tagIds: [tag.id],
  })
  await acme.api.create('/changelog', { title: 'A secret plan' })
  const { text } = await readerOf(acme).get('/changelog')
  assert.deepEqual(titlesIn(text), ['CSV &lt;export&gt;', 'Second', 'First'])
  const days = [...text.matchAll(/<h2 class="day-date"><time [^>]*>([^<]*)/g)].map(([, day]) => day)
  assert.deepEqual(days, ['3 Mar 2026', '1 Mar 2026'])
  assert.match(text, /<h4>New<\/h4>\s*<p><strong>All<\/strong><\/p>/)
  assert.match(text, /<bdi>v2<\/bdi>.*fill="#22aa55".*<bdi>Exports<\/bdi>/s)
  assert.match(text, new RegExp(`href="/p/${acme.slug}/changelog/${id}"`))
  assert.doesNotMatch(text, /secret plan/)
})

test('continues a page where the last one ended, even if entries are published in between', async () => {
  const acme = await world.workspace()
  for (let n = 1; n <= 23; n++)
    await published(acme, { title: `Entry ${n}` }, `2026-04-${String(n).padStart(2, '0')}T00:00:00.000Z`)
  const reader = readerOf(acme)
  const seen: (string | undefined)[] = []
  let path: string | undefined = '/changelog'
  while (path) {
    const { text } = await reader.get(path)
    seen.push(...titlesIn(text))
    await published(acme, { title: 'New' }, '2026-04-30T00:00:00.000Z')
    path = /<a class="button" href="\/p\/[^/]+([^"]*)" rel="next">/.exec(text)?.[1]
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 23 }, (_, n) => `Entry ${23 - n}`),
  )
  assert.equal((await reader.get('/changelog?cursor=nonsense')).status, 400)
})

test('filters by tag, and returns 404 for an unused tag', async () => {
  const acme = await world.workspace()
  const [fix, other] = [await acme.tag('Fixed'), await acme.tag('Unused')]
  await published(acme, { title: 'Bug', tagIds: [fix.id] })
  await published(acme, { title: 'Plain' })
  await acme.api.create('/changelog', { title: 'Draft', tagIds: [other.id] })
  const reader = readerOf(acme)
  const { text } = await reader.get(`/changelog?tag=${fix.id}`)
  assert.deepEqual(titlesIn(text), ['Bug'])
  assert.match(text, /aria-current="page"><svg.*?<bdi>Fixed<\/bdi>/)
  assert.doesNotMatch(text, /Unused/)
  for (const tag of [other.id, newId(), 'x', "'"]) assert.equal((await reader.get(`/changelog?tag=${tag}`)).status, 404)
})

test('previews a long entry in whole blocks with a link to the rest', async () => {
  const acme = await world.workspace()
  const id = await published(acme, {
    title: 'Long',
    body: `${'Word '.repeat(900)}\n\n${'More '.repeat(900)}\n\nThe end`,
  })
  const one = await published(acme, { title: 'One block', body: `**${'x'.repeat(50)}** ${'word '.repeat(3_000)}` })
  const { text } = await readerOf(acme).get('/changelog')
  assert.doesNotMatch(text, /More More|The end/)
  for (const each of [id, one])
    assert.match(text, new RegExp(`<a href="[^"]*/changelog/${each}" aria-label="Read more about`))
  assert.match((await readerOf(acme).get(`/changelog/${id}`)).text, /The end/)
})

test('shows an entry on its own page with the previous and next entries', async () => {
  const acme = await world.workspace({ name: 'Acme & Sons' })
  const before = await published(acme, { title: 'Before' }, '2026-05-01T00:00:00.000Z')
  const tag = await acme.tag('Exports', '#22aa55')
  const body = '# New\n\n![A](https://example.com/a.png?x=1&y=2)'
  const id = await published(
    acme,
    { title: 'CSV <export>', body, versionLabel: 'v2', tagIds: [tag.id] },
    '2026-05-02T00:00:00.000Z',
  )
  const after = await published(acme, { title: 'After' }, '2026-05-03T00:00:00.000Z')
  const { status, text } = await readerOf(acme).get(`/changelog/${id}`)
  assert.equal(status, 200)
  assert.match(text, /<title>CSV &lt;export&gt; · Acme &amp; Sons<\/title>/)
  assert.match(text, /<h1 dir="auto">CSV &lt;export&gt;<\/h1>/)
  assert.match(text, /<time datetime="2026-05-02T00:00:00\.000Z"/)
  assert.match(text, /<bdi>v2<\/bdi>.*fill="#22aa55".*<bdi>Exports<\/bdi>/s)
  assert.match(text, /<h2>New<\/h2>/)
  assert.match(text, new RegExp(`changelog/${before}" rel="prev".*changelog/${after}" rel="next"`, 's'))
  const head = text.slice(0, text.indexOf('</head>'))
  assert.match(head, new RegExp(`<link rel="canonical" href="http://heed.test/p/${acme.slug}/changelog/${id}">`))
  assert.match(head, /og:type" content="article"/)
  assert.match(head, /og:image" content="https:\/\/example\.com\/a\.png\?x=1&amp;y=2"/)
  assert.match(head, /article:published_time" content="2026-05-02T00:00:00\.000Z"/)
})

test('returns the same 404 for drafts, unknown entries and entries of other workspaces', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const draft = await acme.api.create('/changelog', { title: 'A secret plan' })
  const deleted = await published(acme, { title: 'CSV export' })
  await acme.api.delete(`/changelog/${deleted}`)
  const absent = [draft.id, deleted, newId(), await published(other, { title: 'CSV export' }), 'x', "'"]
  const answers = []
  for (const id of absent) answers.push(await createPortalClient(world, acme).get(`/changelog/${id}`))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]))
  assert.equal(new Set(answers.map(({ text }) => text.replaceAll(/value="[^"]*"/g, ''))).size, 1)
  assert.match(answers[0]!.text, /Page not found/)
  assert.ok(answers.every(({ headers }) => headers.get('cache-control')!.startsWith('private')))
})

test('lists only the visible linked requests', async () => {
  const acme = await world.workspace()
  const ids: Record<string, string> = {}
  for (const stage of ['completed', 'planned', 'pending', 'closed']) {
    const { id } = await acme.api.create('/feedback', { title: `Is ${stage}` })
    await acme.api.patch(`/feedback/${id}/stage`, { stage })
    ids[stage] = id
  }
  const entry = await published(acme, { title: 'Night', linkedFeedbackIds: Object.values(ids) })
  for (const path of ['/changelog', `/changelog/${entry}`]) {
    const { text } = await readerOf(acme).get(path)
    const named = [...text.matchAll(/requests\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
    assert.deepEqual(named, [ids.completed, ids.planned], path)
    assert.doesNotMatch(text, /Is pending|Is closed/)
  }
  const { board } = (await acme.api.get(`/feedback/${ids.completed}`)).body.data
  await acme.write((tx) => updateBoard(tx, board.id, { isPublic: false }))
  assert.doesNotMatch((await readerOf(acme).get(`/changelog/${entry}`)).text, /Is (completed|planned)/)
})

test('escapes everything written into an entry', async () => {
  const acme = await world.workspace()
  const evil = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
  const tag = await acme.tag(evil.slice(0, 50))
  const id = await published(acme, { title: evil, body: evil, versionLabel: evil, tagIds: [tag.id] })
  for (const path of ['/changelog', `/changelog/${id}`]) {
    assert.doesNotMatch((await readerOf(acme).get(path)).text, /<img|<script>|alert\(1\)<\/script>/)
  }
})

test('supports GET and rejects other methods with an Allow header', async () => {
  const acme = await world.workspace()
  const id = await published(acme, { title: 'CSV export' })
  const url = `${world.origin}/p/${acme.slug}/changelog/${id}`
  const head = await fetch(url, { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await fetch(url, { method })
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD'], method)
  }
})

test('shows comments and replies below an entry that accepts them', async () => {
  const acme = await world.workspace()
  const id = await published(acme, { title: 'CSV export' })
  const closed = await published(acme, { title: 'Quiet', commentsEnabled: false })
  await acme.api.create(`/changelog/${id}/comments`, { body: 'A note', kind: 'staff_reply', isInternal: true })
  await acme.api.create(`/changelog/${id}/comments`, { body: 'Glad to **help**', kind: 'staff_reply' })
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com', name: 'Ada' })
  world.setClock('2026-06-01T00:00:00.000Z')
  const { text } = await ada.get(`/changelog/${id}`)
  assert.match(text, /Glad to <strong>help<\/strong>/)
  assert.doesNotMatch(text, /A note/)
  const formToken = /name="form_token" value="([^"]*)"/.exec(text)![1]!
  // Waits until the form is old enough to be sent.
  world.setClock('2026-06-01T00:01:00.000Z')
  const posted = await ada.post(`/changelog/${id}/comments`, { body: 'Thanks', form_token: formToken })
  assert.equal(posted.status, 303, posted.text)
  assert.match((await ada.get(`/changelog/${id}`)).text, /<p>Thanks<\/p>/)
  assert.match((await ada.get('/changelog')).text, />2 comments</)
  assert.doesNotMatch((await ada.get(`/changelog/${closed}`)).text, /id="discussion"/)
  assert.equal((await ada.post(`/changelog/${closed}/comments`, { body: 'Thanks', form_token: formToken })).status, 404)
})

test('returns 404 when the changelog is turned off', async () => {
  const acme = await world.workspace()
  const id = await published(acme, { title: 'CSV export' })
  await pool.query('update workspaces set portal_shows_changelog = false where workspace_id = $1', [acme.id])
  for (const path of ['', `/${id}`, '/rss.xml', '/atom.xml', '/feed.json', '/subscription']) {
    assert.equal((await createPortalClient(world, acme).get(`/changelog${path}`)).status, 404, path)
  }
})
