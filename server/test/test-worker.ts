import { systemClock } from '../platform/clock.ts'
import { createLog, type Log } from '../platform/log.ts'
import { jobsOf } from '../queues.ts'
import { startWorker, type Worker } from '../worker.ts'
import { mailerTo } from './fixtures/deliveries.ts'
import { testSecretKey, type World } from './test-app.ts'

// Nothing answers at this port.
const noServer = 'smtp://127.0.0.1:9'

/**
 * A real worker on the database of a world, that may call trackers which run here.
 * @param smtpUrl default: it reaches no mail server.
 */
export async function startWorkerIn(
  { database }: World,
  log: Log = createLog('silent'),
  smtpUrl = noServer,
): Promise<Worker> {
  const mailer = mailerTo(smtpUrl)
  const worker = await startWorker({
    database,
    jobs: jobsOf(database, log, { isWorker: true }),
    mailer,
    log,
    clock: systemClock,
    secretKey: testSecretKey,
    settings: {
      publicUrl: 'http://heed.test',
      linearClient: null,
      trackerApiUrls: { linear: null, github: null, jira: null },
      outboundAllow: ['127.0.0.0/8'],
    },
  })
  return {
    async stop() {
      await worker.stop()
      mailer.close()
    },
  }
}
