import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { importsCan } from './permissions.ts'
import { type ImportCounts, type ImportedResource, type ImportProblem, outcomes } from './records.ts'

/** Enough to see what is wrong with a file. Further problems are only counted. */
export const maxStoredProblems = 10_000

export interface Progress {
  importId: string
  /** Where the batch began. If another process has gone further, this process stops. */
  from: number
  to: number
  total?: number
  counts: ImportCounts
  problems: ImportProblem[]
}

/** Reports that another process is working on the same import. */
export class ImportTaken extends Error {
  constructor() {
    super('Another process is running this import.')
  }
}

/**
 * Records, in the transaction of a batch, the position of the import and the counts of the batch.
 * @throws {ImportTaken} if another process has committed the batch, or the import no longer runs
 */
export async function recordProgress(tx: WriteScope, progress: Progress): Promise<void> {
  permit(importsCan(tx.actor).run)
  const { importId, from, to, total, counts, problems } = progress
  const row = await tx.db
    .selectFrom('imports')
    .select(['counts', 'position', 'problem_count'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', importId)
    .where('state', 'in', ['running', 'checking'])
    .forUpdate()
    .executeTakeFirst()
  if (!row || Number(row.position) !== from) throw new ImportTaken()
  tx.defer(
    sql`update imports set position = ${to}, total = coalesce(${total ?? null}, total), active_at = ${tx.now},
        counts = ${JSON.stringify(addCounts(row.counts as ImportCounts, counts))}::jsonb,
        problem_count = problem_count + ${problems.length}
      where workspace_id = ${tx.workspaceId} and id = ${importId}`.execute(tx.db),
  )
  insertProblems(tx, importId, row.problem_count, problems)
}

/** Records the result of a check, and ends it. @throws {ImportTaken} if the check has been stopped */
export async function recordCheck(
  tx: WriteScope,
  importId: string,
  found: Pick<Progress, 'total' | 'counts' | 'problems'>,
): Promise<void> {
  permit(importsCan(tx.actor).run)
  await recordProgress(tx, { importId, from: 0, to: 0, ...found })
  await tx.db
    .updateTable('imports')
    .set({ state: 'checked' })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', importId)
    .where('state', '=', 'checking')
    .execute()
}

/** Resets the progress of an earlier process. @throws 403 */
export async function restartProgress(tx: WriteScope, importId: string): Promise<void> {
  permit(importsCan(tx.actor).run)
  await sql`delete from import_problems where workspace_id = ${tx.workspaceId} and import_id = ${importId}`.execute(
    tx.db,
  )
  await sql`update imports set position = 0, counts = '{}', problem_count = 0, active_at = ${tx.now}
    where workspace_id = ${tx.workspaceId} and id = ${importId} and state = 'running'`.execute(tx.db)
}

/** Records how many discussions and issues a download has. @throws 403 @throws {ImportTaken} if the import does not run any more */
export async function recordDownload(tx: WriteScope, importId: string, downloaded: number): Promise<void> {
  permit(importsCan(tx.actor).run)
  const { numUpdatedRows } = await tx.db
    .updateTable('imports')
    .set({ active_at: tx.now, downloaded })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', importId)
    .where('state', 'in', ['running', 'checking'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ImportTaken()
}

function insertProblems(tx: WriteScope, importId: string, offset: number, problems: ImportProblem[]): void {
  const stored = problems.slice(0, Math.max(maxStoredProblems - offset, 0))
  if (stored.length === 0) return
  const column = <K extends keyof ImportProblem>(name: K) => stored.map((problem) => problem[name])
  tx.defer(
    sql`insert into import_problems (workspace_id, import_id, position, file, line, "column", reason, is_refused)
      select ${tx.workspaceId}::uuid, ${importId}::uuid, ${offset}::int + n.ordinality - 1, n.file, n.line, left(n.col, 300),
        left(n.reason, 500), n.is_refused
      from unnest(${column('file')}::text[], ${column('line')}::bigint[], ${column('column')}::text[],
        ${column('reason')}::text[], ${column('isRefused')}::boolean[])
        with ordinality as n (file, line, col, reason, is_refused, ordinality)`.execute(tx.db),
  )
}

/** Adds counts up, without changing either. */
export function addCounts(a: ImportCounts, b: ImportCounts): ImportCounts {
  const sum: ImportCounts = structuredClone(a)
  for (const resource of Object.keys(b) as ImportedResource[]) {
    sum[resource] ??= { created: 0, updated: 0, unchanged: 0, failed: 0 }
    const into = sum[resource]
    for (const outcome of outcomes) into[outcome] += b[resource]![outcome]
  }
  return sum
}
