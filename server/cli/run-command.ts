import type { Database } from '../platform/db/database.ts'
import { type OpenedDatabase, openInstanceDatabase } from '../platform/db/open-instance-database.ts'
import { formatError } from '../platform/format-error.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import { invalid, Problem, type ProblemDetail } from '../platform/problems.ts'
import type { Static, TSchema } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { writeAsSystem } from '../platform/system-scope.ts'
import { compileValidator } from '../platform/validation.ts'
import { createInstanceJobs } from '../queues.ts'

/** What a command works with: the instance's settings and its database, whether or not a server runs. */
export interface CliContext {
  settings: Settings
  database: Database
  jobs: Jobs
}

interface CommandOutput {
  /** What `--json` prints: one object. */
  result: object
  /** What people read. */
  text: string
}

/** Opens the instance, does the work, prints its outcome. Errors become exit status 1 in `runCommandLine`. */
export async function withInstance(
  title: string,
  { json }: { json?: boolean },
  work: (instance: CliContext) => Promise<CommandOutput>,
): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog('error', 'stderr')
  const signals = deferSignals()
  const database = await openInstanceDatabase(settings, { role: 'command', title: `heed ${title}`, poolSize: 4, log })
  const jobs = createInstanceJobs(database, log)
  try {
    if (signals.heard) throw new Error(`Interrupted by ${signals.heard}; nothing was done.`)
    const { result, text } = await work({
      settings: { ...settings, publicUrl: publicUrlOf(settings, database) },
      database,
      jobs,
    })
    process.stdout.write(`${json ? JSON.stringify(result) : text}\n`)
  } finally {
    await jobs.close()
    await database.close()
  }
}

/** What to print as the server's address: as it is set, else where a running one listens. */
const publicUrlOf = ({ publicUrl }: Settings, { serverAddress }: OpenedDatabase): string =>
  process.env.PUBLIC_URL?.trim() ? publicUrl : (serverAddress ?? publicUrl)

/** A signal must not end this process at once: the database may be a child of it, and would live on. */
export function deferSignals(): { heard: NodeJS.Signals | null } {
  const signals: { heard: NodeJS.Signals | null } = { heard: null }
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      signals.heard ??= name
    })
  }
  return signals
}

/** Runs `work` as the system, in one transaction. The audit trail names the command line as the agent. */
export const asOperator = <T>(
  context: Pick<CliContext, 'database' | 'jobs'>,
  workspaceId: string,
  work: (scope: WriteScope) => Promise<T> | T,
): Promise<T> => writeAsSystem(context, workspaceId, work, { agent: 'heed command line' })

/** The options as the schema wants them. @throws 400 naming each option that is wrong, as it is typed. */
export function parseOptions<S extends TSchema>(schema: S, options: object): Static<S> {
  const value = Object.fromEntries(Object.entries(options).filter(([, each]) => each !== undefined))
  const problems = compileValidator(schema, '')(value)
  if (problems.length > 0) throw invalid(problems)
  return value as Static<S>
}

/** `/ownerEmail` as `--owner-email`. */
const optionName = (path: string): string =>
  `--${path.slice(1).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** An error in words for the terminal. */
export function toCliError(error: unknown): { code: string; message: string; details?: ProblemDetail[] } {
  if (error instanceof Problem) {
    const details = error.extra.details
    const lines = details?.map(({ path, message }) => `${optionName(path)} ${message}.`)
    return { code: error.code, message: lines?.join('\n') ?? error.message, ...(details && { details }) }
  }
  return { code: 'failed', message: formatError(error) }
}
