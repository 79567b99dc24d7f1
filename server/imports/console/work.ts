import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import type { OutboundFetch } from '../../platform/outbound/outbound.ts'
import { invalidState, Problem } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { systemScope } from '../../platform/system-scope.ts'
import type { ArchiveRunner } from '../archive/run.ts'
import { failImport } from '../finish.ts'
import { defaultGitHubApi, downloadRepository, isDownloaded } from '../github/download.ts'
import type { ImportOptions, ImportSource } from '../options.ts'
import type { ImportRow } from '../present.ts'
import { ImportTaken, recordCheck, recordDownload, restartProgress } from '../progress.ts'
import { getImportRow } from '../queries.ts'
import { type ImportJob, importQueue } from '../queues.ts'
import { checkImport, type ImportRunner, runImport } from '../run.ts'
import { type OpenedSource, openSource } from '../sources/open-source.ts'
import { undoImport } from '../undo/undo.ts'
import { archiveTasks } from './archive-tasks.ts'
import { openCredential } from './connect.ts'
import { importFolder, removeFolder, storedFiles } from './folder.ts'

export interface WorkDeps {
  database: Database
  /** For the uploaded files in archives. */
  store: ArchiveRunner['store']
  dataDir: string
  clock: Clock
  vault: Vault
  /** For downloads from GitHub. */
  fetch: OutboundFetch
  githubApiUrl: string | null
  write<T>(workspaceId: string, work: (tx: WriteScope) => Promise<T>): Promise<T>
}

// After this time, another import gets its turn.
const maxMinutes = 5

/** Works on an import for some minutes. If it is not done by then, or the process stops, another job resumes it. */
export async function workOnImport(deps: WorkDeps, job: ImportJob, stopping: AbortSignal): Promise<void> {
  const { workspaceId, importId, task } = job
  const write: ImportRunner['write'] = (work) => deps.write(workspaceId, work)
  const runner: ImportRunner = {
    write,
    read: { ...systemScope(workspaceId, deps.clock()), db: deps.database.db },
    clock: deps.clock,
    signal: AbortSignal.any([stopping, AbortSignal.timeout(maxMinutes * 60_000)]),
  }
  const row = await write((tx) => getImportRow(tx, importId)).catch(() => null)
  if (row === null || row.state !== stateOf[task]) return
  try {
    const isDone =
      row.source === 'heed' ? await archiveTasks[task](deps, row, stopping) : await tasks[task](runner, row, deps)
    if (!isDone) await write((tx) => tx.enqueue(importQueue, job))
  } catch (error) {
    // Another process is working on it.
    if (error instanceof ImportTaken) return
    if (stopping.aborted) return write((tx) => tx.enqueue(importQueue, job))
    // Retrying does not help if a file cannot be read. The queue retries other errors.
    if (!(error instanceof Problem)) throw error
    await write((tx) => failImport(tx, importId, error.message))
  }
}

const stateOf = { check: 'checking', run: 'running', undo: 'undoing' } as const

type Task = (runner: ImportRunner, row: ImportRow, deps: WorkDeps) => Promise<boolean>

/** Opens the file of an import, which a connection downloads first. @returns null if it was stopped */
async function openStored(runner: ImportRunner, row: ImportRow, deps: WorkDeps): Promise<OpenedSource | null> {
  const { id, source, options } = row
  const { dataDir } = deps
  if (source === 'github' && !(await download(runner, row, deps))) return null
  const files = await storedFiles(dataDir, id)
  if (files === null) throw invalidState('The file of this import is no longer on this server. Upload it again.')
  return openSource(files.paths, source as ImportSource, options as ImportOptions, files.names)
}

/** Downloads a repository, or resumes the download. @returns whether it is complete */
async function download(
  { write, signal }: ImportRunner,
  row: ImportRow,
  { dataDir, vault, fetch, githubApiUrl }: WorkDeps,
): Promise<boolean> {
  const folder = importFolder(dataDir, row.id)
  if (await isDownloaded(folder)) return true
  if (row.credential === null) throw invalidState('The token of this import is no longer stored. Connect again.')
  const { workspace_id: workspaceId, id, name: repository } = row
  const token = openCredential(vault, workspaceId, id, row.credential)
  const { kinds } = row.options as ImportOptions
  const abandoned = new AbortController()
  let recorded: Promise<unknown> = Promise.resolve()
  const record = (requests: number) => {
    // Discarding the draft ends the download.
    recorded = recorded
      .then(() => write((tx) => recordDownload(tx, id, requests)))
      .catch((error) => abandoned.abort(error))
  }
  try {
    await downloadRepository(
      {
        fetch,
        apiUrl: githubApiUrl ?? defaultGitHubApi,
        token,
        repository,
        kinds,
        signal: AbortSignal.any([signal!, abandoned.signal]),
      },
      folder,
      record,
    )
  } catch (error) {
    // Stopped between or within pages; the next job resumes with that page.
    await recorded
    abandoned.signal.throwIfAborted()
    if (!signal!.aborted) throw error
    return false
  }
  await recorded
  abandoned.signal.throwIfAborted()
  if (Number(row.position) === 0) return true
  // The earlier download is gone, and the new one may have other rows at the position, so the next job starts again.
  await write((tx) => restartProgress(tx, id))
  return false
}

const tasks: Record<ImportJob['task'], Task> = {
  async check(runner, row, deps) {
    const opened = await openStored(runner, row, deps)
    if (opened === null) return false
    const { isFinished, counts, problems, total } = await checkImport(runner, opened)
    if (!isFinished) return false
    await runner.write((tx) => recordCheck(tx, row.id, { total, counts, problems }))
    return true
  },
  async run(runner, row, deps) {
    const opened = await openStored(runner, row, deps)
    if (opened === null) return false
    const { isFinished } = await runImport(runner, row.id, opened, Number(row.position))
    // An undo does not need the file.
    if (isFinished) await removeFolder(deps.dataDir, row.id)
    return isFinished
  },
  async undo(runner, row, { dataDir }) {
    const counts = await undoImport({ write: runner.write, isStopping: () => runner.signal!.aborted }, row.id)
    if (counts !== null) await removeFolder(dataDir, row.id)
    return counts !== null
  },
}
