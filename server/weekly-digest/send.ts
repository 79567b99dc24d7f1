import { sql } from 'kysely'
import { Signer } from '../platform/crypto/secret-key.ts'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { systemScope } from '../platform/system-scope.ts'
import { isQuiet, loadWeek } from './content.ts'
import { composeWeeklyDigest, type DigestAddressee } from './message.ts'
import type { WeeklyDigestJob } from './queues.ts'
import { wantsDigest } from './settings.ts'
import { createDigestToken, digestTokenPurpose } from './unsubscribe-token.ts'

export interface WeeklyDigestDeps {
  database: Database
  mailer: Mailer
  log: Log
  clock(): string
  secretKey: string
  /** Without a final slash. */
  publicUrl: string
}

/**
 * Sends the digest of a week to a member. Sends nothing if the member has left or no longer wants it, if it has been sent
 * before, or if nothing happened. A process that dies after the mail server has accepted the message sends it again, with
 * the same message id.
 * @throws if the mail server did not accept the message, so that the job is retried
 */
export async function sendWeeklyDigest(deps: WeeklyDigestDeps, job: WeeklyDigestJob): Promise<void> {
  const { database, mailer, log, publicUrl, secretKey } = deps
  const { workspaceId, memberId, monday } = job
  const to = await findAddressee(database, job)
  if (to === undefined) return
  const digest = await loadWeek({ ...systemScope(workspaceId, deps.clock()), db: database.db }, to.timeZone, monday)
  if (isQuiet(digest)) return
  const token = createDigestToken(new Signer(secretKey, digestTokenPurpose), { workspaceId, memberId })
  const links = { publicUrl, unsubscribe: `${publicUrl}/unsubscribe/digest/${token}` }
  const outcome = await mailer.send(composeWeeklyDigest(links, to, digest, monday))
  if (outcome.kind === 'refused') {
    log.warn({ memberId, response: outcome.response }, 'the mail server rejected a weekly digest')
    return
  }
  if (outcome.kind !== 'sent') throw new Error(`could not send a weekly digest: ${outcome.response}`)
  await sql`update members set weekly_digest_sent_on = ${monday}::date
    where workspace_id = ${workspaceId} and id = ${memberId}`.execute(database.db)
}

/** Finds the member, if they still get this digest. */
async function findAddressee({ db }: Database, { workspaceId, memberId, monday }: WeeklyDigestJob) {
  const { rows } = await sql<DigestAddressee & { timeZone: string }>`
    select w.workspace_id as "workspaceId", m.id as "memberId", coalesce(a.email, m.email) as email, w.name as workspace,
      w.slug, w.time_zone as "timeZone"
    from members m join workspaces w on w.workspace_id = m.workspace_id left join accounts a on a.id = m.account_id
    where m.workspace_id = ${workspaceId} and m.id = ${memberId} and m.joined_at is not null and w.sends_weekly_digest
      and ${wantsDigest} and m.weekly_digest_sent_on is distinct from ${monday}::date`.execute(db)
  return rows[0]
}
