import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { systemScope } from '../../platform/system-scope.ts'
import { collectPlans, nodesOf, reportPlans, rowsRead } from '../../test/plans/capture.ts'
import { createTestApp } from '../../test/test-app.ts'
import { searchFeedback } from './search.ts'

// The rows are inserted with SQL, so they have no events.
const loader = await createTestApp({ checksEvents: false })
await reportPlans(loader.database, loader.databaseName)
const app = await createTestApp({ databaseName: loader.databaseName, needsSessions: true })
const takePlans = collectPlans(app.database, 'force_custom_plan')

/** Creates a workspace in which every ninetieth request contains “zeppelin”. Their texts are not in the index. */
async function createWorkspace(requests: number): Promise<Scope> {
  const { id } = await loader.workspace()
  await sql`
    insert into feedback (workspace_id, id, board_id, title, description, status, created_at, updated_at)
    select b.workspace_id, uuidv7(), b.id, case when n % 90 = 0 then 'Zeppelin ' || n else 'Calendar' end, '', 'pending',
      now() - n * interval '1 minute', now()
    from (select * from boards where workspace_id = ${id} limit 1) b, generate_series(1, ${requests}::int) n`.execute(
    loader.database.db,
  )
  return { db: app.database.db, ...systemScope(id, new Date().toISOString()) }
}

for (const { requests, text, found } of [
  { requests: 400, text: 'nowhere', found: 0 },
  { requests: 400, text: 'eppelin', found: 4 },
  { requests: 1_900, text: 'eppelin', found: 21 },
  { requests: 1_900, text: 'nowhere', found: 0 },
]) {
  test(`searches ${requests} requests for “${text}” without checking a text twice`, async () => {
    const scope = await createWorkspace(requests)
    takePlans()
    assert.equal((await searchFeedback(scope, text, { limit: 25 })).length, found)
    const checks = takePlans().flatMap(({ root }) => nodesOf(root).filter(({ Filter }) => Filter?.includes('strpos')))
    assert.equal(
      checks.reduce((sum, node) => sum + rowsRead(node), 0),
      requests,
    )
  })
}
