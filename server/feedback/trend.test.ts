import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'
import { addVote, removeVote } from '../votes/on-behalf.ts'
import { createFeedback } from './create.ts'
import { recountedTrend } from './trend.ts'

const app = await createTestApp()
const caps = { free: null, starter: null, growth: null }
const day = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString()

async function createRequest({ write }: TestWorkspace, title: string, createdDaysAgo: number) {
  return write(async (tx) => (await createFeedback({ ...tx, now: daysAgo(createdDaysAgo) }, { title }, caps)).id)
}

const vote = ({ write }: TestWorkspace, id: string, email: string, days: number) =>
  write((tx) => addVote({ ...tx, now: daysAgo(days) }, id, { email }, caps))

const listByTrend = async ({ id }: TestWorkspace) =>
  (
    await sql<{ title: string; difference: number }>`
      select title, abs(trend - ${recountedTrend}) as difference from feedback f where workspace_id = ${id}
      order by trend desc`.execute(app.database.db)
  ).rows

test('weighs recent votes more than many old ones, and stores the same score as a recount', async () => {
  const acme = await app.workspace()
  const oldFavorite = await createRequest(acme, 'Old favorite', 400)
  for (let n = 0; n < 30; n++) await vote(acme, oldFavorite, `old-${n}@example.com`, 300)
  const recent = await createRequest(acme, 'Wanted now', 200)
  for (let n = 0; n < 3; n++) await vote(acme, recent, `recent-${n}@example.com`, 1)
  await createRequest(acme, 'Just filed', 0)
  await createRequest(acme, 'Forgotten', 390)
  const rows = await listByTrend(acme)
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['Wanted now', 'Just filed', 'Old favorite', 'Forgotten'],
  )
  for (const { title, difference } of rows) assert.ok(difference < 1e-9, `${title}: ${difference}`)
})

test('keeps the score equal to a recount after a withdrawn vote and years without votes', async () => {
  const acme = await app.workspace()
  const id = await createRequest(acme, 'Back and forth', 4_000)
  const other = await createRequest(acme, 'Other', 3_999)
  await vote(acme, id, 'ada@example.com', 0)
  assert.equal((await listByTrend(acme))[0]!.title, 'Back and forth')
  const { id: customerId } = await app.database.db
    .selectFrom('customers')
    .select('id')
    .where('workspace_id', '=', acme.id)
    .executeTakeFirstOrThrow()
  await acme.write((tx) => removeVote(tx, id, customerId))
  const rows = await listByTrend(acme)
  assert.equal(rows[0]!.title, 'Other')
  for (const { difference } of rows) assert.ok(difference < 1e-9)
  assert.ok(other)
})
