import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeMember } from '../../members/membership.ts'
import { newId } from '../../platform/ids.ts'
import { deleteTag } from '../../tags/delete.ts'
import { createTestApp } from '../../test/test-app.ts'
import { setOwner } from '../organize/set-owner.ts'
import { removeTags, setTags } from '../organize/set-tags.ts'
import { mergeFeedback } from './merge.ts'
import { unmergeFeedback } from './unmerge.ts'

const app = await createTestApp()
const { pool } = app.database
const acme = await app.workspace()

async function addMember(name: string): Promise<string> {
  const id = newId()
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, $3, 'member', now())`,
    [acme.id, id, `${name}-${id}@acme.test`],
  )
  return id
}
const [ada, bob] = [await addMember('ada'), await addMember('bob')]
const [x, y, z] = [(await acme.tag('x')).id, (await acme.tag('y')).id, (await acme.tag('z')).id]

async function createRequest({ owner = null as string | null, tags = [] as string[] } = {}): Promise<string> {
  const { id } = await acme.api.create('/feedback', { title: 'A' })
  await acme.write((tx) => setOwner(tx, [id], owner))
  await acme.write((tx) => setTags(tx, [id], tags))
  return id
}
const merge = (from: string, into: string) => acme.write((tx) => mergeFeedback(tx, from, into))
const unmerge = (id: string) => acme.write((tx) => unmergeFeedback(tx, id))
async function read(...ids: string[]) {
  const { rows } = await pool.query<{ owner: string | null; tags: string[] }>(
    `select f.owner_id as owner, array(select t.name from feedback_tags l join tags t on t.id = l.tag_id
       where l.feedback_id = f.id order by 1) as tags
     from unnest($1::uuid[]) with ordinality as i (id, n) join feedback f on f.id = i.id order by n`,
    [ids],
  )
  return rows.map(({ owner, tags }) => [owner, tags.join('')])
}

test('combines tags and keeps the owner of the target; unmerging restores both requests', async () => {
  const [a, b] = [await createRequest({ owner: ada, tags: [x, y] }), await createRequest({ owner: bob, tags: [y, z] })]
  await merge(a, b)
  assert.deepEqual(await read(b), [[bob, 'xyz']])
  await unmerge(a)
  assert.deepEqual(await read(a, b), [
    [ada, 'xy'],
    [bob, 'yz'],
  ])
})

test('gives the owner of the source to a target without one until the merge is undone', async () => {
  const [a, b] = [await createRequest({ owner: ada }), await createRequest()]
  await merge(a, b)
  assert.deepEqual(await read(b), [[ada, '']])
  await unmerge(a)
  assert.deepEqual(await read(a, b), [
    [ada, ''],
    [null, ''],
  ])
})

test('keeps an owner whom the team chose after the merge', async () => {
  const [a, b] = [await createRequest({ owner: ada }), await createRequest()]
  await merge(a, b)
  await acme.write((tx) => setOwner(tx, [b], bob))
  await unmerge(a)
  assert.deepEqual(await read(a, b), [
    [ada, ''],
    [bob, ''],
  ])
})

test('lets another merged request give its owner and tags when the first one leaves', async () => {
  const [a, b] = [await createRequest({ owner: ada, tags: [x] }), await createRequest({ owner: bob, tags: [x, y] })]
  const target = await createRequest()
  await merge(a, target)
  await merge(b, target)
  assert.deepEqual(await read(target), [[ada, 'xy']])
  await unmerge(a)
  assert.deepEqual(await read(a, target), [
    [ada, 'x'],
    [bob, 'xy'],
  ])
  await unmerge(b)
  assert.deepEqual(await read(b, target), [
    [bob, 'xy'],
    [null, ''],
  ])
})

test('restores a chain of merges in either order', async () => {
  for (const isInnerFirst of [true, false]) {
    const [a, b, c] = [await createRequest({ owner: ada, tags: [x] }), await createRequest(), await createRequest()]
    await merge(a, b)
    await merge(b, c)
    assert.deepEqual(await read(c), [[ada, 'x']])
    await unmerge(isInnerFirst ? a : b)
    assert.deepEqual(await read(c), [[null, '']])
    if (!isInnerFirst) assert.deepEqual(await read(b), [[ada, 'x']])
    await unmerge(isInnerFirst ? b : a)
    assert.deepEqual(await read(a, b, c), [
      [ada, 'x'],
      [null, ''],
      [null, ''],
    ])
  }
})

test('restores neither an owner who has left nor a tag that was deleted or removed since', async () => {
  const [cy, tag] = [await addMember('cy'), (await acme.tag('gone')).id]
  const [a, b] = [await createRequest({ owner: cy, tags: [tag, x, y] }), await createRequest({ tags: [x] })]
  await merge(a, b)
  await acme.write((tx) => removeMember(tx, cy))
  await acme.write((tx) => deleteTag(tx, tag))
  await acme.write((tx) => removeTags(tx, [b], [y]))
  await unmerge(a)
  assert.deepEqual(await read(a, b), [
    [null, 'x'],
    [null, 'x'],
  ])
})

test('undoes a merge from before requests had owners and tags', async () => {
  const [a, b] = [await createRequest(), await createRequest({ owner: bob, tags: [z] })]
  await merge(a, b)
  await pool.query(
    `update feedback_merges set snapshot = (snapshot - 'tags' - 'owner') #- '{row,owner_id}' where feedback_id = $1`,
    [a],
  )
  await unmerge(a)
  assert.deepEqual(await read(a, b), [
    [null, ''],
    [bob, 'z'],
  ])
})
