import { sql } from 'kysely'
import { sendAccountMail } from './accounts/mail/send.ts'
import { accountMailQueue } from './accounts/queues.ts'
import { sendConfirmation } from './notifications/preferences/subscription-confirmation.ts'
import { deliver } from './notifications/deliveries/deliver.ts'
import { listRecipients } from './notifications/recipients/fan-out-announcement.ts'
import { progressOf } from './notifications/announcements/progress.ts'
import {
  announceQueue,
  type DeliverJob,
  deliverQueue,
  enqueueDelivery,
  subscribeQueue,
  sweepQueue,
} from './notifications/queues.ts'
import { sweepMail } from './notifications/requeue-lost-jobs.ts'
import { publishDue } from './changelog/publishing/publish-scheduled.ts'
import { customerCodeQueue } from './customers/sign-in/queue.ts'
import { sendCustomerCode } from './customers/sign-in/code-email.ts'
import { cleanUp } from './housekeeping/delete-expired.ts'
import { housekeepingQueue } from './housekeeping/queue.ts'
import { composersOf } from './notifications/templates/composers.ts'
import { listHearers } from './notifications/recipients/fan-out-digest.ts'
import { tellQueue } from './notifications/digests/queue.ts'
import { tellDue } from './notifications/digests/create-due-digests.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { inTransaction } from './platform/db/transaction.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import type { Scope, WriteScope } from './platform/scope.ts'
import type { Settings } from './platform/settings.ts'
import { trackerDeps } from './tracker/client/session.ts'
import { attachBacklink, beginRound, followLink, lookAtConnection } from './tracker/sync/jobs.ts'
import { attachQueue, followQueue, lookQueue, roundQueue } from './tracker/queues.ts'

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
const clockEveryMs = 1_000

// Jobs of each kind at a time. Two runs share a process, so that a long one does not hold up a short one.
const lanes = {
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
  const reporter = createReporter(deps)
  const outbound = createOutbound(deps.settings.outboundAllow)
  const write = writerOf(deps)
  await carryOut(deps, write, reporter.noteProgress)
  await carryOutTrackers(deps, write, outbound)
  const schedule = startClock(log, 'published on schedule', () => publishDue({ database, jobs }, clock()))
  const news = startClock(log, 'telling news of requests', () => tellDue({ database, jobs }, clock()))
  return {
    async stop() {
      await Promise.all([schedule.stop(), news.stop()])
      await jobs.close()
      await outbound.close()
      reporter.stop()
    },
  }
}

type Write = <T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>) => Promise<T>

/** Runs in a transaction of a workspace, as Heed itself. */
const writerOf =
  ({ database, jobs, clock }: WorkerDeps): Write =>
  <T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>) =>
    inTransaction<T>(database.pool, (tx) =>
      work({ ...tx, ...scopeOf(workspaceId, clock), enqueue: jobs.enqueueIn(tx.db) }),
    )

/** Issues follow requests, and requests issues. */
async function carryOutTrackers(deps: WorkerDeps, write: Write, outbound: Outbound): Promise<void> {
  const { jobs, database, clock } = deps
  const read = (workspaceId: string): Scope => ({ ...scopeOf(workspaceId, clock), db: database.db })
  const trackers = { ...trackerDeps({ ...deps, outbound }), database, read, write }
  await jobs.work(attachQueue, lanes.tracker, (job, signal) => attachBacklink(trackers, job, signal))
  await jobs.work(followQueue, lanes.tracker, (job, signal) => followLink(trackers, job, signal))
  await jobs.work(lookQueue, lanes.tracker, (job, signal) => lookAtConnection(trackers, job, signal))
  await jobs.work(roundQueue, lanes.trackerRound, () => beginRound(database, write))
}

async function carryOut(deps: WorkerDeps, write: Write, noteProgress: (job: DeliverJob) => void): Promise<void> {
  const { database, jobs, log } = deps
  const mail = { ...deps, publicUrl: deps.settings.publicUrl }

  // People wait for these.
  await jobs.work(accountMailQueue, lanes.accountMail, (job) => sendAccountMail(mail, job))
  await jobs.work(customerCodeQueue, lanes.customerCode, (job) => sendCustomerCode(mail, job))
  await jobs.work(subscribeQueue, lanes.subscribe, (job) => sendConfirmation(mail, job))

  await carryOutLists(deps, write)

  const composerFor = composersOf(mail)
  await jobs.work(deliverQueue, lanes.deliver, async (job, signal) => {
    const goOnAt = await deliver({ ...deps, composerFor }, job, signal)
    if (goOnAt !== null) await write(job.workspaceId, (scope) => enqueueDelivery(scope, job, goOnAt))
    noteProgress(job)
  })

  await jobs.work(sweepQueue, lanes.sweep, async () => {
    const ids = await sweepMail(database, write)
    if (ids.length > 0) log.warn({ ids }, 'announcements or news had lost their jobs, and have new ones')
  })

  await jobs.work(housekeepingQueue, lanes.housekeeping, async (_none, signal) => {
    log.info({ removed: await cleanUp(database, signal) }, 'housekeeping')
  })
}

/** Writes down who is to hear, of entries and of news. */
async function carryOutLists({ database, jobs, log }: WorkerDeps, write: Write): Promise<void> {
  /** @returns false when this process stops before the end: somebody else goes on. */
  const listAll = async (workspaceId: string, signal: AbortSignal, list: (scope: WriteScope) => Promise<boolean>) => {
    let isMore = true
    while (isMore && !signal.aborted) isMore = await write(workspaceId, list)
    return !isMore
  }
  await jobs.work(announceQueue, lanes.announce, async (job, signal) => {
    if (!(await listAll(job.workspaceId, signal, (scope) => listRecipients(scope, job.entryId)))) {
      return write(job.workspaceId, (scope) => scope.enqueue(announceQueue, job))
    }
    // The planner should know of many new rows before it is asked for a few of them again and again.
    await sql`analyze deliveries`
      .execute(database.db)
      .catch((error) => log.warn({ err: error }, 'statistics of deliveries were not taken'))
  })
  await jobs.work(tellQueue, lanes.tell, async (job, signal) => {
    if (await listAll(job.workspaceId, signal, (scope) => listHearers(scope, job.bundleId))) return
    await write(job.workspaceId, (scope) => scope.enqueue(tellQueue, job))
  })
}

const scopeOf = (workspaceId: string, clock: Clock): Omit<Scope, 'db'> => ({
  workspaceId,
  actor: { type: 'system', id: null },
  agent: null,
  requestId: null,
  now: clock(),
})

/** Looks once a second, and at once at the start: for what came due while no server ran. @param done for the log. */
function startClock(log: Log, done: string, look: () => Promise<string[]>): Worker {
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
  const timer = setInterval(tick, clockEveryMs)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

const reportEveryMs = 5_000

/** Logs how far announcements have come, now and then and at their end. */
function createReporter({ database, log, clock }: WorkerDeps) {
  const timers = new Map<string, NodeJS.Timeout>()

  const report = async (workspaceId: string, entryId: string): Promise<void> => {
    const progress = await progressOf({ ...scopeOf(workspaceId, clock), db: database.db }, entryId)
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
      }, reportEveryMs)
      timers.set(entryId, timer)
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
