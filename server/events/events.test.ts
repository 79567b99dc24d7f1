import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteComment } from '../comments/delete.ts'
import { deleteFeedback } from '../feedback/delete.ts'
import { newId } from '../platform/ids.ts'
import { deleteRoadmapItem } from '../roadmap/delete.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()

interface Event {
  id: string
  type: string
  sequence: number
  timestamp: string
  actor: { type: string; id: string | null; name: string | null }
  data: Record<string, unknown>
  changes?: Record<string, { from: unknown; to: unknown }>
}

/** Creates a workspace and a function that returns the events since its previous call. */
async function follow() {
  const acme = await app.workspace()
  let last: string | undefined
  const next = async (): Promise<Event[]> => {
    const { status, body } = await acme.api.get(`/events?limit=100${last ? `&after=${last}` : ''}`)
    assert.equal(status, 200)
    last = body.data.at(-1)?.id ?? last
    return body.data
  }
  await next()
  return { acme, api: acme.api, next }
}

const typesOf = (events: Event[]): string[] => events.map(({ type }) => type)

test('every change to a request records an event with the request as its GET presents it', async () => {
  const { acme, api, next } = await follow()
  const request = await api.create('/feedback', { title: 'Dark mode', description: 'At night.' })
  const path = `/feedback/${request.id}`
  const current = async () => (await api.get(path)).body.data

  const [created] = await next()
  assert.equal(created!.type, 'feedback.created')
  assert.deepEqual(created!.data, request)
  assert.equal(created!.actor.type, 'api_key')
  assert.equal(typeof created!.actor.name, 'string')

  await api.patch(path, { title: 'Dark theme' })
  const [updated] = await next()
  assert.equal(updated!.type, 'feedback.updated')
  assert.deepEqual(updated!.changes, { title: { from: 'Dark mode', to: 'Dark theme' } })
  assert.deepEqual(updated!.data, await current())

  await api.patch(`${path}/status`, { status: 'approved' })
  const approved = await next()
  assert.deepEqual(typesOf(approved), ['feedback.status_changed', 'feedback.stage_changed'])
  assert.deepEqual(approved[0]!.changes, { status: { from: 'pending', to: 'approved' } })
  assert.deepEqual(approved[1]!.changes, { stage: { from: 'pending', to: 'in_review' } })

  await api.post(`${path}/promote`, { status: 'planned' })
  const promoted = await next()
  assert.deepEqual(typesOf(promoted).toSorted(), ['feedback.stage_changed', 'roadmap.created'])
  const item = promoted.find(({ type }) => type === 'roadmap.created')!
  assert.deepEqual(item.data, (await api.get(`/roadmap/${String(item.data.id)}`)).body.data)

  await api.patch(`/roadmap/${String(item.data.id)}/status`, { status: 'done' })
  assert.deepEqual(typesOf(await next()).toSorted(), ['feedback.stage_changed', 'roadmap.status_changed'])

  const last = await current()
  await acme.write((tx) => deleteFeedback(tx, request.id))
  const deleted = await next()
  assert.deepEqual(typesOf(deleted), ['roadmap.deleted', 'feedback.deleted'])
  assert.deepEqual(deleted[1]!.data, last)
})

test('a call that changes nothing, fails or is repeated records no further event', async () => {
  const { api, next } = await follow()
  const headers = { 'idempotency-key': newId() }
  const first = await api.post('/feedback', { title: 'CSV' }, headers)
  await api.post('/feedback', { title: 'CSV' }, headers)
  await api.patch(`/feedback/${first.body.data.id}`, { title: 'CSV' })
  assert.equal((await api.post('/feedback', { title: '' })).status, 400)
  assert.deepEqual(typesOf(await next()), ['feedback.created'])
})

test('comments record events, team notes do not, and a deletion records the last state of the comment and its replies', async () => {
  const { acme, api, next } = await follow()
  const { id: feedbackId } = await api.create('/feedback', { title: 'CSV' })
  await next()
  const path = `/feedback/${feedbackId}/comments`
  const comment = await api.create(path, { body: 'Please.', submitter: { email: 'ada@example.com' } })
  const reply = await api.create(path, { body: 'Soon.', kind: 'staff_reply', parentId: comment.id })
  await api.create(path, { body: 'A large customer.', kind: 'staff_reply', isInternal: true })
  const events = await next()
  const created = events.filter(({ type }) => type.startsWith('comment.'))
  assert.deepEqual(
    created.map(({ data }) => data),
    [
      { ...comment, feedbackId },
      { ...reply, feedbackId },
    ],
  )
  assert.ok(!JSON.stringify(events).includes('large customer'))
  assert.ok(!JSON.stringify(events.filter(({ type }) => type !== 'customer.created')).includes('ada@example.com'))

  await acme.write((tx) => deleteComment(tx, comment.id))
  const deleted = await next()
  assert.deepEqual(typesOf(deleted), ['comment.deleted', 'comment.deleted'])
  assert.deepEqual(new Set(deleted.map(({ data }) => data.id)), new Set([comment.id, reply.id]))
  assert.equal(deleted.find(({ data }) => data.id === comment.id)!.data.body, 'Please.')
})

