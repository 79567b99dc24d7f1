import { type RawBuilder, sql } from 'kysely'
import type { WriteScope } from '../../platform/scope.ts'
import { deletionMessages } from '../messages.ts'

/** Removes the author from a customer's comments. @returns the number of comments */
export async function anonymizeComments({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set({ customer_id: null })
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Deletes a customer's comments and all public replies to them, and updates the counters. Other people's replies that
 * wait for review become top-level comments.
 * @returns the number of their own comments
 */
export async function deleteComments({ db, workspaceId }: WriteScope, customerId: string): Promise<number> {
  await sql`
    update pending_comments w set parent_id = null from comments p
    where p.workspace_id = ${workspaceId} and p.customer_id = ${customerId}
      and w.workspace_id = p.workspace_id and w.parent_id = p.id
      and w.customer_id is distinct from ${customerId}`.execute(db)
  const { rows } = await sql<{ count: number }>`
    with own as materialized (
      select id from comments where workspace_id = ${workspaceId} and customer_id = ${customerId}),
    deleted as (
      delete from comments where workspace_id = ${workspaceId}
        and (id in (select id from own) or parent_id in (select id from own))
      returning feedback_id, entry_id, is_internal),
    removed as (select feedback_id, entry_id, count(*) as count from deleted where not is_internal group by 1, 2),
    feedback_counts as (
      update feedback f set comments = f.comments - removed.count from removed
      where f.workspace_id = ${workspaceId} and f.id = removed.feedback_id),
    entry_counts as (
      update changelog_entries e set comments = e.comments - removed.count from removed
      where e.workspace_id = ${workspaceId} and e.id = removed.entry_id)
    select count(*) as count from own`.execute(db)
  return rows[0]!.count
}

/**
 * Removes the text and the author of comments that others have replied to, so that the replies keep their place, and
 * drops unsent mail about these comments.
 */
export async function redactAnsweredComments({ db, workspaceId, now }: WriteScope, customerId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update comments c set body = ${deletionMessages.comment}, customer_id = null, updated_at = ${now}
    where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId}
      and ${hasReplies('c', sql`r.customer_id is distinct from ${customerId}`)} returning c.id`.execute(db)
  await sql`delete from notification_events
    where workspace_id = ${workspaceId} and comment_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
}

/** Whether a comment has replies, public or waiting for review. @param more a condition on the reply `r` */
export const hasReplies = (comment: string, more: RawBuilder<unknown> = sql`true`): RawBuilder<boolean> => {
  const isReply = sql`r.workspace_id = ${sql.ref(`${comment}.workspace_id`)} and r.parent_id = ${sql.ref(`${comment}.id`)}`
  return sql<boolean>`(exists (select from comments r where ${isReply} and ${more})
    or exists (select from pending_comments r where ${isReply} and r.status = 'pending' and ${more}))`
}
