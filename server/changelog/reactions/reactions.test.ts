import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/test-app.ts'

const app = await createTestApp()
const acme = await app.workspace()
const { api } = acme
const { pool } = app.database

// Inserts a reaction as the portal does.
const react = (entryId: string, externalId: string, emoji: string) =>
  pool.query(
    `insert into changelog_reactions select workspace_id, $1, id, $2, now() from customers
     where workspace_id = $3 and external_id = $4`,
    [entryId, emoji, acme.id, externalId],
  )

for (const externalId of ['u1', 'u2', 'u3']) await api.create('/feedback', { title: 'x', submitter: { externalId } })

test('counts the reactions of each entry by emoji', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  const other = await api.create('/changelog', { title: 'Night' })
  for (const customer of ['u1', 'u2', 'u3']) await react(id, customer, '👍')
  for (const customer of ['u1', 'u2']) await react(id, customer, '❤️')
  await react(other.id, 'u1', '🚀')
  assert.deepEqual((await api.get(`/changelog/${id}`)).body.data.reactions, { '👍': 3, '❤️': 2 })
  const listed = (await api.listAll('/changelog')).map(({ reactions }) => reactions)
  assert.deepEqual(listed, [{ '🚀': 1 }, { '👍': 3, '❤️': 2 }])
})

test('stores one reaction per customer and emoji, and only the six known emoji', async () => {
  const { id } = await api.create('/changelog', { title: 'CSV export' })
  for (const emoji of ['👍', '❤️', '🎉', '🚀', '👀', '😄']) await react(id, 'u1', emoji)
  await assert.rejects(react(id, 'u1', '👍'), { code: '23505' })
  for (const emoji of ['👎', '❤', 'x', '']) await assert.rejects(react(id, 'u1', emoji), { code: '23514' })
})
