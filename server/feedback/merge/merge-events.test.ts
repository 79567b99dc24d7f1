import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteCustomer } from '../../customers/deletion/delete.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../test/test-app.ts'
import { mergeFeedback } from './merge.ts'
import { unmergeFeedback } from './unmerge.ts'

const app = await createTestApp()

interface Event {
  type: string
  actor: { type: string }
  data: { id: string; feedbackId?: string; status?: string; title?: string; identifier?: string }
  changes?: Record<string, { from: unknown; to: unknown }>
}

async function prepare() {
  const acme = await app.workspace()
  const { api } = acme
  let last: string | undefined
  const allNext = async (): Promise<Event[]> => {
    const { data } = (await api.get(`/events?limit=100${last ? `&after=${last}` : ''}`)).body
    last = data.at(-1)?.id ?? last
    return data
  }
  /** Returns the events of roadmap and tracker since the call before. */
  const next = async () => (await allNext()).filter(({ type }) => /^(roadmap|tracker)\./.test(type))
  const create = async (title: string, status?: string): Promise<{ id: string; item: string | null }> => {
    const { id } = await api.create('/feedback', { title })
    if (!status) return { id, item: null }
    return { id, item: (await api.create(`/feedback/${id}/promote`, { status })).roadmapItem.id }
  }
  const merge = (from: string, into: string) => acme.write((tx) => mergeFeedback(tx, from, into))
  const unmerge = (id: string) => acme.write((tx) => unmergeFeedback(tx, id))
  const getItem = async (id: string | null) => (await api.get(`/roadmap/${id}`)).body.data
  /** Returns what a reader that follows the events takes for the roadmap. */
  const readItems = async () => {
    const items = new Map<string, unknown>()
    for (const { type, data } of (await api.get('/events?limit=100')).body.data as Event[]) {
      if (type === 'roadmap.deleted') items.delete(data.id)
      else if (type.startsWith('roadmap.')) items.set(data.id, data)
    }
    return [...items.values()].map((item) => Object.fromEntries(comparable.map((key) => [key, (item as never)[key]])))
  }
  const assertReadersSeeRoadmap = async () => {
    const shown = (await api.get('/roadmap')).body.data.map((item: object) =>
      Object.fromEntries(comparable.map((key) => [key, (item as never)[key]])),
    )
    const byId = (a: { id?: string }, b: { id?: string }) => (a.id! < b.id! ? -1 : 1)
    assert.deepEqual((await readItems()).sort(byId as never), shown.sort(byId))
  }
  return { acme, api, allNext, next, create, merge, unmerge, getItem, assertReadersSeeRoadmap }
}

// Votes and comments that move are part of the merge.
const comparable = ['id', 'title', 'description', 'status', 'sortOrder', 'feedbackId', 'targetDelivery'] as const

test('a merge deletes the source’s item if the target has one, and unmerging creates it again', async () => {
  const { next, create, merge, unmerge, getItem, assertReadersSeeRoadmap } = await prepare()
  const [source, target] = [await create('Source', 'planned'), await create('Target', 'done')]
  const state = await getItem(source.item)
  await next()
  await merge(source.id, target.id)
  const [deleted, ...others] = await next()
  assert.deepEqual([deleted!.type, deleted!.data], ['roadmap.deleted', state])
  assert.deepEqual(others, [])
  assert.equal(deleted!.actor.type, 'system')
  await assertReadersSeeRoadmap()

  await unmerge(source.id)
  const created = await next()
  assert.deepEqual(
    created.map(({ type, data }) => [type, data]),
    [['roadmap.created', await getItem(source.item)]],
  )
  await assertReadersSeeRoadmap()
})

test('a merge moves the source’s item to a target without one, whose stage it follows, and unmerging moves it back', async () => {
  const { api, next, create, merge, unmerge, getItem, assertReadersSeeRoadmap } = await prepare()
  const [source, target] = [await create('Source', 'planned'), await create('Target')]
  await api.patch(`/feedback/${target.id}/stage`, { stage: 'completed' })
  await next()
  await merge(source.id, target.id)
  const moved = await next()
  assert.deepEqual(
    moved.map(({ type, changes }) => [type, changes]),
    [
      ['roadmap.updated', { feedbackId: { from: source.id, to: target.id } }],
      ['roadmap.status_changed', { status: { from: 'planned', to: 'done' } }],
    ],
  )
  for (const { data } of moved) assert.deepEqual(data, await getItem(source.item))
  await assertReadersSeeRoadmap()

  await unmerge(source.id)
  assert.deepEqual(
    (await next()).map(({ type, changes }) => [type, changes]),
    [
      ['roadmap.updated', { feedbackId: { from: target.id, to: source.id } }],
      ['roadmap.status_changed', { status: { from: 'done', to: 'planned' } }],
    ],
  )
  await assertReadersSeeRoadmap()
})

