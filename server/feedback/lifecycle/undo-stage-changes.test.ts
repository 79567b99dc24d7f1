import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { setStages } from './set-stage.ts'
import { setStatuses } from './set-status.ts'
import { undoStageChanges } from './undo-stage-changes.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { api } = acme
const alice = newId()

const createRequest = async (): Promise<string> => (await api.create('/feedback', { title: 'A' })).id
const stateOf = async (id: string): Promise<string> => {
  const { stage, status } = (await api.get(`/feedback/${id}`)).body.data
  return `${status} ${stage}`
}
const listStates = (ids: string[]) => Promise.all(ids.map(stateOf))

/** Runs a change as a member, as the console does in one HTTP request. @returns the id of that request. */
async function change(work: (tx: WriteScope) => Promise<unknown>, memberId = alice): Promise<string> {
  const requestId = newId()
  await acme.write((tx) => work({ ...asRole(tx, 'member', memberId), requestId }))
  return requestId
}

async function undo(requestId: string, { memberId = alice, workspace = acme as TestWorkspace } = {}): Promise<number> {
  const undone = await workspace.write((tx) =>
    undoStageChanges({ ...asRole(tx, 'member', memberId), requestId: newId() }, requestId),
  )
  return undone.length
}

test('undoes a change of one request', async () => {
  const id = await createRequest()
  const requestId = await change((tx) => setStages(tx, [id], 'planned'))
  assert.equal(await stateOf(id), 'approved planned')
  assert.equal(await undo(requestId), 1)
  assert.equal(await stateOf(id), 'pending pending')
})

test('undoes a change of 100 requests', async () => {
  const ids = await Promise.all(Array.from({ length: 100 }, createRequest))
  const requestId = await change((tx) => setStages(tx, ids, 'completed'))
  assert.deepEqual(new Set(await listStates(ids)), new Set(['approved completed']))
  assert.equal(await undo(requestId), 100)
  assert.deepEqual(new Set(await listStates(ids)), new Set(['pending pending']))
})

test('restores a product stage that the status hides', async () => {
  const ids = await Promise.all(['pending', 'rejected', 'spam'].map(createRequest))
  for (const [at, status] of (['pending', 'rejected', 'spam'] as const).entries()) {
    await api.patch(`/feedback/${ids[at]}/stage`, { stage: 'planned' })
    await api.patch(`/feedback/${ids[at]}/status`, { status })
  }
  const untouched = await createRequest()
  const before = await listStates([...ids, untouched])
  const requestId = await change((tx) => setStages(tx, [...ids, untouched], 'in_progress'))
  assert.equal(await undo(requestId), 4)
  assert.deepEqual(await listStates([...ids, untouched]), before)
  await acme.write((tx) => setStatuses(tx, [...ids, untouched], 'approved'))
  assert.deepEqual(await listStates([...ids, untouched]), [
    'approved planned',
    'approved planned',
    'approved planned',
    'approved in_review',
  ])
})

test('moves the roadmap item back with its request', async () => {
  const id = await createRequest()
  const { roadmapItem } = (await api.post(`/feedback/${id}/promote`, { status: 'planned' })).body.data
  const requestId = await change((tx) => setStages(tx, [id], 'completed'))
  await undo(requestId)
  assert.equal((await api.get(`/roadmap/${roadmapItem.id}`)).body.data.status, 'planned')
})

test('leaves a request that has changed since', async () => {
  const ids = await Promise.all([1, 2, 3].map(createRequest))
  const requestId = await change((tx) => setStatuses(tx, ids, 'approved'))
  await api.patch(`/feedback/${ids[1]}/stage`, { stage: 'closed' })
  // Changed and changed back: the state is the same again, but it no longer results from the change to undo.
  await api.patch(`/feedback/${ids[2]}/stage`, { stage: 'planned' })
  await api.patch(`/feedback/${ids[2]}/stage`, { stage: 'in_review' })
  assert.equal(await undo(requestId), 1)
  assert.deepEqual(await listStates(ids), ['pending pending', 'approved closed', 'approved in_review'])
})

test('does nothing when it is repeated, even after the same change was made again', async () => {
  const id = await createRequest()
  const requestId = await change((tx) => setStages(tx, [id], 'planned'))
  assert.equal(await undo(requestId), 1)
  assert.equal(await undo(requestId), 0)
  await change((tx) => setStages(tx, [id], 'planned'))
  assert.equal(await undo(requestId), 0)
  assert.equal(await stateOf(id), 'approved planned')
})

test('undoes only the changes of the same member in the same workspace', async () => {
  const id = await createRequest()
  const requestId = await change((tx) => setStages(tx, [id], 'planned'))
  assert.equal(await undo(requestId, { workspace: await app.workspace() }), 0)
  assert.equal(await undo(requestId, { memberId: newId() }), 0)
  await assert.rejects(
    acme.write((tx) => undoStageChanges({ ...tx, actor: { type: 'customer', id: alice } }, requestId)),
    forbiddenError,
  )
  assert.equal(await stateOf(id), 'approved planned')
})

test('ignores an unknown request id and one older than a day', async () => {
  const id = await createRequest()
  const requestId = await change((tx) =>
    setStages({ ...tx, now: new Date(Date.now() - 25 * 3_600_000).toISOString() }, [id], 'planned'),
  )
  assert.equal(await undo(requestId), 0)
  assert.equal(await undo(newId()), 0)
})
