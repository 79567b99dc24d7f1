import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import { isZipFile } from '../imports/archive/describe.ts'
import { undoArchiveImport } from '../imports/archive/run.ts'
import { failImport } from '../imports/finish.ts'
import { defaultGitHubApi, downloadFolder, downloadRepository } from '../imports/github/download.ts'
import { isRepository, isToken } from '../imports/github/repository.ts'
import { ImportOptions, type ImportSource, importSources } from '../imports/options.ts'
import { ImportTaken } from '../imports/progress.ts'
import { findUnfinished, findWorkspaceOfImport, getImport, listImports, listProblems } from '../imports/queries.ts'
import { isPackedExport, unpackExport } from '../imports/read/unzip.ts'
import { type ImportCounts, type ImportProblem, importedResources } from '../imports/records.ts'
import { checkImport, type ImportRunner, runImport } from '../imports/run.ts'
import { fingerprintOf, listFiles, openSource } from '../imports/sources/open-source.ts'
import { resumeImport, startImport } from '../imports/start.ts'
import { startUndo, undoImport } from '../imports/undo/undo.ts'
import { systemClock } from '../platform/clock.ts'
import { formatError } from '../platform/format-error.ts'
import { newId } from '../platform/ids.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { invalid, Problem } from '../platform/problems.ts'
import { readCommandPrefix } from '../platform/settings.ts'
import { systemScope } from '../platform/system-scope.ts'
import type { CommandIo } from './command-io.ts'
import { importArchive } from './import-archive.ts'
import {
  asOperator,
  type CliContext,
  deferSignals,
  findWorkspaceId,
  parseOptions,
  withInstance,
} from './run-command.ts'

const sources = importSources.filter((source) => source !== 'heed')

/**
 * Trades processor time for memory: V8’s young generation keeps its size instead of growing to 64 MB, and its old
 * generation grows by half before it is collected. This does not slow down imports, which wait for the database.
 */
const preferLowMemory = (): void => setFlagsFromString('--semi-space-growth-factor=1 --heap-growing-percent=50')

export function importCommands(program: Command, io: CommandIo): void {
  const command = program.command('import').description('import the data of another product, and undo imports')

  command
    .command('run', { isDefault: true })
    .description('import a CSV or JSON file, or a folder of them; importing a newer file updates what changed')
    .argument('<file>', 'the file or folder; an archive of heed export; for GitHub, owner/repository')
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--from <product>', `the product that the file comes from: ${sources.join(', ')} (default: detected)`)
    .option('--map <pairs>', 'the columns to read, by field, such as title=Subject,email=Author', collectPairs, {})
    .option(
      '--status <pair>',
      'the status in Heed for a status in the file, such as "Under review=in_review"; repeatable',
      collectPairs,
      {},
    )
    .option('--board <slug>', 'the board for requests without a board (default: the first)')
    .option('--date-order <order>', 'whether 3/4/2026 is in April (dmy) or in March (mdy)')
    .option('--token-stdin', 'read a GitHub token from standard input')
    .option('--strict', 'import nothing if any row is refused')
    .option('--dry-run', 'write nothing, and report what an import would do')
    .option('--json', 'print one JSON object')
    .action((path: string, { json, workspace, ...options }) =>
      withInstance(io, 'import', { json }, async (instance) => {
        preferLowMemory()
        const workspaceId = await findWorkspaceId(instance, workspace)
        return importFile(instance, io, workspaceId, path, options)
      }),
    )

  command
    .command('list')
    .description('list the newest imports of a workspace')
    .requiredOption('--workspace <slug>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action(({ json, workspace }) =>
      withInstance(io, 'import list', { json }, async (instance) => {
        const workspaceId = await findWorkspaceId(instance, workspace)
        const imports = await asOperator(instance, workspaceId, listImports)
        const lines = imports.map(({ id, source, state, createdAt, name }) =>
          [id, source, state, createdAt, name].join('\t'),
        )
        return { result: { imports }, text: lines.join('\n') || 'Nothing has been imported yet.' }
      }),
    )
  undoCommand(command, io)
}

function undoCommand(command: Command, io: CommandIo): void {
  command
    .command('undo')
    .description('undo an import that ended in the last 24 hours')
    .argument('<id>', 'the import’s id')
    .option('--json', 'print one JSON object')
    .action((id: string, { json }) =>
      withInstance(io, 'import undo', { json }, async (instance) => {
        const workspaceId = await findWorkspaceOfImport(instance.database.db, id)
        const write: ImportRunner['write'] = (work) => asOperator(instance, workspaceId, work)
        const stopping = new AbortController()
        using signals = deferSignals(() => stopping.abort())
        await write((tx) => startUndo(tx, id))
        const { source } = await write((tx) => getImport(tx, id))
        const counts =
          source === 'heed'
            ? await undoArchiveImport({ database: instance.database, workspaceId, signal: stopping.signal, write }, id)
            : await undoImport({ write, isStopping: () => signals.received !== null }, id)
        if (counts === null) throw new Error(`Interrupted by ${signals.received}. Run the same command to resume.`)
        const { deleted, restored, kept } = counts
        const rest = kept === 0 ? '' : ` ${kept} were kept, because they have been used or edited since.`
        return { result: { importId: id, ...counts }, text: `Deleted ${deleted} and restored ${restored} rows.${rest}` }
      }),
    )
}

