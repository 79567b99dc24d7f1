import { permit } from '../platform/authorization.ts'
import { isUuid } from '../platform/ids.ts'
import { notFound, problem } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { importsCan } from './permissions.ts'
import { type Import, type ImportRow, presentImport } from './present.ts'
import type { ImportProblem } from './records.ts'

/** The newest imports of a workspace. Teams import a few times, so one page is enough. */
const maxListed = 50

/** Lists the newest imports. @throws 403 */
export async function listImports(scope: Scope): Promise<Import[]> {
  permit(importsCan(scope.actor).run)
  const rows = await scope.db
    .selectFrom('imports')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map(presentImport)
}

/** Returns an import. @throws 403; 404 */
export const getImport = async (scope: Scope, id: string): Promise<Import> =>
  presentImport(await getImportRow(scope, id))

/** Returns an import's row. @throws 403; 404 */
export async function getImportRow(scope: Scope, id: string): Promise<ImportRow> {
  permit(importsCan(scope.actor).run)
  const row = await scope.db
    .selectFrom('imports')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Returns a killed or failed import of the same files with the same options. */
export async function findUnfinished(
  scope: Scope,
  { source, fingerprint, options }: { source: string; fingerprint: string; options: object },
): Promise<Import | null> {
  permit(importsCan(scope.actor).run)
  const row = await scope.db
    .selectFrom('imports')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('source', '=', source)
    .where('fingerprint', '=', fingerprint)
    .where('state', 'in', ['running', 'failed'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return JSON.stringify(sorted(row.options)) === JSON.stringify(sorted(options)) ? presentImport(row) : null
}

/** jsonb does not keep the order of members. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, sorted(each)]),
      )
    : value

/** Lists the stored problems of an import in the order of the file. @throws 403 */
export async function listProblems(
  scope: Scope,
  importId: string,
  { after = -1, limit = 10_000 }: { after?: number; limit?: number } = {},
): Promise<(ImportProblem & { position: number })[]> {
  permit(importsCan(scope.actor).run)
  const rows = await scope.db
    .selectFrom('import_problems')
    .select(['position', 'file', 'line', 'column', 'reason', 'is_refused as isRefused'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('import_id', '=', importId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, line: row.line === null ? null : Number(row.line) }))
}

/** Returns the workspace of an import, for the operator. @throws 404 */
export async function findWorkspaceOfImport(db: Scope['db'], id: string): Promise<string> {
  const row = isUuid(id)
    ? await db.selectFrom('imports').select('workspace_id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw problem('not_found', 'No import has this id. List them with: npx heed import list --workspace <slug>')
  return row.workspace_id
}
