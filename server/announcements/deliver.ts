import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import {
  type Claim,
  claimDeliveries,
  claimSeconds,
  markDeliveries,
  nextDue,
  putOff,
  release,
  type Sent,
} from './deliveries.ts'
import type { Composer } from './message.ts'
import type { DeliverJob } from './queues.ts'

export interface DeliverDeps {
  database: Database
  mailer: Mailer
  log: Log
  clock: Clock
  /** Makes the messages of an entry; null when it is gone, and nobody is to hear any more. */
  composerFor(workspaceId: string, entryId: string): Promise<Composer | null>
}

// A job that goes on for longer than this gives way, so that long runs of one workspace do not keep others waiting.
const sliceMs = 20_000
const claimsAtOnce = 10
const marksRetriedEveryMs = 1_000
const marksTries = 60

/**
 * Sends what is due in a range of an entry's customers, several messages at a time. Each is marked before it is sent and
 * again when the mail server has answered: whatever ends this process in between, only messages that were on their way
 * in that moment can be repeated.
 * @returns when to go on with the range, ISO 8601; null when it is done.
 */
export async function deliver(deps: DeliverDeps, job: DeliverJob, signal: AbortSignal): Promise<string | null> {
  const { database, mailer, clock } = deps
  const compose = await deps.composerFor(job.workspaceId, job.entryId)
  if (compose === null) return null
  const run: Run = { ...deps, job, compose, marker: createMarker(deps, job), unavailable: null, mayGoOn: () => true }
  const until = performance.now() + sliceMs
  run.mayGoOn = () => !signal.aborted && run.unavailable === null && performance.now() < until
  const lanes = await Promise.allSettled(Array.from({ length: mailer.lanes }, () => sendInLane(run)))
  await run.marker.done()
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  if (run.unavailable !== null) await putOff(database, job, run.unavailable, clock())
  return nextDue(database, job)
}

interface Run extends DeliverDeps {
  job: DeliverJob
  compose: Composer
  marker: Marker
  /** Why no mail can be sent at present. */
  unavailable: string | null
  mayGoOn(): boolean
}

async function sendInLane(run: Run): Promise<void> {
  const { database, clock, job, mailer } = run
  while (run.mayGoOn()) {
    // Counted from before the claim, since it is as old as that.
    const lapsesAt = performance.now() + claimSeconds * 500
    const claims = await claimDeliveries(database, job, claimSize(mailer), clock())
    if (claims.length === 0) return
    const unsent = await sendAll(run, claims, lapsesAt)
    await release(
      database,
      job,
      unsent.map(({ customerId }) => customerId),
      clock(),
    )
  }
}

/** About a second's worth: whoever opts out is heeded from the next claim on. */
const claimSize = ({ rate, lanes }: Mailer): number =>
  rate === null ? claimsAtOnce : Math.min(claimsAtOnce, Math.max(1, Math.floor(rate / lanes)))

/** @returns the claims that were not sent, because the run was to stop or the claim would soon lapse. */
async function sendAll(run: Run, claims: Claim[], lapsesAt: number): Promise<Claim[]> {
  for (const [index, claim] of claims.entries()) {
    if (index > 0 && (!run.mayGoOn() || performance.now() > lapsesAt)) return claims.slice(index)
    const outcome = await run.mailer.send(run.compose(claim))
    if (outcome.kind === 'unavailable') run.unavailable = outcome.words
    run.marker.mark({ customerId: claim.customerId, outcome })
  }
  return []
}

interface Marker {
  mark(sent: Sent): void
  /** Resolves when all is written. */
  done(): Promise<void>
}

/** Writes outcomes at once, and those that come meanwhile together with the next write. */
function createMarker(deps: DeliverDeps, job: DeliverJob): Marker {
  let waiting: Sent[] = []
  let writing: Promise<void> | null = null
  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await writeMarks(deps, job, batch)
    }
    writing = null
  }
  return {
    mark(sent) {
      waiting.push(sent)
      writing ??= write()
      writing.catch(() => {})
    },
    done: async () => writing ?? undefined,
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
