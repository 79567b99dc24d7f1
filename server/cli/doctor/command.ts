import { join } from 'node:path'
import type { Command } from 'commander'
import { checkArchive } from '../../diagnostics/archive.ts'
import { checkDatabase, checkPooler, checkSchema } from '../../diagnostics/database.ts'
import { createFindings, type Finding } from '../../diagnostics/finding.ts'
import { checkMail } from '../../diagnostics/mail.ts'
import { checkRedis } from '../../diagnostics/redis.ts'
import { checkReplica } from '../../diagnostics/replica.ts'
import { needsInitdb } from '../../platform/db/embedded/initdb.ts'
import { openInstanceDatabase } from '../../platform/db/open-instance-database.ts'
import { formatError } from '../../platform/format-error.ts'
import { createLog } from '../../platform/log.ts'
import { readSettings, type Settings, SettingsError } from '../../platform/settings.ts'
import type { CommandIo } from '../command-io.ts'
import { deferSignals } from '../run-command.ts'
import { checkCounters } from './counters.ts'
import { checkDataFolder } from './data-folder.ts'
import { checkDomains } from './domains.ts'
import { checkFiles } from './files.ts'
import { checkNotifications } from './notifications.ts'
import { checkRuntime } from './runtime.ts'
import { checkSettings, settingProblem } from './settings.ts'
import { checkTrackers } from './tracker.ts'

export function doctorCommand(program: Command, io: CommandIo): void {
  program
    .command('doctor')
    .description(
      'check settings, data folder, database, counters, mail, uploaded files, the archive, portal domains, and trackers without changing anything',
    )
    .option('--json', 'print one JSON object')
    .action(async ({ json }) => {
      const findings = await runChecks(io.env)
      const ok = findings.every(({ status }) => status !== 'problem')
      io.stdout.write(`${json ? JSON.stringify({ ok, findings }) : formatFindings(findings)}\n`)
      if (!ok) io.exitStatus = 1
    })
}

/** Runs every check. A check that fails becomes a finding too. */
async function runChecks(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const settings = tryReadSettings(env)
  if (settings instanceof SettingsError) return [...checkRuntime(), ...settings.problems.map(settingProblem)]
  const groups = await Promise.all([
    runCheck('runtime', () => checkRuntime()),
    runCheck('settings', () => checkSettings(settings)),
    runCheck('data folder', () => checkDataFolder(settings)),
    runCheck('database', () => checkOpenedDatabase(settings), databaseAdvice(settings)),
    runCheck('mail', () => checkMail(settings)),
    runCheck('redis', () => checkRedis(settings)),
    runCheck('files', () => checkFiles(settings)),
    runCheck('archive', () => checkArchive(settings)),
  ])
  return groups.flat()
}

function tryReadSettings(env: NodeJS.ProcessEnv): Settings | SettingsError {
  try {
    return readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error
    throw error
  }
}

const databaseAdvice = ({ databaseUrl, dataDir }: Settings): string =>
  databaseUrl === null
    ? `See the PostgreSQL log in ${join(dataDir, 'postgres.log')}.`
    : 'Check that DATABASE_URL is right, that PostgreSQL is running there, and that it accepts connections from this machine.'

/** Runs one check. An error becomes a problem. */
async function runCheck(
  check: string,
  run: () => Finding[] | Promise<Finding[]>,
  advice = 'Fix the error in the message and run heed doctor again.',
): Promise<Finding[]> {
  try {
    return await run()
  } catch (error) {
    return [createFindings(check).problem(`The ${check} check failed: ${formatError(error)}`, advice)]
  }
}

/** Checks the running server's database, or one that is started for the duration of the check. */
async function checkOpenedDatabase(settings: Settings): Promise<Finding[]> {
  if (settings.databaseUrl === null && (await needsInitdb(join(settings.dataDir, 'postgres')))) {
    return [createFindings('database').ok('There is no database yet. The first npm start creates it.')]
  }
  using _signals = deferSignals()
  const database = await openInstanceDatabase(settings, {
    role: 'command',
    title: 'heed doctor',
    poolSize: 2,
    log: createLog('silent'),
    skipMigrations: true,
  })
  try {
    const { isCurrent, findings } = await checkSchema(database)
    const contents = isCurrent
      ? [
          ...(await checkCounters(database)),
          ...(await checkNotifications(database)),
          ...(await checkDomains(database)),
          ...(await checkTrackers(database, settings)),
        ]
      : []
    return [
      ...(await checkDatabase(database)),
      ...(await checkPooler(database)),
      ...findings,
      ...(await checkReplica(database, settings)),
      ...contents,
    ]
  } finally {
    await database.close()
  }
}

function formatFindings(findings: Finding[]): string {
  const indent = (text: string) => text.replaceAll('\n', `\n${' '.repeat(23)}`)
  const lines = findings.map(({ check, status, message, advice }) =>
    indent(`${status.padEnd(8)} ${check.padEnd(13)} ${message}${advice === null ? '' : `\n→ ${advice}`}`),
  )
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const [problems, warnings] = [count('problem'), count('warning')]
  return [
    ...lines,
    '',
    `${problems === 1 ? '1 problem' : `${problems} problems`}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`,
  ].join('\n')
}
