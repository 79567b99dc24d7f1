import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { removeMember } from '../../members/membership.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { asRole, invalidPaths } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { filterVisibleIds } from '../public/visibility.ts'
import { moveToBoard } from './move-to-board.ts'
import { setOwner } from './set-owner.ts'
import { addTags, removeTags, setTags } from './set-tags.ts'

const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const { pool } = app.database
const [acme, globex] = [await app.workspace(), await app.workspace()]
const { api } = acme

const createRequest = async (workspace: TestWorkspace = acme): Promise<string> =>
  (await workspace.api.create('/feedback', { title: 'A' })).id
const write = <T>(work: (tx: WriteScope) => Promise<T>) => acme.write((tx) => work(asRole(tx, 'member')))

async function addMember({ id }: TestWorkspace, email: string): Promise<string> {
  const memberId = newId()
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, $3, 'member', now())`,
    [id, memberId, email],
  )
  return memberId
}

async function readTags(id: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select t.name from feedback_tags l join tags t on t.id = l.tag_id where l.feedback_id = $1 order by 1`,
    [id],
  )
  return rows.map(({ name }) => name)
}
const readRow = async (id: string) =>
  (await pool.query('select owner_id, board_id, updated_at, last_activity_at from feedback where id = $1', [id]))
    .rows[0]
async function readAudit(id: string, type: string) {
  const { rows } = await pool.query('select changes from audit_events where target_id = $1 and type = $2 order by id', [
    id,
    type,
  ])
  return rows.map(({ changes }) => changes)
}

test('sets the owner of several requests, and records only those that change', async () => {
  const [ada, bob] = [await addMember(acme, 'ada@acme.test'), await addMember(acme, 'bob@acme.test')]
  const [a, b] = [await createRequest(), await createRequest()]
  await write((tx) => setOwner(tx, [a], ada))
  const changed = await write((tx) => setOwner(tx, [a, b], ada))
  assert.deepEqual(changed, [{ id: b, title: 'A', from: null, to: ada }])
  assert.deepEqual([(await readRow(a)).owner_id, (await readRow(b)).owner_id], [ada, ada])
  await write((tx) => setOwner(tx, [a], bob))
  await write((tx) => setOwner(tx, [a], null))
  assert.deepEqual(await readAudit(a, 'feedback.owner_changed'), [
    { ownerId: [null, ada], owner: [null, 'ada@acme.test'] },
    { ownerId: [ada, bob], owner: ['ada@acme.test', 'bob@acme.test'] },
    { ownerId: [bob, null], owner: ['bob@acme.test', null] },
  ])
  // The API shows neither owner nor tags.
  assert.equal((await api.get(`/feedback/${a}`)).body.data.updatedAt, '2026-03-01T09:00:00.000Z')
})

test('rejects an owner of another workspace, and changes nothing if one request is unknown', async () => {
  const [ada, eve] = [await addMember(acme, 'ada2@acme.test'), await addMember(globex, 'eve@globex.test')]
  const [a, theirs] = [await createRequest(), await createRequest(globex)]
  for (const ownerId of [eve, newId()])
    await assert.rejects(
      write((tx) => setOwner(tx, [a], ownerId)),
      invalidPaths('/ownerId'),
    )
  for (const id of [theirs, newId()]) {
    await assert.rejects(
      write((tx) => setOwner(tx, [a, id], ada)),
      { code: 'not_found' },
    )
    await assert.rejects(
      write((tx) => addTags(tx, [a, id], [])),
      { code: 'not_found' },
    )
  }
  assert.equal((await readRow(a)).owner_id, null)
  const many = Array.from({ length: 101 }, () => newId())
  await assert.rejects(
    write((tx) => setOwner(tx, many, ada)),
    invalidPaths('/ids'),
  )
})

test('leaves a request without an owner when the member is removed', async () => {
  const ada = await addMember(acme, 'ada3@acme.test')
  const id = await createRequest()
  await write((tx) => setOwner(tx, [id], ada))
  await acme.write((tx) => removeMember(tx, ada))
  assert.equal((await readRow(id)).owner_id, null)
})

