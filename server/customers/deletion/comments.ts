import { type RawBuilder, sql } from 'kysely'
import { loadCommentsJson } from '../../comments/queries.ts'
import { eraseAuthors, eraseTexts, withoutTexts } from '../../events/erase.ts'
import { recordEvent } from '../../events/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { deletionMessages } from '../messages.ts'

/** Removes the author from a customer's comments. @returns the number of comments */
export async function anonymizeComments(tx: WriteScope, customerId: string): Promise<number> {
  const rows = await tx.db
    .updateTable('comments')
    .set({ customer_id: null })
    .where('workspace_id', '=', tx.workspaceId)
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute()
  eraseAuthors(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/**
 * Deletes a customer's comments and all public replies to them, and updates the counters. Other people's replies that
 * wait for review become top-level comments.
 * @returns the number of their own comments
 */
export async function deleteComments(tx: WriteScope, customerId: string): Promise<number> {
  const { db, workspaceId } = tx
  await recordDeletions(tx, customerId)
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

/** Records the deletion of a customer's comments and the replies to them, and erases the customer's texts. */
async function recordDeletions(tx: WriteScope, customerId: string): Promise<void> {
  const { rows } = await sql<{ id: string; isOwn: boolean }>`
    with own as materialized (
      select id from comments where workspace_id = ${tx.workspaceId} and customer_id = ${customerId})
    select id, true as "isOwn" from own
    union all select c.id, false from comments c
      where c.workspace_id = ${tx.workspaceId} and c.parent_id in (select id from own)
        and c.customer_id is distinct from ${customerId}`.execute(tx.db)
  const own = new Set(rows.filter(({ isOwn }) => isOwn).map(({ id }) => id))
  const states = await loadCommentsJson(
    tx,
    rows.map(({ id }) => id),
  )
  for (const [id, json] of states) {
    const state = JSON.parse(json) as object
    recordEvent(tx, { type: 'comment.deleted', resourceId: id, data: own.has(id) ? withoutTexts(state) : state })
  }
  eraseTexts(tx, [...own])
}

/**
 * Removes the text and the author of comments that others have replied to, so that the replies keep their place, and
 * drops unsent mail about these comments.
 */
export async function redactAnsweredComments(tx: WriteScope, customerId: string): Promise<void> {
  const { db, workspaceId, now } = tx
  const { rows } = await sql<{ id: string }>`
    update comments c set body = ${deletionMessages.comment}, customer_id = null, updated_at = ${now}
    where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId}
      and ${hasReplies('c', sql`r.customer_id is distinct from ${customerId}`)} returning c.id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`delete from notification_events
    where workspace_id = ${workspaceId} and comment_id = any(${ids}::uuid[])`.execute(db)
  eraseTexts(tx, ids)
  for (const id of ids) recordEvent(tx, { type: 'comment.updated', resourceId: id, data: loadCommentsJson })
}

/** Whether a comment has replies, public or waiting for review. @param more a condition on the reply `r` */
export const hasReplies = (comment: string, more: RawBuilder<unknown> = sql`true`): RawBuilder<boolean> => {
  const isReply = sql`r.workspace_id = ${sql.ref(`${comment}.workspace_id`)} and r.parent_id = ${sql.ref(`${comment}.id`)}`
  return sql<boolean>`(exists (select from comments r where ${isReply} and ${more})
    or exists (select from pending_comments r where ${isReply} and r.status = 'pending' and ${more}))`
}
