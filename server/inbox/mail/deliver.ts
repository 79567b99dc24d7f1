import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { MemberMailJob } from '../queues.ts'
import { composeMemberMail, type MemberMailDeps } from './compose.ts'
import { loadMailContent } from './load.ts'
import { claimMail, nextAttemptAt, recordOutcome, suppressMail } from './repository.ts'

export interface DeliverMemberMailDeps extends MemberMailDeps {
  database: Database
  mailer: Mailer
  clock: Clock
  log: Log
}

/**
 * Sends a message to a member. It is claimed before and recorded after, so that a crash can repeat only the message in
 * flight, with the same Message-ID. What was read meanwhile is left out; if that is everything, nothing is sent.
 * @returns when to try again (ISO 8601); null if it is done.
 */
export async function deliverMemberMail(deps: DeliverMemberMailDeps, job: MemberMailJob): Promise<string | null> {
  const { database, mailer, clock, log } = deps
  const claim = await claimMail(database, job, clock())
  if (claim === null) return nextAttemptAt(database, job)
  const content = await loadMailContent(database, claim)
  if (content === null) {
    await suppressMail(database, claim, clock())
    return null
  }
  const outcome = await mailer.send(composeMemberMail(deps, content))
  if (outcome.kind === 'refused') log.warn({ ...job, response: outcome.response }, 'mail to a member was rejected')
  await recordOutcome(database, claim, outcome, clock())
  return nextAttemptAt(database, job)
}
