import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { newId } from '../../platform/ids.ts'
import { seedApiResources } from '../fixtures/api-resources.ts'
import { dumpTables } from '../support/dump-tables.ts'
import { createTestApp } from '../test-app.ts'

// References are resolved in the caller's workspace only, so that no one learns which ids exist in another workspace.

const app = await createTestApp()
const acme = await app.workspace()
const theirs = await seedApiResources(acme)
const [theirComment] = await acme.api.listAll(`/feedback/${theirs.feedback}/comments`)
const [theirEntryComment] = await acme.api.listAll(`/changelog/${theirs.changelog}/comments`)
const { tagIds, linkedFeedbackIds } = (await acme.api.get(`/changelog/${theirs.changelog}`)).body.data
const board = (await acme.api.get(`/feedback/${theirs.feedback}`)).body.data.board

const charlie = await app.workspace()
const ours = await seedApiResources(charlie)

interface Reference {
  method?: string
  path: string
  member: string
  foreign: string
  body: (id: string) => object
}

const references: Record<string, Reference> = {
  'the board of a new request': {
    path: '/feedback',
    member: '/boardId',
    foreign: board.id,
    body: (boardId) => ({ title: 'Mine', boardId }),
  },
  'the board of a new roadmap item': {
    path: '/roadmap',
    member: '/boardId',
    foreign: board.id,
    body: (boardId) => ({ title: 'Mine', boardId }),
  },
  'a tag of a new entry': {
    path: '/changelog',
    member: '/tagIds/0',
    foreign: tagIds[0],
    body: (id) => ({ title: 'Mine', tagIds: [id] }),
  },
  'a linked request of a new entry': {
    path: '/changelog',
    member: '/linkedFeedbackIds/0',
    foreign: linkedFeedbackIds[0],
    body: (id) => ({ title: 'Mine', linkedFeedbackIds: [id] }),
  },
  'a tag of a changed entry': {
    method: 'PATCH',
    path: `/changelog/${ours.changelog}`,
    member: '/tagIds/0',
    foreign: tagIds[0],
    body: (id) => ({ tagIds: [id] }),
  },
  'a linked request of a changed entry': {
    method: 'PATCH',
    path: `/changelog/${ours.changelog}`,
    member: '/linkedFeedbackIds/0',
    foreign: linkedFeedbackIds[0],
    body: (id) => ({ linkedFeedbackIds: [id] }),
  },
  'the parent of a comment on a request': {
    path: `/feedback/${ours.feedback}/comments`,
    member: '/parentId',
    foreign: theirComment.id,
    body: (parentId) => ({ body: 'Me too.', parentId }),
  },
  'the parent of a comment on an entry': {
    path: `/changelog/${ours.changelog}/comments`,
    member: '/parentId',
    foreign: theirEntryComment.id,
    body: (parentId) => ({ body: 'Me too.', parentId }),
  },
}

for (const [name, { method = 'POST', path, member, foreign, body }] of Object.entries(references)) {
  test(`returns the same 400 for an id of another workspace and an unknown id: ${name}`, async () => {
    const before = await dumpTables(app)
    const answers = []
    for (const id of [foreign, newId()]) answers.push(await charlie.api.send(method, path, { body: body(id) }))
    const [known, unknown] = answers.map(({ status, body: { error } }) => ({ status, ...error, requestId: null }))
    assert.equal(known!.status, 400)
    assert.deepEqual(
      known!.details.map((detail: { path: string }) => detail.path),
      [member],
    )
    assert.deepEqual(known, unknown)
    assert.deepEqual(await dumpTables(app), before)
  })
}

test('returns the same 400 for a filter by a board of another workspace and by an unknown board', async () => {
  await acme.write((scope) => createBoard(scope, { name: 'Secret plans', slug: 'secret-plans' }))
  const answers = []
  for (const id of [board.id, newId(), 'secret-plans', 'nowhere']) {
    const { status, body } = await charlie.api.get(`/feedback?board=${id}`)
    assert.equal(status, 400)
    assert.equal(body.error.details[0].path, 'query.board')
    answers.push({ ...body.error, requestId: null })
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0])
})

test('resolves a board slug in its own workspace', async () => {
  const created = await charlie.api.create('/feedback', { title: 'Mine', boardId: 'feature-requests' })
  assert.notEqual(created.board.id, board.id)
  const shown = await charlie.api.listAll('/feedback?board=feature-requests')
  assert.ok(shown.some(({ id }) => id === created.id))
  assert.ok(shown.every((request) => request.board.id === created.board.id))
})

test('rejects a reply to a comment of another thread', async () => {
  const other = await charlie.api.create('/feedback', { title: 'Another thread' })
  const comment = await charlie.api.create(`/feedback/${other.id}/comments`, { body: 'First' })
  const elsewhere = await charlie.api.post(`/feedback/${ours.feedback}/comments`, { body: 'Re', parentId: comment.id })
  const nowhere = await charlie.api.post(`/feedback/${ours.feedback}/comments`, { body: 'Re', parentId: newId() })
  assert.deepEqual({ ...elsewhere.body.error, requestId: null }, { ...nowhere.body.error, requestId: null })
})
