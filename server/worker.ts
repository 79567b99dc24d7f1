import { sql } from 'kysely'
import { sendAccountMail } from './accounts/mail/send.ts'
import { accountMailQueue } from './accounts/queues.ts'
import { exportQueue } from './archives/exports/queues.ts'
import { removeExpiredExports } from './archives/exports/remove-expired.ts'
import { runExport } from './archives/exports/run.ts'
import { publishScheduledEntries } from './changelog/publishing/publish-scheduled.ts'
import { removeCustomersQueue } from './customers/bulk-removal/queues.ts'
import { removeCustomerBatch } from './customers/bulk-removal/remove.ts'
import { sendContactConfirmation } from './customers/contact/confirmation-email.ts'
import { contactQueue } from './customers/contact/contact.ts'
import { sendCustomerCode } from './customers/sign-in/code-email.ts'
import { customerCodeQueue } from './customers/sign-in/queues.ts'
import { defaultEventsDays, deleteExpiredEvents } from './events/delete-expired.ts'
import { indexTexts, indexTextsQueue } from './feedback/search/index-texts.ts'
import { fileRemovalQueue } from './files/queues.ts'
import { removeAbandonedUploads, removeDueFiles } from './files/remove-due.ts'
import { createFileStore } from './files/store/store.ts'
import { deleteExpiredRows } from './housekeeping/delete-expired.ts'
import { housekeepingQueue } from './housekeeping/queues.ts'
import { forgetUnusedTokens } from './imports/console/connect.ts'
import { removeAbandonedImports } from './imports/console/folder.ts'
import { workOnImport } from './imports/console/work.ts'
import { importQueue } from './imports/queues.ts'
import { createDueMemberMails } from './inbox/mail/create-due.ts'
import { deliverMemberMail } from './inbox/mail/deliver.ts'
import { requeueLostMemberMails } from './inbox/mail/requeue-lost.ts'
import { memberMailQueue } from './inbox/queues.ts'
import { getAnnouncementProgress } from './notifications/announcements/progress.ts'
import { deliver } from './notifications/deliveries/deliver.ts'
import { createDueDigests } from './notifications/digests/create-due-digests.ts'
import { digestQueue } from './notifications/digests/queues.ts'
import { sendSubscriptionConfirmation } from './notifications/preferences/subscription-confirmation.ts'
import {
  announceQueue,
  type DeliverJob,
  type DeliverySource,
  deliverQueue,
  enqueueDelivery,
  requeueQueue,
  subscribeQueue,
} from './notifications/queues.ts'
import { fanOut } from './notifications/recipients/fan-out.ts'
import { requeueLostJobs } from './notifications/requeue-lost-jobs.ts'
import { createComposerLoader } from './notifications/templates/composers.ts'
import type { Clock } from './platform/clock.ts'
import { Vault } from './platform/crypto/vault.ts'
import type { Database } from './platform/db/database.ts'
import { newId } from './platform/ids.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import { startPoller } from './platform/poller.ts'
import type { Scope, WriteScope } from './platform/scope.ts'
import type { Settings } from './platform/settings.ts'
import { systemScope, writeAsSystem } from './platform/system-scope.ts'
import { checkDueDomains } from './portal/domains/check-due.ts'
import { createTxtLookup } from './portal/domains/dns.ts'
import { portalDomainQueue } from './portal/domains/queues.ts'
import { applyRetention } from './retention/apply.ts'
import { createTrackerDeps } from './tracker/client/session.ts'
import { attachQueue, pollQueue, schedulePollsQueue, syncQueue } from './tracker/queues.ts'
import { attachBacklink } from './tracker/send/attach-backlink.ts'
import { pollConnection } from './tracker/sync/poll-connection.ts'
import { schedulePolls } from './tracker/sync/schedule-polls.ts'
import { syncLink } from './tracker/sync/sync-link.ts'
import { startDispatcher } from './webhooks/deliveries/dispatcher.ts'
import { sendWebhookDisabledMail } from './webhooks/disabled-mail.ts'
import { webhookMailQueue } from './webhooks/queues.ts'
import { scheduleDigestsQueue, weeklyDigestQueue } from './weekly-digest/queues.ts'
import { enqueueDueDigests } from './weekly-digest/schedule.ts'
import { sendWeeklyDigest } from './weekly-digest/send.ts'

export interface WorkerDeps {
  database: Database
  /** Created with `isWorker`. Closed when the worker stops. */
  jobs: Jobs
  mailer: Mailer
  log: Log
  clock: Clock
  secretKey: string
  settings: Pick<Settings, 'publicUrl' | 'linearClient' | 'outboundAllow' | 'trackerApiUrls' | 'dataDir' | 's3Url'> &
    Partial<Pick<Settings, 'dnsServers' | 'trustPortalHosts' | 'eventsDays'>>
}

export interface Worker {
  /** Finishes messages in flight and releases the rest. */
  stop(): Promise<void>
}

