import type { Database } from '../platform/db/database.ts'
import { type OpenedDatabase, openInstanceDatabase } from '../platform/db/open-instance-database.ts'
import { formatError } from '../platform/format-error.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { logTo } from '../platform/log.ts'
import { invalid, Problem, type ProblemDetail } from '../platform/problems.ts'
import type { Static, TSchema } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { writeAsSystem } from '../platform/system-scope.ts'
import { createValidator } from '../platform/validation.ts'
import { createInstanceJobs } from '../queues.ts'
import type { CommandIo } from './command-io.ts'

/** The context of a command: the settings and database of the instance, whether or not its server is running. */
export interface CliContext {
  settings: Settings
  database: Database
  jobs: Jobs
}

interface CommandOutput {
  /** The object that `--json` prints; null if the command has already printed its output. */
  result: object | null
  /** The text printed without `--json`. */
  text: string
}

/** Opens the instance, runs `work` and prints its result. `runCommandLine` turns errors into exit status 1. */
export async function withInstance(
  { env, stdout, stderr }: CommandIo,
  title: string,
  { json }: { json?: boolean },
  work: (instance: CliContext) => Promise<CommandOutput>,
): Promise<void> {
  const settings = readSettings(env)
  const log = logTo(stderr, 'error')
  using signals = deferSignals()
  const database = await openInstanceDatabase(settings, { role: 'command', title: `heed ${title}`, poolSize: 4, log })
  const jobs = createInstanceJobs(database, log)
  try {
    if (signals.received) throw new Error(`Interrupted by ${signals.received}. Nothing was changed.`)
    const { result, text } = await work({
      settings: { ...settings, publicUrl: publicUrlOf(env, settings, database) },
      database,
      jobs,
    })
    if (!json) stdout.write(`${text}\n`)
    else if (result !== null) stdout.write(`${JSON.stringify(result)}\n`)
  } finally {
    await jobs.close()
    await database.close()
  }
}

/** Returns PUBLIC_URL if it is set, otherwise the address of the running server. */
const publicUrlOf = (env: NodeJS.ProcessEnv, { publicUrl }: Settings, { serverAddress }: OpenedDatabase): string =>
  env.PUBLIC_URL?.trim() ? publicUrl : (serverAddress ?? publicUrl)

const deferredSignals = ['SIGINT', 'SIGTERM'] as const

export interface DeferredSignals {
  received: NodeJS.Signals | null
  /** Lets signals end the process again. */
  [Symbol.dispose](): void
}

/**
 * Records signals instead of exiting, because a database that this process started would keep running.
 * @param onSignal called for each, to end long work early
 */
export function deferSignals(onSignal?: (name: NodeJS.Signals) => void): DeferredSignals {
  const record = (name: NodeJS.Signals) => {
    signals.received ??= name
    onSignal?.(name)
  }
  const signals: DeferredSignals = {
    received: null,
    [Symbol.dispose]() {
      for (const name of deferredSignals) process.off(name, record)
    },
  }
  for (const name of deferredSignals) process.on(name, record)
  return signals
}

/** Returns a signal that aborts when this process is asked to stop, so that it can clean up. */
export function abortOnSignals(): { signal: AbortSignal; [Symbol.dispose](): void } {
  const controller = new AbortController()
  const abort = (name: NodeJS.Signals) => controller.abort(new Error(`Interrupted by ${name}.`))
  for (const name of deferredSignals) process.on(name, abort)
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const name of deferredSignals) process.off(name, abort)
    },
  }
}

/** Runs `work` as the system, in one transaction. The audit log names the command line as the agent. */
export const asOperator = <T>(
  context: Pick<CliContext, 'database' | 'jobs'>,
  workspaceId: string,
  work: (scope: WriteScope) => Promise<T> | T,
): Promise<T> => writeAsSystem(context, workspaceId, work, { agent: 'heed command line' })

/** Returns the id of a workspace. @throws 400 that says where it was looked for: the default data folder depends on the current folder. */
export async function findWorkspaceId(
  { database, settings }: Pick<CliContext, 'database' | 'settings'>,
  slug: string,
): Promise<string> {
  const row = await database.db
    .selectFrom('workspaces')
    .select('workspace_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (row) return row.workspace_id
  const place = settings.databaseUrl === null ? `the data folder ${settings.dataDir}` : 'the database at DATABASE_URL'
  throw invalid([{ path: '/workspace', message: `must be the slug of a workspace; there is no "${slug}" in ${place}` }])
}

/** Validates options. @throws 400 that names each invalid option as it is typed, such as `--owner-email`. */
export function parseOptions<S extends TSchema>(schema: S, options: object): Static<S> {
  const value = Object.fromEntries(Object.entries(options).filter(([, each]) => each !== undefined))
  const problems = createValidator(schema, '')(value)
  if (problems.length > 0) throw invalid(problems)
  return value as Static<S>
}

/** Turns `/ownerEmail` into `--owner-email`. */
const optionName = (path: string): string =>
  `--${path.slice(1).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Formats an error for the terminal. */
export function toCliError(error: unknown): { code: string; message: string; details?: ProblemDetail[] } {
  if (error instanceof Problem) {
    const details = error.extra.details
    // A problem without a path is about the state of a resource, and its message is a sentence.
    const lines = details?.map(({ path, message }) => (path === '' ? message : `${optionName(path)} ${message}.`))
    return { code: error.code, message: lines?.join('\n') ?? error.message, ...(details && { details }) }
  }
  return { code: 'failed', message: formatError(error) }
}
