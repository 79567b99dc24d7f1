import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import type { FileStore } from '../../files/store/store.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import { withSession } from '../../platform/db/sessions/sessions.ts'
import { recordsName } from '../format.ts'
import { readManifest } from '../read/manifest.ts'
import { openZip } from '../read/open-zip.ts'
import { archivedTables } from '../tables/list.ts'
import { loadColumnTypes } from '../write/record-sql.ts'
import { lockRestore, unlockRestore } from './lock.ts'
import { isRebuildOf, keepWrittenSettings, lastExport, prepareWorkspace } from './prepare.ts'
import { recountCounters } from './recount.ts'
import { type RestoreProblem, restoreTable, type TableCounts } from './restore-table.ts'
import { countRecords, surveyArchive } from './survey.ts'

export interface RestoreInput {
  database: Database
  store: FileStore
  vault: Vault
  dataDir: string
  workspaceId: string
  /** The row in `imports`. To resume an import that was killed, call again with the same row and file. */
  importId: string
  path: string
  now: string
  signal: AbortSignal
  onProblem(problem: RestoreProblem): void
  onProgress(done: number, total: number): Promise<void>
  /** Called before anything is read, when no other process can work on the import. */
  onLocked?(): Promise<void>
  /** Called when a file is complete. */
  onFile(name: string, counts: TableCounts): void
}

/** The number of records by file and outcome. */
export type RestoreCounts = Record<string, TableCounts>

/**
 * Imports an archive. The whole archive is verified before anything is written; then each batch is committed
 * separately, so that the workspace stays usable. Existing records are not changed, except those that an earlier import
 * of the same workspace created and that nobody has changed since (updates.ts).
 * @throws 400 for an archive that is refused, and while another import of the workspace runs
 * @throws {RestoreTaken} if another process works on this import
 */
export const restoreArchive = (input: RestoreInput): Promise<RestoreCounts> =>
  withSession(input.database, 'imports of archives', (client) => restoreIn(client, input))

async function restoreIn(client: PoolClient, input: RestoreInput): Promise<RestoreCounts> {
  const { path, workspaceId } = input
  const zip = await openZip(path, (await stat(path)).size)
  try {
    await lockRestore(client, workspaceId, input.importId)
    await input.onLocked?.()
    // Statements are short; between them, files are read and stored.
    await client.query(`set idle_in_transaction_session_timeout = '10min'`)
    const manifest = await readManifest(zip)
    const types = await loadColumnTypes(client, [...new Set(archivedTables.map(({ table }) => table))])
    const originId = manifest.workspace.id
    const target = { workspaceId, importId: input.importId, originId }
    const isRebuild = await isRebuildOf(client, target)
    const { ids, lastEvent } = await surveyArchive({ ...input, zip, manifest, client, isRebuild, types })
    const importedUntil = await lastExport(client, target)
    await prepareWorkspace(client, { ...target, exportedAt: manifest.exportedAt }, { isRebuild, lastEvent })
    const total = countRecords(manifest)
    let done = 0
    const counts: RestoreCounts = {}
    for (const archived of archivedTables) {
      const { name } = archived
      const file = manifest.files.find((each) => each.name === recordsName(name))
      if (!file) continue
      const isReplacing = name === 'settings' || name === 'events'
      if (isReplacing && !isRebuild) {
        counts[name] = { created: 0, updated: 0, unchanged: file.rows, failed: 0 }
        input.onFile(name, counts[name])
        continue
      }
      counts[name] = await restoreTable(
        {
          ...input,
          ...target,
          zip,
          client,
          ids,
          importedUntil,
          isRebuild,
          types,
          folder: join(input.dataDir, 'exports'),
          onRows: async (rows) => {
            done += rows
            await input.onProgress(done, total)
          },
        },
        archived,
      )
      if (name === 'settings') await keepWrittenSettings(client, target)
      input.onFile(name, counts[name])
    }
    await recountCounters(client, workspaceId)
    await analyze(client)
    return counts
  } finally {
    zip.close()
    await unlockRestore(client)
  }
}

/** Updates the statistics of the query planner after many inserts. */
async function analyze(client: PoolClient): Promise<void> {
  await client.query(`set statement_timeout = '10min'`)
  for (const table of ['feedback', 'votes', 'comments', 'customers', 'events']) await client.query(`analyze ${table}`)
}
