import { sql } from 'kysely'
import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import { OneOf, type Static, Strict, Type } from '../platform/schemas.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import {
  type MemberMailKind,
  mailDueAt,
  mailDueAtFrequency,
  mailFrequencies,
  mailKindOf,
  notificationKinds,
} from './kinds.ts'
import { inboxCan } from './permissions.ts'

export const InboxSettings = Strict({
  assigned: OneOf([...mailFrequencies]),
  mentions: OneOf([...mailFrequencies]),
  replies: OneOf([...mailFrequencies]),
  review: OneOf([...mailFrequencies]),
  /** Whether the inbox shows that something waits for review. */
  showsReview: Type.Boolean(),
})
export type InboxSettings = Static<typeof InboxSettings>

const selectSettings = ({ db, workspaceId, actor }: Scope) =>
  db
    .selectFrom('members')
    .select([
      'mails_assigned as assigned',
      'mails_mentions as mentions',
      'mails_replies as replies',
      'mails_review as review',
      'shows_review as showsReview',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', actor.id)

/** Returns the acting member's settings. @throws 403; 404 for a member who has left */
export async function getInboxSettings(scope: Scope): Promise<InboxSettings> {
  permit(inboxCan(scope.actor).use)
  const settings = await selectSettings(scope).executeTakeFirst()
  if (!settings) throw notFound()
  return settings as InboxSettings
}

/** Changes the acting member's settings, also for what waits to be mailed. @throws 403; 404 */
export async function updateInboxSettings(tx: WriteScope, wanted: InboxSettings): Promise<void> {
  permit(inboxCan(tx.actor).use)
  const before = (await selectSettings(tx).forUpdate().executeTakeFirst()) as InboxSettings | undefined
  if (!before) throw notFound()
  await storeSettings(tx, before, wanted)
}

/** Stops mail of some kinds to the acting member. @throws 403; 404 */
export async function stopMail(tx: WriteScope, kinds: readonly MemberMailKind[]): Promise<void> {
  permit(inboxCan(tx.actor).use)
  const before = (await selectSettings(tx).forUpdate().executeTakeFirst()) as InboxSettings | undefined
  if (!before) throw notFound()
  await storeSettings(tx, before, { ...before, ...Object.fromEntries(kinds.map((kind) => [kind, 'off'])) })
}

async function storeSettings(tx: WriteScope, before: InboxSettings, wanted: InboxSettings): Promise<void> {
  const changes = pickChanges<InboxSettings>(before, wanted)
  if (!changes) return
  const { db, workspaceId, actor, now } = tx
  await sql`update members m set mails_assigned = ${wanted.assigned}, mails_mentions = ${wanted.mentions},
      mails_replies = ${wanted.replies}, mails_review = ${wanted.review}, shows_review = ${wanted.showsReview}
      ${
        changes.review
          ? sql`, review_mailed_at = ${now},
        review_mail_due_at = due.at`
          : sql``
      }
    from (select ${mailDueAtFrequency(wanted.review, sql`w.time_zone`, now)} as at from workspaces w
      where w.workspace_id = ${workspaceId}) due
    where m.workspace_id = ${workspaceId} and m.id = ${actor.id}`.execute(db)
  await rescheduleMail(tx)
  audit(tx, 'member.inbox_updated', actor.id!, describeChanges<InboxSettings>(before, changes, null))
}

/** Applies new settings to the notifications that wait to be mailed. */
async function rescheduleMail({ db, workspaceId, actor, now }: WriteScope): Promise<void> {
  const frequency = sql`case n.kind ${sql.join(
    notificationKinds.map((kind) => sql`when ${sql.lit(kind)} then m.${sql.ref(`mails_${mailKindOf[kind]}`)}`),
    sql` `,
  )} end` as ReturnType<typeof sql<string>>
  // A subquery computes the times, because Citus refuses to add intervals in the values of an update.
  await sql`update member_notifications set mail_due_at = due.at
    from (select n.id, ${mailDueAt(frequency, sql`w.time_zone`, now)} as at from member_notifications n
      join members m on m.workspace_id = n.workspace_id and m.id = n.member_id
      join workspaces w on w.workspace_id = m.workspace_id
      where n.workspace_id = ${workspaceId} and n.member_id = ${actor.id} and n.mail_due_at is not null) due
    where member_notifications.workspace_id = ${workspaceId} and member_notifications.id = due.id
      and member_notifications.mail_due_at is not null`.execute(db)
}
