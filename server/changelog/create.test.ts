import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { api } = acme
const charlie = await app.workspace()
const unknownId = '0198c0de-0000-7000-8000-000000000000'

const createRequest = async (workspace = acme) => (await workspace.api.create('/feedback', { title: 'Dark mode' })).id

test('creates a draft with the defaults from only a title', async () => {
  const { status, body } = await api.post('/changelog', { title: ' CSV export ' })
  assert.equal(status, 201)
  const { id, createdAt, updatedAt, ...rest } = body.data
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(rest, {
    state: 'draft',
    title: 'CSV export',
    body: '',
    versionLabel: null,
    tagIds: [],
    linkedFeedbackIds: [],
    linkedFeedback: [],
    reactionsEnabled: true,
    commentsEnabled: true,
    scheduledPublishAt: null,
    scheduledTimezone: null,
    publishedAt: null,
    reactions: {},
    comments: 0,
  })
  assert.deepEqual((await api.get(`/changelog/${id}`)).body.data, body.data)
})

test('returns every field as sent, with lists in their order', async () => {
  const tags = [(await acme.tag('new')).id, (await acme.tag('fix')).id]
  const requests = [await createRequest(), await createRequest(), await createRequest()]
  const sent = {
    title: '😀'.repeat(200),
    body: `# Heading\n\n${'字'.repeat(99_980)}`,
    versionLabel: 'v'.repeat(64),
    tagIds: tags,
    linkedFeedbackIds: requests,
    reactionsEnabled: false,
    commentsEnabled: false,
    scheduledPublishAt: '2999-03-01T09:30:00.000Z',
    scheduledTimezone: 'Europe/Berlin',
  }
  const created = await api.create('/changelog', sent)
  assert.deepEqual({ ...created, ...sent }, created)
  const reversed = { ...sent, tagIds: tags.toReversed(), linkedFeedbackIds: requests.toReversed() }
  const other = await api.create('/changelog', reversed)
  assert.deepEqual({ ...other, ...reversed }, other)
})

test('returns linked requests in their current state', async () => {
  const id = await createRequest()
  const entry = await api.create('/changelog', { title: 'Night', linkedFeedbackIds: [id] })
  assert.deepEqual(entry.linkedFeedback, [{ id, title: 'Dark mode', stage: 'pending' }])
  await api.patch(`/feedback/${id}`, { title: 'Darker' })
  await api.patch(`/feedback/${id}/stage`, { stage: 'completed' })
  const linkedFeedback = (await api.get(`/changelog/${entry.id}`)).body.data.linkedFeedback
  assert.deepEqual(linkedFeedback, [{ id, title: 'Darker', stage: 'completed' }])
})

test('accepts ids in either case and rejects duplicates in any case', async () => {
  const id = await createRequest()
  const entry = await api.create('/changelog', { title: 'Night', linkedFeedbackIds: [id.toUpperCase()] })
  assert.deepEqual(entry.linkedFeedbackIds, [id])
  for (const linkedFeedbackIds of [
    [id, id],
    [id, id.toUpperCase()],
  ]) {
    assert.equal((await api.post('/changelog', { title: 'Night', linkedFeedbackIds })).status, 400)
  }
})

test('reports every foreign or unknown id with the same message', async () => {
  const foreignTag = (await charlie.tag('theirs')).id
  const foreignRequest = await createRequest(charlie)
  const ownRequest = await createRequest()
  const { status, body } = await api.post('/changelog', {
    title: 'Night',
    tagIds: [foreignTag, unknownId],
    linkedFeedbackIds: [ownRequest, foreignRequest, unknownId],
  })
  assert.equal(status, 400)
  assert.deepEqual(body.error.details, [
    { path: '/tagIds/0', message: 'must be the id of a tag of this workspace' },
    { path: '/tagIds/1', message: 'must be the id of a tag of this workspace' },
    { path: '/linkedFeedbackIds/1', message: 'must be the id of a feedback request of this workspace' },
    { path: '/linkedFeedbackIds/2', message: 'must be the id of a feedback request of this workspace' },
  ])
})

const generateIds = (count: number) =>
  Array.from({ length: count }, (_, n) => `${n}`.padStart(8, '0') + unknownId.slice(8))

const invalidEntries: [description: string, body: Record<string, unknown>, path: string][] = [
  ['no title', { title: undefined }, '/title'],
  ['a title of null', { title: null }, '/title'],
  ['a title of 201 characters', { title: 'x'.repeat(201) }, '/title'],
  ['a body of 100,001 characters', { body: 'x'.repeat(100_001) }, '/body'],
  ['a version label of 65 characters', { versionLabel: 'v'.repeat(65) }, '/versionLabel'],
  ['21 tags', { tagIds: generateIds(21) }, '/tagIds'],
  ['101 linked requests', { linkedFeedbackIds: generateIds(101) }, '/linkedFeedbackIds'],
  ['a tag id that is not a UUID', { tagIds: ['new'] }, '/tagIds/0'],
  ['tags of null', { tagIds: null }, '/tagIds'],
  ['reactions that are not on or off', { reactionsEnabled: 'yes' }, '/reactionsEnabled'],
  ['comments of null', { commentsEnabled: null }, '/commentsEnabled'],
  ['a state, which only publishing sets', { state: 'published' }, '/state'],
  ['a publication time, which only publishing sets', { publishedAt: '2026-01-01T00:00:00Z' }, '/publishedAt'],
]

for (const [description, body, path] of invalidEntries) {
  test(`rejects an entry with ${description}, naming the field, and stores nothing`, async () => {
    const before = await api.listAll('/changelog')
    const response = await api.post('/changelog', { title: 'CSV export', ...body })
    assert.equal(response.status, 400)
    assert.deepEqual(
      response.body.error.details.map((detail: { path: string }) => detail.path),
      [path],
    )
    assert.deepEqual(await api.listAll('/changelog'), before)
  })
}

test('accepts 20 tags and 100 linked requests', async () => {
  const tagIds = await Promise.all(Array.from({ length: 20 }, async (_, n) => (await acme.tag(`tag ${n}`)).id))
  const linkedFeedbackIds = await Promise.all(Array.from({ length: 100 }, () => createRequest()))
  const created = await api.create('/changelog', { title: 'Everything', tagIds, linkedFeedbackIds })
  assert.deepEqual([created.tagIds, created.linkedFeedbackIds], [tagIds, linkedFeedbackIds])
})
