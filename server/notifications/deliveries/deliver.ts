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
  /** Loads a source and returns its composer; null if the source is gone, so nothing more is sent. */
  composerFor(workspaceId: string, source: DeliverySource): Promise<Compose | null>
}

type Compose = (claim: ClaimedDelivery) => MailMessage

// A job yields after this time, so that a long run of one workspace does not block the others.
const timeSliceMs = 20_000
const claimLimit = 10
// A message takes up to a minute (platform/mail), so none is started in the second half of a claim.
const claimUsableMs = (claimTtlSeconds * 1_000) / 2
const writeRetryMs = 1_000
const writeAttemptLimit = 60

/**
 * Sends the due deliveries of a range, several at a time. Each is claimed before it is sent and recorded as soon as the
 * mail server has answered, so that a crash can repeat only the messages in flight at that moment.
 * @returns when to continue with the range (ISO 8601); null if it is done.
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
  const deadline = performance.now() + timeSliceMs
  run.shouldContinue = () => !signal.aborted && run.unavailable === null && performance.now() < deadline
  const senders = await Promise.allSettled(Array.from({ length: mailer.concurrency }, () => runSender(run)))
  for (const sender of senders) if (sender.status === 'rejected') throw sender.reason
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
  // Starts with one, to measure how long a message takes.
  let size = 1
  while (run.shouldContinue()) {
    const startedAt = performance.now()
    const claims = await claimDeliveries(database, job, size, clock())
    if (claims.length === 0) return
    const unsent = await sendAll(run, claims, startedAt + claimUsableMs)
    await releaseClaims(database, job, unsent, clock())
    size = nextClaimSize(mailer, (performance.now() - startedAt) / claims.length)
  }
}

/** Returns as many as are sent in a quarter of a second, because an opt-out takes effect with the next claim. */
function nextClaimSize({ rate, concurrency }: Mailer, msEach: number): number {
  const perSecond = Math.min(1_000 / msEach, rate === null ? Number.POSITIVE_INFINITY : rate / concurrency)
  return Math.max(1, Math.min(claimLimit, Math.floor(perSecond / 4)))
}

/** Sends claimed deliveries. @returns the rest, if the run stopped or the claims would soon lapse. */
async function sendAll(run: Run, claims: ClaimedDelivery[], lapsesAt: number): Promise<ClaimedDelivery[]> {
  for (const [index, claim] of claims.entries()) {
    if (!run.shouldContinue() || performance.now() > lapsesAt) return claims.slice(index)
    const outcome = await run.mailer.send(run.compose(claim))
    if (outcome.kind === 'unavailable') run.unavailable = outcome.response
    // Waits before the next message, so that a crash can repeat at most one message per sender.
    await run.results.write({ claim, outcome })
  }
  return []
}

interface ResultWriter {
  /** Resolves when the result is stored. */
  write(result: DeliveryResult): Promise<void>
}

/** Writes the first result at once. Results that arrive during a write are written together by the next one. */
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
    write(result) {
      waiting.push(result)
      next ??= written = written.then(write)
      return next
    },
  }
}

/** Retries while the database is unavailable: a message whose result is lost would be sent again. */
async function writeResults(
  { database, log, clock }: DeliverDeps,
  job: DeliverJob,
  batch: DeliveryResult[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const bouncedIds = await recordResults(database, job, batch, clock())
      if (bouncedIds.length > 0) {
        log.warn(
          { workspaceId: job.workspaceId, customerIds: bouncedIds },
          'stopped mail to customers after three hard bounces',
        )
      }
      return
    } catch (error) {
      if (attempt === writeAttemptLimit) throw error
      await new Promise((resolve) => setTimeout(resolve, writeRetryMs))
    }
  }
}
