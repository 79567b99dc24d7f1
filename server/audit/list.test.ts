import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../platform/crypto/secret-key.ts'
import { newId } from '../platform/ids.ts'
import type { Scope } from '../platform/scope.ts'
import { deleteRoadmapItem } from '../roadmap/delete.ts'
import { updateTag } from '../tags/update.ts'
import { asRole, forbiddenError } from '../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { auditEventGroups } from './event-groups.ts'
import { type AuditFilter, listAuditEvents } from './list.ts'
import { audit, auditEventTypes } from './record.ts'

const app = await createTestApp()
const signer = new Signer('a key that only this test has, and long enough', 'cursors')
const page = ({ write }: TestWorkspace, filter: AuditFilter = {}) =>
  write((scope) => listAuditEvents(asRole(scope, 'admin'), filter, signer))

async function listAll(acme: TestWorkspace, filter: AuditFilter = {}) {
  const rows = []
  let cursor: string | undefined
  do {
    const { data, pagination } = await page(acme, { ...filter, limit: 2, ...(cursor && { cursor }) })
    rows.push(...data)
    cursor = pagination.nextCursor ?? undefined
  } while (cursor)
  return rows
}

test('lists events newest first, page by page, with the names of actors and targets', async () => {
  const acme = await app.workspace()
  const memberId = newId()
  await app.database.pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, 'ada@acme.test', 'admin', now())`,
    [acme.id, memberId],
  )
  const tag = await acme.tag('fix')
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter: { email: 'bea@b.test' } })
  await acme.api.create(`/feedback/${id}/comments`, { body: 'Yes!' })
  await acme.write((tx) => updateTag(asRole(tx, 'admin', memberId), tag.id, { name: 'fixed' }))
  const rows = (await listAll(acme)).map(({ type, actor, target }) => [type, actor.type, actor.name, target.title])
  assert.deepEqual(rows.slice(0, 4), [
    ['tag.updated', 'member', 'ada@acme.test', 'fixed'],
    ['comment.created', 'key', 'test', 'Dark mode'],
    ['feedback.created', 'key', 'test', 'Dark mode'],
    ['customer.added', 'key', 'test', 'bea@b.test'],
  ])
  assert.deepEqual(rows.at(-1)!.slice(0, 3), [rows.at(-1)![0], 'system', null])
})

test('lists the events of one transaction in the order in which they were recorded', async () => {
  const acme = await app.workspace()
  const targets = Array.from({ length: 20 }, () => newId())
  await acme.write(async (tx) => {
    for (const target of targets) audit(tx, 'tag.updated', target)
  })
  const rows = await listAll(acme, { type: 'tag.updated' })
  assert.deepEqual(
    rows.map(({ target }) => target.id),
    targets.toReversed(),
  )
})

test('shows the name of a member who has signed in', async () => {
  const acme = await app.workspace()
  const [memberId, accountId] = [newId(), newId()]
  const { pool } = app.database
  await pool.query(
    `insert into accounts (id, email, name, created_at, updated_at) values ($1, 'mara@acme.test', 'Mara', now(), now())`,
    [accountId],
  )
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at, account_id)
     values ($1, $2, 'mara@acme.test', 'admin', now(), $3)`,
    [acme.id, memberId, accountId],
  )
  const tag = await acme.tag('fix')
  await acme.write((tx) => updateTag(asRole(tx, 'admin', memberId), tag.id, { name: 'fixed' }))
  assert.equal((await listAll(acme))[0]!.actor.name, 'Mara')
})

test('filters by type, actor, target and time', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.create('/feedback', { title: 'Light mode' })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  const types = async (filter: AuditFilter) => (await listAll(acme, filter)).map(({ type }) => type)
  assert.deepEqual(await types({ targetId: id }), ['feedback.stage_changed', 'feedback.created'])
  assert.deepEqual(await types({ type: 'feedback.created' }), ['feedback.created', 'feedback.created'])
  const { actor, at } = (await listAll(acme, { type: 'feedback.stage_changed' }))[0]!
  assert.equal((await types({ actor: actor.id! })).length, 3)
  assert.deepEqual(await types({ targetId: id, from: at }), ['feedback.stage_changed'])
  assert.deepEqual(await types({ targetId: id, to: at }), ['feedback.created'])
})

test('shows the name of a company', async () => {
  const acme = await app.workspace()
  await acme.api.put('/companies', { externalId: 'navy', name: 'Navy' })
  assert.deepEqual((await listAll(acme))[0]!.target.title, 'Navy')
})

test('shows the title of a deleted target', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/roadmap', { title: 'Dark mode' })
  await acme.write((tx) => deleteRoadmapItem(tx, id))
  const [deletion] = await listAll(acme, { type: 'roadmap.deleted' })
  assert.equal(deletion!.target.title, 'Dark mode')
})

test('lists only the workspace’s own events, for admins and owners, with cursors of the same filters', async () => {
  const [acme, charlie] = [await app.workspace(), await app.workspace()]
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  assert.deepEqual(await listAll(charlie, { targetId: id }), [])
  await assert.rejects(
    acme.write((scope: Scope) => listAuditEvents(asRole(scope, 'member'), {}, signer)),
    forbiddenError,
  )
  const { nextCursor } = (await page(acme, { limit: 1 })).pagination
  await assert.rejects(page(acme, { limit: 1, cursor: nextCursor!, type: 'feedback.created' }), {
    code: 'validation_error',
  })
  await assert.rejects(page(charlie, { limit: 1, cursor: nextCursor! }), { code: 'validation_error' })
})

test('puts every event type into the group of its first word', () => {
  assert.deepEqual(auditEventGroups.flatMap(({ types }) => types).toSorted(), [...auditEventTypes].toSorted())
  for (const { id, types } of auditEventGroups) for (const type of types) assert.ok(type.startsWith(`${id}.`))
})
