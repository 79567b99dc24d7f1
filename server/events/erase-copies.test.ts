import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteOwnComment } from '../comments/own/delete.ts'
import { reviewComment, undoCommentReviews } from '../comments/review/decide.ts'
import { deleteCustomer } from '../customers/deletion/delete.ts'
import { mergeFeedback } from '../feedback/merge/merge.ts'
import { deleteOwnRequest } from '../feedback/own/delete.ts'
import { editOwnRequest } from '../feedback/own/edit.ts'
import { getOwnRequest } from '../feedback/own/find.ts'
import { deleteExpiredRows } from '../housekeeping/delete-expired.ts'
import type { WriteScope } from '../platform/scope.ts'
import { deleteRoadmapItem } from '../roadmap/delete.ts'
import { setReviewPolicy } from '../test/clients/own-content.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const { pool } = app.database
const ada = { email: 'ada@example.com', name: 'Ada Lovelace' }

const asCustomer = <S extends WriteScope>(tx: S, id: string): S => ({ ...tx, actor: { type: 'customer' as const, id } })

/** Creates a customer with a request, and another request. */
async function prepare() {
  const acme = await app.workspace()
  await setReviewPolicy(app, acme, 'none', 'none')
  const { api } = acme
  const request = await api.create('/feedback', { title: 'SECRET-1', description: 'SECRET-2', submitter: ada })
  const other = await api.create('/feedback', { title: 'Of another' })
  const [customer] = (await api.get('/customers')).body.data
  const log = async () => JSON.stringify((await api.get('/events?limit=100')).body.data)
  const assertErased = async () => {
    const text = await log()
    for (const secret of ['SECRET', ada.name, ada.email]) assert.ok(!text.includes(secret), `${secret} in ${text}`)
    return text
  }
  const customerId = customer.id as string
  const deleteAda = (withRequests: boolean) => acme.write((tx) => deleteCustomer(tx, customerId, { withRequests }))
  return { acme, api, request, other, customerId, log, assertErased, deleteAda }
}

/** Links the request in a changelog entry, a deleted one, and one that no longer links it. Promotes it temporarily. */
async function linkEverywhere({ acme, api, request, other }: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  const linkedFeedbackIds = [request.id, other.id]
  await api.create('/changelog', { title: 'Current', linkedFeedbackIds })
  const former = await api.create('/changelog', { title: 'Former', linkedFeedbackIds })
  await api.patch(`/changelog/${former.id}`, { linkedFeedbackIds: [other.id] })
  const deleted = await api.create('/changelog', { title: 'Deleted', linkedFeedbackIds })
  await api.delete(`/changelog/${deleted.id}`)
  const { roadmapItem } = await api.create(`/feedback/${request.id}/promote`, { status: 'planned' })
  await api.patch(`/roadmap/${roadmapItem.id}`, { description: 'SECRET-2, planned' })
  await acme.write((tx) => deleteRoadmapItem(tx, roadmapItem.id))
}

test('erases titles of deleted requests from the events of changelog entries and roadmap items', async () => {
  const scene = await prepare()
  await linkEverywhere(scene)
  assert.match(await scene.log(), /SECRET-1/)
  await scene.deleteAda(true)
  const events = JSON.parse(await scene.assertErased())
  const created = events.filter(({ type }: { type: string }) => type === 'changelog.created')
  assert.equal(created.length, 3)
  for (const { data } of created) {
    const [erased, kept] = data.linkedFeedback
    assert.deepEqual([erased.id, erased.title, typeof erased.stage], [scene.request.id, '', 'string'])
    assert.equal(kept.title, 'Of another')
    assert.match(data.title, /Current|Former|Deleted/)
  }
})

test('erases texts of requests that were merged into others, and of their roadmap items', async () => {
  for (const isTargetPlanned of [false, true]) {
    const scene = await prepare()
    const { acme, api, request, other } = scene
    await api.patch(`/feedback/${request.id}`, { title: 'SECRET-3' })
    await linkEverywhere(scene)
    await api.create(`/feedback/${request.id}/promote`, { status: 'planned' })
    if (isTargetPlanned) await api.create(`/feedback/${other.id}/promote`, { status: 'done' })
    await acme.write((tx) => mergeFeedback(tx, request.id, other.id))
    // Without an item of its own, the target has theirs.
    const [item] = (await api.get('/roadmap')).body.data
    await api.patch(`/roadmap/${item.id}`, { title: 'Planned', description: '' })
    await scene.deleteAda(true)
    assert.match(await scene.assertErased(), /Of another/)
  }
})

