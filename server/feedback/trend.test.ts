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
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

async function request({ write }: TestWorkspace, title: string, createdDaysAgo: number) {
  return write(async (tx) => (await createFeedback({ ...tx, now: ago(createdDaysAgo) }, { title }, caps)).id)
}

const vote = ({ write }: TestWorkspace, id: string, email: string, daysAgo: number) =>
  write((tx) => addVote({ ...tx, now: ago(daysAgo) }, id, { email }, caps))

const byTrend = async ({ id }: TestWorkspace) =>
  (
    await sql<{ title: string; off: number }>`
      select title, abs(trend - ${recountedTrend}) as off from feedback f where workspace_id = ${id}
      order by trend desc`.execute(app.database.db)
  ).rows

test('votes of late weigh more than many of long ago, and what is stored is what is counted', async () => {
  const acme = await app.workspace()
  const old = await request(acme, 'Old favourite', 400)
  for (let n = 0; n < 30; n++) await vote(acme, old, `old-${n}@example.com`, 300)
  const late = await request(acme, 'Wanted now', 200)
  for (let n = 0; n < 3; n++) await vote(acme, late, `late-${n}@example.com`, 1)
  await request(acme, 'Just filed', 0)
  await request(acme, 'Forgotten', 390)
  const rows = await byTrend(acme)
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['Wanted now', 'Just filed', 'Old favourite', 'Forgotten'],
  )
  for (const { title, off } of rows) assert.ok(off < 1e-9, `${title}: ${off}`)
})

test('a vote that is taken back, and years without any, leave the order as counted', async () => {
  const acme = await app.workspace()
  const id = await request(acme, 'Back and forth', 4_000)
  const other = await request(acme, 'Other', 3_999)
  await vote(acme, id, 'ada@example.com', 0)
  assert.equal((await byTrend(acme))[0]!.title, 'Back and forth')
  const { id: customerId } = await app.database.db
    .selectFrom('customers')
    .select('id')
    .where('workspace_id', '=', acme.id)
    .executeTakeFirstOrThrow()
  await acme.write((tx) => removeVote(tx, id, customerId))
  const rows = await byTrend(acme)
  assert.equal(rows[0]!.title, 'Other')
  for (const { off } of rows) assert.ok(off < 1e-9)
  assert.ok(other)
})
