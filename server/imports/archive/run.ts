import { sql } from 'kysely'
import { checkArchive } from '../../archives/restore/check.ts'
import { RestoreTaken } from '../../archives/restore/lock.ts'
import { type RestoreInput, restoreArchive } from '../../archives/restore/restore-archive.ts'
import type { RestoreProblem, TableCounts } from '../../archives/restore/restore-table.ts'
import { undoRestore } from '../../archives/restore/undo.ts'
import { syncRoadmapItems } from '../../feedback/lifecycle/sync-roadmap-items.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { finishImport } from '../finish.ts'
import { ImportTaken, recordProgress, restartProgress } from '../progress.ts'
import type { ImportCounts, ImportProblem } from '../records.ts'
import { finishUndo } from '../undo/undo.ts'

export interface ArchiveRunner extends Pick<RestoreInput, 'database' | 'store' | 'vault' | 'dataDir' | 'signal'> {
  workspaceId: string
  /** Runs work in a transaction, as the member or operator who imports. */
  write<T>(work: (tx: WriteScope) => Promise<T>): Promise<T>
  now(): string
  /** Called after each batch. */
  onProgress?(progress: { position: number; total: number }): void
}

const progressIntervalMs = 1_000

/**
 * Imports an archive, or resumes an import that was killed: it starts again with the first record and skips those that
 * exist. Problems and counts are those of the whole import.
 */
export async function runArchiveImport(runner: ArchiveRunner, importId: string, path: string): Promise<void> {
  let [position, recordedAt] = [0, 0]
  let problems: ImportProblem[] = []
  let counts: Record<string, TableCounts> = {}
  const record = async (done: number, total: number) => {
    const recorded = { counts: counts as ImportCounts, problems }
    counts = {}
    problems = []
    await runner.write((tx) => recordProgress(tx, { importId, from: position, to: done, total, ...recorded }))
    position = done
    recordedAt = performance.now()
  }
  let total = 0
  await taking(restoreArchive, {
    ...runner,
    importId,
    path,
    now: runner.now(),
    onLocked: () => runner.write((tx) => restartProgress(tx, importId)),
    onProblem: (problem) => problems.push(toImportProblem(problem)),
    onFile: (name, ofFile) => {
      counts[name] = ofFile
    },
    onProgress: async (done, all) => {
      total = all
      runner.onProgress?.({ position: done, total: all })
      if (performance.now() - recordedAt >= progressIntervalMs) await record(done, all)
    },
  })
  await record(total, total)
  await moveRoadmapItems(runner.write, await runner.write((tx) => listMovedRequests(tx, importId)))
  await runner.write((tx) => finishImport(tx, importId))
}

/** Lists the requests whose stage an import has changed. */
async function listMovedRequests(tx: WriteScope, importId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select target_id as id from import_changes where workspace_id = ${tx.workspaceId} and import_id = ${importId}
      and resource = 'feedback' and after ? 'product_stage' order by 1`.execute(tx.db)
  return rows.map(({ id }) => id)
}

// Rows per transaction, so that no lock is held for long.
const batchSize = 500

/** Moves the roadmap items of requests to the columns of their stages, if an item was moved or added since. */
async function moveRoadmapItems(write: ArchiveRunner['write'], ids: string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += batchSize) {
    const page = ids.slice(at, at + batchSize)
    await write(async (tx) => {
      await sql`select from feedback where workspace_id = ${tx.workspaceId} and id = any(${page}::uuid[])
        order by id for update`.execute(tx.db)
      syncRoadmapItems(tx, page)
    })
  }
}

const toImportProblem = ({ file, line, column, reason }: RestoreProblem): ImportProblem => ({
  file,
  line,
  column,
  reason,
  isRefused: true,
})

/** Counts what an import would do, without writing anything. */
export async function checkArchiveImport(
  runner: Omit<ArchiveRunner, 'write' | 'vault' | 'store' | 'dataDir'>,
  path: string,
): Promise<{ total: number; counts: ImportCounts; problems: ImportProblem[] }> {
  const problems: ImportProblem[] = []
  const counts = await checkArchive({
    ...runner,
    path,
    onProblem: (problem) => problems.push(toImportProblem(problem)),
  })
  const total = Object.values(counts).reduce((sum, each) => sum + sumOf(each), 0)
  return { total, counts: counts as ImportCounts, problems }
}

const sumOf = ({ created, updated, unchanged, failed }: TableCounts): number => created + updated + unchanged + failed

/** Calls a function of archives. @throws {ImportTaken} if another process works on the import */
async function taking<A extends unknown[], T>(work: (...args: A) => Promise<T>, ...args: A): Promise<T> {
  try {
    return await work(...args)
  } catch (error) {
    // The archives folder must not depend on imports, so it has its own error.
    throw error instanceof RestoreTaken ? new ImportTaken() : error
  }
}

/** Undoes the import of an archive that `startUndo` has marked, or resumes the undo. */
export async function undoArchiveImport(
  { database, workspaceId, signal, write }: Pick<ArchiveRunner, 'database' | 'workspaceId' | 'signal' | 'write'>,
  importId: string,
): Promise<{ deleted: number; restored: number; kept: number }> {
  const { requestIds } = await taking(undoRestore, database, { workspaceId, importId }, signal)
  await moveRoadmapItems(write, requestIds)
  return write((tx) => finishUndo(tx, importId))
}