test('scheduling an entry records an event of its own, and clearing the schedule an update', async () => {
  const { api, next } = await follow()
  const entry = await api.create('/changelog', { title: 'Night', body: 'Dark.' })
  const path = `/changelog/${entry.id}`
  assert.deepEqual(typesOf(await next()), ['changelog.created'])
  const schedule = { scheduledPublishAt: '2036-06-01T09:00:00Z', scheduledTimezone: 'Europe/Berlin' }
  await api.patch(path, { title: 'Nights', ...schedule })
  const scheduled = await next()
  assert.deepEqual(typesOf(scheduled), ['changelog.updated', 'changelog.scheduled'])
  assert.deepEqual(Object.keys(scheduled[0]!.changes!), ['title'])
  await api.patch(path, { scheduledPublishAt: null, scheduledTimezone: null })
  assert.deepEqual(typesOf(await next()), ['changelog.updated'])
  await api.post(`${path}/publish`)
  assert.deepEqual(typesOf(await next()), ['changelog.published'])
  const last = (await api.get(path)).body.data
  await api.delete(path)
  const [deleted] = await next()
  assert.equal(deleted!.type, 'changelog.deleted')
  assert.deepEqual(deleted!.data, last)
})

test('creating, changing and removing a roadmap item records events of the item and its request', async () => {
  const { acme, api, next } = await follow()
  const item = await api.create('/roadmap', { title: 'Dark mode' })
  const created = await next()
  assert.deepEqual(typesOf(created), ['feedback.created', 'roadmap.created'])
  assert.deepEqual(created[0]!.data, (await api.get(`/feedback/${item.feedbackId}`)).body.data)
  await api.patch(`/roadmap/${item.id}`, { title: 'Night mode' })
  const [updated] = await next()
  assert.equal(updated!.type, 'roadmap.updated')
  assert.deepEqual(updated!.changes, { title: { from: 'Dark mode', to: 'Night mode' } })
  await acme.write((tx) => deleteRoadmapItem(tx, item.id))
  assert.deepEqual(typesOf(await next()).toSorted(), ['feedback.stage_changed', 'roadmap.deleted'])
})

test('lists events by type, by time and in pages, and rejects invalid parameters', async () => {
  const { acme, api } = await follow()
  for (const title of ['One', 'Two', 'Three']) await api.create('/feedback', { title })
  const all: Event[] = (await api.get('/events?type=feedback.created')).body.data
  assert.deepEqual(
    all.map(({ data }) => data.title),
    ['One', 'Two', 'Three'],
  )

  const first = (await api.get('/events?limit=2&type=feedback.created&type=vote.created')).body
  const second = (await api.get(`/events?limit=2&cursor=${first.pagination.nextCursor}`)).body
  assert.deepEqual([...first.data, ...second.data], all)
  assert.deepEqual(second.pagination, { nextCursor: null, hasMore: false })
  assert.deepEqual((await api.get('/events?type=vote.created')).body.data, [])
  assert.deepEqual(
    (await api.get(`/events?since=${all[1]!.timestamp}`)).body.data,
    all.filter(({ timestamp }) => timestamp >= all[1]!.timestamp),
  )
  assert.deepEqual((await api.get(`/events/${all[0]!.id}`)).body.data, all[0])

  const foreign = await app.workspace()
  await foreign.api.create('/feedback', { title: 'Other' })
  const foreignId = (await foreign.api.get('/events')).body.data[0].id
  assert.equal((await api.get(`/events/${foreignId}`)).status, 404)
  for (const query of [
    `after=${foreignId}`,
    `after=${all[0]!.id}&since=2026-01-01T00:00:00Z`,
    `after=${all[0]!.id}&cursor=${first.pagination.nextCursor}`,
    `cursor=${first.pagination.nextCursor}&type=vote.created`,
    'type=feedback.exploded',
    'since=yesterday',
  ]) {
    assert.equal((await api.get(`/events?${query}`)).status, 400, query)
  }
  const { body } = await api.get('/events?type=feedback.exploded')
  assert.match(JSON.stringify(body), /feedback\.stage_changed/)
  const reader = await acme.withScopes('feedback:read')
  assert.equal((await reader.get('/events')).status, 403)
})

test('a cursor continues only the list that it came from', async () => {
  const { api } = await follow()
  for (const title of ['One', 'Two']) await api.create('/feedback', { title })
  const since = '2020-01-01T00:00:00.000Z'
  const { body } = await api.get(`/events?limit=1&since=${since}`)
  const cursor = body.pagination.nextCursor
  assert.equal((await api.get(`/events?limit=1&since=${since}&cursor=${cursor}`)).status, 200)
  assert.equal((await api.get(`/events?limit=1&cursor=${cursor}`)).status, 200)
  for (const other of ['since=2030-01-01T00:00:00.000Z', 'type=vote.created'])
    assert.equal((await api.get(`/events?limit=1&${other}&cursor=${cursor}`)).status, 400, other)
})

test('events about customers need customers:read', async () => {
  const { acme, api, next } = await follow()
  await api.create('/feedback', { title: 'CSV', submitter: { email: 'ada@example.com' } })
  const customer = (await next()).find(({ type }) => type === 'customer.created')!
  const limited = await acme.withScopes('events:read')
  assert.deepEqual(typesOf((await limited.get('/events')).body.data), ['board.created', 'feedback.created'])
  assert.deepEqual((await limited.get('/events?type=customer.created')).body.data, [])
  assert.equal((await limited.get(`/events/${customer.id}`)).status, 404)
})
