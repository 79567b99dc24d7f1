import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTags } from '../feedback/organize/set-tags.ts'
import type { WriteScope } from '../platform/scope.ts'
import { asRole, forbiddenError, invalidPaths } from '../test/support/roles.ts'
import { createTestApp } from '../test/test-app.ts'
import { createTag } from './create.ts'
import { deleteTag } from './delete.ts'
import { updateTag } from './update.ts'
import { listTagsWithUsage } from './usage.ts'

const world = await createTestApp()

test('rejects a taken name, ignoring case, for a new tag and a renamed one', async () => {
  const acme = await world.workspace()
  const [fix, fresh] = [await acme.tag('Fix'), await acme.tag('new')]
  await assert.rejects(
    acme.write((tx) => createTag(tx, { name: 'FIX', color: '#000000' })),
    invalidPaths('/name'),
  )
  await assert.rejects(
    acme.write((tx) => updateTag(tx, fresh.id, { name: 'fIX' })),
    invalidPaths('/name'),
  )
  const renamed = await acme.write((tx) => updateTag(tx, fix.id, { name: 'FIX', color: '#112233' }))
  assert.deepEqual(renamed, { id: fix.id, name: 'FIX', color: '#112233' })
})

test('removes a deleted tag from its entries and requests and returns their numbers', async () => {
  const acme = await world.workspace()
  const [fix, other] = [await acme.tag('fix'), await acme.tag('other')]
  const entries = []
  for (const title of ['One', 'Two']) {
    entries.push(await acme.api.create('/changelog', { title, tagIds: [fix.id, other.id] }))
  }
  const request = await acme.api.create('/feedback', { title: 'One' })
  await acme.write((tx) => addTags(tx, [request.id], [fix.id]))
  assert.deepEqual(
    (await acme.write(listTagsWithUsage)).map(({ name, entries, requests }) => [name, entries, requests]),
    [
      ['fix', 2, 1],
      ['other', 2, 0],
    ],
  )
  assert.deepEqual(await acme.write((tx) => deleteTag(tx, fix.id)), { id: fix.id, entries: 2, requests: 1 })
  assert.equal((await world.database.pool.query('select from feedback_tags')).rowCount, 0)
  assert.deepEqual((await acme.api.get(`/changelog/${entries[0].id}`)).body.data.tagIds, [other.id])
  await assert.rejects(
    acme.write((tx) => deleteTag(tx, fix.id)),
    { code: 'not_found' },
  )
})

test('returns 404 for tags of another workspace, and 403 for members without the admin role', async () => {
  const [acme, charlie] = [await world.workspace(), await world.workspace()]
  const { id } = await acme.tag('fix')
  for (const verb of [
    (tx: WriteScope): Promise<unknown> => updateTag(tx, id, { name: 'mine' }),
    (tx: WriteScope): Promise<unknown> => deleteTag(tx, id),
  ]) {
    await assert.rejects(charlie.write(verb), { code: 'not_found' })
    await assert.rejects(
      acme.write((tx) => verb(asRole(tx, 'member'))),
      forbiddenError,
    )
  }
})