export interface RunningWorker extends Worker {
  /** Returns the names of the work that it has not polled for lately, for example because the database is unreachable. */
  findStalled(): string[]
}

// Concurrent jobs of each kind. Two deliveries run at a time, so that a long one does not block a short one.
const concurrency = {
  accountMail: 2,
  customerCode: 2,
  requestContact: 1,
  subscribe: 1,
  announce: 1,
  digest: 1,
  deliver: 2,
  memberMail: 2,
  requeue: 1,
  housekeeping: 1,
  portalDomains: 1,
  removeCustomers: 1,
  tracker: 8,
  schedulePolls: 1,
  indexTexts: 1,
  fileRemovals: 1,
  imports: 1,
  exports: 1,
  webhookMail: 1,
  weeklyDigest: 1,
}

/** Starts a worker, which runs jobs and the schedule. Any number of workers may share one database. */
export async function startWorker(deps: WorkerDeps): Promise<RunningWorker> {
  const { database, jobs, log, clock } = deps
  const reporter = createProgressReporter(deps)
  const outbound = createOutbound(deps.settings.outboundAllow)
  // The history of a request finds the mail about a change by a job by this id.
  const write: WriteInWorkspace = (workspaceId, work) => writeAsSystem(deps, workspaceId, work, { requestId: newId() })
  await registerMailJobs(deps, write, reporter.scheduleReport)
  await registerTrackerJobs(deps, write, outbound)
  await registerDomainChecks(deps, write)
  await jobs.work(removeCustomersQueue, concurrency.removeCustomers, (job, signal) =>
    removeCustomerBatch(write, job, signal),
  )
  await jobs.work(indexTextsQueue, concurrency.indexTexts, async (_data, signal) => {
    const indexed = await indexTexts(database, write, signal)
    if (indexed > 0) log.info({ indexed }, 'added texts to the search index')
  })
  const store = createFileStore(deps.settings)
  await jobs.work(fileRemovalQueue, concurrency.fileRemovals, async (_data, signal) => {
    await removeDueFiles({ database, store, log }, signal)
    await removeAbandonedUploads(deps.settings.dataDir, clock())
    await removeAbandonedImports(deps.settings.dataDir, clock())
    await forgetUnusedTokens(database, clock())
    await removeExpiredExports({ database, store, dataDir: deps.settings.dataDir }, clock(), signal)
  })
  await jobs.work(importQueue, concurrency.imports, (job, signal) =>
    workOnImport(
      {
        ...{ database, store, clock, write, vault: new Vault(deps.secretKey), fetch: outbound.fetch },
        dataDir: deps.settings.dataDir,
        githubApiUrl: deps.settings.trackerApiUrls.github,
      },
      job,
      signal,
    ),
  )
  await jobs.work(exportQueue, concurrency.exports, (job, signal) =>
    runExport({ ...deps, store, dataDir: deps.settings.dataDir }, job, signal),
  )
  const publishing = startPoller(log, 'published scheduled entries', () =>
    publishScheduledEntries({ database, jobs }, clock()),
  )
  await jobs.work(webhookMailQueue, concurrency.webhookMail, (job) =>
    sendWebhookDisabledMail({ ...deps, publicUrl: deps.settings.publicUrl }, job),
  )
  const webhooks = startDispatcher({
    database,
    log,
    write,
    fetch: outbound.fetch,
    vault: new Vault(deps.secretKey),
    publicUrl: deps.settings.publicUrl,
  })
  const digests = startPoller(log, 'created digests', () => createDueDigests({ database, jobs }, clock()))
  const memberMails = startPoller(log, 'created mail to members', () =>
    createDueMemberMails({ database, jobs }, clock()),
  )
  return {
    findStalled() {
      const pollers = Object.entries({ publishing, digests, memberMails, webhooks })
      return [...jobs.findStalled(), ...pollers.flatMap(([name, { isStalled }]) => (isStalled() ? [name] : []))]
    },
    async stop() {
      await Promise.all([publishing.stop(), digests.stop(), memberMails.stop(), webhooks.stop()])
      await jobs.close()
      await outbound.close()
      await store.close()
      reporter.stop()
    },
  }
}

type WriteInWorkspace = <T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>) => Promise<T>

async function registerTrackerJobs(deps: WorkerDeps, write: WriteInWorkspace, outbound: Outbound): Promise<void> {
  const { jobs, database, clock } = deps
  const read = (workspaceId: string): Scope => ({ ...systemScope(workspaceId, clock()), db: database.db })
  const trackers = { ...createTrackerDeps({ ...deps, outbound }), database, read, write }
  await jobs.work(attachQueue, concurrency.tracker, (job, signal) => attachBacklink(trackers, job, signal))
  await jobs.work(syncQueue, concurrency.tracker, (job, signal) => syncLink(trackers, job, signal))
  await jobs.work(pollQueue, concurrency.tracker, (job, signal) => pollConnection(trackers, job, signal))
  await jobs.work(schedulePollsQueue, concurrency.schedulePolls, () => schedulePolls(database, write))
}

