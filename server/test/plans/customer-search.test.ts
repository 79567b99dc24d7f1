import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCustomers } from '../../customers/search/find-customers.ts'
import { systemScope } from '../../platform/system-scope.ts'
import { createTestApp } from '../test-app.ts'
import { collectPlans, describePlan, nodesOf, type PlanMode, rowsRead } from './capture.ts'

const customers = 200_000
// The newest customers, of which a search reads some at first.
const newestScanned = 2_001
// Index entries of a text that a twentieth of the customers have. Few of these customers are read.
const entriesOfFrequent = customers / 20
// The matches that are ranked, and one more.
const ranked = 1_001

// The rows are inserted without the product.
const loader = await createTestApp({ checksEvents: false, needsSessions: true })
const { id: workspaceId } = await loader.workspace()
await insertCustomers()

/** Every twentieth customer is called Emily; one of them is Zeppelin. */
async function insertCustomers(): Promise<void> {
  const { rows } = await loader.database.pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'customers' and indexdef like '%gin%'`,
  )
  const client = await loader.database.pool.connect()
  // Indexes of many rows are built faster than they are filled.
  await client.query('set statement_timeout = 0')
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query(
    `insert into customers (workspace_id, id, email, name, origin, created_at)
     select $1, uuidv7(), n || '@x.io',
       case when n = 77777 then 'Emily Zeppelin' when n % 20 = 0 then 'Emily' end, 'api', now() - n * interval '1 minute'
     from generate_series(1, ${customers}) n`,
    [workspaceId],
  )
  for (const { definition } of rows) await client.query(definition)
  await client.query('vacuum analyze customers')
  client.release(true)
}

for (const mode of ['force_generic_plan', 'force_custom_plan'] as PlanMode[]) {
  const app = await createTestApp({ databaseName: loader.databaseName, needsSessions: true })
  const takePlans = collectPlans(app.database, mode)
  const scope = { db: app.database.db, ...systemScope(workspaceId, new Date().toISOString()) }
  for (const [text, count, isCapped] of [
    ['emily zeppelin', 1, false],
    ['emily zepelin', 1, false],
    ['77777@x.io', 1, false],
    ['emily', 1_000, true],
    ['77', 1_000, true],
    ['x.io', 1_000, true],
    ['nobody at all', 0, false],
  ] as const) {
    test(`a search for “${text}” among 200,000 customers reads few of them (${mode})`, async () => {
      takePlans()
      const { found, isCapped: isMore } = await findCustomers(scope, text)
      assert.deepEqual([found.length, isMore], [count, isCapped])
      for (const plan of takePlans()) {
        for (const node of nodesOf(plan.root)) {
          const isIndex = node['Node Type'] === 'Bitmap Index Scan'
          const max = isIndex ? entriesOfFrequent : Math.max(newestScanned, ranked)
          if (node['Node Type'].endsWith('Scan')) assert.ok(rowsRead(node) <= max, describePlan(plan))
        }
      }
    })
  }
}