test('adds, removes and replaces tags of several requests', async () => {
  const [x, y, z] = await Promise.all(['X', 'Y', 'Z'].map(async (name) => (await acme.tag(name)).id))
  const [a, b] = [await createRequest(), await createRequest()]
  await write((tx) => addTags(tx, [a], [x!]))
  const added = await write((tx) => addTags(tx, [a, b], [x!, y!]))
  assert.deepEqual(
    new Map(added.map((change) => [change.id, change.added])),
    new Map([
      [a, [y]],
      [b, [x, y]],
    ] as never),
  )
  assert.deepEqual(
    [await readTags(a), await readTags(b)],
    [
      ['X', 'Y'],
      ['X', 'Y'],
    ],
  )
  await write((tx) => removeTags(tx, [a, b], [x!]))
  assert.deepEqual(await readTags(a), ['Y'])
  await write((tx) => setTags(tx, [a], [z!]))
  assert.deepEqual([await readTags(a), await readTags(b)], [['Z'], ['Y']])
  assert.deepEqual(await write((tx) => setTags(tx, [a], [z!])), [])
  assert.deepEqual((await readAudit(a, 'feedback.tags_changed')).at(-1), {
    added: [{ id: z, name: 'Z' }],
    removed: [{ id: y, name: 'Y' }],
  })
  assert.equal((await readAudit(a, 'feedback.tags_changed')).length, 4)
})

test('rejects a tag of another workspace and one that does not exist', async () => {
  const id = await createRequest()
  const foreign = (await globex.tag('Theirs')).id
  for (const tagId of [foreign, newId()])
    for (const verb of [addTags, setTags, removeTags])
      await assert.rejects(
        write((tx) => verb(tx, [id], [tagId])),
        invalidPaths('/tagIds'),
      )
})

test('moves requests to another board, with an event that names both', async () => {
  const [a, b] = [await createRequest(), await createRequest()]
  const item = (await api.post(`/feedback/${a}/promote`, { status: 'planned' })).body.data.roadmapItem
  const before = (await api.get(`/feedback/${a}`)).body.data
  const ideas = await acme.write((tx) => createBoard(tx, { name: 'Ideas', slug: 'ideas' }))
  const now = '2026-03-02T09:00:00.000Z'
  const moved = await write((tx) => moveToBoard({ ...tx, now }, [a, b], ideas.id))
  assert.deepEqual(new Set(moved.map(({ id }) => id)), new Set([a, b]))
  const board = { id: ideas.id, slug: 'ideas', name: 'Ideas' }
  const after = (await api.get(`/feedback/${a}`)).body.data
  assert.deepEqual(after, { ...before, board, updatedAt: now })
  assert.equal(after.roadmapItemId, item.id)
  const { rows } = await pool.query(`select changes from events where resource_id = $1 and type = 'feedback.updated'`, [
    a,
  ])
  assert.deepEqual(rows[0].changes, { board: { from: before.board, to: board } })
  assert.deepEqual(await readAudit(a, 'feedback.board_changed'), [
    { boardId: [before.board.id, ideas.id], board: [before.board.name, 'Ideas'] },
  ])
  assert.deepEqual(await write((tx) => moveToBoard(tx, [a], ideas.id)), [])
})

test('hides a request that moves to a private board from the portal', async () => {
  const id = await createRequest()
  await api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  const team = await acme.write((tx) => createBoard(tx, { name: 'Internal', slug: 'internal', isPublic: false }))
  assert.ok((await acme.write((tx) => filterVisibleIds(tx, [id]))).has(id))
  await write((tx) => moveToBoard(tx, [id], team.id))
  assert.equal((await acme.write((tx) => filterVisibleIds(tx, [id]))).size, 0)
})

test('rejects a board of another workspace', async () => {
  const id = await createRequest()
  const foreign = await globex.write((tx) => createBoard(tx, { name: 'Theirs', slug: 'theirs' }))
  for (const boardId of [foreign.id, newId()])
    await assert.rejects(
      write((tx) => moveToBoard(tx, [id], boardId)),
      invalidPaths('/boardId'),
    )
})