/**
 * Collects `a=b` pairs, separated by commas or given repeatedly. A name may contain an equals sign; the last one
 * separates.
 */
function collectPairs(text: string, earlier: Record<string, string>): Record<string, string> {
  const pairs = text.split(',').map((pair): [string, string] => {
    const at = pair.lastIndexOf('=')
    if (at < 1 || at === pair.length - 1) throw invalid([{ path: '/map', message: `has a part without “=”: ${pair}` }])
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })
  return { ...earlier, ...Object.fromEntries(pairs) }
}

interface CommandOptions {
  from?: string
  map: Record<string, string>
  status: Record<string, string>
  board?: string
  dateOrder?: string
  tokenStdin?: boolean
  strict?: boolean
  dryRun?: boolean
}

async function importFile(
  instance: CliContext,
  io: CommandIo,
  workspaceId: string,
  path: string,
  given: CommandOptions,
) {
  const { from, strict, dryRun } = given
  if (from !== undefined && !sources.includes(from as 'csv')) {
    throw invalid([{ path: '/from', message: `must be one of ${sources.join(', ')}` }])
  }
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder && from !== 'github' && (await isZipFile(path))) {
    if (!(await isPackedExport(path, basename(path)))) {
      const imported = await importArchive(instance, io, workspaceId, {
        path,
        dryRun: dryRun === true,
        isStrict: strict === true,
      })
      return report(io, imported, { isDryRun: dryRun === true })
    }
    const folder = join(instance.settings.dataDir, 'imports', newId())
    try {
      await unpackExport(path, (await stat(path)).size, folder)
      return await importTables(instance, io, workspaceId, { path: folder, name: basename(path), given })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return importTables(instance, io, workspaceId, { path, name: basename(path), given })
}

/** Imports files of another product, or resumes a killed import of the same files. */
async function importTables(
  instance: CliContext,
  io: CommandIo,
  workspaceId: string,
  { path, name, given }: { path: string; name: string; given: CommandOptions },
) {
  const { from, map, status, board, dateOrder, strict, dryRun } = given
  const options = parseOptions(ImportOptions, {
    ...(Object.keys(map).length > 0 && { map }),
    ...(Object.keys(status).length > 0 && { statuses: status }),
    board,
    dateOrder,
    isStrict: strict,
  })
  const paths = from === 'github' ? [await downloadFrom(instance, io, workspaceId, path, given)] : await listFiles(path)
  const opened = await openSource(paths, (from as ImportSource | undefined) ?? null, options)
  using signals = deferSignals()
  const stopping = new AbortController()
  const bar = progressBar(io)
  const runner: ImportRunner = {
    write: (work) => asOperator(instance, workspaceId, work),
    read: { ...systemScope(workspaceId, systemClock()), db: instance.database.db },
    clock: systemClock,
    signal: stopping.signal,
    onProgress(progress) {
      if (signals.received) stopping.abort()
      bar.show(progress)
    },
  }
  if (dryRun) {
    const { counts, problems } = await checkImport(runner, opened).finally(bar.end)
    return report(io, { source: opened.source, counts, problems }, { isDryRun: true })
  }
  const importId = await startOrResume(runner, opened.source, { name, paths, options })
  const { position } = await runner.write((tx) => getImport(tx, importId))
  try {
    const { isFinished } = await runImport(runner, importId, opened, position)
    if (!isFinished) {
      throw new Error(
        `Interrupted by ${signals.received}. Run the same command to resume, or undo the import: ${readCommandPrefix(io.env)} import undo ${importId}`,
      )
    }
  } catch (error) {
    // If another process is running the import, this process must not stop it.
    if (!(error instanceof ImportTaken) && !stopping.signal.aborted) {
      await runner.write((tx) =>
        failImport(tx, importId, error instanceof Problem ? error.message : formatError(error)),
      )
    }
    throw error
  } finally {
    bar.end()
  }
  // The next import of this repository downloads it again.
  if (from === 'github')
    await rm(downloadFolder(instance.settings.dataDir, workspaceId, path), { recursive: true, force: true })
  const { counts } = await runner.write((tx) => getImport(tx, importId))
  const problems = await runner.write((tx) => listProblems(tx, importId))
  return report(io, { source: opened.source, counts, problems, importId }, { isDryRun: false })
}

/** Downloads a repository from GitHub. The token stays in this process. */
async function downloadFrom(
  { settings }: CliContext,
  { stdin, stderr }: CommandIo,
  workspaceId: string,
  repository: string,
  { tokenStdin }: CommandOptions,
): Promise<string> {
  if (!isRepository(repository)) {
    throw invalid([{ path: '/from', message: 'github needs a repository such as acme/app' }])
  }
  const token = tokenStdin ? (await text(stdin)).trim() : ''
  if (!isToken(token)) {
    throw invalid([{ path: '/tokenStdin', message: 'is required: GitHub’s API needs a token on standard input' }])
  }
  const outbound = createOutbound(settings.outboundAllow)
  using signals = deferSignals()
  const stopping = new AbortController()
  try {
    const source = {
      fetch: outbound.fetch,
      apiUrl: settings.trackerApiUrls.github ?? defaultGitHubApi,
      token,
      repository,
      signal: stopping.signal,
    }
    return await downloadRepository(source, downloadFolder(settings.dataDir, workspaceId, repository), (requests) => {
      if (signals.received)
        stopping.abort(new Error(`Interrupted by ${signals.received}. Run the same command to resume.`))
      if ((stderr as { isTTY?: boolean }).isTTY) stderr.write(`\r${requests} discussions and issues downloaded`)
    })
  } finally {
    await outbound.close()
  }
}

async function startOrResume(
  { write }: ImportRunner,
  source: ImportSource,
  { name, paths, options }: { name: string; paths: string[]; options: ImportOptions },
): Promise<string> {
  const fingerprint = await fingerprintOf(paths)
  return write(async (tx) => {
    const unfinished = await findUnfinished(tx, { source, fingerprint, options })
    if (unfinished === null) return startImport(tx, { source, name, options, fingerprint })
    await resumeImport(tx, unfinished.id)
    return unfinished.id
  })
}

interface Report {
  source: string
  counts: ImportCounts
  problems: ImportProblem[]
  importId?: string
}

/** Reports an import. The exit status is 2 if a row was refused, 1 if nothing was done. */
function report(io: CommandIo, { problems, ...rest }: Report, { isDryRun }: { isDryRun: boolean }) {
  const counts = Object.values(rest.counts)
  const total = (outcome: 'created' | 'updated' | 'unchanged' | 'failed') =>
    counts.reduce((sum, each) => sum + each[outcome], 0)
  const written = total('created') + total('updated')
  if (total('failed') > 0) io.exitStatus = written + total('unchanged') > 0 ? 2 : 1
  const ordered = importedResources.flatMap((resource) => {
    const each = rest.counts[resource]
    return each ? [[resource, each] as const] : []
  })
  const lines = ordered.map(
    ([resource, { created, updated, unchanged, failed }]) =>
      `  ${resource.padEnd(10)} ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} refused`,
  )
  const shown = problems.slice(0, 20).map(({ file, line, column, reason }) => {
    const where = [file, line === null ? null : `line ${line}`, column].filter((part) => part !== null).join(', ')
    return `  ${where === '' ? '' : `${where}: `}${reason}`
  })
  const more =
    problems.length > shown.length ? [`  … and ${problems.length - shown.length} more (--json lists them)`] : []
  const ending =
    rest.importId && written > 0
      ? [`Undo it within 24 hours: ${readCommandPrefix(io.env)} import undo ${rest.importId}`]
      : []
  return {
    result: {
      source: rest.source,
      counts: rest.counts,
      problems: problems.map(({ file, line, column, reason }) => ({ line, column, reason, file })),
      ...(rest.importId && { importId: rest.importId }),
    },
    text: [
      isDryRun ? 'An import would do this:' : 'Imported:',
      ...lines,
      ...(shown.length > 0 ? ['Problems:', ...shown, ...more] : []),
      ...ending,
    ].join('\n'),
  }
}

const barWidth = 30
const barIntervalMs = 200

/** Shows progress on a terminal, and nothing if standard error is a file or a pipe. */
function progressBar({ stderr }: CommandIo) {
  const isTerminal = (stderr as { isTTY?: boolean }).isTTY === true
  let last = 0
  return {
    show({ position, total }: { position: number; total: number }) {
      if (!isTerminal || (Date.now() - last < barIntervalMs && position < total)) return
      last = Date.now()
      const share = total === 0 ? 1 : position / total
      const filled = Math.round(share * barWidth)
      stderr.write(
        `\r${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${Math.floor(share * 100)} % (${position.toLocaleString('en')} of ${total.toLocaleString('en')} rows)`,
      )
    },
    end() {
      if (isTerminal && last > 0) stderr.write('\r\u001b[K')
    },
  }
}
