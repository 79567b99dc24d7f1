import { type RawBuilder, sql } from 'kysely'
import { createFindings, type Finding } from '../../diagnostics/finding.ts'
import type { Database } from '../../platform/db/database.ts'
import { sendsDistributedStatements } from '../../platform/db/kysely-dialect.ts'
import { nilUuid } from '../../platform/ids.ts'

const { ok, problem } = createFindings('counters')

interface CounterSpec {
  table: 'feedback' | 'changelog_entries' | 'workspace_usage'
  id: 'id' | 'workspace_id'
  /** The name of a row, in the singular and the plural. */
  rowNames: [one: string, many: string]
  /** Rows per statement, so that no statement runs for long. A workspace can have a million customers. */
  batchSize: number
  /** The query whose result each counter caches, for the row `r`. */
  counters: Record<string, string>
}

const counterSpecs: CounterSpec[] = [
  {
    table: 'feedback',
    id: 'id',
    rowNames: ['feedback request', 'feedback requests'],
    batchSize: 5_000,
    counters: {
      // Includes votes without voters from imports, and those of merged requests. On one line, so that it can be
      // copied.
      votes:
        "select r.votes_without_voters + coalesce((select sum((m.snapshot #>> '{row,votes_without_voters}')::int) from feedback_merges m " +
        'where m.workspace_id = r.workspace_id and m.into_id = r.id), 0) + ' +
        '(select count(*) from votes v where v.workspace_id = r.workspace_id and v.feedback_id = r.id)',
      comments:
        'select count(*) from comments c where c.workspace_id = r.workspace_id and c.feedback_id = r.id and not c.is_internal',
    },
  },
  {
    table: 'changelog_entries',
    id: 'id',
    rowNames: ['changelog entry', 'changelog entries'],
    batchSize: 5_000,
    counters: {
      comments:
        'select count(*) from comments c where c.workspace_id = r.workspace_id and c.entry_id = r.id and not c.is_internal',
    },
  },
  {
    table: 'workspace_usage',
    id: 'workspace_id',
    rowNames: ['workspace', 'workspaces'],
    batchSize: 10,
    counters: {
      tracked_customers: 'select count(*) from customers c where c.workspace_id = r.workspace_id and c.is_tracked',
    },
  },
]

/**
 * Recounts votes, comments and tracked customers, and reports each workspace whose counters differ or whose number of
 * tracked customers has no row.
 */
export async function checkCounters(database: Database): Promise<Finding[]> {
  const findings = await findMissingUsage(database)
  let recounted = 0
  for (const spec of counterSpecs) {
    const differing = new Map<string, number>()
    for await (const row of recount(database, spec)) {
      recounted += 1
      for (const counter of row.wrong) {
        const key = `${row.workspace_id} ${counter}`
        differing.set(key, (differing.get(key) ?? 0) + 1)
      }
    }
    for (const [key, count] of differing) {
      const [workspaceId, counter] = key.split(' ') as [string, string]
      findings.push(await differenceFinding(database, spec, workspaceId, counter, count))
    }
  }
  return findings.length > 0
    ? findings
    : [ok(`All counters of ${recounted} ${recounted === 1 ? 'row' : 'rows'} are correct.`)]
}

interface Row {
  workspace_id: string
  id: string
  wrong: string[]
}

/** Yields every row with the names of its wrong counters. */
async function* recount(database: Database, spec: CounterSpec): AsyncGenerator<Row> {
  if (!sendsDistributedStatements()) return yield* recountRows(database, spec, sql``)
  // Citus can recount the rows of one workspace at a time, because they are on one node.
  const workspaces = await database.db.selectFrom('workspaces').select('workspace_id as id').orderBy('id').execute()
  for (const { id } of workspaces) yield* recountRows(database, spec, sql`r.workspace_id = ${id} and`)
}

/** Counts and compares each row in one statement. */
async function* recountRows(
  { db }: Database,
  { table, id, counters, batchSize }: CounterSpec,
  condition: RawBuilder<unknown>,
): AsyncGenerator<Row> {
  const key = sql.raw(`r.workspace_id, r.${id}`)
  const cases = Object.entries(counters).map(([name, count]) => `case when r.${name} <> (${count}) then '${name}' end`)
  let last = { workspace_id: nilUuid, id: nilUuid }
  for (;;) {
    const { rows } = await sql<Row>`
      select r.workspace_id, r.${sql.raw(id)} as id,
        array_remove(array[${sql.raw(cases.join(', '))}], null) as wrong
      from ${sql.raw(table)} r where ${condition} (${key}) > (${last.workspace_id}::uuid, ${last.id}::uuid)
      order by ${key} limit ${batchSize}`.execute(db)
    yield* rows
    if (rows.length < batchSize) return
    last = rows.at(-1)!
  }
}

/** Reports workspaces without a row in `workspace_usage`. */
async function findMissingUsage({ db }: Database): Promise<Finding[]> {
  const missing = await db
    .selectFrom('workspaces as w')
    .leftJoin('workspace_usage as u', 'u.workspace_id', 'w.workspace_id')
    .select(['w.workspace_id', 'w.slug'])
    .where('u.workspace_id', 'is', null)
    .orderBy(sql`w.slug`)
    .execute()
  return missing.map(({ workspace_id, slug }) =>
    problem(
      `Workspace ${slug}: the number of tracked customers is missing.`,
      `Report this as a bug in Heed. To correct it, stop all Heed processes and run: insert into workspace_usage (workspace_id, tracked_customers) select '${workspace_id}', count(*) from customers where workspace_id = '${workspace_id}' and is_tracked;`,
    ),
  )
}

async function differenceFinding(
  { db }: Database,
  { table, rowNames, counters }: CounterSpec,
  workspaceId: string,
  counter: string,
  count: number,
): Promise<Finding> {
  const { slug } = await db
    .selectFrom('workspaces')
    .select('slug')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const where =
    table === 'workspace_usage' ? 'differs' : `differs on ${count} ${count === 1 ? rowNames[0] : rowNames[1]}`
  // Citus finds the node of a subquery by the id of the workspace, which it cannot take from the outer row.
  const actualCount = counters[counter]!.replaceAll('r.workspace_id', `'${workspaceId}'`)
  return problem(
    `Workspace ${slug}: the counter ${counter} ${where} from the actual count.`,
    `Report this as a bug in Heed. To correct it, stop all Heed processes and run: update ${table} r set ${counter} = (${actualCount}) where r.workspace_id = '${workspaceId}';`,
  )
}
