import { type RawBuilder, sql } from 'kysely'
import { withoutIndex } from '../platform/db/without-index.ts'
import type { WriteScope } from '../platform/scope.ts'
import { type MemberNotificationKind, mailDueAt, mailKindOf } from './kinds.ts'

/*
 * The life of a notification:
 *
 *   unread, with a time for its mail ──> in a message (`mail_id`) ──> mailed, if it is still unread by then
 *        │  ^                                  │
 *        v  │ mark unread                      │
 *   read: never mailed  <──────────────────────┘
 *
 * It is written in the transaction of the act, and deleted with its request, comment or member. Members are never
 * notified of their own acts.
 */

/** Notifies a member who becomes the owner of locked requests, and deletes unread notifications of the previous owners. */
export function notifyAssigned(tx: WriteScope, feedbackIds: string[], memberId: string | null): void {
  const { db, workspaceId } = tx
  tx.defer(
    sql`delete from member_notifications
      where workspace_id = ${workspaceId} and feedback_id = any(${feedbackIds}::uuid[]) and kind = 'assigned'
        and read_at is null and member_id is distinct from ${memberId}::uuid`.execute(db),
  )
  if (memberId === null) return
  const targets = sql`select id, null::uuid, ${memberId}::uuid, null::uuid from unnest(${feedbackIds}::uuid[]) id`
  insertNotifications(tx, 'assigned', targets)
}

/** The request or entry that a comment is about. */
export interface CommentedItem {
  of: 'feedback_id' | 'entry_id'
  id: string
}

/** Notifies members whom a comment mentions. */
export function notifyMentioned(
  tx: WriteScope,
  { of, id }: CommentedItem,
  commentId: string,
  memberIds: string[],
): void {
  const [feedbackId, entryId] = of === 'feedback_id' ? [id, null] : [null, id]
  const targets = sql`select ${feedbackId}::uuid, ${commentId}::uuid, id, ${entryId}::uuid from unnest(${memberIds}::uuid[]) id`
  insertNotifications(tx, 'mentioned', targets)
}

/** Notifies the members who answered a request or entry in public, and the owner of a request, of a customer's comment. */
export function notifyOfReply(tx: WriteScope, { of, id }: CommentedItem, commentId: string): void {
  const { workspaceId } = tx
  const [feedbackId, entryId] = of === 'feedback_id' ? [id, null] : [null, id]
  const owner = sql`select owner_id as member_id from feedback where workspace_id = ${workspaceId} and id = ${id} union`
  const targets = sql`select ${feedbackId}::uuid, ${commentId}::uuid, member_id, ${entryId}::uuid from (
      ${of === 'feedback_id' ? owner : sql``}
      select c.member_id from comments c
      where c.workspace_id = ${workspaceId} and ${sql.ref(`c.${of}`)} = ${id} and c.kind = 'staff_reply'
        and not c.is_internal and ${withoutIndex(sql`c.member_id is not null`)}) people`
  insertNotifications(tx, 'reply', targets)
}

/** @param targets selects the request, the comment, the member and the entry of each notification */
function insertNotifications(tx: WriteScope, kind: MemberNotificationKind, targets: RawBuilder<unknown>): void {
  const { db, workspaceId, actor, now } = tx
  const memberId = actor.type === 'member' ? actor.id : null
  const author =
    kind === 'reply'
      ? { type: 'customer', id: null }
      : { type: actor.type, id: ['member', 'key', 'app'].includes(actor.type) ? actor.id : null }
  // A request that comes back to a member is new again.
  const conflict =
    kind === 'assigned'
      ? sql`(workspace_id, feedback_id, member_id) where kind = 'assigned' do update set created_at = excluded.created_at,
          read_at = null, mail_due_at = excluded.mail_due_at, mail_id = null, actor_type = excluded.actor_type,
          actor_id = excluded.actor_id`
      : sql`(workspace_id, comment_id, member_id) where comment_id is not null do nothing`
  tx.defer(
    sql`insert into member_notifications
        (workspace_id, id, member_id, kind, feedback_id, entry_id, comment_id, actor_type, actor_id, created_at, mail_due_at)
      select m.workspace_id, gen_random_uuid(), m.id, ${kind}, t.feedback_id, t.entry_id, t.comment_id, ${author.type},
        ${author.id}::uuid, ${now}::timestamptz,
        ${mailDueAt(sql.ref(`m.mails_${mailKindOf[kind]}`), sql`w.time_zone`, now)}
      from (${targets}) t (feedback_id, comment_id, member_id, entry_id)
      join members m on m.workspace_id = ${workspaceId} and m.id = t.member_id and not m.awaits_invitation
      join workspaces w on w.workspace_id = m.workspace_id
      where m.id is distinct from ${memberId}::uuid
      on conflict ${conflict}`.execute(db),
  )
}

