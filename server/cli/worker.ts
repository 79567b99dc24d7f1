import { rm } from 'node:fs/promises'
import type { Command } from 'commander'
import { systemClock } from '../platform/clock.ts'
import { loadSecretKey } from '../platform/crypto/secret-key.ts'
import { openInstanceDatabase } from '../platform/db/open-instance-database.ts'
import { createLog } from '../platform/log.ts'
import { createMailer } from '../platform/mail/create-mailer.ts'
import { readSettings } from '../platform/settings.ts'
import { startTracing, stopTracing } from '../platform/tracing/tracing.ts'
import { createInstanceJobs } from '../queues.ts'
import { startWorker } from '../worker.ts'
import type { CommandIo } from './command-io.ts'
import { startHeartbeat } from './worker-heartbeat.ts'

// Enough connections for two mail jobs, the schedules and their writes.
const poolSize = 6

export function workerCommand(program: Command, io: CommandIo): void {
  program
    .command('worker')
    .description('run jobs (mail, schedules, housekeeping) in a separate process, until a signal stops it')
    .option('--heartbeat <file>', 'write this file every 5 seconds while the worker polls for work, for a health check')
    .action((options) => runWorker(io, options))
}

/** Runs a worker until a signal. @throws if a setting is missing that it must share with the server. */
async function runWorker({ env, stderr }: CommandIo, options: { heartbeat?: string }): Promise<void> {
  const settings = readSettings(env)
  if (settings.databaseUrl === null) {
    throw new Error(
      'heed worker needs a DATABASE_URL that it shares with the server. A server with the embedded database runs its ' +
        'own jobs.',
    )
  }
  const missing = ['PUBLIC_URL', 'SECRET_KEY'].filter((name) => !env[name]?.trim())
  if (missing.length > 0) {
    throw new Error(`heed worker needs the same ${missing.join(' and ')} as the server, to build links in mail.`)
  }
  const log = createLog(settings.logLevel)
  // An earlier process may have left it.
  if (options.heartbeat !== undefined) await rm(options.heartbeat, { force: true })
  await startTracing(settings, 'worker', (message) => log.warn(message))
  const stop = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.resolve())
  const database = await openInstanceDatabase(settings, { role: 'command', title: 'heed worker', poolSize, log })
  const mailer = createMailer(settings, log)
  const jobs = createInstanceJobs(database, log, { isWorker: true })
  try {
    const secretKey = await loadSecretKey(settings.secretKey, settings.dataDir)
    const worker = await startWorker({ database, jobs, mailer, log, clock: systemClock, secretKey, settings })
    try {
      const heartbeat = options.heartbeat !== undefined ? await startHeartbeat(options.heartbeat, worker, log) : null
      log.info({ pid: process.pid, mail: mailer.destination }, 'worker started')
      stderr.write('The Heed worker is running.\n')
      await stop.promise
      log.info('stopping')
      await heartbeat?.stop()
    } finally {
      await worker.stop()
    }
    log.info('stopped')
  } finally {
    mailer.close()
    await database.close()
    await stopTracing()
    log.flush()
  }
}
