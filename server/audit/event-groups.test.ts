import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../platform/crypto/secret-key.ts'
import { createTag } from '../tags/create.ts'
import { deleteTag } from '../tags/delete.ts'
import { asRole, forbiddenError } from '../test/support/roles.ts'
import { createTestApp, testSecretKey } from '../test/test-app.ts'
import { listAuditActors } from './actors.ts'
import { listAuditEvents } from './list.ts'

const app = await createTestApp()
const [acme, globex] = [await app.workspace(), await app.workspace()]
const signer = new Signer(testSecretKey, 'cursors')

test('filters the audit log by group, and rejects a cursor of another filter', async () => {
  const tag = await acme.write((tx) => createTag(tx, { name: 'New', color: '#22aa55' }))
  await acme.write((tx) => deleteTag(tx, tag.id))
  const page = await acme.write((tx) => listAuditEvents(tx, { group: 'tag', limit: 1 }, signer))
  assert.deepEqual(
    page.data.map(({ type }) => type),
    ['tag.deleted'],
  )
  const cursor = page.pagination.nextCursor!
  const rest = await acme.write((tx) => listAuditEvents(tx, { group: 'tag', limit: 5, cursor }, signer))
  assert.deepEqual(
    rest.data.map(({ type }) => type),
    ['tag.created'],
  )
  await assert.rejects(acme.write((tx) => listAuditEvents(tx, { group: 'board', cursor }, signer)))
})

test('lists only actors of this workspace, and rejects members', async () => {
  const { id } = await acme.makeKey()
  const actors = await acme.write((tx) => listAuditActors(asRole(tx, 'owner')))
  assert.ok(actors.some((actor) => actor.id === id && actor.type === 'key'))
  assert.ok(!(await globex.write((tx) => listAuditActors(tx))).some((actor) => actor.id === id))
  await assert.rejects(
    acme.write((tx) => listAuditActors(asRole(tx, 'member'))),
    forbiddenError,
  )
})