/** The notification of the owner of a merged request, to restore it with the request. */
export interface StoredAssignment {
  createdAt: string
  readAt: string | null
  actorType: string
  actorId: string | null
}

/**
 * Moves the notifications of a merged request to its target: that of its owner only if they own the target now, else it is
 * deleted. The caller has locked both, and moved the comments and the owner.
 * @returns the notification of the owner
 */
export async function moveInboxOnMerge(
  tx: WriteScope,
  { sourceId, targetId, ownerId }: { sourceId: string; targetId: string; ownerId: string | null },
): Promise<StoredAssignment | null> {
  const { db, workspaceId } = tx
  const { rows } = await sql<StoredAssignment>`
    select created_at as "createdAt", read_at as "readAt", actor_type as "actorType", actor_id as "actorId"
    from member_notifications where workspace_id = ${workspaceId} and feedback_id = ${sourceId} and kind = 'assigned'
      and member_id = ${ownerId}::uuid`.execute(db)
  // The owner of both has one notification.
  tx.defer(
    sql`delete from member_notifications n
      where n.workspace_id = ${workspaceId} and n.feedback_id = ${sourceId} and n.kind = 'assigned'
        and (n.member_id is distinct from ${selectOwner(tx, targetId)}
          or exists (select from member_notifications o where o.workspace_id = n.workspace_id
            and o.feedback_id = ${targetId} and o.member_id = n.member_id and o.kind = 'assigned'))`.execute(db),
  )
  tx.defer(
    sql`update member_notifications set feedback_id = ${targetId}
      where workspace_id = ${workspaceId} and feedback_id = ${sourceId}`.execute(db),
  )
  return rows[0] ?? null
}

/**
 * Returns the notification of its owner to a restored request: the one that moved to the target, unless they own that too,
 * or the stored one, which is not mailed again. The caller has restored both owners.
 */
export function restoreAssignment(
  tx: WriteScope,
  { sourceId, targetId, stored }: { sourceId: string; targetId: string; stored: StoredAssignment },
): void {
  const { db, workspaceId } = tx
  const ownerId = selectOwner(tx, sourceId)
  tx.defer(
    sql`update member_notifications set feedback_id = ${sourceId}
      where workspace_id = ${workspaceId} and feedback_id = ${targetId} and kind = 'assigned'
        and member_id = ${ownerId} and member_id is distinct from ${selectOwner(tx, targetId)}`.execute(db),
  )
  const { createdAt, readAt, actorType, actorId } = stored
  tx.defer(
    sql`insert into member_notifications
        (workspace_id, id, member_id, kind, feedback_id, actor_type, actor_id, created_at, read_at)
      select ${workspaceId}, gen_random_uuid(), o.id, 'assigned', ${sourceId}::uuid, ${actorType}, ${actorId}::uuid,
        ${createdAt}::timestamptz, ${readAt}::timestamptz
      from (select ${ownerId} as id) o where o.id is not null
      on conflict (workspace_id, feedback_id, member_id) where kind = 'assigned' do nothing`.execute(db),
  )
}

const selectOwner = ({ workspaceId }: WriteScope, feedbackId: string) =>
  sql<string | null>`(select owner_id from feedback where workspace_id = ${workspaceId} and id = ${feedbackId})`

/** Moves the notifications of comments that were moved to a request. */
export function moveInboxWithComments(tx: WriteScope, feedbackId: string): void {
  tx.defer(
    sql`update member_notifications n set feedback_id = c.feedback_id from comments c
      where c.workspace_id = ${tx.workspaceId} and c.feedback_id = ${feedbackId}
        and n.workspace_id = c.workspace_id and n.comment_id = c.id and n.feedback_id <> c.feedback_id`.execute(tx.db),
  )
}
