import { access, link, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { recordArchiveExport } from '../archives/exports/request.ts'
import { writeArchive } from '../archives/write/write-archive.ts'
import { createFileStore } from '../files/store/store.ts'
import { newId } from '../platform/ids.ts'
import { invalid } from '../platform/problems.ts'
import { type Static, Strict, Type } from '../platform/schemas.ts'
import type { CommandIo } from './command-io.ts'
import { formatBytes } from './format-bytes.ts'
import { createProgressLine } from './progress-line.ts'
import {
  asOperator,
  type CliContext,
  deferSignals,
  findWorkspaceId,
  parseOptions,
  withInstance,
} from './run-command.ts'

const ExportOptions = Strict({ workspace: Type.String(), to: Type.String({ minLength: 1 }) })
type ExportOptions = Static<typeof ExportOptions>

export function exportCommand(program: Command, io: CommandIo): void {
  program
    .command('export')
    .description('write everything in a workspace except secrets, sessions and the audit log to a zip file')
    .requiredOption('--workspace <slug>', 'the workspace')
    .requiredOption('--to <file>', 'the file to write, such as acme.heed.zip; it must not exist')
    .option('--json', 'print one JSON object')
    .action(({ json, ...options }) =>
      withInstance(io, 'export', { json }, async (instance) => {
        const { file, counts, bytes, missingFiles } = await exportTo(instance, io, parseOptions(ExportOptions, options))
        const lines = Object.entries(counts)
          .filter(([, count]) => count > 0)
          .map(([name, count]) => `${name.padEnd(20)}${String(count).padStart(10)}`)
        const missing = missingFiles === 0 ? [] : [`${missingFiles} uploaded files are missing from the store.`]
        return {
          result: { file, counts },
          text: [...lines, ...missing, `Wrote ${file} (${formatBytes(bytes)}).`].join('\n'),
        }
      }),
    )
}

async function exportTo({ database, jobs, settings }: CliContext, io: CommandIo, { workspace, to }: ExportOptions) {
  const workspaceId = await findWorkspaceId({ database, settings }, workspace)
  const file = resolve(to)
  const isTaken = await access(file).then(
    () => true,
    () => false,
  )
  if (isTaken) throw alreadyExists()
  // A killed process leaves no incomplete archive under the final name, so the command can be run again.
  const part = `${file}.${newId()}.part`
  await asOperator({ database, jobs }, workspaceId, (scope) => recordArchiveExport(scope))
  const store = createFileStore(settings)
  const progress = createProgressLine(io, 'Exporting')
  // A signal ends the export; the process itself has to close the database first.
  const stop = new AbortController()
  using _signals = deferSignals((name) => stop.abort(new Error(`Interrupted by ${name}. No file was written.`)))
  try {
    const exportedAt = new Date().toISOString()
    const written = await writeArchive({
      database,
      store,
      workspaceId,
      path: part,
      exportedAt,
      signal: stop.signal,
      onProgress: progress.report,
    })
    await giveName(part, file)
    return { file, ...written }
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw alreadyExists()
    if (code === 'ENOENT') throw invalid([{ path: '/to', message: 'must be in a folder that exists' }])
    throw error
  } finally {
    progress.end()
    await rm(part, { force: true })
    await store.close()
  }
}

const alreadyExists = () => invalid([{ path: '/to', message: 'already exists; choose another name' }])

/** Renames a finished file, without replacing a file that another process has written. */
async function giveName(part: string, file: string): Promise<void> {
  try {
    await link(part, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // The file system does not support hard links.
    await rename(part, file)
  }
}
