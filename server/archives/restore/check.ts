import { stat } from 'node:fs/promises'
import type { PoolClient } from 'pg'
import { type SessionSource, withSession } from '../../platform/db/sessions/sessions.ts'
import { newId } from '../../platform/ids.ts'
import { recordsName } from '../format.ts'
import { readManifest } from '../read/manifest.ts'
import { openZip } from '../read/open-zip.ts'
import { readLines } from '../read/read-lines.ts'
import { archivedTables } from '../tables/list.ts'
import { loadColumnTypes } from '../write/record-sql.ts'
import { isRebuildOf } from './prepare.ts'
import { createRecordChecker, type RecordProblem } from './record.ts'
import type { RestoreCounts } from './restore-archive.ts'
import type { RestoreProblem } from './restore-table.ts'
import { surveyArchive } from './survey.ts'
import { startTrial, type TrialItem } from './trial.ts'

interface CheckInput {
  database: SessionSource
  workspaceId: string
  path: string
  signal: AbortSignal
  onProblem(problem: RestoreProblem): void
}

/**
 * Verifies a whole archive and counts what its import would create, without writing anything. Finds violations of
 * database constraints (trial.ts), except conflicts with existing rows of the workspace.
 * @throws 400 for an archive that is refused
 */
export const checkArchive = (input: CheckInput): Promise<RestoreCounts> =>
  // Temporary tables and settings end with the session.
  withSession(input.database, 'checks of archives', (client) => checkIn(client, input))

async function checkIn(
  client: PoolClient,
  { workspaceId, path, signal, onProblem }: CheckInput,
): Promise<RestoreCounts> {
  const zip = await openZip(path, (await stat(path)).size)
  try {
    const manifest = await readManifest(zip)
    const types = await loadColumnTypes(client, [...new Set(archivedTables.map(({ table }) => table))])
    const target = { workspaceId, importId: newId(), originId: manifest.workspace.id }
    const isRebuild = await isRebuildOf(client, target)
    const { ids } = await surveyArchive({ ...target, zip, manifest, client, isRebuild, types, signal })
    await client.query('begin')
    await client.query(`set local idle_in_transaction_session_timeout = '10min'`)
    const trial = await startTrial(client, { workspaceId, ids, types })
    const counts: RestoreCounts = {}
    for (const archived of archivedTables) {
      const { name, table, isUpdate } = archived
      const file = manifest.files.find((each) => each.name === recordsName(name))
      if (!file) continue
      const checker = createRecordChecker(archived, types.get(table)!)
      const isLeft = !isRebuild && (name === 'settings' || name === 'events')
      let failed = 0
      const refuse = (line: number, problem: RecordProblem) => {
        failed += 1
        onProblem({ file: file.name, line, ...problem })
      }
      for await (const lines of readLines(zip, file.name)) {
        signal.throwIfAborted()
        const items: TrialItem[] = []
        for (const { number, text } of lines) {
          const parsed = checker.parse(text)
          if ('problem' in parsed) refuse(number, parsed.problem)
          else items.push({ number, text, record: parsed.record })
        }
        if (isUpdate || isLeft || items.length === 0) continue
        for (const [line, problem] of await trial.test(archived, checker.columns()!, items)) refuse(line, problem)
      }
      const unchanged = isLeft ? file.rows - failed : isUpdate ? 0 : (ids.existing.get(table)?.size ?? 0)
      const written = Math.max(0, file.rows - failed - unchanged)
      counts[name] = { created: isUpdate ? 0 : written, updated: isUpdate ? written : 0, unchanged, failed }
    }
    return counts
  } finally {
    zip.close()
  }
}
