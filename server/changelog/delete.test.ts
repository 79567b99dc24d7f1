import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { api } = acme

const parts = [
  'changelog_entries',
  'changelog_entry_tags',
  'changelog_entry_feedback',
  'changelog_reactions',
  'comments',
]

/** How many rows of each table hang on the entry. */
async function rowsOf(entryId: string): Promise<number[]> {
  const counts = []
  for (const table of [...parts, 'announcements']) {
    const column = table === 'changelog_entries' ? 'id' : 'entry_id'
    const { rows } = await app.database.pool.query(`select count(*) from ${table} where ${column} = $1`, [entryId])
    counts.push(rows[0].count)
  }
  return counts
}

/** A published entry with one of everything that can hang on it. */
async function fullEntry() {
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

test('deleting removes the entry with its links, reactions, comments and announcement, and nothing else', async () => {
  const [{ entry, request, tag }, other] = [await fullEntry(), await fullEntry()]
  assert.deepEqual([entry.reactions, entry.comments], [{ '🎉': 1 }, 2])
  assert.deepEqual(await rowsOf(entry.id), [1, 1, 1, 1, 2, 1])

  const { status, body } = await api.delete(`/changelog/${entry.id}`)
  assert.deepEqual([status, body], [200, { data: { id: entry.id, deleted: true } }])
  assert.deepEqual(await rowsOf(entry.id), [0, 0, 0, 0, 0, 0])
  assert.equal((await api.get(`/changelog/${entry.id}`)).status, 404)
  assert.equal((await api.get(`/changelog/${entry.id}/comments`)).status, 404)

  assert.equal((await api.get(`/feedback/${request.id}`)).status, 200)
  assert.ok((await api.listAll('/tags')).some(({ id }) => id === tag.id))
  assert.deepEqual(await rowsOf(other.entry.id), [1, 1, 1, 1, 2, 1])
})

test('deleting again is a 404', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  assert.equal((await api.delete(`/changelog/${id}`)).status, 200)
  assert.equal((await api.delete(`/changelog/${id}`)).status, 404)
})

test('of ten deletions at once, one deletes and nine find nothing', async () => {
  const { entry } = await fullEntry()
  const answers = await Promise.all(Array.from({ length: 10 }, () => api.delete(`/changelog/${entry.id}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)])
})

test('a deletion between publications leaves no announcement behind', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await api.create('/changelog', { title: 'CSV export' })
    const publish = () => api.post(`/changelog/${id}/publish`)
    const [one, deleted, two] = await Promise.all([publish(), api.delete(`/changelog/${id}`), publish()])
    assert.equal(deleted.status, 200)
    for (const { status } of [one, two]) assert.ok(status === 200 || status === 404)
    assert.deepEqual(await rowsOf(id), [0, 0, 0, 0, 0, 0])
  }
})
