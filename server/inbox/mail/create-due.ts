import { sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { type SystemWriteDeps, writeAsSystem } from '../../platform/system-scope.ts'
import { mailDelayMinutes, mailDueAt } from '../kinds.ts'
import { memberMailQueue } from '../queues.ts'

// Members per poll. The rest wait for the next poll, a second later.
const memberLimit = 100
// Mail about the review queue is no more frequent, even during an import.
const reviewIntervalMinutes = 15
// Submissions become visible when their transactions commit, which takes less than this.
const commitGraceMinutes = 1

/**
 * Creates a message for each member to whom something is due, with everything that is due within the next minutes, so
 * that members get one message at a time however much happens. Safe to run in several processes at once.
 * @returns the ids of the messages.
 * @throws the first error, after all other members have been processed.
 */
export async function createDueMemberMails(deps: Omit<SystemWriteDeps, 'clock'>, now: string): Promise<string[]> {
  const { rows } = await sql<{ workspaceId: string; memberId: string }>`
    select distinct workspace_id as "workspaceId", member_id as "memberId" from (
      (select workspace_id, member_id from member_notifications
        where mail_due_at <= ${now} order by mail_due_at limit ${memberLimit})
      union all
      (select workspace_id, id from members
        where review_mail_due_at <= ${now} order by review_mail_due_at limit ${memberLimit})) due`.execute(
    deps.database.db,
  )
  const mailIds: string[] = []
  const failures: unknown[] = []
  for (const { workspaceId, memberId } of rows) {
    await writeAsSystem({ ...deps, clock: () => now }, workspaceId, (tx) => createMail(tx, memberId)).then(
      (id) => id !== null && mailIds.push(id),
      (error) => failures.push(error),
    )
  }
  if (failures.length > 0) throw failures[0]
  return mailIds
}

/** @returns the id of the message; null if nothing is due, or another process has just created it. */
async function createMail(tx: WriteScope, memberId: string): Promise<string | null> {
  const { db, workspaceId, now } = tx
  const { rows } = await sql<{ isReviewDue: boolean; hasNotifications: boolean }>`
    select coalesce(m.review_mail_due_at <= ${now}, false) as "isReviewDue",
      exists (select from member_notifications n
        where n.workspace_id = m.workspace_id and n.member_id = m.id and n.mail_due_at <= ${now}) as "hasNotifications"
    from members m where m.workspace_id = ${workspaceId} and m.id = ${memberId}
    for no key update of m skip locked`.execute(db)
  const [member] = rows
  if (!member) return null
  const review = member.isReviewDue ? await takeReviewRange(tx, memberId) : null
  if (!member.hasNotifications && review === null) return null
  const id = newId()
  tx.defer(
    db
      .insertInto('member_mails')
      .values({
        workspace_id: workspaceId,
        id,
        member_id: memberId,
        state: 'due',
        due_at: now,
        review_after: review?.after ?? null,
        review_through: review?.through ?? null,
        created_at: now,
      })
      .execute(),
  )
  tx.defer(
    sql`update member_notifications set mail_id = ${id}, mail_due_at = null
      where workspace_id = ${workspaceId} and member_id = ${memberId}
        and mail_due_at <= ${now}::timestamptz + make_interval(mins => ${mailDelayMinutes})`.execute(db),
  )
  await tx.enqueue(memberMailQueue, { workspaceId, mailId: id })
  return id
}

interface ReviewRange {
  after: string
  through: string
}

/** Schedules the next check of the review queue. @returns the range to report; null if nothing is new */
async function takeReviewRange(tx: WriteScope, memberId: string): Promise<ReviewRange | null> {
  const { db, workspaceId, now } = tx
  const through = new Date(Date.parse(now) - commitGraceMinutes * 60_000).toISOString()
  const isNew = (table: string) =>
    sql`exists (select from ${sql.table(table)} i where i.workspace_id = m.workspace_id and i.status = 'pending'
      and i.created_at > m.after and i.created_at <= ${through})`
  const next = sql`case when m.mails_review = 'immediately' and (${isNew('feedback')} or ${isNew('pending_comments')})
    then ${now}::timestamptz + make_interval(mins => ${reviewIntervalMinutes})
    else ${mailDueAt(sql`m.mails_review`, sql`w.time_zone`, now)} end`
  // The caller has locked the member. Two statements, because Citus refuses to compute the times in the update.
  const { rows } = await sql<{ isNew: boolean; after: string; nextAt: string | null }>`
    select ${isNew('feedback')} or ${isNew('pending_comments')} as "isNew", m.after, ${next} as "nextAt"
    from (select *, greatest(review_mailed_at, review_read_at, created_at) as after from members
      where workspace_id = ${workspaceId} and id = ${memberId}) m
    join workspaces w on w.workspace_id = m.workspace_id`.execute(db)
  const { isNew: hasNew, after, nextAt } = rows[0]!
  tx.defer(
    sql`update members set review_mail_due_at = ${nextAt} ${hasNew ? sql`, review_mailed_at = ${through}` : sql``}
      where workspace_id = ${workspaceId} and id = ${memberId}`.execute(db),
  )
  return hasNew ? { after, through } : null
}
