import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { api } = acme

const tables = [
  'changelog_entries',
  'changelog_entry_tags',
  'changelog_entry_feedback',
  'changelog_reactions',
  'comments',
]

/** Counts the rows of each table that belong to the entry. */
async function countRows(entryId: string): Promise<number[]> {
  const counts = []
  for (const table of [...tables, 'announcements']) {
    const column = table === 'changelog_entries' ? 'id' : 'entry_id'
    const { rows } = await app.database.pool.query(`select count(*) from ${table} where ${column} = $1`, [entryId])
    counts.push(rows[0].count)
  }
  return counts
}

/** Creates a published entry with a row in every table that refers to it. */
async function createFullEntry() {
  const tag = await acme.tag(`new ${Math.random()}`)
  const request = await api.create('/feedback', { title: 'Dark mode', submitter: { externalId: 'u1' } })
  const entry = await api.create('/changelog', { title: 'Night', tagIds: [tag.id], linkedFeedbackIds: [request.id] })
  const comment = await api.create(`/changelog/${entry.id}/comments`, { body: 'Thanks' })
  await api.create(`/changelog/${entry.id}/comments`, { body: 'Welcome', kind: 'staff_reply', parentId: comment.id })
  await app.database.pool.query(
    `insert into changelog_reactions select workspace_id, $1, id, '🎉', now() from customers where workspace_id = $2`,
    [entry.id, acme.id],
  )
  await api.post(`/changelog/${entry.id}/publish`)
  return { entry: (await api.get(`/changelog/${entry.id}`)).body.data, request, tag }
}

test('deletes the entry with its links, reactions, comments and announcement, and nothing else', async () => {
  const [{ entry, request, tag }, other] = [await createFullEntry(), await createFullEntry()]
  assert.deepEqual([entry.reactions, entry.comments], [{ '🎉': 1 }, 2])
  assert.deepEqual(await countRows(entry.id), [1, 1, 1, 1, 2, 1])

  const { status, body } = await api.delete(`/changelog/${entry.id}`)
  assert.deepEqual([status, body], [200, { data: { id: entry.id, deleted: true } }])
  assert.deepEqual(await countRows(entry.id), [0, 0, 0, 0, 0, 0])
  assert.equal((await api.get(`/changelog/${entry.id}`)).status, 404)
  assert.equal((await api.get(`/changelog/${entry.id}/comments`)).status, 404)

  assert.equal((await api.get(`/feedback/${request.id}`)).status, 200)
  assert.ok((await api.listAll('/tags')).some(({ id }) => id === tag.id))
  assert.deepEqual(await countRows(other.entry.id), [1, 1, 1, 1, 2, 1])
})

test('returns 404 when deleting again', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  assert.equal((await api.delete(`/changelog/${id}`)).status, 200)
  assert.equal((await api.delete(`/changelog/${id}`)).status, 404)
})

test('deletes once in ten concurrent requests and returns 404 to the others', async () => {
  const { entry } = await createFullEntry()
  const responses = await Promise.all(Array.from({ length: 10 }, () => api.delete(`/changelog/${entry.id}`)))
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)])
})

test('leaves no announcement when an entry is deleted between concurrent publications', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await api.create('/changelog', { title: 'CSV export' })
    const publish = () => api.post(`/changelog/${id}/publish`)
    const [one, deleted, two] = await Promise.all([publish(), api.delete(`/changelog/${id}`), publish()])
    assert.equal(deleted.status, 200)
    for (const { status } of [one, two]) assert.ok(status === 200 || status === 404)
    assert.deepEqual(await countRows(id), [0, 0, 0, 0, 0, 0])
  }
})
