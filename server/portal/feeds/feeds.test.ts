import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBoard } from '../../boards/update.ts'
import { createPortalClient } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const { pool } = world.database

async function published({ api }: TestWorkspace, entry: object, at?: string): Promise<string> {
  if (at) world.setClock(at)
  const { id } = await api.create('/changelog', entry)
  await api.post(`/changelog/${id}/publish`)
  return id
}

const kinds = {
  'rss.xml': 'application/rss+xml',
  'atom.xml': 'application/atom+xml',
  'feed.json': 'application/feed+json',
}

const feedOf = async (acme: TestWorkspace, name: keyof typeof kinds) => {
  const { status, headers, text } = await createPortalClient(world, acme, 'heed_theme=light').get(`/changelog/${name}`)
  assert.deepEqual([status, headers.get('content-type')], [200, `${kinds[name]}; charset=utf-8`])
  return text
}

const spaces = `array[array['a', 'http://www.w3.org/2005/Atom'], array['content', 'http://purl.org/rss/1.0/modules/content/']]`

/**
 * Returns the texts at a path (XPath 1.0). Parses the document with libxml2 in PostgreSQL, which rejects XML 1.0 that
 * is not well-formed.
 */
async function found(document: string, path: string): Promise<string[]> {
  // The XML declaration names an encoding, which does not apply to a decoded string.
  const text = document.replace(/^<\?xml [^>]*\?>\n/, '')
  const { rows } = await pool.query<{ node: string }>(
    `select unnest(xpath($2, xmlparse(document $1), ${spaces}))::text as node`,
    [text, path],
  )
  // PostgreSQL returns the text as escaped XML.
  return rows.map(({ node }) => node.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
}

const evil = `Tom & "Jerry" <b>'s</b> ]]> &amp; \u{1F680}`

test('renders every feed format well-formed, with texts escaped exactly once', async () => {
  const acme = await world.workspace({ name: 'Acme & Söns <x>' })
  const tag = await acme.tag('A & B')
  const body = `# ${evil}\n\n\`a < b && c\` [link](https://example.com/?a=1&b=2) \u{1}\u{b}\u{fffe}<script>alert(1)</script>`
  const id = await published(acme, { title: `${evil}\u{8}`, body, tagIds: [tag.id] })
  const url = `http://heed.test/p/${acme.slug}/changelog/${id}`
  const rss = await feedOf(acme, 'rss.xml')
  const atom = await feedOf(acme, 'atom.xml')
  assert.deepEqual(await found(rss, '/rss/channel/title/text()'), ['Acme & Söns <x>: changelog'])
  assert.deepEqual(await found(rss, '/rss/channel/item/title/text()'), [evil])
  assert.deepEqual(await found(rss, '/rss/channel/item/link/text()'), [url])
  assert.deepEqual(await found(atom, '/a:feed/a:entry/a:title/text()'), [evil])
  const json = JSON.parse(await feedOf(acme, 'feed.json'))
  const [markup] = await found(atom, '/a:feed/a:entry/a:content/text()')
  assert.deepEqual(await found(rss, '/rss/channel/item/content:encoded/text()'), [markup])
  // Unescaping once gives the sanitized HTML that the JSON feed contains as it is.
  assert.equal(markup!, json.items[0].content_html.replaceAll(/[\u{1}\u{b}\u{fffe}]/gu, ''))
  assert.match(
    json.items[0].content_html,
    /<code>a &lt; b &amp;&amp; c<\/code> <a href="https:\/\/example\.com\/\?a=1&amp;b=2"/,
  )
  assert.doesNotMatch(json.items[0].content_html, /<script>/)
  assert.equal(json.items[0].title, `${evil}\u{8}`)
})

/** Returns the text that a reader shows for HTML: parses the markup with libxml2 and takes its text. */
const renderedText = async (markup: string): Promise<string> => (await found(`<p>${markup}</p>`, '//text()')).join('')

test('shows an excerpt with markup characters as text in every format', async () => {
  const acme = await world.workspace()
  const excerpt = 'Use <img src=x onerror=alert(1) & more'
  await published(acme, { title: 'Images', body: 'Use `<img src=x onerror=alert(1)` & more' })
  // RSS readers render a description as HTML.
  const [description] = await found(await feedOf(acme, 'rss.xml'), '/rss/channel/item/description/text()')
  assert.doesNotMatch(description!, /<img/)
  assert.equal(await renderedText(description!), excerpt)
  // Atom readers take a summary without a type as text (RFC 4287, section 3.1.1), as JSON Feed readers do.
  const atom = await feedOf(acme, 'atom.xml')
  assert.deepEqual(await found(atom, '/a:feed/a:entry/a:summary/@type'), [])
  assert.deepEqual(await found(atom, '/a:feed/a:entry/a:summary/text()'), [excerpt])
  const [item] = JSON.parse(await feedOf(acme, 'feed.json')).items
  assert.equal(item.summary, excerpt)
  // Full texts are HTML in all three.
  const [encoded] = await found(await feedOf(acme, 'rss.xml'), '/rss/channel/item/content:encoded/text()')
  const [content] = await found(atom, '/a:feed/a:entry/a:content[@type="html"]/text()')
  for (const markup of [encoded!, content!, item.content_html]) {
    assert.doesNotMatch(markup, /<img/)
    assert.equal((await renderedText(markup)).trim(), excerpt)
  }
})

test('renders the elements that RFC 4287 requires in an Atom feed', async () => {
  const acme = await world.workspace({ name: 'Acme' })
  const first = await published(acme, { title: 'First', body: 'Text' }, '2026-03-02T00:00:00.000Z')
  const second = await published(acme, { title: 'Second' }, '2026-03-03T00:00:00.000Z')
  world.setClock('2026-03-04T00:00:00.000Z')
  await acme.api.patch(`/changelog/${first}`, { body: 'Better text' })
  const atom = await feedOf(acme, 'atom.xml')
  const base = `http://heed.test/p/${acme.slug}/changelog`
  const one = async (path: string, expected: string[]) => assert.deepEqual(await found(atom, path), expected, path)
  await one('/a:feed/a:id/text()', [`urn:uuid:${acme.id}`])
  await one('/a:feed/a:updated/text()', ['2026-03-04T00:00:00.000Z'])
  await one('/a:feed/a:author/a:name/text()', ['Acme'])
  await one('/a:feed/a:link[@rel="self"]/@href', [`${base}/atom.xml`])
  await one('/a:feed/a:link[@rel="alternate"]/@href', [base])
  await one('/a:feed/a:entry/a:id/text()', [`urn:uuid:${second}`, `urn:uuid:${first}`])
  await one('/a:feed/a:entry/a:published/text()', ['2026-03-03T00:00:00.000Z', '2026-03-02T00:00:00.000Z'])
  await one('/a:feed/a:entry/a:updated/text()', ['2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z'])
  await one('/a:feed/a:entry/a:link/@href', [`${base}/${second}`, `${base}/${first}`])
  await one('/a:feed/a:entry/a:content/@type', ['html', 'html'])
})

test('renders RSS with permalinks and RFC 822 dates, and JSON with the members of version 1.1', async () => {
  const acme = await world.workspace({ name: 'Acme' })
  const tag = await acme.tag('New')
  const id = await published(acme, { title: 'First', body: '*Text*', tagIds: [tag.id] }, '2026-03-05T08:01:02.000Z')
  const base = `http://heed.test/p/${acme.slug}/changelog`
  const rss = await feedOf(acme, 'rss.xml')
  assert.deepEqual(await found(rss, '/rss/@version'), ['2.0'])
  assert.deepEqual(await found(rss, '/rss/channel/a:link/@href'), [`${base}/rss.xml`])
  assert.deepEqual(await found(rss, '/rss/channel/item/guid[@isPermaLink="true"]/text()'), [`${base}/${id}`])
  assert.deepEqual(await found(rss, '/rss/channel/item/pubDate/text()'), ['Thu, 05 Mar 2026 08:01:02 GMT'])
  assert.deepEqual(await found(rss, '/rss/channel/item/category/text()'), ['New'])
  assert.deepEqual(JSON.parse(await feedOf(acme, 'feed.json')), {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Acme: changelog',
    home_page_url: base,
    feed_url: `${base}/feed.json`,
    description: 'What’s new at Acme.',
    authors: [{ name: 'Acme' }],
    items: [
      {
        id: `urn:uuid:${id}`,
        url: `${base}/${id}`,
        title: 'First',
        summary: 'Text',
        content_html: '<p><em>Text</em></p>\n',
        date_published: '2026-03-05T08:01:02.000Z',
        date_modified: '2026-03-05T08:01:02.000Z',
        tags: ['New'],
      },
    ],
  })
})

test('lists the latest fifty entries, no drafts, and nothing about requests that are not public', async () => {
  const acme = await world.workspace()
  const { id, board } = await acme.api.create('/feedback', { title: 'Secret plan' })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'completed' })
  await acme.write((tx) => updateBoard(tx, board.id, { isPublic: false }))
  for (let n = 1; n <= 51; n++)
    await published(
      acme,
      { title: `Entry ${n}`, linkedFeedbackIds: [id] },
      new Date(Date.UTC(2026, 3, n)).toISOString(),
    )
  await acme.api.create('/changelog', { title: 'A draft' })
  const texts = await Promise.all((Object.keys(kinds) as (keyof typeof kinds)[]).map((name) => feedOf(acme, name)))
  for (const text of texts) assert.doesNotMatch(text, /A draft|Secret plan|Entry 1</)
  const titles = (JSON.parse(texts[2]!).items as { title: string }[]).map(({ title }) => title)
  assert.deepEqual([titles.length, titles[0], titles.at(-1)], [50, 'Entry 51', 'Entry 2'])
})

