import { invalidState } from '../../platform/problems.ts'
import { type ArchiveRunner, checkArchiveImport, runArchiveImport, undoArchiveImport } from '../archive/run.ts'
import type { ImportRow } from '../present.ts'
import { recordCheck } from '../progress.ts'
import type { ImportJob } from '../queues.ts'
import { removeFolder, storedArchive } from './folder.ts'
import type { WorkDeps } from './work.ts'

type ArchiveTask = (deps: WorkDeps, row: ImportRow, stopping: AbortSignal) => Promise<boolean>

/** The tasks of a job for a Heed archive. Each returns whether it is done. */
export const archiveTasks: Record<ImportJob['task'], ArchiveTask> = {
  async check(deps, row, stopping) {
    const runner = runnerOf(deps, row, stopping)
    const found = await checkArchiveImport(runner, await requireArchive(deps, row))
    await runner.write((tx) => recordCheck(tx, row.id, found))
    return true
  },
  async run(deps, row, stopping) {
    await runArchiveImport(runnerOf(deps, row, stopping), row.id, await requireArchive(deps, row))
    // An undo does not need the file.
    await removeFolder(deps.dataDir, row.id)
    return true
  },
  async undo(deps, row, stopping) {
    await undoArchiveImport(runnerOf(deps, row, stopping), row.id)
    await removeFolder(deps.dataDir, row.id)
    return true
  },
}

const runnerOf = (deps: WorkDeps, { workspace_id: workspaceId }: ImportRow, signal: AbortSignal): ArchiveRunner => ({
  ...{ database: deps.database, store: deps.store, vault: deps.vault, dataDir: deps.dataDir, workspaceId, signal },
  write: (work) => deps.write(workspaceId, work),
  now: () => deps.clock(),
})

async function requireArchive({ dataDir }: WorkDeps, { id }: ImportRow): Promise<string> {
  const path = await storedArchive(dataDir, id)
  if (path === null) throw invalidState('The file of this import is no longer on this server. Upload it again.')
  return path
}
