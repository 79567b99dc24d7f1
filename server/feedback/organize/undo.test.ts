import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { removeMember } from '../../members/membership.ts'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { deleteTag } from '../../tags/delete.ts'
import { asRole } from '../../test/support/roles.ts'
import { createTestApp } from '../../test/test-app.ts'
import { moveToBoard } from './move-to-board.ts'
import { setOwner } from './set-owner.ts'
import { addTags, setTags } from './set-tags.ts'
import { undoOrganizing } from './undo.ts'

const app = await createTestApp()
const { pool } = app.database
const acme = await app.workspace()
const robin = newId()

const createRequest = async (): Promise<string> => (await acme.api.create('/feedback', { title: 'A' })).id

async function addMember(email: string): Promise<string> {
  const memberId = newId()
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, $3, 'member', now())`,
    [acme.id, memberId, email],
  )
  return memberId
}

/** Runs a change as a member, as the console does in one HTTP request. @returns the id of that request. */
async function change(work: (tx: WriteScope) => Promise<unknown>, memberId = robin): Promise<string> {
  const requestId = newId()
  await acme.write((tx) => work({ ...asRole(tx, 'member', memberId), requestId }))
  return requestId
}
const undo = (requestId: string, memberId = robin): Promise<string[]> =>
  acme.write((tx) => undoOrganizing({ ...asRole(tx, 'member', memberId), requestId: newId() }, requestId))

async function readState(id: string) {
  const { rows } = await pool.query(
    `select owner_id, board_id, array(select tag_id from feedback_tags l where l.feedback_id = f.id order by tag_id) as tags
     from feedback f where id = $1`,
    [id],
  )
  return rows[0]
}

test('undoes owner, board and tags of all requests that one HTTP request changed', async () => {
  const [ada, bob] = [await addMember('ada@acme.test'), await addMember('bob@acme.test')]
  const [x, y] = [(await acme.tag('X')).id, (await acme.tag('Y')).id]
  const ideas = await acme.write((tx) => createBoard(tx, { name: 'Ideas', slug: 'ideas' }))
  const ids = [await createRequest(), await createRequest()]
  await change(async (tx) => {
    await setOwner(tx, [ids[0]!], ada)
    await addTags(tx, [ids[0]!], [x])
  })
  const before = await Promise.all(ids.map(readState))
  const requestId = await change(async (tx) => {
    await setOwner(tx, ids, bob)
    await setTags(tx, ids, [y])
    await moveToBoard(tx, ids, ideas.id)
  })
  assert.equal((await readState(ids[1]!)).board_id, ideas.id)
  assert.deepEqual(new Set(await undo(requestId)), new Set(ids))
  assert.deepEqual(await Promise.all(ids.map(readState)), before)
  assert.deepEqual(await undo(requestId), [])
})

test('keeps changes made since, and changes by another member', async () => {
  const [ada, bob] = [await addMember('ada2@acme.test'), await addMember('bob2@acme.test')]
  const [a, b] = [await createRequest(), await createRequest()]
  const requestId = await change((tx) => setOwner(tx, [a, b], ada))
  await change((tx) => setOwner(tx, [a], bob), newId())
  assert.deepEqual(await undo(requestId, newId()), [])
  assert.deepEqual(await undo(requestId), [b])
  assert.deepEqual([(await readState(a)).owner_id, (await readState(b)).owner_id], [bob, null])
})

test('skips an owner who has left, and a tag and a board that were deleted', async () => {
  const [ada, gone] = [await addMember('ada3@acme.test'), await addMember('gone@acme.test')]
  const tag = (await acme.tag('Gone')).id
  const [old, next] = [
    await acme.write((tx) => createBoard(tx, { name: 'Old', slug: 'old' })),
    await acme.write((tx) => createBoard(tx, { name: 'Next', slug: 'next' })),
  ]
  const id = await createRequest()
  await change(async (tx) => {
    await setOwner(tx, [id], gone)
    await setTags(tx, [id], [tag])
    await moveToBoard(tx, [id], old.id)
  })
  const requestId = await change(async (tx) => {
    await setOwner(tx, [id], ada)
    await setTags(tx, [id], [])
    await moveToBoard(tx, [id], next.id)
  })
  await acme.write((tx) => removeMember(tx, gone))
  await acme.write((tx) => deleteTag(tx, tag))
  await pool.query('delete from boards where id = $1', [old.id])
  assert.deepEqual(await undo(requestId), [])
  assert.deepEqual(await readState(id), { owner_id: ada, board_id: next.id, tags: [] })
})
