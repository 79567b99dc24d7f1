import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { updateBoard } from '../../boards/update.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp()

async function file({ api }: TestWorkspace, title: string, stage = 'in_review', more = {}) {
  const { id } = await api.create('/feedback', { title, ...more })
  if (stage !== 'pending') await api.patch(`/feedback/${id}/stage`, { stage })
  return id as string
}

const titlesIn = (text: string) => [...text.matchAll(/<h2 dir="auto"><a [^>]*>([^<]*)<\/a>/g)].map((match) => match[1])

test('lists only approved requests of public boards and stages', async () => {
  const acme = await world.workspace()
  for (const stage of ['in_review', 'planned', 'in_progress', 'completed', 'closed', 'pending'])
    await file(acme, `Is ${stage}`, stage)
  for (const status of ['rejected', 'spam']) {
    const id = await file(acme, `Is ${status}`, 'planned')
    await acme.api.patch(`/feedback/${id}/status`, { status })
  }
  const board = await acme.write((tx) => createBoard(tx, { name: 'Secret', slug: 'secret' }))
  await file(acme, 'On a private board', 'planned', { boardId: 'secret' })
  await acme.write((tx) => updateBoard(tx, board.id, { isPublic: false }))
  const portal = createPortalClient(world, acme)
  const open = ['Is in_progress', 'Is in_review', 'Is planned']
  for (const query of ['/', '/?sort=votes', '/?sort=newest', '/?search=is&stage=open']) {
    assert.deepEqual(titlesIn((await portal.get(query)).text).sort(), open, query)
  }
  const shown = ['Is completed', ...open]
  for (const query of ['/?stage=all', '/?stage=all&sort=votes', '/?search=is', '/?search=is&sort=newest']) {
    assert.deepEqual(titlesIn((await portal.get(query)).text).sort(), shown, query)
  }
  assert.deepEqual(titlesIn((await portal.get('/?stage=planned')).text), ['Is planned'])
  assert.deepEqual(titlesIn((await portal.get('/?stage=completed')).text), ['Is completed'])
  assert.deepEqual(titlesIn((await portal.get('/?search=private')).text), [])
  assert.equal((await portal.get('/?board=secret')).status, 404)
  assert.doesNotMatch((await portal.get('/')).text, /Secret/)
})

test('continues pages in every sort order, and finds rare and common words', async () => {
  const acme = await world.workspace()
  for (let n = 0; n < 30; n++) await file(acme, `Common ${n}${n === 7 ? ' needle' : ''}`)
  const portal = createPortalClient(world, acme)
  for (const query of ['', '?sort=votes', '?sort=newest', '?search=common']) {
    const first = (await portal.get(`/${query}`)).text
    const next = /href="\/p\/[^/]+(\/[^"]*cursor=[^"]*)" data-more/.exec(first)![1]!.replaceAll('&amp;', '&')
    const second = (await portal.get(next)).text
    const all = [...titlesIn(first), ...titlesIn(second)]
    assert.deepEqual([titlesIn(first).length, new Set(all).size, all.length], [25, 30, 30], query)
    assert.equal((await portal.get(next.replace(/cursor=./, 'cursor=A_'))).status, 400)
  }
  assert.deepEqual(titlesIn((await portal.get('/?search=NEEDLE')).text), ['Common 7 needle'])
  assert.match((await portal.get('/?search=%25')).text, /No request matches “%”/)
})

test('shows a pending request to its author only', async () => {
  const acme = await world.workspace()
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const bob = await signInCustomer(world, acme, { email: 'bob@example.com' })
  const id = await file(acme, 'Mine, waiting', 'pending', { submitter: { email: 'ada@example.com' } })
  assert.match((await ada.get('/')).text, /waiting for review[\s\S]*Mine, waiting/)
  assert.match((await ada.get(`/requests/${id}`)).text, /This request is waiting for review/)
  for (const reader of [bob, createPortalClient(world, acme)]) {
    assert.doesNotMatch((await reader.get('/')).text, /Mine, waiting/)
    assert.equal((await reader.get(`/requests/${id}`)).status, 404)
  }
  await acme.api.patch(`/feedback/${id}/status`, { status: 'rejected' })
  assert.equal((await ada.get(`/requests/${id}`)).status, 404)
})

test('redirects from a merged request to its target', async () => {
  const acme = await world.workspace()
  const [into, from] = [await file(acme, 'Target'), await file(acme, 'Source')]
  await acme.write((tx) => mergeFeedback(tx, from, into))
  const answer = await createPortalClient(world, acme).get(`/requests/${from}`)
  assert.deepEqual([answer.status, answer.headers.get('location')], [301, `/p/${acme.slug}/requests/${into}`])
})

test('makes shared pages cacheable with an ETag, and personal ones private', async () => {
  const acme = await world.workspace()
  await file(acme, 'Dark mode')
  const portal = createPortalClient(world, acme)
  const first = await portal.get('/')
  assert.match(first.headers.get('cache-control')!, /^public, max-age=10/)
  assert.match(first.headers.get('vary')!, /Cookie/)
  const etag = first.headers.get('etag')!
  const again = await portal.get('/', { 'if-none-match': `W/${etag}` })
  assert.deepEqual([again.status, again.text], [304, ''])
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const own = await ada.get('/')
  assert.equal(own.headers.get('cache-control'), 'private, no-cache')
  assert.equal(own.headers.get('etag'), null)
})

test('shows customers their own changes at once', async () => {
  const acme = await world.workspace()
  const id = await file(acme, 'Dark mode')
  await createPortalClient(world, acme).get('/')
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  await ada.post(`/requests/${id}/vote`, { vote: 'cast', next: '/' })
  assert.match((await ada.get('/')).text, /data-count="1">1</)
})

test('shows how many requests a search finds, best match first, and offers other sort orders', async () => {
  const acme = await world.workspace()
  await file(acme, 'Print tasks', 'planned', { description: 'Also the calendar' })
  const calendar = await file(acme, 'Calendars by color')
  const portal = createPortalClient(world, acme)
  const { text } = await portal.get('/?search=calendar')
  assert.deepEqual(titlesIn(text), ['Calendars by color', 'Print tasks'])
  assert.match(text, /2 requests found/)
  assert.match(text, /<option value="" selected>Best match<\/option>/)
  assert.deepEqual(titlesIn((await portal.get('/?search=calendar&stage=planned')).text), ['Print tasks'])
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  await ada.send(`/requests/${calendar}/vote`, { vote: 'cast' })
  for (const sort of ['votes', 'trending', 'newest']) {
    const sorted = (await ada.get(`/?search=calendar&sort=${sort}`)).text
    assert.deepEqual(titlesIn(sorted), ['Calendars by color', 'Print tasks'], sort)
  }
  assert.doesNotMatch((await portal.get('/?sort=votes')).text, /Best match|found/)
})

test('offers visible similar requests when nothing matches a search', async () => {
  const acme = await world.workspace()
  await file(acme, 'Two-way sync with Google Calendar')
  await file(acme, 'Google Calendar sync, rejected', 'closed')
  const { text } = await createPortalClient(world, acme).get('/?search=google+calendar+zebra+sync')
  assert.match(text, /Nothing matches[\s\S]*Similar requests[\s\S]*Two-way sync with Google Calendar/)
  assert.doesNotMatch(text, /sync, rejected/)
  assert.doesNotMatch((await createPortalClient(world, acme).get('/?search=zebra')).text, /Similar requests/)
})
