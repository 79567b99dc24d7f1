import cluster from 'node:cluster'
import {
  type ClusterMember,
  readMember,
  reportFailedStart,
  StoppedDuringStartError,
  workerName,
} from './cluster/member.ts'
import { formatError } from './platform/format-error.ts'
import { createLog, type Log } from './platform/log.ts'
import { readSettings, type Settings } from './platform/settings.ts'
import { startTracing, stopTracing } from './platform/tracing/tracing.ts'
import type { RunningServer } from './start-server.ts'

/** Runs the server process: reads settings, starts, handles signals and sets the exit status. */
export async function runServer(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const settings = readSettings(env)
    const member = readMember(env)
    // A process manager may itself run this process with node:cluster, in which only its primary process can start others.
    const isShared = settings.webProcesses > 1 && (cluster.isPrimary || member !== null)
    const log = createLog(settings.logLevel, 'stdout', { isShared })
    // With several processes, the primary process answers no requests and runs no jobs.
    if (!isShared || member !== null) {
      await startTracing(settings, member?.name ?? 'main', (message) => log.warn(message))
    }
    if (member !== null) return await runMember(settings, member, log)
    // Loaded after the settings, so that invalid settings are reported at once.
    const starting = isShared
      ? import('./cluster/start-processes.ts').then(({ startProcesses }) => startProcesses(settings, log))
      : import('./start-server.ts').then(({ startServer }) => startServer(settings, log))
    const isStopping = stopOnSignals(starting, () => log.flush())
    const server = await starting
    if (!isStopping()) process.stderr.write(startupMessage(settings, server))
  } catch (error) {
    if (error instanceof StoppedDuringStartError) process.exit(0)
    const message = describeStartError(error as StartError)
    if (readMember(env) !== null) return reportFailedStart(message)
    process.stderr.write(`${message}\n`)
    process.exit(1)
  }
}

/** Runs one of several processes of the instance, which the primary process has started. */
async function runMember(settings: Settings, member: ClusterMember, log: Log): Promise<void> {
  const starting =
    member.name === workerName
      ? import('./start-worker.ts').then(({ startWorkerMember }) => startWorkerMember(settings, member, log))
      : import('./start-server.ts').then(({ startServer }) => startServer(settings, log, member))
  stopOnSignals(starting, () => log.flush())
  await starting
}

/** A process that a signal can stop. */
interface Stoppable {
  stop(): Promise<void>
  /** Resolves when the database stops. */
  lost?: Promise<void>
}

/**
 * Handles a signal during the start once the start is done, because the database process must be stopped too.
 * @returns a function that tells whether the process is stopping
 */
function stopOnSignals(starting: Promise<Stoppable>, flush: () => void): () => boolean {
  let isStopping = false
  const stop = async (status: number, message?: string) => {
    if (isStopping) return
    isStopping = true
    if (message) process.stderr.write(`${message}\n`)
    const server = await starting
    await server.stop().catch((error) => {
      process.stderr.write(`${formatError(error)}\n`)
      process.exitCode = 1
    })
    await stopTracing()
    flush()
    process.exit(process.exitCode ?? status)
  }
  // runServer reports a failed start.
  const ignore = () => {}
  process.on('SIGTERM', () => stop(0).catch(ignore))
  process.on('SIGINT', () => stop(0).catch(ignore))
  starting
    .then(({ lost }) => lost ?? new Promise(() => {}))
    .then(() => stop(1, 'The database stopped unexpectedly. See postgres.log in the data folder.'), ignore)
  return () => isStopping
}

type StartError = Error & { code?: string; path?: string; port?: number }

function describeStartError(error: StartError): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} is in use by another program. Stop that program, or choose another port: PORT=3001 npm start`
  }
  if (error.code === 'EACCES')
    return `Heed has no permission to use ${error.path ?? `port ${error.port}`}: ${error.message}`
  return formatError(error)
}

const startupMessage = (
  { dataDir, databaseUrl, commandPrefix }: Settings,
  { address, isEmpty, setupUrl }: RunningServer,
): string =>
  [
    '',
    `  Heed is running at ${address}    API reference: ${address}/docs/`,
    databaseUrl === null ? `  Data: ${dataDir}` : '  Data: the database at DATABASE_URL',
    ...(setupUrl === null ? [] : ['', `  Set up Heed: ${setupUrl}`]),
    ...(isEmpty
      ? [
          '',
          setupUrl === null
            ? '  There is no workspace yet. In another terminal:'
            : '  There is no workspace yet: setting up Heed creates one. You can also use another terminal:',
          `    ${commandPrefix} demo                                        creates one with example data and an API key`,
          `    ${commandPrefix} workspace create --name "Acme" --slug acme  creates an empty one`,
          `    ${commandPrefix} key create --workspace acme --name ci --scopes all`,
        ]
      : []),
    '',
    '',
  ].join('\n')
