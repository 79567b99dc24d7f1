import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInCustomer } from '../clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../test-app.ts'
import {
  type CapturedPlan,
  collectPlans,
  describePlan,
  extraSearches,
  nodesOf,
  type PlanMode,
  reportPlans,
  rowsRead,
} from './capture.ts'
import { loadPlanDataset } from './dataset.ts'
import { hotOperations } from './operations.ts'
import { findUncovered, listSuccessfulRoutes } from './route-coverage.ts'
import type { HotOperation, Subject } from './subject.ts'

// A page of 100, and the row that says whether another follows.
const page = 101

/** The customer of the small workspace, which has no others. */
const smallCustomer = {
  email: 'customer7@example.com',
  externalId: 'c7',
  company: { externalId: 'company1', name: 'Company 1' },
}

// The dataset has audit events without events.
const loader = await createTestApp({ checksEvents: false })
const { large, small, popularId } = await loadPlanDataset(loader)
const largeTables = new Set(await listLargeTables())
const largeIndexes = new Set(await listIndexesOf([...largeTables]))
await reportPlans(loader.database, loader.databaseName)
const modes = await Promise.all((['force_generic_plan', 'force_custom_plan'] as const).map(createSubjects))

for (const operation of hotOperations) {
  const { name, index, maxRead = page } = operation
  const using = index === null ? 'an index' : `the index ${index}`
  test(`${name}: uses ${using}, and no scan reads more than ${maxRead} rows`, async () => {
    for (const { mode, takePlans, subjects } of modes) {
      for (const [size, subject] of Object.entries(subjects)) {
        takePlans()
        await operation.run(subject)
        const plans = takePlans()
        const problems = plans.flatMap((plan) => problemsOf(plan, operation))
        if (plans.length === 0) problems.push('No statement was run.')
        if (size === 'large' && index !== null && !plans.some((plan) => usesIndex(plan, index)))
          problems.push(`The index ${index} is not used:`, ...plans.map(describePlan))
        if (size === 'large' && operation.reads) problems.push(...readProblems(plans, operation.reads))
        assert.ok(problems.length === 0, `${size} workspace, ${mode}:\n${problems.join('\n')}`)
      }
    }
  })
}

test('every operation of the API and every page of the portal has a plan test, or a reason why it has none', async () => {
  const covered = (await Promise.all(modes.map(({ origin }) => listSuccessfulRoutes(origin)))).flat()
  assert.deepEqual(findUncovered(new Set(covered)), { uncovered: [], unneededReasons: [] })
})

/** Creates an app that plans all statements in one way, and a subject in each workspace for the operations. */
async function createSubjects(mode: PlanMode) {
  const app = await createTestApp({ databaseName: loader.databaseName, needsSessions: true })
  const takePlans = collectPlans(app.database, mode)
  const subjectOf = async (workspace: TestWorkspace, requestId: string): Promise<Subject> => {
    const { cookie } = await signInCustomer(app, workspace, { email: `${mode}@example.com` })
    const { body } = await workspace.api.get('/customers?email=customer7@example.com')
    const customerId = body.data[0]?.id ?? (await workspace.api.put('/customers', smallCustomer)).body.data.id
    return { app, workspace, requestId, customerId, cookie }
  }
  const { body } = await small.api.get('/feedback')
  return {
    mode,
    origin: app.origin,
    takePlans,
    subjects: { large: await subjectOf(large, popularId), small: await subjectOf(small, body.data[0].id) },
  }
}

/** Lists the tables of workspaces that have grown. PostgreSQL rightly reads tables of a few pages as a whole. */
async function listLargeTables(): Promise<string[]> {
  const { rows } = await loader.database.pool.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'workspace_id'
     where relkind = 'r' and reltuples > 1000`,
  )
  return rows.map(({ name }) => name)
}

async function listIndexesOf(tables: string[]): Promise<string[]> {
  const { rows } = await loader.database.pool.query<{ name: string }>(
    'select indexname as name from pg_indexes where tablename = any($1)',
    [tables],
  )
  return rows.map(({ name }) => name)
}

function problemsOf(plan: CapturedPlan, { maxRead = page, maxSorted = page }: HotOperation): string[] {
  return nodesOf(plan.root).flatMap((node) => {
    const type = node['Node Type']
    const table = node['Relation Name'] ?? ''
    const problems: string[] = []
    // A scan that stops at the first row, as `exists` does, reads few.
    if (type === 'Seq Scan' && largeTables.has(table) && rowsRead(node) > page)
      problems.push(`Reads the whole table ${table}`)
    if (isScan(type) && rowsRead(node) > maxRead)
      problems.push(`Reads ${rowsRead(node)} rows of ${table || node['Index Name']}, more than ${maxRead}`)
    if (extraSearches(node) > maxRead) problems.push(`Searches ${node['Index Name']} ${node['Index Searches']} times`)
    const sorted = node.Plans?.[0]?.['Actual Rows'] ?? 0
    if (type.endsWith('Sort') && sorted > maxSorted) problems.push(`Sorts ${sorted} rows, more than ${maxSorted}`)
    return problems.map((problem) => `${problem}:\n${describePlan(plan)}`)
  })
}

/** Checks which indexes of large tables the statements of an operation read, and that they read no such table as a whole. */
function readProblems(plans: CapturedPlan[], expected: string[]): string[] {
  const used = readsOf(plans)
  const missing = expected.filter((name) => !used.has(name)).map((name) => `Does not read ${name}`)
  const others = [...used].filter((name) => !expected.includes(name)).map((name) => `Reads ${name}`)
  return missing.length + others.length === 0 ? [] : [...missing, ...others, ...plans.map(describePlan)]
}

/** Lists the indexes of large tables that statements read, and the large tables that they read as a whole. */
function readsOf(plans: CapturedPlan[]): Set<string> {
  const nodes = plans.flatMap(({ root }) => nodesOf(root))
  const indexes = nodes.map((node) => node['Index Name']).filter((name) => largeIndexes.has(name!))
  const tables = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'])
    .filter((name) => largeTables.has(name!))
  return new Set([...indexes, ...tables.map((name) => `all of ${name}`)] as string[])
}

const isScan = (type: string): boolean => /^(Seq|Index|Index Only|Bitmap Index|Bitmap Heap) Scan$/.test(type)

const usesIndex = ({ root }: CapturedPlan, index: string): boolean =>
  nodesOf(root).some((node) => node['Index Name'] === index)
