import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Nullable, Strict, Text, Type } from '../platform/schemas.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { createTestApp } from '../test/test-app.ts'
import { describeChanges } from './changes.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { api } = acme

async function listChanges(id: string) {
  const { rows } = await app.database.pool.query<{ changes: Record<string, string[]> }>(
    `select changes from audit_events where target_id = $1 and type not like '%.created' order by id`,
    [id],
  )
  return rows.map(({ changes }) => changes)
}

test('records old and new values of a request', async () => {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  await api.patch(`/feedback/${id}/status`, { status: 'spam' })
  await api.post(`/feedback/${id}/promote`, { status: 'done' })
  const [moved, moderated, promoted] = await listChanges(id)
  assert.deepEqual(moved, {
    stage: ['pending', 'planned'],
    status: ['pending', 'approved'],
    productStage: [null, 'planned'],
  })
  assert.deepEqual(moderated, { stage: ['planned', 'closed'], status: ['approved', 'spam'] })
  const { roadmapItemId } = (await api.get(`/feedback/${id}`)).body.data
  assert.deepEqual(promoted, {
    stage: ['closed', 'completed'],
    status: ['spam', 'approved'],
    productStage: ['planned', 'completed'],
    itemStatus: [null, 'done'],
    roadmapItemId,
  })
})

test('records the change of the linked roadmap item with its request, and of the request with its item', async () => {
  const { id: roadmapItemId, feedbackId } = await api.create('/roadmap', { title: 'Dark mode' })
  await api.patch(`/feedback/${feedbackId}/stage`, { stage: 'completed' })
  await api.patch(`/feedback/${feedbackId}/status`, { status: 'rejected' })
  await api.patch(`/feedback/${feedbackId}/stage`, { stage: 'pending' })
  await api.patch(`/roadmap/${roadmapItemId}/status`, { status: 'in_progress' })
  const targetDelivery = { precision: 'quarter', date: '2026-09-30' }
  await api.post(`/feedback/${feedbackId}/promote`, { status: 'planned', targetDelivery })
  assert.deepEqual(await listChanges(feedbackId), [
    {
      roadmapItemId,
      stage: ['planned', 'completed'],
      status: ['approved', 'approved'],
      itemStatus: ['planned', 'done'],
    },
    { roadmapItemId, stage: ['completed', 'closed'], status: ['approved', 'rejected'], itemStatus: ['done', 'closed'] },
    { roadmapItemId, stage: ['closed', 'pending'], status: ['rejected', 'pending'], itemStatus: ['closed', 'closed'] },
    {
      roadmapItemId,
      stage: ['in_progress', 'planned'],
      status: ['approved', 'approved'],
      itemStatus: ['in_progress', 'planned'],
      targetDelivery: [null, targetDelivery],
    },
  ])
  assert.deepEqual(await listChanges(roadmapItemId), [
    {
      feedbackId,
      roadmapItemId,
      stage: ['pending', 'in_progress'],
      status: ['pending', 'approved'],
      itemStatus: ['closed', 'in_progress'],
    },
  ])
})

test('records the changed fields with old and new values, and only the lengths of long texts', async () => {
  const texts = { title: 'Dark mode', description: '🌙 night' }
  const request = await api.create('/feedback', texts)
  await api.patch(`/feedback/${request.id}`, { title: 'Night mode', description: 'Day' })
  await api.patch(`/feedback/${request.id}`, { title: 'Night mode', description: 'Sun' })
  assert.deepEqual(await listChanges(request.id), [
    { title: ['Dark mode', 'Night mode'], descriptionLength: [7, 3] },
    { descriptionLength: [3, 3] },
  ])
  const item = await api.create('/roadmap', texts)
  const targetDelivery = { precision: 'date', date: '2026-09-30' }
  await api.patch(`/roadmap/${item.id}`, { ...texts, description: '', targetDelivery })
  assert.deepEqual(await listChanges(item.id), [{ descriptionLength: [7, 0], targetDelivery: [null, targetDelivery] }])
  const tag = await acme.tag('new')
  const entry = await api.create('/changelog', { title: 'Night', tagIds: [tag.id], linkedFeedbackIds: [request.id] })
  await api.patch(`/changelog/${entry.id}`, {
    title: 'Night',
    body: '🌙',
    tagIds: [],
    linkedFeedbackIds: [item.feedbackId, request.id],
    versionLabel: 'v2',
    scheduledPublishAt: '2999-01-01T01:00:00+01:00',
  })
  assert.deepEqual(await listChanges(entry.id), [
    {
      bodyLength: [0, 1],
      tagIds: [[tag.id], []],
      linkedFeedbackIds: [[request.id], [item.feedbackId, request.id]],
      versionLabel: [null, 'v2'],
      scheduledPublishAt: [null, '2999-01-01T00:00:00.000Z'],
    },
  ])
})

