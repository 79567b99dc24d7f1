import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBoard } from '../../boards/update.ts'
import { createPortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const world = await createTestApp()
const { pool } = world.database

const item = ({ api }: TestWorkspace, title: string, status = 'planned', more = {}) =>
  api.create('/roadmap', { title, status, ...more })

/** Returns the titles of each column in order. */
async function columnsOf(acme: TestWorkspace, cookie = 'heed_theme=light'): Promise<Record<string, string[]>> {
  const { text, status } = await createPortalClient(world, acme, cookie).get('/roadmap')
  assert.equal(status, 200)
  const columns = [...text.matchAll(/<section class="column" aria-labelledby="([^"]*)">(.*?)<\/section>/gs)]
  return Object.fromEntries(
    columns.map(([, name, column]) => [
      name,
      [...column!.matchAll(/<h3 dir="auto">(?:<a [^>]*>)?([^<]*)/g)].map(([, title]) => title!),
    ]),
  )
}

test('keeps the team’s order for planned and in progress, and lists done items newest first', async () => {
  const acme = await world.workspace()
  const made = []
  for (const title of ['One', 'Two', 'Three']) made.push(await item(acme, title))
  for (const title of ['Began first', 'Began then']) await item(acme, title, 'in_progress')
  for (const title of ['Done first', 'Done then']) await item(acme, title, 'done')
  await item(acme, 'Given up', 'closed')
  await pool.query('update roadmap_items set sort_order = -1 where id = $1', [made[2].id])
  assert.deepEqual(await columnsOf(acme), {
    planned: ['Three', 'One', 'Two'],
    'in-progress': ['Began first', 'Began then'],
    done: ['Done then', 'Done first'],
  })
})

test('shows the expected date of open items, and of done items the day of their first announcement', async () => {
  const acme = await world.workspace()
  const targetDelivery = { precision: 'quarter', date: '2026-03-31' }
  await item(acme, 'Planned', 'planned', { targetDelivery })
  const announced = await item(acme, 'Announced', 'done', { targetDelivery })
  await item(acme, 'Silent', 'done', { targetDelivery })
  const entry = { title: 'Out now', body: 'Here it is.', linkedFeedbackIds: [announced.feedbackId] }
  const { id } = await acme.api.create('/changelog', entry)
  await acme.api.post(`/changelog/${id}/publish`)
  await pool.query(`update changelog_entries set published_at = '2026-11-10T12:00:00Z' where id = $1`, [id])
  const portal = createPortalClient(world, acme, 'heed_theme=dark')
  const { text } = await portal.get('/roadmap')
  assert.equal(text.match(/Q1 2026/g)?.length, 1)
  assert.match(text, /Expected Q1 2026/)
  assert.match(text, /Announced <time [^>]*>10 Nov 2026<\/time>/)
  const request = await portal.get(`/requests/${announced.feedbackId}`)
  assert.match(request.text, /<dt>Announced<\/dt><dd><time [^>]*>10 Nov 2026/)
  assert.doesNotMatch(request.text, /Q1 2026/)
})

test('shows an item only while its request is visible and in the same stage', async () => {
  const acme = await world.workspace()
  const { api } = acme
  const shown = await item(acme, 'Shown')
  const moved = await item(acme, 'Moved')
  const hidden: string[] = []
  for (const stage of ['pending', 'in_review', 'closed']) {
    const { feedbackId } = await item(acme, `Is ${stage}`)
    await api.patch(`/feedback/${feedbackId}/stage`, { stage })
    hidden.push(feedbackId)
  }
  for (const status of ['rejected', 'spam', 'pending']) {
    const { feedbackId } = await item(acme, `Became ${status}`, 'in_progress')
    await api.patch(`/feedback/${feedbackId}/status`, { status })
    hidden.push(feedbackId)
  }
  await api.patch(`/feedback/${moved.feedbackId}/stage`, { stage: 'completed' })
  assert.deepEqual(await columnsOf(acme), { planned: ['Shown'], 'in-progress': [], done: ['Moved'] })
  const { text } = await createPortalClient(world, acme, 'heed_theme=dark').get('/roadmap')
  for (const id of hidden) assert.ok(!text.includes(id))
  const { board } = (await api.get(`/feedback/${shown.feedbackId}`)).body.data
  await acme.write((tx) => updateBoard(tx, board.id, { isPublic: false }))
  assert.deepEqual(await columnsOf(acme), { planned: [], 'in-progress': [], done: [] })
})

test('shows votes, the target of an open item and a link to the request on a card, and a text in an empty column', async () => {
  const acme = await world.workspace()
  const quarter = { precision: 'quarter', date: '2026-09-30' }
  const { feedbackId } = await item(acme, 'Dark <mode>', 'planned', { targetDelivery: quarter })
  await item(acme, 'Export', 'done', { targetDelivery: { precision: 'date', date: '2026-02-03' } })
  const ada = await signInCustomer(world, acme, { email: 'ada@example.com' })
  const back = await ada.post(`/requests/${feedbackId}/vote`, { vote: 'cast', next: '/roadmap' })
  assert.equal(back.headers.get('location'), `/p/${acme.slug}/roadmap#r-${feedbackId}`)
  const { text } = await ada.get('/roadmap')
  assert.match(text, new RegExp(`<li class="card" id="r-${feedbackId}">`))
  assert.match(text, /aria-pressed="true" aria-label="Vote for “Dark &lt;mode&gt;”, 1 vote"/)
  assert.match(text, new RegExp(`<a href="/p/${acme.slug}/requests/${feedbackId}">Dark &lt;mode&gt;</a>`))
  assert.match(text, />Expected Q3 2026</)
  assert.doesNotMatch(text, /3 Feb 2026/)
  assert.match(text, /Nothing here at the moment\./)
})

test('shows items without links and votes as text when requests are turned off', async () => {
  const acme = await world.workspace()
  const { feedbackId } = await item(acme, 'Dark mode')
  await pool.query('update workspaces set portal_shows_requests = false where workspace_id = $1', [acme.id])
  const { text } = await createPortalClient(world, acme).get('/roadmap')
  assert.match(text, /<h3 dir="auto">Dark mode<\/h3>/)
  assert.match(text, /<span>0 votes<\/span>/)
  assert.ok(!text.includes(`/requests/${feedbackId}`))
})

test('truncates a long column, says so and links to the rest', async () => {
  const acme = await world.workspace()
  await pool.query(
    `with filed as (
       insert into feedback (workspace_id, id, board_id, title, description, status, product_stage, created_at,
         updated_at, last_activity_at)
       select $1, gen_random_uuid(), (select id from boards where workspace_id = $1), 'Done ' || n, '', 'approved', 'completed', now(), now(), now()
       from generate_series(1, 60) n returning id, title)
     insert into roadmap_items (workspace_id, id, feedback_id, title, description, status, sort_order, created_at, updated_at)
     select $1, gen_random_uuid(), id, title, '', 'done', substring(title from 6)::int, now(), now() from filed`,
    [acme.id],
  )
  const { done } = await columnsOf(acme)
  assert.deepEqual([done!.length, done![0], done!.at(-1)], [50, 'Done 60', 'Done 11'])
  const { text } = await createPortalClient(world, acme).get('/roadmap')
  assert.match(text, /Showing the latest 50 of 60\. <a href="[^"]*\/\?stage=completed">Show all<\/a>/)
})
