import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnnouncementComposerLoader } from '../notifications/templates/composers.ts'
import { newId } from '../platform/ids.ts'
import { createPortalClient } from '../test/clients/portal-client.ts'
import { createWidgetClient } from '../test/clients/widget-client.ts'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { createDataDir, drawImage, listStoredFiles, readFile, removeFiles, sendFile } from '../test/fixtures/files.ts'
import { invalidPaths } from '../test/support/roles.ts'
import { createTestApp } from '../test/test-app.ts'
import { duplicateEntry } from './console/duplicate.ts'
import { type EntryForm, saveEntry } from './console/save.ts'
import { type CoverInput, findCover } from './cover.ts'
import { deleteEntry } from './delete.ts'
import { publishEntry } from './publishing/publish.ts'

const dataDir = await createDataDir()
const app = await createTestApp({ dataDir })
const { pool } = app.database
const accounts = await createAccountFixtures(app)

const form = (changes: Partial<EntryForm> = {}): EntryForm => ({
  title: 'CSV export',
  body: 'Every table.',
  versionLabel: null,
  newTags: [],
  scheduledPublishAt: null,
  scheduledTimezone: 'UTC',
  ...changes,
})

async function scene(name = 'Acme') {
  const acme = await app.workspace({ name })
  const { cookies } = await accounts.createMember(acme, 'member')
  const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const consoleUrl = `${app.origin}/console/w/${acme.slug}`
  const portalUrl = `${app.origin}/p/${acme.slug}`
  const upload = async (fileName = 'cover.png', bytes: Buffer | string | null = null): Promise<string> => {
    const { status, body } = await sendFile(`${consoleUrl}/files`, cookie, fileName, bytes ?? (await drawImage()))
    assert.equal(status, 200, JSON.stringify(body))
    return body.path
  }
  const save = (id: string | null, cover: CoverInput | null, changes: Partial<EntryForm> = {}) =>
    acme.write((tx) =>
      saveEntry(
        tx,
        id === null ? null : { id, updatedAt: null },
        form({ coverUrl: cover?.url ?? null, coverAlt: cover?.alt ?? '', ...changes }),
      ),
    )
  const publish = (id: string) => acme.write((tx) => publishEntry(tx, id))
  const coverOf = (id: string) => acme.write((tx) => findCover(tx, id))
  /** The statuses of a file for the team and for a stranger. */
  const statuses = async (path: string) =>
    (await Promise.all([readFile(`${consoleUrl}${path}`, cookie), readFile(`${portalUrl}${path}`)])).map(
      ({ status }) => status,
    )
  /** What the audit log and the events say about the changes of an entry, the oldest first. */
  const recorded = async (id: string) => {
    const { rows } = await pool.query(
      `select changes from audit_events where workspace_id = $1 and target_id = $2 and type = 'changelog.updated'
        order by id`,
      [acme.id, id],
    )
    return rows.map((row) => row.changes)
  }
  return { acme, upload, save, publish, coverOf, statuses, recorded }
}

const idOf = (path: string): string => path.split('/')[2]!

test('adds, describes, replaces and removes a cover, and records each change', async () => {
  const { acme, upload, save, coverOf, recorded } = await scene()
  const [first, second] = [await upload('Jane-Doe.png'), await upload()]
  const { id } = await save(null, { url: first, alt: ' A chart ' })
  assert.deepEqual(await coverOf(id), {
    ...{ url: first, alt: 'A chart', width: 40, height: 20, type: 'image/png' },
    bytes: (await coverOf(id))!.bytes,
  })
  await save(id, { url: first, alt: 'A table' })
  await save(id, { url: first, alt: 'A table' })
  await save(id, { url: second, alt: 'A table' })
  await save(id, null)
  assert.equal(await coverOf(id), null)
  assert.deepEqual(await recorded(id), [
    { coverAltLength: [7, 7] },
    { cover: [idOf(first), idOf(second)] },
    { cover: [idOf(second), null], coverAltLength: [7, null] },
  ])
  await removeFiles(app, dataDir)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [])
})

