import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer, MailMessage } from '../../platform/mail/mailer.ts'
import type { DeliverJob, DeliverySource } from '../queues.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  claimTtlSeconds,
  type DeliveryResult,
  findNextAttemptAt,
  postponeDeliveries,
  recordResults,
  releaseClaims,
} from './repository.ts'

export interface DeliverDeps {
  database: Database
  mailer: Mailer
  log: Log
  clock: Clock
  /** Makes the messages of a subject; null when it is gone, and nobody is to hear any more. */
  composerFor(workspaceId: string, subject: DeliverySource): Promise<Compose | null>
}

type Compose = (claim: ClaimedDelivery) => MailMessage

// A job that goes on for longer than this gives way, so that long runs of one workspace do not keep others waiting.
const timeSliceMs = 20_000
const claimLimit = 10
// A message takes up to a minute (platform/mail), so none is begun in the second half of a claim.
const claimUsableMs = (claimTtlSeconds * 1_000) / 2
const writeRetryMs = 1_000
const writeAttemptLimit = 60

/**
 * Sends what is due in a range of a subject's customers, several messages at a time. Each is marked before it is sent and
 * again when the mail server has answered: whatever ends this process in between, only messages that were on their way
 * in that moment can be repeated.
 * @returns when to go on with the range, ISO 8601; null when it is done.
 */
export async function deliver(deps: DeliverDeps, job: DeliverJob, signal: AbortSignal): Promise<string | null> {
  const { database, mailer, clock } = deps
  const compose = await deps.composerFor(job.workspaceId, job)
  if (compose === null) return null
  const run: Run = {
    ...deps,
    job,
    compose,
    results: createResultWriter(deps, job),
    unavailable: null,
    shouldContinue: () => true,
  }
  const until = performance.now() + timeSliceMs
  run.shouldContinue = () => !signal.aborted && run.unavailable === null && performance.now() < until
  const lanes = await Promise.allSettled(Array.from({ length: mailer.concurrency }, () => runSender(run)))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  if (run.unavailable !== null) await postponeDeliveries(database, job, run.unavailable, clock())
  return findNextAttemptAt(database, job)
}

interface Run extends DeliverDeps {
  job: DeliverJob
  compose: Compose
  results: ResultWriter
  /** Why no mail can be sent at present. */
  unavailable: string | null
  shouldContinue(): boolean
}

async function runSender(run: Run): Promise<void> {
  const { database, clock, job, mailer } = run
  // One at first, until it is known how long they take.
  let size = 1
  while (run.shouldContinue()) {
    const began = performance.now()
    const claims = await claimDeliveries(database, job, size, clock())
    if (claims.length === 0) return
    const unsent = await sendAll(run, claims, began + claimUsableMs)
    await releaseClaims(database, job, unsent, clock())
    size = nextClaimSize(mailer, (performance.now() - began) / claims.length)
  }
}

/** As many as are sent in a quarter of a second: whoever opts out is heeded from the next claim on. */
function nextClaimSize({ rate, concurrency: lanes }: Mailer, msEach: number): number {
  const perSecond = Math.min(1_000 / msEach, rate === null ? Number.POSITIVE_INFINITY : rate / lanes)
  return Math.max(1, Math.min(claimLimit, Math.floor(perSecond / 4)))
}

/** @returns the claims that were not sent, because the run was to stop or the claim would soon lapse. */
async function sendAll(run: Run, claims: ClaimedDelivery[], lapsesAt: number): Promise<ClaimedDelivery[]> {
  for (const [index, claim] of claims.entries()) {
    if (!run.shouldContinue() || performance.now() > lapsesAt) return claims.slice(index)
    const outcome = await run.mailer.send(run.compose(claim))
    if (outcome.kind === 'unavailable') run.unavailable = outcome.words
    // Before the next message: so that the end of this process leaves one in each lane that may be sent again.
    await run.results.write({ claim, outcome })
  }
  return []
}

interface ResultWriter {
  /** Resolves when it is written. */
  write(sent: DeliveryResult): Promise<void>
}

/** Writes an outcome at once, and those that other lanes have meanwhile together with the next write. */
function createResultWriter(deps: DeliverDeps, job: DeliverJob): ResultWriter {
  let waiting: DeliveryResult[] = []
  let written = Promise.resolve()
  let next: Promise<void> | null = null
  const write = () => {
    const batch = waiting
    waiting = []
    next = null
    return writeResults(deps, job, batch)
  }
  return {
    write(sent) {
      waiting.push(sent)
      next ??= written = written.then(write)
      return next
    },
  }
}

/** What is not written down is sent again, so a database that is away for a moment is waited for. */
async function writeResults(
  { database, log, clock }: DeliverDeps,
  job: DeliverJob,
  batch: DeliveryResult[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const stopped = await recordResults(database, job, batch, clock())
      if (stopped.length > 0) {
        log.warn(
          { workspaceId: job.workspaceId, customerIds: stopped },
          'mail to these customers has stopped: refused for good',
        )
      }
      return
    } catch (error) {
      if (attempt === writeAttemptLimit) throw error
      await new Promise((resolve) => setTimeout(resolve, writeRetryMs))
    }
  }
}
