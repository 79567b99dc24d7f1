import { sql } from 'kysely'
import { sendAccountMail } from './accounts/mail/send.ts'
import { accountMailQueue } from './accounts/queues.ts'
import { publishScheduledEntries } from './changelog/publishing/publish-scheduled.ts'
import { sendCustomerCode } from './customers/sign-in/code-email.ts'
import { customerCodeQueue } from './customers/sign-in/queue.ts'
import { deleteExpiredRows } from './housekeeping/delete-expired.ts'
import { housekeepingQueue } from './housekeeping/queue.ts'
import { getAnnouncementProgress } from './notifications/announcements/progress.ts'
import { deliver } from './notifications/deliveries/deliver.ts'
import { createDueDigests } from './notifications/digests/create-due-digests.ts'
import { digestQueue } from './notifications/digests/queue.ts'
import { sendSubscriptionConfirmation } from './notifications/preferences/subscription-confirmation.ts'
import {
  announceQueue,
  type DeliverJob,
  deliverQueue,
  enqueueDelivery,
  requeueQueue,
  subscribeQueue,
} from './notifications/queues.ts'
import { fanOutAnnouncement } from './notifications/recipients/fan-out-announcement.ts'
import { fanOutDigest } from './notifications/recipients/fan-out-digest.ts'
import { requeueLostJobs } from './notifications/requeue-lost-jobs.ts'
import { createComposerLoader } from './notifications/templates/composers.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import type { Scope, WriteScope } from './platform/scope.ts'
import type { Settings } from './platform/settings.ts'
import { systemScope, writeAsSystem } from './platform/system-scope.ts'
import { createTrackerDeps } from './tracker/client/session.ts'
import { attachQueue, pollQueue, schedulePollsQueue, syncQueue } from './tracker/queues.ts'
import { attachBacklink } from './tracker/send/attach-backlink.ts'
import { pollConnection } from './tracker/sync/poll-connection.ts'
import { schedulePolls } from './tracker/sync/schedule-polls.ts'
import { syncLink } from './tracker/sync/sync-link.ts'

export interface WorkerDeps {
  database: Database
  /** Made for a worker. Closed when the worker stops. */
  jobs: Jobs
  mailer: Mailer
  log: Log
  clock: Clock
  secretKey: string
  settings: Pick<Settings, 'publicUrl' | 'linearClient' | 'outboundAllow' | 'trackerApiUrls'>
}

export interface Worker {
  /** Lets what is being sent be sent, and gives back the rest. */
  stop(): Promise<void>
}

// A schedule is kept to the second or two; a look costs one probe of an index.
const scheduleIntervalMs = 1_000

// Jobs of each kind at a time. Two runs share a process, so that a long one does not hold up a short one.
const concurrency = {
  accountMail: 2,
  customerCode: 2,
  subscribe: 1,
  announce: 1,
  tell: 1,
  deliver: 2,
  sweep: 1,
  housekeeping: 1,
  tracker: 8,
  trackerRound: 1,
}

/** Carries out jobs and keeps the schedule. Any number of workers may share one database. */
export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  const { database, jobs, log, clock } = deps
  const reporter = createProgressReporter(deps)
  const outbound = createOutbound(deps.settings.outboundAllow)
  const write: WriteInWorkspace = (workspaceId, work) => writeAsSystem(deps, workspaceId, work)
  await registerMailJobs(deps, write, reporter.noteProgress)
  await registerTrackerJobs(deps, write, outbound)
  const schedule = startSchedule(log, 'published on schedule', () =>
    publishScheduledEntries({ database, jobs }, clock()),
  )
  const news = startSchedule(log, 'telling news of requests', () => createDueDigests({ database, jobs }, clock()))
  return {
    async stop() {
      await Promise.all([schedule.stop(), news.stop()])
      await jobs.close()
      await outbound.close()
      reporter.stop()
    },
  }
}

type WriteInWorkspace = <T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>) => Promise<T>

/** Issues follow requests, and requests issues. */
async function registerTrackerJobs(deps: WorkerDeps, write: WriteInWorkspace, outbound: Outbound): Promise<void> {
  const { jobs, database, clock } = deps
  const read = (workspaceId: string): Scope => ({ ...systemScope(workspaceId, clock()), db: database.db })
  const trackers = { ...createTrackerDeps({ ...deps, outbound }), database, read, write }
  await jobs.work(attachQueue, concurrency.tracker, (job, signal) => attachBacklink(trackers, job, signal))
  await jobs.work(syncQueue, concurrency.tracker, (job, signal) => syncLink(trackers, job, signal))
  await jobs.work(pollQueue, concurrency.tracker, (job, signal) => pollConnection(trackers, job, signal))
  await jobs.work(schedulePollsQueue, concurrency.trackerRound, () => schedulePolls(database, write))
}

