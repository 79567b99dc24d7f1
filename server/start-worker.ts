import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterMember } from './cluster/member.ts'
import { answerMetricsRequests } from './cluster/metrics.ts'
import { systemClock } from './platform/clock.ts'
import { loadSecretKey } from './platform/crypto/secret-key.ts'
import { joinInstanceDatabase, type OpenedDatabase } from './platform/db/open-instance-database.ts'
import { createProcessMetrics } from './platform/http/metrics.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMailer } from './platform/mail/create-mailer.ts'
import type { Settings } from './platform/settings.ts'
import { createInstanceJobs } from './queues.ts'
import type { Worker } from './worker.ts'

interface WorkerStartDeps {
  database: OpenedDatabase
  jobs: Jobs
  log: Log
  secretKey: string
}

const workerRetryMs = 10_000

/** Starts the worker in the background once the server answers requests, and retries if that fails. */
export function startWorkerWithRetry(settings: Settings, deps: WorkerStartDeps): Worker {
  const mailer = createMailer(settings, deps.log)
  const stopping = new AbortController()
  const start = async (): Promise<Worker | null> => {
    const { startWorker } = await import('./worker.ts')
    while (!stopping.signal.aborted) {
      try {
        return await startWorker({ ...deps, mailer, clock: systemClock, settings })
      } catch (error) {
        deps.log.error({ err: error }, 'could not start the worker; retrying in 10 s')
        await sleep(workerRetryMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    return null
  }
  const starting = start()
  return {
    async stop() {
      stopping.abort()
      await (await starting)?.stop()
      mailer.close()
    },
  }
}

// Enough connections for two mail jobs, the schedules and their writes.
const poolSize = 6

/** Starts the worker as one of several processes of the instance. */
export async function startWorkerMember(
  settings: Settings,
  { name, socketDir }: ClusterMember,
  log: Log,
): Promise<Worker> {
  const database = await joinInstanceDatabase(settings, socketDir, { poolSize, log })
  const secretKey = await loadSecretKey(settings.secretKey, settings.dataDir)
  answerMetricsRequests(createProcessMetrics(name))
  const jobs = createInstanceJobs(database, log, { isWorker: true })
  const worker = startWorkerWithRetry(settings, { database, jobs, log, secretKey })
  return {
    async stop() {
      await worker.stop()
      await database.close()
    },
  }
}
