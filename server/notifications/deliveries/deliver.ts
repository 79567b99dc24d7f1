import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer, Message } from '../../platform/mail/mailer.ts'
import {
  type Claim,
  claimDeliveries,
  claimSeconds,
  markDeliveries,
  nextDue,
  putOff,
  release,
  type Sent,
} from './repository.ts'
import type { DeliverJob, Subject } from '../queues.ts'

export interface DeliverDeps {
  database: Database
  mailer: Mailer
  log: Log
  clock: Clock
  /** Makes the messages of a subject; null when it is gone, and nobody is to hear any more. */
  composerFor(workspaceId: string, subject: Subject): Promise<Compose | null>
}

type Compose = (claim: Claim) => Message

// A job that goes on for longer than this gives way, so that long runs of one workspace do not keep others waiting.
const sliceMs = 20_000
const claimsAtOnce = 10
// A message takes up to a minute (platform/mail), so none is begun in the second half of a claim.
const claimUsedMs = (claimSeconds * 1_000) / 2
const marksRetriedEveryMs = 1_000
const marksTries = 60

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
  const run: Run = { ...deps, job, compose, marker: createMarker(deps, job), unavailable: null, mayGoOn: () => true }
  const until = performance.now() + sliceMs
  run.mayGoOn = () => !signal.aborted && run.unavailable === null && performance.now() < until
  const lanes = await Promise.allSettled(Array.from({ length: mailer.lanes }, () => sendInLane(run)))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  if (run.unavailable !== null) await putOff(database, job, run.unavailable, clock())
  return nextDue(database, job)
}

interface Run extends DeliverDeps {
  job: DeliverJob
  compose: Compose
  marker: Marker
  /** Why no mail can be sent at present. */
  unavailable: string | null
  mayGoOn(): boolean
}

async function sendInLane(run: Run): Promise<void> {
  const { database, clock, job, mailer } = run
  // One at first, until it is known how long they take.
  let size = 1
  while (run.mayGoOn()) {
    const began = performance.now()
    const claims = await claimDeliveries(database, job, size, clock())
    if (claims.length === 0) return
    const unsent = await sendAll(run, claims, began + claimUsedMs)
    await release(database, job, unsent, clock())
    size = claimSize(mailer, (performance.now() - began) / claims.length)
  }
}

/** As many as are sent in a quarter of a second: whoever opts out is heeded from the next claim on. */
function claimSize({ rate, lanes }: Mailer, msEach: number): number {
  const perSecond = Math.min(1_000 / msEach, rate === null ? Number.POSITIVE_INFINITY : rate / lanes)
  return Math.max(1, Math.min(claimsAtOnce, Math.floor(perSecond / 4)))
}

/** @returns the claims that were not sent, because the run was to stop or the claim would soon lapse. */
async function sendAll(run: Run, claims: Claim[], lapsesAt: number): Promise<Claim[]> {
  for (const [index, claim] of claims.entries()) {
    if (!run.mayGoOn() || performance.now() > lapsesAt) return claims.slice(index)
    const outcome = await run.mailer.send(run.compose(claim))
    if (outcome.kind === 'unavailable') run.unavailable = outcome.words
    // Before the next message: so that the end of this process leaves one in each lane that may be sent again.
    await run.marker.mark({ claim, outcome })
  }
  return []
}

interface Marker {
  /** Resolves when it is written. */
  mark(sent: Sent): Promise<void>
}

/** Writes an outcome at once, and those that other lanes have meanwhile together with the next write. */
function createMarker(deps: DeliverDeps, job: DeliverJob): Marker {
  let waiting: Sent[] = []
  let written = Promise.resolve()
  let next: Promise<void> | null = null
  const write = () => {
    const batch = waiting
    waiting = []
    next = null
    return writeMarks(deps, job, batch)
  }
  return {
    mark(sent) {
      waiting.push(sent)
      next ??= written = written.then(write)
      return next
    },
  }
}

/** What is not written down is sent again, so a database that is away for a moment is waited for. */
async function writeMarks({ database, log, clock }: DeliverDeps, job: DeliverJob, batch: Sent[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const stopped = await markDeliveries(database, job, batch, clock())
      if (stopped.length > 0) {
        log.warn(
          { workspaceId: job.workspaceId, customerIds: stopped },
          'mail to these customers has stopped: refused for good',
        )
      }
      return
    } catch (error) {
      if (attempt === marksTries) throw error
      await new Promise((resolve) => setTimeout(resolve, marksRetriedEveryMs))
    }
  }
}