test('renders a valid feed without entries', async () => {
  const acme = await world.workspace()
  assert.deepEqual(await found(await feedOf(acme, 'atom.xml'), '//a:entry'), [])
  assert.deepEqual(await found(await feedOf(acme, 'rss.xml'), '//item'), [])
  assert.deepEqual(JSON.parse(await feedOf(acme, 'feed.json')).items, [])
})

test('answers 304 to an unchanged feed and lets caches keep it', async () => {
  const acme = await world.workspace()
  await published(acme, { title: 'First' })
  const reader = createPortalClient(world, acme)
  for (const name of Object.keys(kinds)) {
    const { headers } = await reader.get(`/changelog/${name}`)
    assert.match(headers.get('cache-control')!, /^public, max-age=\d+/)
    const again = await reader.get(`/changelog/${name}`, { 'if-none-match': headers.get('etag')! })
    assert.deepEqual([again.status, again.text], [304, ''])
  }
})

test('serves and links no feeds on a private portal', async () => {
  const acme = await world.workspace()
  await published(acme, { title: 'First' })
  await pool.query(`update workspaces set portal_access = 'private' where workspace_id = $1`, [acme.id])
  for (const name of Object.keys(kinds))
    assert.equal((await createPortalClient(world, acme).get(`/changelog/${name}`)).status, 404)
  assert.doesNotMatch((await createPortalClient(world, acme).get('/sign-in')).text, /rss\.xml|atom\.xml|feed\.json/)
})
