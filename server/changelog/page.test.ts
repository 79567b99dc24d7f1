import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '../platform/ids.ts'
import { createWorld, type TestWorkspace } from '../test/world.ts'

const world = await createWorld({ now: '2026-03-01T09:00:00.000Z' })
const acme = await world.workspace({ name: 'Acme & Sons' })

async function call(path: string, method = 'GET') {
  const response = await fetch(world.origin + path, { method })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const pathOf = ({ slug }: TestWorkspace, id: string) => `/p/${slug}/changelog/${id}`

async function published(entry: object): Promise<string> {
  const { id } = await acme.api.made('/changelog', entry)
  await acme.api.post(`/changelog/${id}/publish`)
  return id
}

test('a published entry is there for everybody, with its title, date, label, tags and text', async () => {
  const tag = await acme.tag('Exports', '#22aa55')
  const id = await published({
    title: 'CSV <export>',
    body: '# New\n\n**All** tables',
    versionLabel: 'v2',
    tagIds: [tag.id],
  })
  const { status, text } = await call(pathOf(acme, id))
  assert.equal(status, 200)
  assert.match(text, /<title>CSV &lt;export&gt; · Acme &amp; Sons<\/title>/)
  assert.match(text, /<h1 dir="auto">CSV &lt;export&gt;<\/h1>/)
  assert.match(text, /<time datetime="2026-03-01T09:00:00\.000Z">1 March 2026<\/time>/)
  assert.match(text, /<bdi>v2<\/bdi>.*fill="#22aa55".*<bdi>Exports<\/bdi>/s)
  assert.match(text, /<h2>New<\/h2>\s*<p><strong>All<\/strong> tables<\/p>/)
})

test('drafts, unknown entries, those of other workspaces and unknown workspaces are one and the same page', async () => {
  const other = await world.workspace()
  const draft = await acme.api.made('/changelog', { title: 'A secret plan' })
  const id = await published({ title: 'CSV export' })
  const deleted = await published({ title: 'CSV export' })
  await acme.api.delete(`/changelog/${deleted}`)
  const absent = [draft.id, deleted, newId(), 'x', "'", '%00'].map((each) => pathOf(acme, each))
  const answers = []
  for (const path of [...absent, pathOf(other, id), `/p/nobody/changelog/${id}`]) answers.push(await call(path))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.match(answers[0]!.text, /There is nothing here/)
  assert.ok(answers.every(({ headers }) => headers.get('cache-control') === 'private, no-store'))
})

test('nothing that was written into an entry becomes markup', async () => {
  const evil = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
  const tag = await acme.tag(evil.slice(0, 50))
  const id = await published({ title: evil, body: evil, versionLabel: evil, tagIds: [tag.id] })
  const { text } = await call(pathOf(acme, id))
  assert.doesNotMatch(text, /<img|<script/)
})

test('the policy admits its own style sheet, images and nothing else', async () => {
  const { headers, text } = await call(pathOf(acme, await published({ title: 'CSV export' })))
  const style = /<style>(.*)<\/style>/s.exec(text)![1]!
  const hash = createHash('sha256').update(style).digest('base64')
  assert.equal(
    headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${hash}'; img-src https: http:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  )
  assert.deepEqual(
    ['referrer-policy', 'x-robots-tag', 'x-content-type-options', 'cache-control'].map((name) => headers.get(name)),
    ['no-referrer', null, 'nosniff', 'public, max-age=60'],
  )
})

test('it can be read, and nothing else', async () => {
  const path = pathOf(acme, await published({ title: 'CSV export' }))
  const head = await call(path, 'HEAD')
  assert.deepEqual([head.status, head.text], [200, ''])
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await call(path, method)
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD'], method)
  }
})