test('when a restored request takes its item back, the target gets that of another merged request', async () => {
  const { next, create, merge, unmerge, assertReadersSeeRoadmap } = await prepare()
  const [one, two, target] = [await create('One', 'planned'), await create('Two', 'planned'), await create('Target')]
  await merge(one.id, target.id)
  await merge(two.id, target.id)
  await next()
  await unmerge(one.id)
  const events = await next()
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.id, data.feedbackId]).sort(),
    [
      ['roadmap.created', two.item, target.id],
      ['roadmap.updated', one.item, one.id],
    ].sort(),
  )
  await assertReadersSeeRoadmap()
})

test('a merge without items and links records only itself', async () => {
  const { allNext, create, merge, unmerge } = await prepare()
  const [source, target] = [await create('Source'), await create('Target', 'planned')]
  await allNext()
  await merge(source.id, target.id)
  assert.deepEqual(
    (await allNext()).map(({ type }) => type),
    ['feedback.merged'],
  )
  await unmerge(source.id)
  assert.deepEqual(
    (await allNext()).map(({ type }) => type),
    ['feedback.unmerged', 'feedback.updated'],
  )
})

test('issues that a merge moves or sets aside are unlinked and linked', async () => {
  const { acme, next, create, merge, unmerge } = await prepare()
  const connection = newId()
  await app.database.pool.query(
    `insert into tracker_connections (workspace_id, id, provider, api_url, credential, account_id, account_name,
       account_url, checked_at, connected_by_type, connected_at)
     values ($1, $2, 'linear', 'https://linear.example', '\\x00', 'o', 'Acme', 'https://linear.example', now(), 'system', now())`,
    [acme.id, connection],
  )
  const link = (feedbackId: string, name: string) =>
    app.database.pool.query(
      `insert into tracker_links (workspace_id, id, feedback_id, connection_id, state, issue_id, identifier, url,
         remote_title, remote_state, remote_state_type, checked_at, created_at)
       values ($1, $2, $3, $4, 'active', $5, $5, $6, $5, $5, 'started', now(), now())`,
      [acme.id, newId(), feedbackId, connection, name, `https://linear.example/${name}`],
    )
  const [one, two, target] = [await create('One'), await create('Two'), await create('Target')]
  await link(one.id, 'ENG-1')
  await link(two.id, 'ENG-2')
  await next()
  const nextLinks = async () => (await next()).map(({ type, data }) => [type, data.identifier, data.feedbackId]).sort()
  await merge(one.id, target.id)
  assert.deepEqual(await nextLinks(), [
    ['tracker.linked', 'ENG-1', target.id],
    ['tracker.unlinked', 'ENG-1', one.id],
  ])
  await merge(two.id, target.id)
  assert.deepEqual(await nextLinks(), [['tracker.unlinked', 'ENG-2', two.id]])
  await unmerge(one.id)
  assert.deepEqual(await nextLinks(), [
    ['tracker.linked', 'ENG-1', one.id],
    ['tracker.linked', 'ENG-2', target.id],
    ['tracker.unlinked', 'ENG-1', target.id],
  ])
})

test('deleting a customer with their requests keeps no text of items that an unmerge removes', async () => {
  const { acme, api, create, merge, unmerge } = await prepare()
  const ada = { email: 'ada@example.com' }
  const adas = async (title: string): Promise<string> => (await api.create('/feedback', { title, submitter: ada })).id
  const [target, merged] = [await adas('SECRET target'), await adas('SECRET merged')]
  await api.create(`/feedback/${merged}/promote`, { status: 'planned' })
  const [first, other] = [await create('First', 'planned'), await create('Of another', 'planned')]
  await merge(first.id, target)
  await merge(merged, other.id)
  await merge(other.id, target)
  // The target gets the item of Ada's merged request, which has to give way to that of the other request.
  await unmerge(first.id)
  const [customer] = (await api.get('/customers')).body.data
  await acme.write((tx) => deleteCustomer(tx, customer.id, { withRequests: true }))
  const events: Event[] = (await api.get('/events?limit=100')).body.data
  assert.doesNotMatch(JSON.stringify(events), /SECRET/)
  assert.ok(events.some(({ type, data }) => type === 'roadmap.deleted' && data.title === ''))
  const roadmap = (await api.get('/roadmap')).body.data
  assert.deepEqual(
    new Set(roadmap.map(({ title, feedbackId }: Event['data']) => `${title} ${feedbackId}`)),
    new Set([`First ${first.id}`, `Of another ${other.id}`]),
  )
})
