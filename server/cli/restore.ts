import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Restored, restoreBackup, restoreIntoDatabase } from '../backup/restore.ts'
import type { Database } from '../platform/db/database.ts'
import { openInstanceDatabase } from '../platform/db/open-instance-database.ts'
import { type Log, logTo } from '../platform/log.ts'
import { invalid } from '../platform/problems.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { createInstanceJobs } from '../queues.ts'
import type { CommandIo } from './command-io.ts'
import { abortOnSignals } from './run-command.ts'

interface RestoreOptions {
  dataDir?: string
  at?: string
  json?: boolean
}

export function restoreCommand(program: Command, io: CommandIo): void {
  program
    .command('restore')
    .description('restore a backup into a new data folder, or into the empty database at DATABASE_URL')
    .argument('<folder>', 'a backup, or the folder of an archive (ARCHIVE_DIR)')
    .option('--data-dir <folder>', 'the new data folder: missing or empty')
    .option('--at <time>', 'the time to restore from an archive: ISO 8601 with time zone, or "latest"')
    .option('--json', 'print one JSON object')
    .action((folder: string, options: RestoreOptions) => runRestore(io, resolve(folder), options))
}

async function runRestore({ env, stdout, stderr }: CommandIo, from: string, options: RestoreOptions): Promise<void> {
  const settings = readSettings(env)
  const log = logTo(stderr, 'error')
  const onStep = (step: string) => {
    if (!options.json) stderr.write(`${step} …\n`)
  }
  using interruption = abortOnSignals()
  const deps = {
    settings,
    log,
    onStep,
    signal: interruption.signal,
    openJobQueue: (database: Database) => openJobQueue(database, log),
  }
  const at = parseMoment(options.at)
  if (options.dataDir !== undefined) {
    const restored = await restoreBackup(deps, { from, dataDir: resolve(options.dataDir), at })
    stdout.write(`${options.json ? JSON.stringify(restored) : describe(restored, restored.dataDir)}\n`)
    return
  }
  if (settings.databaseUrl === null) {
    throw invalid([
      { path: '/dataDir', message: 'names the new data folder; it is required with an embedded database' },
    ])
  }
  if (at !== null) throw invalid([{ path: '/at', message: 'needs --data-dir and an archive' }])
  const restored = await withExternalDatabase(settings, log, (database) => restoreIntoDatabase(deps, database, from))
  stdout.write(`${options.json ? JSON.stringify(restored) : describe(restored, 'the database at DATABASE_URL')}\n`)
}

/** Returns the time in UTC with milliseconds. Requires a time zone, because machines may have different ones. */
function parseMoment(at: string | undefined): string | null {
  if (at === undefined || at === 'latest') return at ?? null
  const isComplete = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(at)
  const time = Date.parse(at)
  if (!isComplete || Number.isNaN(time)) {
    throw invalid([
      { path: '/at', message: 'must be a time with a time zone, such as 2026-11-24T13:50:00Z, or latest' },
    ])
  }
  if (time > Date.now()) throw invalid([{ path: '/at', message: 'must not be in the future' }])
  return new Date(time).toISOString()
}

async function withExternalDatabase<T>(
  settings: Settings,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const purpose = { role: 'command', title: 'heed restore', poolSize: 2, log, skipMigrations: true } as const
  const database = await openInstanceDatabase(settings, purpose)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function openJobQueue(database: Database, log: Log): Promise<void> {
  const jobs = createInstanceJobs(database, log)
  await jobs.open()
  await jobs.close()
}

const describe = ({ backup, takenAt, lastCommitAt }: Omit<Restored, 'dataDir'>, target: string): string =>
  [
    `Restored ${target} from ${backup}, which was taken at ${takenAt}.`,
    ...(lastCommitAt === null ? [] : [`The last restored change was committed at ${lastCommitAt}.`]),
    'Mail that was waiting to be sent at that time will be sent when Heed starts: see docs/operations/backup.md.',
  ].join('\n')
