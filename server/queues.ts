import { accountMailQueue } from './accounts/queues.ts'
import { exportQueue } from './archives/exports/queues.ts'
import { removeCustomersQueue } from './customers/bulk-removal/queues.ts'
import { contactQueue } from './customers/contact/contact.ts'
import { customerCodeQueue } from './customers/sign-in/queues.ts'
import { indexTextsQueue } from './feedback/search/index-texts.ts'
import { fileRemovalQueue } from './files/queues.ts'
import { housekeepingQueue } from './housekeeping/queues.ts'
import { importQueue } from './imports/queues.ts'
import { memberMailQueue } from './inbox/queues.ts'
import { digestQueue } from './notifications/digests/queues.ts'
import { announceQueue, deliverQueue, requeueQueue, subscribeQueue } from './notifications/queues.ts'
import type { Database } from './platform/db/database.ts'
import { sessionTarget } from './platform/db/sessions/sessions.ts'
import { createJobs, type Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { portalDomainQueue } from './portal/domains/queues.ts'
import { attachQueue, pollQueue, schedulePollsQueue, syncQueue } from './tracker/queues.ts'
import { webhookMailQueue } from './webhooks/queues.ts'
import { scheduleDigestsQueue, weeklyDigestQueue } from './weekly-digest/queues.ts'

/** Every queue. `worker.ts` registers their handlers. */
export const queues = [
  accountMailQueue,
  customerCodeQueue,
  contactQueue,
  removeCustomersQueue,
  announceQueue,
  deliverQueue,
  subscribeQueue,
  digestQueue,
  requeueQueue,
  memberMailQueue,
  housekeepingQueue,
  indexTextsQueue,
  fileRemovalQueue,
  importQueue,
  exportQueue,
  portalDomainQueue,
  attachQueue,
  syncQueue,
  pollQueue,
  schedulePollsQueue,
  webhookMailQueue,
  scheduleDigestsQueue,
  weeklyDigestQueue,
]

/** Opens the jobs of a process. A worker also recovers the jobs of processes that died. */
export const createInstanceJobs = (database: Database, log: Log, { isWorker = false } = {}): Jobs =>
  createJobs({
    target: isWorker ? sessionTarget(database, 'jobs of a worker') : database.target,
    ...{ log, queues, isWorker },
  })
