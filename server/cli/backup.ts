import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { nullIfMissing } from '../backup/copy.ts'
import { createBackup } from '../backup/create.ts'
import { BackupError } from '../backup/manifest.ts'
import { verifyBackup } from '../backup/verify.ts'
import { openInstanceDatabase } from '../platform/db/open-instance-database.ts'
import { logTo } from '../platform/log.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import type { CommandIo } from './command-io.ts'
import { abortOnSignals } from './run-command.ts'

export function backupCommands(program: Command, io: CommandIo): void {
  const backup = program
    .command('backup')
    .description('back up the instance, even while it serves requests; --to names the new folder')
    .option('--to <folder>', 'a new folder for the backup')
    .option('--portable', 'copy rows instead of files, to restore them into any PostgreSQL (DATABASE_URL)')
    .option('--json', 'print one JSON object')
    .action(({ to, ...options }: BackupOptions & { to?: string }) => {
      if (to === undefined) return backup.error("error: required option '--to <folder>' not specified")
      return runBackup(io, to, options)
    })
  backup
    .command('verify')
    .description('check that a backup is complete and unchanged')
    .argument('<folder>', 'the backup')
    .option('--json', 'print one JSON object')
    .action((folder, _options, command) => runVerify(io, folder, command.optsWithGlobals().json))
}

interface BackupOptions {
  portable?: boolean
  json?: boolean
}

async function runBackup(
  { env, stdout, stderr }: CommandIo,
  to: string,
  { portable = false, json }: BackupOptions,
): Promise<void> {
  const settings = readSettings(env)
  using interruption = abortOnSignals()
  const log = logTo(stderr, 'error')
  await assertInstance(settings)
  // A backup before an upgrade must not migrate the database.
  const purpose = { role: 'command', title: 'heed backup', poolSize: 2, log, skipMigrations: true } as const
  const database = await openInstanceDatabase(settings, purpose)
  try {
    const created = await createBackup(settings, database, resolve(to), {
      signal: interruption.signal,
      isPortable: portable,
    })
    const { folder, bytes, takenAt } = created
    const text = `Backed up everything that was committed before ${takenAt}: ${folder} (${megabytesOf(bytes)} MB)`
    stdout.write(`${json ? JSON.stringify(created) : text}\n`)
  } finally {
    await database.close()
  }
}

/**
 * Rejects a missing database: opening it would create an empty one, and its backup might be mistaken for a real one.
 */
async function assertInstance({ databaseUrl, dataDir }: Settings): Promise<void> {
  if (databaseUrl !== null || (await stat(join(dataDir, 'postgres', 'PG_VERSION')).catch(nullIfMissing))) return
  throw new BackupError(`There is no database in ${dataDir}. Set DATA_DIR to the data folder of the instance.`)
}

const megabytesOf = (bytes: number): string => (bytes / 1_000_000).toFixed(1)

async function runVerify(io: CommandIo, folder: string, json?: boolean): Promise<void> {
  using interruption = abortOnSignals()
  const { manifest, problems } = await verifyBackup(resolve(folder), { signal: interruption.signal })
  const { takenAt, kind, files } = manifest
  if (json)
    io.stdout.write(`${JSON.stringify({ ok: problems.length === 0, takenAt, kind, files: files.length, problems })}\n`)
  else if (problems.length > 0) io.stdout.write(`${problems.join('\n')}\n`)
  else io.stdout.write(`The backup of ${takenAt} is complete and unchanged (${files.length} files).\n`)
  if (problems.length > 0) io.exitStatus = 1
}
