import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'
import { deleteComment } from './delete.ts'

const world = await createTestApp()
const acme = await world.workspace()
const { api } = acme

for (const [path, body] of [
  ['/feedback', { title: 'A' }],
  ['/changelog', { title: 'A' }],
] as const) {
  test(`deletes a comment under ${path} with its replies and updates the count, ignoring team notes`, async () => {
    const { id } = await api.create(path, body)
    const comment = (text: string, more: object = {}) => api.create(`${path}/${id}/comments`, { body: text, ...more })
    const note = { kind: 'staff_reply', isInternal: true }
    const first = await comment('first')
    await comment('reply', { parentId: first.id })
    await comment('note', { ...note, parentId: first.id })
    const lone = await comment('lone note', note)
    await comment('other')
    await acme.write((tx) => deleteComment(tx, first.id))
    await acme.write((tx) => deleteComment(tx, lone.id))
    assert.equal((await api.get(`${path}/${id}`)).body.data.comments, 1)
    assert.deepEqual(
      (await api.listAll(`${path}/${id}/comments`)).map((each) => each.body),
      ['other'],
    )
    await assert.rejects(
      acme.write((tx) => deleteComment(tx, first.id)),
      { code: 'not_found' },
    )
  })
}

test('keeps the count correct when replies arrive while their parent is deleted', async () => {
  const { id } = await api.create('/feedback', { title: 'A' })
  const { id: parentId } = await api.create(`/feedback/${id}/comments`, { body: 'first' })
  const [, ...replies] = await Promise.all([
    acme.write((tx) => deleteComment(tx, parentId)),
    ...Array.from({ length: 8 }, () => api.post(`/feedback/${id}/comments`, { body: 'reply', parentId })),
  ])
  for (const { status } of replies) assert.ok([201, 400].includes(status))
  assert.equal((await api.get(`/feedback/${id}`)).body.data.comments, 0)
})

test('rejects deletion by another workspace and by customers', async () => {
  const { id } = await api.create('/feedback', { title: 'A' })
  const comment = await api.create(`/feedback/${id}/comments`, { body: 'mine' })
  const charlie = await world.workspace()
  await assert.rejects(
    charlie.write((tx) => deleteComment(tx, comment.id)),
    { code: 'not_found' },
  )
  await assert.rejects(
    acme.write((tx) => deleteComment({ ...tx, actor: { type: 'customer', id: null } }, comment.id)),
    { code: 'forbidden' },
  )
  assert.equal((await api.listAll(`/feedback/${id}/comments`)).length, 1)
})