async function registerMailJobs(
  deps: WorkerDeps,
  write: WriteInWorkspace,
  noteProgress: (job: DeliverJob) => void,
): Promise<void> {
  const { database, jobs, log } = deps
  const mail = { ...deps, publicUrl: deps.settings.publicUrl }

  // People wait for these.
  await jobs.work(accountMailQueue, concurrency.accountMail, (job) => sendAccountMail(mail, job))
  await jobs.work(customerCodeQueue, concurrency.customerCode, (job) => sendCustomerCode(mail, job))
  await jobs.work(subscribeQueue, concurrency.subscribe, (job) => sendSubscriptionConfirmation(mail, job))

  await registerFanoutJobs(deps, write)

  const composerFor = createComposerLoader(mail)
  await jobs.work(deliverQueue, concurrency.deliver, async (job, signal) => {
    const goOnAt = await deliver({ ...deps, composerFor }, job, signal)
    if (goOnAt !== null) await write(job.workspaceId, (scope) => enqueueDelivery(scope, job, goOnAt))
    noteProgress(job)
  })

  await jobs.work(requeueQueue, concurrency.sweep, async () => {
    const ids = await requeueLostJobs(database, write)
    if (ids.length > 0) log.warn({ ids }, 'announcements or news had lost their jobs, and have new ones')
  })

  await jobs.work(housekeepingQueue, concurrency.housekeeping, async (_none, signal) => {
    log.info({ deleted: await deleteExpiredRows(database, signal) }, 'housekeeping')
  })
}

/** Writes down who is to hear, of entries and of news. */
async function registerFanoutJobs({ database, jobs, log }: WorkerDeps, write: WriteInWorkspace): Promise<void> {
  /** @returns false when this process stops before the end: somebody else goes on. */
  const listAll = async (workspaceId: string, signal: AbortSignal, list: (scope: WriteScope) => Promise<boolean>) => {
    let isMore = true
    while (isMore && !signal.aborted) isMore = await write(workspaceId, list)
    return !isMore
  }
  await jobs.work(announceQueue, concurrency.announce, async (job, signal) => {
    if (!(await listAll(job.workspaceId, signal, (scope) => fanOutAnnouncement(scope, job.entryId)))) {
      return write(job.workspaceId, (scope) => scope.enqueue(announceQueue, job))
    }
    // The planner should know of many new rows before it is asked for a few of them again and again.
    await sql`analyze notification_deliveries`
      .execute(database.db)
      .catch((error) => log.warn({ err: error }, 'statistics of deliveries were not taken'))
  })
  await jobs.work(digestQueue, concurrency.tell, async (job, signal) => {
    if (await listAll(job.workspaceId, signal, (scope) => fanOutDigest(scope, job.digestId))) return
    await write(job.workspaceId, (scope) => scope.enqueue(digestQueue, job))
  })
}

/** Looks once a second, and at once at the start: for what came due while no server ran. @param done for the log. */
function startSchedule(log: Log, done: string, look: () => Promise<string[]>): Worker {
  let looking = Promise.resolve()
  let isIdle = true
  const tick = () => {
    if (!isIdle) return
    isIdle = false
    looking = look()
      .then(
        (ids) => {
          if (ids.length > 0) log.info({ ids }, done)
        },
        (error) => log.error({ err: error }, 'the schedule could not be kept'),
      )
      .finally(() => {
        isIdle = true
      })
  }
  tick()
  const timer = setInterval(tick, scheduleIntervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

const progressIntervalMs = 5_000

/** Logs how far announcements have come, now and then and at their end. */
function createProgressReporter({ database, log, clock }: WorkerDeps) {
  const timers = new Map<string, NodeJS.Timeout>()

  const report = async (workspaceId: string, entryId: string): Promise<void> => {
    const progress = await getAnnouncementProgress({ ...systemScope(workspaceId, clock()), db: database.db }, entryId)
    if (progress === null) return
    const { isListed, due, sent, failed, suppressed } = progress
    const message = isListed && due === 0 ? 'announced' : 'announcing'
    log.info({ workspaceId, entryId, due, sent, failed, suppressed }, message)
  }

  return {
    /** Counting takes as long as reading a row for each customer, so it is not done after every job. */
    noteProgress(job: DeliverJob): void {
      if (!('entryId' in job) || timers.has(job.entryId)) return
      const { workspaceId, entryId } = job
      const timer = setTimeout(() => {
        timers.delete(entryId)
        report(workspaceId, entryId).catch((error) => log.warn({ err: error }, 'progress cannot be told'))
      }, progressIntervalMs)
      timers.set(entryId, timer)
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