test('sends one changelog.updated event for a new cover, in which only the time differs', async () => {
  const { acme, upload, save } = await scene()
  const { id, updatedAt } = await save(null, null)
  app.setClock(new Date(Date.parse(updatedAt) + 1_000).toISOString())
  const saved = await save(id, { url: await upload(), alt: '' })
  const { rows } = await pool.query(
    `select changes, data from events where workspace_id = $1 and resource_id = $2 and type = 'changelog.updated'`,
    [acme.id, id],
  )
  assert.deepEqual(rows, [{ changes: { updatedAt: { from: updatedAt, to: saved.updatedAt } }, data: saved }])
  assert.equal('cover' in (await acme.api.get(`/changelog/${id}`)).body.data, false)
})

test('rejects anything but an uploaded image of the workspace', async () => {
  const { upload, save, coverOf } = await scene()
  const other = await scene('Other')
  const { id } = await save(null, null)
  const own = await upload()
  const wrong = [
    await other.upload(),
    await upload('notes.txt', 'Notes'),
    own.replace('cover.png', 'other.png'),
    `/files/${newId()}/cover.png`,
    'https://example.com/cover.png',
    `${own}/../x`,
  ]
  for (const url of wrong) await assert.rejects(save(id, { url, alt: '' }), invalidPaths('/coverUrl'), url)
  await assert.rejects(save(null, { url: wrong[0]!, alt: '' }), invalidPaths('/coverUrl'))
  assert.equal(await coverOf(id), null)
})

test('keeps the cover when the entry is saved outside the editor', async () => {
  const { acme, upload, save, coverOf } = await scene()
  const { id } = await save(null, { url: await upload(), alt: 'A chart' })
  await acme.api.patch(`/changelog/${id}`, { title: 'Renamed' })
  await acme.write((tx) => saveEntry(tx, { id, updatedAt: null }, form({ title: 'From an earlier page' })))
  assert.equal((await coverOf(id))?.alt, 'A chart')
})

test('counts a new cover as a new version of the entry', async () => {
  const { acme, upload, save, coverOf } = await scene()
  const { id, updatedAt } = await save(null, null)
  app.setClock(new Date(Date.parse(updatedAt) + 1_000).toISOString())
  await save(id, { url: await upload(), alt: 'Theirs' })
  const mine = form({ coverUrl: await upload(), coverAlt: 'Mine' })
  await assert.rejects(
    acme.write((tx) => saveEntry(tx, { id, updatedAt }, mine)),
    invalidPaths('/updatedAt'),
  )
  assert.equal((await coverOf(id))?.alt, 'Theirs')
})

test('shows the image only to the team until the entry is published, and to no one after it is deleted', async () => {
  const { acme, upload, save, publish, statuses } = await scene()
  const [cover, replaced] = [await upload(), await upload()]
  const { id } = await save(null, { url: replaced, alt: '' })
  assert.deepEqual(await statuses(replaced), [200, 404])
  await publish(id)
  assert.deepEqual(await statuses(replaced), [200, 200])
  await save(id, { url: cover, alt: '' })
  assert.deepEqual(await statuses(replaced), [404, 404])
  assert.deepEqual(await statuses(cover), [200, 200])
  await acme.write((tx) => deleteEntry(tx, id))
  assert.deepEqual(await statuses(cover), [404, 404])
  await removeFiles(app, dataDir)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [])
})

test('shows no cover once its image has been erased', async () => {
  const { acme, upload, save, publish, coverOf } = await scene()
  const url = await upload()
  const { id } = await save(null, { url, alt: 'A chart' })
  await publish(id)
  await pool.query('delete from files where workspace_id = $1 and id = $2', [acme.id, idOf(url)])
  assert.equal(await coverOf(id), null)
  const { status, text } = await createPortalClient(app, acme, 'heed_theme=light').get(`/changelog/${id}`)
  assert.deepEqual([status, text.includes('entry-cover')], [200, false])
  await assert.rejects(save(id, { url, alt: 'A chart' }), invalidPaths('/coverUrl'))
})

test('gives a copy of the entry the same cover, which stays private with the copy', async () => {
  const { acme, upload, save, publish, coverOf, statuses } = await scene()
  const url = await upload()
  const { id } = await save(null, { url, alt: 'A chart' })
  await publish(id)
  const copy = await acme.write((tx) => duplicateEntry(tx, id))
  assert.deepEqual(await coverOf(copy.id), await coverOf(id))
  await acme.write((tx) => deleteEntry(tx, id))
  assert.deepEqual(await statuses(url), [200, 404])
})

