import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteOwnComment } from '../comments/own/delete.ts'
import { reviewComment, undoCommentReviews } from '../comments/review/decide.ts'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const ada = { email: 'ada@example.com', name: 'Ada' }

/** Creates a customer's comment, with or without a reply from another person. */
async function prepare({ isAnswered }: { isAnswered: boolean }) {
  const acme = await app.workspace()
  const { api } = acme
  const { id: feedbackId } = await api.create('/feedback', { title: 'CSV' })
  const path = `/feedback/${feedbackId}/comments`
  const comment = await api.create(path, { body: 'Please.', submitter: ada })
  if (isAnswered) await api.create(path, { body: 'Me too.', parentId: comment.id })
  const [customer] = (await api.get('/customers')).body.data
  /** Returns the type and the data of the last event about the comment. */
  const last = async () => {
    const events = (await api.get('/events?limit=100')).body.data
    const { type, data } = events.findLast((event: { data: { id: string } }) => event.data.id === comment.id)
    return { type, data }
  }
  /** Returns the comment as the list shows it now, as the data of its event; null if it does not. */
  const shown = async () => {
    const found = (await api.get(path)).body.data.find(({ id }: { id: string }) => id === comment.id)
    return found ? { ...found, feedbackId } : null
  }
  const decide = () => acme.write((tx) => reviewComment({ ...tx, requestId: 'decision' }, comment.id, 'rejected'))
  const undo = () => acme.write((tx) => undoCommentReviews({ ...tx, requestId: 'decision' }, 'decision'))
  const withdraw = () =>
    acme.write((tx) =>
      deleteOwnComment({ ...tx, actor: { type: 'customer', id: customer.id } }, comment.id, customer.id),
    )
  return { comment, feedbackId, last, shown, decide, undo, withdraw }
}

test('removing a comment that keeps its place records an update, and so does undoing the removal', async () => {
  const { last, shown, decide, undo } = await prepare({ isAnswered: true })
  await decide()
  assert.equal((await shown()).body, 'Removed by the team.')
  assert.deepEqual(await last(), { type: 'comment.updated', data: await shown() })
  await undo()
  assert.equal((await shown()).body, 'Please.')
  assert.deepEqual(await last(), { type: 'comment.updated', data: await shown() })
})

test('removing a comment without replies records a deletion with its last state, and undoing it a creation', async () => {
  const { comment, feedbackId, last, shown, decide, undo } = await prepare({ isAnswered: false })
  await decide()
  assert.equal(await shown(), null)
  assert.deepEqual(await last(), { type: 'comment.deleted', data: { ...comment, feedbackId } })
  await undo()
  assert.deepEqual(await last(), { type: 'comment.created', data: await shown() })
})

test('an author who withdraws a comment records an update if it has replies, and a deletion otherwise', async () => {
  const answered = await prepare({ isAnswered: true })
  await answered.withdraw()
  assert.equal((await answered.shown()).body, 'Deleted by its author.')
  assert.deepEqual(await answered.last(), { type: 'comment.updated', data: await answered.shown() })
  const alone = await prepare({ isAnswered: false })
  await alone.withdraw()
  assert.equal(await alone.shown(), null)
  const { type, data } = await alone.last()
  assert.deepEqual([type, data.body, data.author], ['comment.deleted', '', { type: 'anonymous', name: null }])
})
