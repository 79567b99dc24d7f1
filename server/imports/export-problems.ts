import { csvLine, utf8ByteOrderMark } from '../platform/formats/csv.ts'
import type { Scope } from '../platform/scope.ts'
import { getImportRow, listProblems } from './queries.ts'

/** Writes the stored problems of an import, at most 10,000, as CSV. @throws 403; 404 */
export async function exportProblems(scope: Scope, importId: string): Promise<string> {
  await getImportRow(scope, importId)
  const problems = await listProblems(scope, importId)
  const lines = problems.map(({ file, line, column, reason, isRefused }) => [
    file,
    line,
    column,
    reason,
    isRefused ? 'not imported' : 'imported with a change',
  ])
  return utf8ByteOrderMark + [['file', 'line', 'column', 'reason', 'row'], ...lines].map(csvLine).join('')
}
