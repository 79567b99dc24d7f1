import { basename } from 'node:path'
import { createFileStore } from '../files/store/store.ts'
import { type ArchiveRunner, checkArchiveImport, runArchiveImport } from '../imports/archive/run.ts'
import { failImport } from '../imports/finish.ts'
import { ImportTaken } from '../imports/progress.ts'
import { findUnfinished, getImport, listProblems } from '../imports/queries.ts'
import type { ImportCounts, ImportProblem } from '../imports/records.ts'
import { strictProblem } from '../imports/run.ts'
import { fingerprintOf } from '../imports/sources/open-source.ts'
import { resumeImport, startImport } from '../imports/start.ts'
import { loadSecretKey } from '../platform/crypto/secret-key.ts'
import { Vault } from '../platform/crypto/vault.ts'
import { formatError } from '../platform/format-error.ts'
import { Problem } from '../platform/problems.ts'
import type { CommandIo } from './command-io.ts'
import { createProgressLine } from './progress-line.ts'
import { asOperator, type CliContext, deferSignals } from './run-command.ts'

interface ArchiveReport {
  source: string
  counts: ImportCounts
  problems: ImportProblem[]
  importId?: string
}

/** Imports an archive of Heed, or resumes a killed import of the same file. */
export async function importArchive(
  instance: CliContext,
  io: CommandIo,
  workspaceId: string,
  { path, dryRun, isStrict }: { path: string; dryRun: boolean; isStrict: boolean },
): Promise<ArchiveReport> {
  const { database, settings } = instance
  const stop = new AbortController()
  using _signals = deferSignals((name) =>
    stop.abort(new Error(`Interrupted by ${name}. Run the same command to resume.`)),
  )
  if (dryRun) {
    const now = () => new Date().toISOString()
    const { counts, problems } = await checkArchiveImport({ database, workspaceId, signal: stop.signal, now }, path)
    return { source: 'heed', counts, problems }
  }
  const store = createFileStore(settings)
  const progress = createProgressLine(io, 'Importing')
  const runner: ArchiveRunner = {
    database,
    store,
    vault: new Vault(await loadSecretKey(settings.secretKey, settings.dataDir)),
    dataDir: settings.dataDir,
    workspaceId,
    signal: stop.signal,
    now: () => new Date().toISOString(),
    write: (work) => asOperator(instance, workspaceId, work),
    onProgress: ({ position, total }) => progress.report(position, total),
  }
  try {
    if (isStrict) await refuseProblems(runner, path)
    const importId = await startOrResume(runner, path)
    await runOrFail(runner, importId, path)
    const { counts } = await runner.write((tx) => getImport(tx, importId))
    return { source: 'heed', counts, problems: await runner.write((tx) => listProblems(tx, importId)), importId }
  } finally {
    progress.end()
    await store.close()
  }
}

/** Refuses an archive with a record that cannot be imported. */
async function refuseProblems(runner: ArchiveRunner, path: string): Promise<void> {
  const { counts } = await checkArchiveImport(runner, path)
  const refused = Object.values(counts).reduce((sum, { failed }) => sum + failed, 0)
  if (refused > 0) throw strictProblem(refused)
}

async function startOrResume({ write }: ArchiveRunner, path: string): Promise<string> {
  const fingerprint = await fingerprintOf([path])
  return write(async (tx) => {
    const unfinished = await findUnfinished(tx, { source: 'heed', fingerprint, options: {} })
    if (unfinished === null) return startImport(tx, { source: 'heed', name: basename(path), options: {}, fingerprint })
    await resumeImport(tx, unfinished.id)
    return unfinished.id
  })
}

async function runOrFail(runner: ArchiveRunner, importId: string, path: string): Promise<void> {
  try {
    await runArchiveImport(runner, importId, path)
  } catch (error) {
    // If another process is running the import, this process must not stop it.
    if (error instanceof ImportTaken || runner.signal.aborted)
      throw runner.signal.aborted ? runner.signal.reason : error
    const reason = error instanceof Problem ? error.message : formatError(error)
    await runner.write((tx) => failImport(tx, importId, reason))
    throw error
  }
}