async function registerDomainChecks(deps: WorkerDeps, write: WriteInWorkspace): Promise<void> {
  const { jobs, database, clock, settings } = deps
  if (settings.trustPortalHosts) return
  const lookup = createTxtLookup(settings.dnsServers ?? [])
  await jobs.work(portalDomainQueue, concurrency.portalDomains, async (_data, signal) => {
    await checkDueDomains({ database, lookup, write, now: clock() }, signal)
  })
}

async function registerMailJobs(
  deps: WorkerDeps,
  write: WriteInWorkspace,
  scheduleReport: (job: DeliverJob) => void,
): Promise<void> {
  const { database, jobs, log } = deps
  const mail = { ...deps, publicUrl: deps.settings.publicUrl }

  // Someone is waiting for each of these emails.
  await jobs.work(accountMailQueue, concurrency.accountMail, (job) => sendAccountMail(mail, job))
  await jobs.work(customerCodeQueue, concurrency.customerCode, (job) => sendCustomerCode(mail, job))
  await jobs.work(contactQueue, concurrency.requestContact, (job) => sendContactConfirmation(mail, job))
  await jobs.work(subscribeQueue, concurrency.subscribe, (job) => sendSubscriptionConfirmation(mail, job))

  await jobs.work(scheduleDigestsQueue, concurrency.weeklyDigest, async () => {
    await enqueueDueDigests(database, write, log, deps.clock())
  })
  await jobs.work(weeklyDigestQueue, concurrency.weeklyDigest, (job) => sendWeeklyDigest(mail, job))

  await registerFanoutJobs(deps, write)

  const composerFor = createComposerLoader(mail)
  await jobs.work(deliverQueue, concurrency.deliver, async (job, signal) => {
    const nextAt = await deliver({ ...deps, composerFor }, job, signal)
    if (nextAt !== null) await write(job.workspaceId, (scope) => enqueueDelivery(scope, job, nextAt))
    scheduleReport(job)
  })

  await jobs.work(memberMailQueue, concurrency.memberMail, async (job) => {
    const nextAt = await deliverMemberMail(mail, job)
    if (nextAt !== null)
      await write(job.workspaceId, (scope) => scope.enqueue(memberMailQueue, job, { startAfter: nextAt }))
  })

  await jobs.work(requeueQueue, concurrency.requeue, async () => {
    const ids = [...(await requeueLostJobs(database, write)), ...(await requeueLostMemberMails(database, write))]
    if (ids.length > 0) log.warn({ ids }, 'requeued mail that had lost its jobs')
  })

  await jobs.work(housekeepingQueue, concurrency.housekeeping, async (_data, signal) => {
    const days = deps.settings.eventsDays ?? defaultEventsDays
    const events = await deleteExpiredEvents(database, { days, now: deps.clock() }, signal)
    const deleted = { ...(await deleteExpiredRows(database, signal)), events }
    log.info({ deleted, retention: await applyRetention(deps, signal) }, 'housekeeping')
  })
}

/** Registers the jobs that create the deliveries of announcements and digests. */
async function registerFanoutJobs({ database, jobs, log }: WorkerDeps, write: WriteInWorkspace): Promise<void> {
  /** Fans out a source. @returns false if the process stops before the end, so that another job has to continue. */
  const fanOutAll = async (workspaceId: string, source: DeliverySource, signal: AbortSignal) => {
    let hasMore = true
    while (hasMore && !signal.aborted) hasMore = await write(workspaceId, (scope) => fanOut(scope, source))
    return !hasMore
  }
  await jobs.work(announceQueue, concurrency.announce, async ({ workspaceId, entryId }, signal) => {
    if (!(await fanOutAll(workspaceId, { entryId }, signal))) {
      return write(workspaceId, (scope) => scope.enqueue(announceQueue, { workspaceId, entryId }))
    }
    // Tells the query planner about many new rows before deliveries are claimed a few at a time.
    await sql`analyze notification_deliveries`
      .execute(database.db)
      .catch((error) => log.warn({ err: error }, 'cannot analyze notification_deliveries'))
  })
  await jobs.work(digestQueue, concurrency.digest, async ({ workspaceId, digestId }, signal) => {
    if (await fanOutAll(workspaceId, { digestId }, signal)) return
    await write(workspaceId, (scope) => scope.enqueue(digestQueue, { workspaceId, digestId }))
  })
}

const progressIntervalMs = 5_000

/** Logs the progress of announcements every few seconds, and when they are finished. */
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
    /** Schedules one delayed report for several jobs, because counting reads a row per recipient. */
    scheduleReport(job: DeliverJob): void {
      if (!('entryId' in job) || timers.has(job.entryId)) return
      const { workspaceId, entryId } = job
      const timer = setTimeout(() => {
        timers.delete(entryId)
        report(workspaceId, entryId).catch((error) =>
          log.warn({ err: error }, 'cannot read the progress of an announcement'),
        )
      }, progressIntervalMs)
      timers.set(entryId, timer)
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
