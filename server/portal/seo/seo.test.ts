import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { updateBoard } from '../../boards/update.ts'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const { pool } = world.database

const own = (acme: TestWorkspace) => createPortalClient(world, acme, 'heed_theme=light')

async function sitemapOf(acme: TestWorkspace, query = ''): Promise<string> {
  const { status, headers, text } = await own(acme).get(`/sitemap.xml${query}`)
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/xml; charset=utf-8'])
  // Parsed by libxml2 in PostgreSQL, which rejects XML that is not well-formed.
  await pool.query('select xmlparse(document $1)', [text.replace(/^<\?xml [^>]*\?>\n/, '')])
  return text
}

const placesIn = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place!)

const address = ({ slug }: TestWorkspace) => `http://heed.test/p/${slug}`

test('lists every public page with its last change, and no other, in the sitemap', async () => {
  const acme = await world.workspace()
  const ids: Record<string, string> = {}
  for (const stage of ['in_review', 'completed', 'pending', 'closed']) {
    ids[stage] = (await acme.api.create('/feedback', { title: stage })).id
    await acme.api.patch(`/feedback/${ids[stage]}/stage`, { stage })
  }
  const secret = await acme.write((tx) => createBoard(tx, { name: 'Secret', slug: 'secret' }))
  const { id: inside } = await acme.api.create('/feedback', { title: 'Inside', boardId: 'secret' })
  await acme.api.patch(`/feedback/${inside}/stage`, { stage: 'planned' })
  await acme.write((tx) => updateBoard(tx, secret.id, { isPublic: false }))
  const { id: entry } = await acme.api.create('/changelog', { title: 'News' })
  await acme.api.post(`/changelog/${entry}/publish`)
  await acme.api.create('/changelog', { title: 'Draft' })
  const text = await sitemapOf(acme)
  assert.deepEqual(
    placesIn(text),
    [
      '/',
      '/roadmap',
      '/changelog',
      '/?board=feature-requests',
      `/requests/${ids.in_review}`,
      `/requests/${ids.completed}`,
      `/changelog/${entry}`,
    ].map((path) => address(acme) + path),
  )
  assert.match(text, new RegExp(`changelog/${entry}</loc><lastmod>2026-03-01T09:00:00\\.000Z</lastmod>`))
})

test('leaves out sections that are turned off, and has no sitemap without sections', async () => {
  const acme = await world.workspace()
  const { id } = await acme.api.create('/changelog', { title: 'News' })
  await acme.api.post(`/changelog/${id}/publish`)
  await pool.query(
    'update workspaces set portal_shows_requests = false, portal_shows_roadmap = false where workspace_id = $1',
    [acme.id],
  )
  assert.deepEqual(placesIn(await sitemapOf(acme)), [`${address(acme)}/changelog`, `${address(acme)}/changelog/${id}`])
  assert.equal((await own(acme).get(`/sitemap.xml?of=requests&from=${id}`)).status, 404)
  await pool.query('update workspaces set portal_shows_changelog = false where workspace_id = $1', [acme.id])
  assert.equal((await own(acme).get('/sitemap.xml')).status, 404)
})

test('splits a large sitemap into an index of files that list each URL once', async () => {
  const acme = await world.workspace()
  const { rows } = await pool.query<{ id: string }>(
    `insert into feedback (workspace_id, id, board_id, title, description, status, product_stage, created_at, updated_at, last_activity_at)
     select $1, gen_random_uuid(), (select id from boards where workspace_id = $1), 'Request ' || n, '',
       'approved', 'planned', now(), now(), now() from generate_series(1, 10001) n returning id`,
    [acme.id],
  )
  const files = placesIn(await sitemapOf(acme))
  assert.equal(files.length, 3)
  const all: string[] = []
  for (const file of files) {
    const places = placesIn(await sitemapOf(acme, new URL(file.replaceAll('&amp;', '&')).search))
    assert.ok(places.length > 0 && places.length <= 10_000)
    all.push(...places)
  }
  const requests = all.filter((place) => place.includes('/requests/'))
  assert.deepEqual(requests.sort(), rows.map(({ id }) => `${address(acme)}/requests/${id}`).sort())
  for (const query of ['?of=requests', '?of=nonsense', "?of=requests&from='", '?of=toString&from=x']) {
    assert.equal((await own(acme).get(`/sitemap.xml${query}`)).status, 404, query)
  }
})

test('serves no sitemap and marks all pages noindex on a private portal', async () => {
  const acme = await world.workspace()
  await pool.query(`update workspaces set portal_access = 'private' where workspace_id = $1`, [acme.id])
  assert.equal((await createPortalClient(world, acme).get('/sitemap.xml')).status, 404)
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  for (const path of ['/', '/roadmap', '/changelog', '/sign-in', '/nowhere']) {
    for (const reader of [ada, createPortalClient(world, acme)]) {
      assert.match((await reader.get(path)).headers.get('x-robots-tag')!, /noindex/, path)
    }
  }
})

test('serves robots.txt on a custom domain', async () => {
  const acme = await world.workspace()
  const robots = async (host = new URL(world.origin).host, query = '') => {
    const asked = get(`${world.origin}/robots.txt${query}`, { headers: { host } })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    assert.equal(answer.statusCode, 200)
    return (await answer.toArray()).join('')
  }
  await pool.query(`update workspaces set portal_host = 'feedback.acme.example' where workspace_id = $1`, [acme.id])
  await world.server.portalHosts.refresh()
  assert.equal(
    await robots('feedback.acme.example'),
    'User-agent: *\nAllow: /\n\nSitemap: http://feedback.acme.example/sitemap.xml\n',
  )
  await pool.query(`update workspaces set portal_access = 'private' where workspace_id = $1`, [acme.id])
  // Another URL of the same page, which is not cached yet.
  assert.equal(await robots('feedback.acme.example', '?again'), 'User-agent: *\nDisallow: /\n')
  assert.equal(
    await robots(),
    'User-agent: *\nAllow: /p/\nDisallow: /console\nDisallow: /api\nDisallow: /unsubscribe\n',
  )
})

test('links an icon with the initial and the color of the workspace, which a private portal shows too', async () => {
  const acme = await world.workspace({ name: '&Élan' })
  await pool.query(
    `update workspaces set accent_color = '#7a1fa2', portal_access = 'private' where workspace_id = $1`,
    [acme.id],
  )
  const { text: page } = await own(acme).get('/sign-in')
  assert.match(page, new RegExp(`<link rel="icon" href="/p/${acme.slug}/icon.svg" type="image/svg\\+xml">`))
  const { status, headers, text } = await own(acme).get('/icon.svg')
  assert.deepEqual([status, headers.get('content-type')], [200, 'image/svg+xml; charset=utf-8'])
  assert.match(text, /fill="#7a1fa2"/)
  assert.match(text, />&amp;<\/text>/)
  await pool.query('select xmlparse(document $1)', [text])
})