test('shows covers in the list and on the page, and loads only the first without scrolling', async () => {
  const { acme, upload, save, publish } = await scene()
  const [older, newer] = [await upload(), await upload()]
  const { id } = await save(null, { url: older, alt: '"Charts" & <tables>' })
  await publish(id)
  await publish((await save(null, { url: newer, alt: '' })).id)
  const reader = createPortalClient(app, acme, 'heed_theme=light')
  const base = `/p/${acme.slug}`
  const image = (path: string, alt: string, loading: string) =>
    `<img class="entry-cover" src="${base}${path}" alt="${alt}" width="40" height="20" ${loading}>`
  const { text: list } = await reader.get('/changelog')
  const alt = '&quot;Charts&quot; &amp; &lt;tables&gt;'
  assert.ok(list.includes(image(newer, '', 'fetchpriority="high"')), list)
  assert.ok(list.includes(image(older, alt, 'loading="lazy"')))
  const { text: page } = await reader.get(`/changelog/${id}`)
  assert.ok(page.includes(image(older, alt, 'fetchpriority="high"')))
  const [, preview] = /<meta property="og:image" content="([^"]+)">/.exec(page) ?? []
  assert.equal(preview?.startsWith('http'), true)
  assert.ok(page.includes(`<meta property="og:image:width" content="40">`))
  assert.ok(page.includes(`<meta property="og:image:alt" content="${alt}">`))
  assert.ok(preview!.endsWith(`${base}${older}`))
})

test('encloses covers in feeds, and shows them in the text', async () => {
  const { acme, upload, save, publish, coverOf } = await scene()
  const { id } = await save(null, { url: await upload(), alt: 'A chart' })
  await publish(id)
  const cover = (await coverOf(id))!
  const reader = createPortalClient(app, acme, 'heed_theme=light')
  const [rss, atom, json] = await Promise.all(
    ['rss.xml', 'atom.xml', 'feed.json'].map(async (name) => (await reader.get(`/changelog/${name}`)).text),
  )
  const item = JSON.parse(json!).items[0]
  const url: string = item.image
  assert.match(url, /^https?:\/\//)
  assert.ok(url.endsWith(`/p/${acme.slug}${cover.url}`))
  assert.ok(rss!.includes(`<enclosure url="${url}" length="${cover.bytes}" type="image/png"/>`))
  assert.ok(atom!.includes(`<link rel="enclosure" type="image/png" length="${cover.bytes}" href="${url}"/>`))
  const markup = `<p><img src="${url}" alt="A chart" width="40" height="20"></p>`
  assert.ok(item.content_html.startsWith(markup))
  for (const feed of [rss!, atom!])
    assert.ok(feed.includes(markup.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')))
})

test('shows the cover above the text in the widget', async () => {
  const { acme, upload, save, publish } = await scene()
  const url = await upload()
  const { id } = await save(null, { url, alt: 'A chart' })
  await publish(id)
  const { body } = await createWidgetClient(app, acme)('GET', `/widget/entries/${id}`)
  const [, src] = /^<p><img src="([^"]+)" alt="A chart" width="40" height="20"><\/p>/.exec(body.data.html) ?? []
  assert.ok(src?.startsWith('http') && src.endsWith(url), body.data.html)
})

test('shows the cover in announcements with its description and full URL, and not in the preview line', async () => {
  const { acme, upload, save, publish } = await scene()
  const publicUrl = 'https://feedback.example.com'
  const secretKey = 'a secret key that only the tests have, 48 long'
  const url = await upload('wide.png', await drawImage('png', 900, 300))
  const { id } = await save(null, { url, alt: 'A "chart"' })
  await publish(id)
  const compose = await createAnnouncementComposerLoader({ database: app.database, secretKey, publicUrl })(acme.id, id)
  const { html, text } = compose!({ customerId: newId(), address: 'ada@example.com', name: null, requestTitles: [] })
  const src = `${publicUrl}/p/${acme.slug}${url}`
  assert.ok(html.includes(`<img src="${src}" alt="A &quot;chart&quot;" width="536" style="`), html)
  assert.ok(html.indexOf(src) < html.indexOf('Every table.</p>'))
  assert.equal(html.split('Every table.').length, 3)
  assert.match(text, /A "chart"\s+<https:\/\/feedback\.example\.com\/[^>]+>\s+Every table\./)
})