test('records the list that each of several concurrent updates actually replaced', async () => {
  const tags = await Promise.all(['one', 'two', 'three'].map((name) => acme.tag(name)))
  const { id } = await api.create('/changelog', { title: 'Night' })
  const blocker = await startBlockingTransaction(app, 'select from changelog_entries where id = $1 for update', [id])
  const changes = Promise.all(tags.map((tag) => api.patch(`/changelog/${id}`, { tagIds: [tag.id] })))
  await waitForBlockedConnections(app, tags.length)
  await blocker.release()
  await changes
  const last = (await api.get(`/changelog/${id}`)).body.data.tagIds
  const pairs = (await listChanges(id)).map(({ tagIds }) => tagIds!.map(String))
  assert.equal(pairs.length, tags.length)
  const replaced = [...pairs.map(([from]) => from), String(last)]
  assert.deepEqual(replaced.sort(), ['', ...pairs.map(([, to]) => to)].sort())
})

test('records the previous item status in each of several concurrent promotions', async () => {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  const blocker = await startBlockingTransaction(app, 'select from feedback where id = $1 for update', [id])
  const statuses = ['planned', 'in_progress', 'done', 'closed']
  const moves = Promise.all(statuses.map((status) => api.post(`/feedback/${id}/promote`, { status })))
  await waitForBlockedConnections(app, statuses.length)
  await blocker.release()
  for (const { status } of await moves) assert.equal(status, 200)
  const { roadmapItemId } = (await api.get(`/feedback/${id}`)).body.data
  const last = (await api.get(`/roadmap/${roadmapItemId}`)).body.data.status
  const pairs = (await listChanges(id)).map(({ itemStatus }) => itemStatus!.map(String))
  const replaced = [...pairs.map(([from]) => from), last]
  assert.deepEqual(replaced.sort(), ['null', ...pairs.map(([, to]) => to)].sort())
})

test('records the previous stage in each of several concurrent moves', async () => {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  const blocker = await startBlockingTransaction(app, 'select from feedback where id = $1 for update', [id])
  const stages = ['in_review', 'planned', 'in_progress', 'completed', 'closed']
  const moves = Promise.all(stages.map((stage) => api.patch(`/feedback/${id}/stage`, { stage })))
  await waitForBlockedConnections(app, stages.length)
  await blocker.release()
  await moves
  const last = (await api.get(`/feedback/${id}`)).body.data.stage
  const changes = await listChanges(id)
  const left = changes.map(({ stage }) => stage![0])
  const reached = changes.map(({ stage }) => stage![1])
  // The moves form a chain: every stage reached was left again, except the last; only the first was never reached.
  assert.deepEqual([...left, last].sort(), ['pending', ...reached].sort())
})

test('records long texts by their length, as the schema of the update tells, and others in full', () => {
  const schema = Strict({
    notes: Nullable(Text({ max: 1_000 })),
    label: Text({ max: 100 }),
    url: Type.String({ format: 'http-url', maxLength: 2_048 }),
  })
  const [before, after] = [
    { notes: null, label: 'a', url: 'https://a.example' },
    { notes: 'né😀', label: 'b', url: 'https://b.example' },
  ]
  assert.deepEqual(describeChanges<object>(before, after, schema), {
    notesLength: [null, 3],
    label: ['a', 'b'],
    url: ['https://a.example', 'https://b.example'],
  })
})
