import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { withoutIndex } from '../../platform/db/without-index.ts'
import { createTestApp } from '../../test/test-app.ts'
import { isVisibleOnBoards } from '../public/visibility.ts'
import { findMatches, maxMatches } from './find-matches.ts'

const app = await createTestApp()
const acme = await app.workspace()
// The most voted requests, which are searched first, have neither word.
const mostVoted = 1_200
const withLonger = 400
const withWhole = 100
await acme.write(({ db, workspaceId }) =>
  sql`insert into feedback (workspace_id, id, board_id, title, description, status, product_stage, votes, trend, created_at, updated_at, last_activity_at)
    select b.workspace_id, uuidv7(), b.id,
      case when n <= ${mostVoted} then 'Dark mode' when n <= ${mostVoted + withLonger} then 'Plankton view' else 'Roadmap' end,
      case when n > ${mostVoted + withLonger} then 'A plan for teams' else '' end,
      'approved', 'in_review', case when n <= ${mostVoted} then 1 else 0 end, 0, now(), now(), now()
    from (select * from boards where workspace_id = ${workspaceId} limit 1) b,
      generate_series(1, ${mostVoted + withLonger + withWhole}::int) n`.execute(db),
)
await sql`analyze feedback, boards`.execute(app.database.db)

const search = (text: string) =>
  acme.write(async (tx) => {
    const { found, isCapped } = await findMatches(tx, text, withoutIndex(isVisibleOnBoards('f', tx.workspaceId)))
    return { count: found.length, isCapped }
  })

test('leaves out longer words if enough requests have the words as typed', async () => {
  assert.deepEqual(await search('plan'), { count: withWhole, isCapped: false })
})

test('finds longer words if few requests have the words as typed', async () => {
  assert.deepEqual(await search('plank'), { count: maxMatches, isCapped: true })
})
