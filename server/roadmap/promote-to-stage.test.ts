import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setStages } from '../feedback/lifecycle/set-stage.ts'
import { undoStageChanges } from '../feedback/lifecycle/undo-stage-changes.ts'
import { notifyNobody } from '../notifications/events/choice.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { asRole } from '../test/support/roles.ts'
import { createTestApp } from '../test/test-app.ts'
import { promoteFeedback } from './promote.ts'
import { promoteToStage } from './promote-to-stage.ts'
import { updateRoadmapItem } from './update.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { api } = acme
const alice = newId()

const createRequest = async (title = 'A'): Promise<string> => (await api.create('/feedback', { title })).id
const itemOf = async (id: string) =>
  (await api.listAll('/roadmap')).find(({ feedbackId }: { feedbackId: string }) => feedbackId === id) ?? null
const stageOf = async (id: string) => (await api.get(`/feedback/${id}`)).body.data.stage
const listAudit = async (id: string) =>
  (
    await app.database.pool.query(
      'select type, changes from audit_events where target_id = $1 order by created_at, id',
      [id],
    )
  ).rows
const listEventTypes = async (itemId: string): Promise<string[]> =>
  (
    await app.database.pool.query('select type from events where resource_id = $1 order by sequence', [itemId])
  ).rows.map(({ type }) => type)

/** Runs a change as a member, as the console does in one HTTP request. @returns the id of that request. */
async function change(work: (tx: WriteScope) => Promise<unknown>): Promise<string> {
  const requestId = newId()
  await acme.write((tx) => work({ ...asRole(tx, 'member', alice), requestId }))
  return requestId
}
const undo = (requestId: string) =>
  acme.write((tx) => undoStageChanges({ ...asRole(tx, 'member', alice), requestId: newId() }, requestId))

test('sets the stage, puts requests on the roadmap in order, and leaves items that exist to follow', async () => {
  const existing = await createRequest('Existing')
  await api.create(`/feedback/${existing}/promote`, {
    status: 'planned',
    targetDelivery: { precision: 'date', date: '2027-01-01' },
  })
  const [first, second] = [await createRequest('First'), await createRequest('Second')]
  const ids = [second, existing, first]
  const promotions = await acme.write((tx) => promoteToStage(tx, ids, 'in_progress'))
  assert.deepEqual(promotions.map(({ title, createdItemId }) => [title, createdItemId !== null]).sort(), [
    ['Existing', false],
    ['First', true],
    ['Second', true],
  ])
  const items = await Promise.all(ids.map(itemOf))
  assert.deepEqual(
    items.map((item) => [item.title, item.status, item.targetDelivery?.date]),
    [
      ['Second', 'in_progress', undefined],
      ['Existing', 'in_progress', '2027-01-01'],
      ['First', 'in_progress', undefined],
    ],
  )
  assert.equal(new Set(items.map(({ sortOrder }) => sortOrder)).size, 3)
  const [, event] = await listAudit(first)
  assert.equal(event.type, 'feedback.promoted')
  assert.deepEqual(event.changes.stage, ['pending', 'in_progress'])
  assert.deepEqual(event.changes.itemStatus, [null, 'in_progress'])
  assert.deepEqual((await listAudit(existing)).at(-1).type, 'feedback.stage_changed')
  assert.deepEqual(await acme.write((tx) => promoteToStage(tx, ids, 'in_progress')), [])
})

test('adds requests in their own stage, and skips stages that are no column', async () => {
  const [planned, completed, pending] = [await createRequest(), await createRequest(), await createRequest()]
  await acme.write((tx) => setStages(tx, [planned], 'planned'))
  await acme.write((tx) => setStages(tx, [completed], 'completed'))
  const requestId = await change((tx) => promoteToStage(tx, [planned, completed, pending], null, notifyNobody))
  assert.equal((await itemOf(planned)).status, 'planned')
  assert.equal((await itemOf(completed)).status, 'done')
  assert.equal(await itemOf(pending), null)
  assert.deepEqual(await listEventTypes((await itemOf(planned)).id), ['roadmap.created'])
  // The choice belongs to changes of stage, and there was none.
  assert.equal((await listAudit(planned)).at(-1).changes.notified, undefined)
  assert.equal((await undo(requestId)).length, 2)
  assert.equal(await itemOf(planned), null)
  assert.equal(await stageOf(planned), 'planned')
})

test('undoes a promotion: the item is gone, the stage is back, and nobody is told', async () => {
  const [fresh, existing] = [await createRequest(), await createRequest()]
  await api.create(`/feedback/${existing}/promote`, { status: 'planned' })
  const requestId = await change((tx) => promoteToStage(tx, [fresh, existing], 'completed'))
  const item = await itemOf(fresh)
  assert.equal((await undo(requestId)).length, 2)
  assert.equal(await itemOf(fresh), null)
  assert.equal(await stageOf(fresh), 'pending')
  assert.equal((await itemOf(existing)).status, 'planned')
  assert.deepEqual(await listEventTypes(item.id), ['roadmap.created', 'roadmap.deleted'])
  const { type, changes } = (await listAudit(fresh)).at(-1)
  assert.equal(type, 'feedback.stage_changed')
  assert.deepEqual(changes.itemStatus, ['done', null])
  assert.equal(changes.roadmapItemId, item.id)
  const { rows } = await app.database.pool.query('select from notification_events where feedback_id = $1', [fresh])
  assert.equal(rows.length, 0)
})

test('undoes a promotion by the dialog, but not a change that only edited an item', async () => {
  const id = await createRequest()
  const first = await change((tx) => promoteFeedback(tx, id, { status: 'planned' }))
  const second = await change((tx) => promoteFeedback(tx, id, { status: 'in_progress' }))
  assert.deepEqual(await undo(second), [])
  assert.deepEqual(await undo(first), [])
  assert.equal((await itemOf(id)).status, 'in_progress')
  const other = await createRequest()
  assert.equal((await undo(await change((tx) => promoteFeedback(tx, other, { status: 'planned' })))).length, 1)
  assert.equal(await itemOf(other), null)
  assert.equal(await stageOf(other), 'pending')
})

test('keeps an item that was edited since', async () => {
  const id = await createRequest()
  const requestId = await change((tx) => promoteToStage(tx, [id], 'planned'))
  const item = await itemOf(id)
  await acme.write((tx) => updateRoadmapItem(tx, item.id, { title: 'Better title' }))
  assert.deepEqual(await undo(requestId), [])
  assert.equal((await itemOf(id)).title, 'Better title')
})

test('changes nothing if one request belongs to another workspace', async () => {
  const id = await createRequest()
  const foreign = (await (await app.workspace()).api.create('/feedback', { title: 'Theirs' })).id
  await assert.rejects(
    acme.write((tx) => promoteToStage(tx, [id, foreign], 'planned')),
    { code: 'not_found' },
  )
  assert.equal(await itemOf(id), null)
})

test('puts a request on the roadmap once, even if two members do so at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => createRequest()))
  await Promise.all([
    acme.write((tx) => promoteToStage(tx, ids, 'planned')),
    acme.write((tx) => promoteToStage(tx, ids.toReversed(), 'in_progress')),
    acme.write((tx) => promoteToStage(tx, ids, null)),
  ])
  const items = (await api.listAll('/roadmap')).filter(({ feedbackId }: { feedbackId: string }) =>
    ids.includes(feedbackId),
  )
  assert.equal(items.length, 5)
  assert.equal(new Set(items.map(({ status }: { status: string }) => status)).size, 1)
})
