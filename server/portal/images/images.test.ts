import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { updatePortal } from '../settings/update.ts'
import { type Card, drawCard } from './draw-card.ts'
import { drawableText } from './drawable-text.ts'
import { ImageCache } from './image-cache.ts'
import { wrapText } from './wrap-text.ts'

const world = await createTestApp()
const { pool } = world.database
const settings = { publicUrl: 'https://heed.test' }

const fetchImage = async ({ slug }: TestWorkspace, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${world.origin}/p/${slug}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

const metaOf = (text: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&')

async function createPages(acme: TestWorkspace) {
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  const entry = await acme.api.create('/changelog', { title: 'Faster search' })
  await acme.api.post(`/changelog/${entry.id}/publish`)
  return { request: `/requests/${id}`, entry: `/changelog/${entry.id}`, id: id as string }
}

test('gives every public page an image of its title or workspace, in the recommended size', async () => {
  const acme = await world.workspace({ name: 'Tide <&> "Pool"' })
  const { request, entry } = await createPages(acme)
  const reader = createPortalClient(world, acme)
  const cards = new Map<string, Buffer>()
  for (const [page, image] of [
    ['/', '/og.png'],
    ['/roadmap', '/og.png'],
    ['/changelog', '/og.png'],
    [request, `${request}/og.png`],
    [entry, `${entry}/og.png`],
  ] as const) {
    const { text } = await reader.get(page)
    const address = metaOf(text, 'og:image')!
    assert.match(address, /^http:\/\/heed\.test\/p\/[\w-]+\/.*og\.png\?v=[\w-]{16}$/)
    const below = address.replace(`http://heed.test/p/${acme.slug}`, '')
    assert.ok(below.startsWith(`${image}?v=`), below)
    assert.deepEqual([metaOf(text, 'og:image:width'), metaOf(text, 'og:image:height')], ['1200', '630'])
    assert.match(metaOf(text, 'og:image:alt')!, /Tide &lt;&> &quot;Pool&quot;$|Tide &lt;&&gt; &quot;Pool&quot;$/)
    assert.equal(metaOf(text, 'twitter:card'), 'summary_large_image')
    const { status, headers, body } = await fetchImage(acme, below)
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
    const { width, height } = await loadImage(body)
    assert.deepEqual([width, height], [1_200, 630])
    cards.set(image, body)
  }
  assert.equal(new Set([...cards.values()].map((body) => body.toString('base64'))).size, 3)
})

test('lets caches keep an image, and changes its URL with the title', async () => {
  const acme = await world.workspace()
  const { request, id } = await createPages(acme)
  const first = await fetchImage(acme, `${request}/og.png`)
  assert.equal(first.headers.get('cache-control'), 'public, max-age=86400')
  assert.equal(first.headers.get('content-encoding'), null)
  const etag = first.headers.get('etag')!
  const again = await fetchImage(acme, `${request}/og.png`, { 'if-none-match': etag })
  assert.deepEqual([again.status, again.body.length], [304, 0])
  const before = metaOf((await createPortalClient(world, acme).get(request)).text, 'og:image')
  await acme.api.patch(`/feedback/${id}`, { title: 'Light mode' })
  const after = metaOf((await createPortalClient(world, acme).get(`${request}?again`)).text, 'og:image')
  assert.notEqual(after, before)
  assert.equal((await fetchImage(acme, `${request}/og.png`, { 'if-none-match': etag })).status, 200)
})

test('draws only what signed-out visitors can see, even for signed-in readers', async () => {
  const acme = await world.workspace()
  const { request, entry } = await createPages(acme)
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const { id: pending } = await acme.api.create('/feedback', {
    title: 'Waiting',
    submitter: { email: 'ada@example.com' },
  })
  const draft = await acme.api.create('/changelog', { title: 'Draft' })
  const headers = { cookie: ada.cookie }
  for (const path of [`/requests/${pending}/og.png`, `/changelog/${draft.id}/og.png`, '/requests/x/og.png']) {
    assert.equal((await fetchImage(acme, path, headers)).status, 404, path)
  }
  await acme.write((tx) => updatePortal(tx, { showsChangelog: false }, settings))
  assert.equal((await fetchImage(acme, `${entry}/og.png`)).status, 404)
  await acme.write((tx) => updatePortal(tx, { access: 'private' }, settings))
  for (const path of ['/og.png', `${request}/og.png`]) assert.equal((await fetchImage(acme, path)).status, 404, path)
})

test('limits how many images are drawn for one network, and serves cached images beyond the limit', async () => {
  const acme = await world.workspace()
  const { request, id } = await createPages(acme)
  assert.equal((await fetchImage(acme, '/og.png')).status, 200)
  let drawn = 0
  for (let status = 200; status === 200; drawn += 1) {
    assert.ok(drawn < 100, 'the limit never applies')
    await pool.query('update feedback set title = $2 where id = $1', [id, `Title ${drawn}`])
    status = (await fetchImage(acme, `${request}/og.png`)).status
    assert.ok(status === 200 || status === 429, `${status}`)
  }
  assert.equal((await fetchImage(acme, '/og.png')).status, 200)
})

const sizeOf = async (card: Partial<Card>) => {
  const png = await drawCard({ workspace: 'Acme', accentColor: '#ff0000', title: null, caption: 'Roadmap', ...card })
  const { width, height } = await loadImage(png)
  return [width, height]
}

test('draws the letters of titles and captions, not the same box for each', async () => {
  const draw = (title: string, caption: string) => drawCard({ workspace: 'Acme', accentColor: null, title, caption })
  const card = await draw('Dark mode', 'Roadmap')
  assert.notDeepEqual(await draw('Lamp wood', 'Roadmap'), card)
  assert.notDeepEqual(await draw('Dark mode', 'Ideabox'), card)
})

test('draws hostile texts and other scripts without failing', async () => {
  const texts = [
    '<script>alert(1)</script><image href="http://127.0.0.1/x.png"/>',
    'W'.repeat(10_000),
    'word '.repeat(2_000),
    '\u202eevil\u2066 \u200b',
    `Z${'\u0335\u0321\u0316'.repeat(400)}algo`,
    '日本語のリクエスト',
    'طلب جديد',
    '👨‍👩‍👧‍👦🇩🇪 family',
    '\ud800 lone surrogate \u0000',
    '',
    ' ',
  ]
  for (const text of texts) {
    assert.deepEqual(await sizeOf({ title: text }), [1_200, 630], text.slice(0, 40))
    assert.deepEqual(await sizeOf({ workspace: text }), [1_200, 630], text.slice(0, 40))
  }
})

test('draws only letters that the fonts have', () => {
  assert.equal(drawableText('Łódź, Привет, Ωμέγα & ả'), 'Łódź, Привет, Ωμέγα & ả')
  assert.equal(drawableText('Two\u2011way “sync” – now…'), 'Two-way “sync” – now…')
  assert.equal(drawableText('Ship it 🚀 in Q4 ©'), 'Ship it in Q4 ©')
  assert.equal(drawableText('\u202etxt.\u202c A\u200bB'), 'txt. AB')
  for (const text of ['日本語', 'טקסט', 'Export 書き出し', '👍', '', '\u2800'])
    assert.equal(drawableText(text), null, text)
  assert.equal(drawableText('x'.repeat(9_999))!.length, 201)
})

test('wraps texts to the width, breaks long words and ends with an ellipsis', () => {
  const measure = (text: string) => text.length
  assert.deepEqual(wrapText('one two three', 7, 3, measure), ['one two', 'three'])
  assert.deepEqual(wrapText('one two three four five', 9, 2, measure), ['one two', 'three…'])
  assert.deepEqual(wrapText('abcdefghij', 4, 3, measure), ['abcd', 'efgh', 'ij'])
  assert.deepEqual(wrapText('a'.repeat(50), 4, 2, measure), ['aaaa', 'aaa…'])
  const context = createCanvas(10, 10).getContext('2d')
  for (const line of wrapText('W'.repeat(200), 300, 3, (text) => context.measureText(text).width)) {
    assert.ok(context.measureText(line).width <= 300, line)
  }
})

test('draws one image at a time, evicts the oldest beyond its size, and rejects images beyond its queue', async () => {
  const cache = new ImageCache()
  let running = 0
  let most = 0
  const draw = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((done) => setImmediate(done))
    running -= 1
    return Buffer.alloc(1_000_000)
  }
  const drawn = Array.from({ length: 30 }, (_, n) => cache.draw(`${n}`, draw))
  assert.equal(drawn.filter((image) => image === null).length, 10)
  await Promise.all(drawn)
  assert.equal(most, 1)
  assert.equal(Array.from({ length: 20 }, (_, n) => cache.get(`${n}`)).filter(Boolean).length, 8)
  await assert.rejects(cache.draw('broken', async () => assert.fail('broken'))!)
  assert.equal(cache.get('broken'), undefined)
  assert.equal((await cache.draw('next', draw))!.length, 1_000_000)
})
