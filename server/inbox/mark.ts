import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import { withoutIndex } from '../platform/db/without-index.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { CommentedItem } from './notify.ts'
import { inboxCan } from './permissions.ts'

/** Marks the acting member's notifications about a request or entry as read, so they are not mailed. @throws 403 */
export async function markRead(tx: WriteScope, { of, id }: CommentedItem): Promise<void> {
  permit(inboxCan(tx.actor).use)
  await sql`update member_notifications set read_at = ${tx.now}, mail_due_at = null
    where workspace_id = ${tx.workspaceId} and ${sql.ref(of)} = ${id} and member_id = ${tx.actor.id}
      and ${withoutIndex(sql`read_at is null`)}`.execute(tx.db)
}

/** Marks the latest notification about a request or entry as unread. It is not mailed again. @throws 403 */
export async function markUnread(tx: WriteScope, { of, id }: CommentedItem): Promise<void> {
  permit(inboxCan(tx.actor).use)
  await sql`update member_notifications set read_at = null
    where workspace_id = ${tx.workspaceId} and id = (select id from member_notifications
      where workspace_id = ${tx.workspaceId} and ${sql.ref(of)} = ${id} and member_id = ${tx.actor.id}
      order by created_at desc, id desc limit 1)`.execute(tx.db)
}

/** Marks everything until a time as read: what arrived after the page was loaded stays unread. @throws 403 */
export async function markAllRead(tx: WriteScope, until: string): Promise<void> {
  permit(inboxCan(tx.actor).use)
  const { db, workspaceId, actor, now } = tx
  const time = notAfter(now, until)
  await sql`update member_notifications set read_at = ${now}, mail_due_at = null
    where workspace_id = ${workspaceId} and member_id = ${actor.id} and read_at is null
      and created_at <= ${time}`.execute(db)
  await setReviewReadAt(tx, time)
}

/** Marks the item about the review queue as read until a time, or as unread. @throws 403 */
export async function markReview(tx: WriteScope, readAt: string | null): Promise<void> {
  permit(inboxCan(tx.actor).use)
  await setReviewReadAt(tx, readAt === null ? null : notAfter(tx.now, readAt))
}

/** Returns the earlier of two times, because no notification is read before it has arrived. */
const notAfter = (now: string, time: string): string => (Date.parse(time) < Date.parse(now) ? time : now)

const setReviewReadAt = ({ db, workspaceId, actor }: WriteScope, readAt: string | null) =>
  db
    .updateTable('members')
    .set({ review_read_at: readAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', actor.id)
    .execute()
