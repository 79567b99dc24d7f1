import { systemClock } from '../platform/clock.ts'
import { createLog, type Log } from '../platform/log.ts'
import { createInstanceJobs } from '../queues.ts'
import { type RunningWorker, startWorker } from '../worker.ts'
import { createTestMailer } from './fixtures/deliveries.ts'
import { type TestApp, testSecretKey } from './test-app.ts'

// No server listens on this port.
const unreachableSmtpUrl = 'smtp://127.0.0.1:9'

/**
 * Starts a real worker on the database of a test app. It may call fake trackers on loopback.
 * @param smtpUrl default: an unreachable mail server.
 */
export async function startTestWorker(
  { database }: Pick<TestApp, 'database'>,
  log: Log = createLog('silent'),
  smtpUrl = unreachableSmtpUrl,
  dataDir = '/nonexistent',
  githubApiUrl: string | null = null,
): Promise<RunningWorker> {
  const mailer = createTestMailer(smtpUrl)
  const worker = await startWorker({
    database,
    jobs: createInstanceJobs(database, log, { isWorker: true }),
    mailer,
    log,
    clock: systemClock,
    secretKey: testSecretKey,
    settings: {
      publicUrl: 'http://heed.test',
      linearClient: null,
      trackerApiUrls: { linear: null, github: githubApiUrl, jira: null },
      outboundAllow: ['127.0.0.0/8'],
      dataDir,
      s3Url: null,
    },
  })
  return {
    findStalled: () => worker.findStalled(),
    async stop() {
      await worker.stop()
      mailer.close()
    },
  }
}
