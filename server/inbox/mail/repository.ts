import { sql } from 'kysely'
import {
  claimTtlSeconds,
  outageDelayMaxMinutes,
  retryDelaysSeconds,
  retryWindowHours,
} from '../../notifications/deliveries/repository.ts'
import type { Database } from '../../platform/db/database.ts'
import { redactSecrets } from '../../platform/log.ts'
import type { MailOutcome } from '../../platform/mail/mailer.ts'
import type { MemberMailJob } from '../queues.ts'

/*
 * The life of a message to a member, like that of a delivery (notifications/deliveries/repository.ts):
 *
 *   due -> sending      claimed; `due_at` becomes the end of the claim
 *   sending -> sent, failed, suppressed (everything in it was read), or due again after a while
 *
 * A lapsed claim counts as due.
 */

export interface ClaimedMail {
  id: string
  workspaceId: string
  memberId: string
  /** Identifies the claim: its result is not recorded over a later claim. */
  attempt: number
  firstTriedAt: string
  review: { after: string; through: string } | null
}

/** Claims a message that is due, so that no other worker sends it. */
export async function claimMail({ db }: Database, job: MemberMailJob, now: string): Promise<ClaimedMail | null> {
  const { rows } = await sql<Omit<ClaimedMail, 'review'> & { after: string | null; through: string | null }>`
    update member_mails set state = 'sending', attempts = attempts + 1, first_tried_at = coalesce(first_tried_at, ${now}),
      due_at = ${now}::timestamptz + make_interval(secs => ${claimTtlSeconds})
    where workspace_id = ${job.workspaceId} and id = ${job.mailId} and state in ('due', 'sending') and due_at <= ${now}
    returning id, workspace_id as "workspaceId", member_id as "memberId", attempts as attempt,
      first_tried_at as "firstTriedAt", review_after as after, review_through as through`.execute(db)
  const [row] = rows
  if (!row) return null
  const { after, through, ...claim } = row
  return { ...claim, review: after === null || through === null ? null : { after, through } }
}

/** Returns when to try a message again; null if it has ended or is gone. */
export async function nextAttemptAt({ db }: Database, job: MemberMailJob): Promise<string | null> {
  const row = await db
    .selectFrom('member_mails')
    .select('due_at')
    .where('workspace_id', '=', job.workspaceId)
    .where('id', '=', job.mailId)
    .where('state', 'in', ['due', 'sending'])
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Ends a claimed message without sending it. */
export const suppressMail = (database: Database, claim: ClaimedMail, now: string): Promise<void> =>
  store(database, claim, { state: 'suppressed', dueAt: now, endedAt: now, error: null })

/** Records the outcome of a claimed message: a deferred one is tried again for a day. */
export async function recordOutcome(
  database: Database,
  claim: ClaimedMail,
  outcome: MailOutcome,
  now: string,
): Promise<void> {
  const isLate = Date.parse(now) - Date.parse(claim.firstTriedAt) > retryWindowHours * 3_600_000
  const error = redactSecrets(outcome.response)
  if (outcome.kind === 'sent') await store(database, claim, { state: 'sent', dueAt: now, endedAt: now, error: null })
  else if (outcome.kind === 'refused' || isLate)
    await store(database, claim, { state: 'failed', dueAt: now, endedAt: now, error })
  else
    await store(database, claim, {
      state: 'due',
      dueAt: retryAt(claim.attempt, outcome.kind, now),
      endedAt: null,
      error,
    })
}

function retryAt(attempt: number, kind: 'deferred' | 'unavailable', now: string): string {
  const seconds =
    kind === 'deferred'
      ? retryDelaysSeconds[Math.min(attempt, retryDelaysSeconds.length) - 1]!
      : 60 * Math.min(attempt, outageDelayMaxMinutes)
  return new Date(Date.parse(now) + seconds * 1_000).toISOString()
}

interface Ending {
  state: 'due' | 'sent' | 'failed' | 'suppressed'
  dueAt: string
  endedAt: string | null
  error: string | null
}

/** A message that was sent is recorded even if its claim has lapsed, so that it is not sent again. */
async function store({ db }: Database, claim: ClaimedMail, { state, dueAt, endedAt, error }: Ending): Promise<void> {
  await db
    .updateTable('member_mails')
    .set({ state, due_at: dueAt, ended_at: endedAt, error })
    .where('workspace_id', '=', claim.workspaceId)
    .where('id', '=', claim.id)
    .where(({ eb, and, or }) =>
      or([
        ...(state === 'sent' ? [eb.lit(true)] : []),
        and([eb('state', '=', 'sending'), eb('attempts', '=', claim.attempt)]),
      ]),
    )
    .execute()
}