for (const withRequests of [true, false]) {
  test(`erases a removed comment when its author is deleted with${withRequests ? '' : 'out'} their content`, async () => {
    const { acme, api, other, assertErased, deleteAda } = await prepare()
    const path = `/feedback/${other.id}/comments`
    const removed = await api.create(path, { body: 'SECRET-4', submitter: ada })
    const answered = await api.create(path, { body: 'SECRET-5', submitter: ada })
    await api.create(path, { body: 'An answer', parentId: answered.id })
    for (const { id } of [removed, answered]) await acme.write((tx) => reviewComment(tx, id, 'rejected'))
    await deleteAda(withRequests)
    if (withRequests) assert.match(await assertErased(), /An answer/)
    else {
      const text = JSON.stringify((await api.get('/events?limit=100')).body.data)
      for (const secret of ['SECRET-4', 'SECRET-5', ada.name]) assert.ok(!text.includes(secret), text)
    }
  })
}

test('erases a removed comment when it expires, and keeps its events', async () => {
  const { acme, api, other, log } = await prepare()
  const comment = await api.create(`/feedback/${other.id}/comments`, { body: 'SECRET-6', submitter: ada })
  const stays = await api.create(`/feedback/${other.id}/comments`, { body: 'Recent', submitter: ada })
  for (const { id } of [comment, stays]) await acme.write((tx) => reviewComment(tx, id, 'spam'))
  const before = JSON.parse(await log()).length
  await pool.query(`update pending_comments set reviewed_at = reviewed_at - interval '91 days' where id = $1`, [
    comment.id,
  ])
  assert.equal((await deleteExpiredRows(app.database, new AbortController().signal)).pending_comments, 1)
  const text = await log()
  assert.ok(!text.includes('SECRET-6') && text.includes('Recent'))
  assert.equal(JSON.parse(text).length, before)
})

test('erases a deleted request together with the author’s other requests that were merged into it', async () => {
  const scene = await prepare()
  const { acme, api, request, customerId } = scene
  await linkEverywhere(scene)
  await api.delete(`/changelog/${(await api.get('/changelog')).body.data.at(-1).id}`)
  const merged = await api.create('/feedback', { title: 'SECRET-7', description: 'SECRET-8', submitter: ada })
  await acme.write((tx) => mergeFeedback(tx, merged.id, request.id))
  const shared = await acme.write((tx) => getOwnRequest(asCustomer(tx, customerId), request.id, customerId))
  assert.equal(shared.isShared, false)
  await acme.write((tx) => deleteOwnRequest(asCustomer(tx, customerId), request.id, customerId, 'deleted'))
  assert.ok(!(await scene.log()).includes('SECRET'))
})

test('erases a comment that its author withdraws during review, if it was public before', async () => {
  const { acme, api, other, customerId, log } = await prepare()
  const comment = await api.create(`/feedback/${other.id}/comments`, { body: 'SECRET-9', submitter: ada })
  await acme.write((tx) => reviewComment({ ...tx, requestId: 'decision' }, comment.id, 'rejected'))
  await pool.query(`update pending_comments set status = 'pending', reviewed_at = null where id = $1`, [comment.id])
  await acme.write((tx) => undoCommentReviews({ ...tx, requestId: 'decision' }, 'none'))
  await acme.write((tx) => deleteOwnComment(asCustomer(tx, customerId), comment.id, customerId))
  assert.ok(!(await log()).includes('SECRET-9'))
})

test('erases earlier texts of edited requests when their author is removed or deleted', async () => {
  for (const isSelf of [true, false]) {
    const { acme, api, request, customerId, log, deleteAda } = await prepare()
    await api.create(`/feedback/${request.id}/promote`, { status: 'planned' })
    await acme.write(async (tx) => {
      const self = asCustomer(tx, customerId)
      const { version } = await getOwnRequest(self, request.id, customerId)
      const texts = { title: 'Public title', description: '' }
      await editOwnRequest(self, request.id, { version, ...texts }, { customerId })
    })
    const ofRequest = async () =>
      JSON.stringify(JSON.parse(await log()).filter(({ data }: { data: { id: string } }) => data.id === request.id))
    assert.match(await ofRequest(), /SECRET-1[\s\S]*SECRET-2/)
    if (isSelf)
      await acme.write((tx) => deleteOwnRequest(asCustomer(tx, customerId), request.id, customerId, 'anonymized'))
    else await deleteAda(false)
    assert.doesNotMatch(await ofRequest(), /SECRET/)
    assert.equal((await api.get(`/feedback/${request.id}`)).body.data.title, 'Public title')
  }
})
