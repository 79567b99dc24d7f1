import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { systemScope } from '../../platform/system-scope.ts'
import { collectPlans, nodesOf, reportPlans, rowsRead } from '../../test/plans/capture.ts'
import { createTestApp } from '../../test/test-app.ts'
import { searchFeedback } from './search.ts'

// The rows are inserted without the product.
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

test('finds every request that exists throughout the search, although newer ones are deleted meanwhile', async () => {
  const scope = await createWorkspace(450)
  const deleteNewest: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await sql`
        delete from feedback where workspace_id = ${scope.workspaceId} and id in (
          select id from feedback where workspace_id = ${scope.workspaceId} and title = 'Calendar'
          order by created_at desc limit 60)`.execute(loader.database.db)
      return result
    },
  }
  const search = (text: string, sizes: { first: number; newest: number }) =>
    searchFeedback({ ...scope, db: scope.db.withPlugin(deleteNewest) }, text, { limit: 25 }, sizes)
  assert.equal((await search('eppelin', { first: 85, newest: 170 })).length, 5)
  assert.equal((await search('eppelin', { first: 45, newest: 3_000 })).length, 5)
})
