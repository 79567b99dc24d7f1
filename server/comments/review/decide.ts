import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { followByCommenting } from '../../follows/set-own.ts'
import { choiceAuditChange, notifyEveryone } from '../../notifications/events/choice.ts'
import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { lockThread } from '../lock-thread.ts'
import { commentsCan } from '../permissions.ts'
import { loadCommentsJson, type Thread } from '../queries.ts'
import { publishComment } from '../record.ts'
import { withdrawComment } from './withdraw.ts'

/*
 * The life of a customer's comment (ADR 0021)
 *
 * A comment is public, a row of `comments`, or it is not, a row of `pending_comments` with the same id:
 *
 *   posted ──> pending ──> approved (public) ──> rejected (removed after a report)
 *                 │             ^                    │
 *                 └──> rejected, spam ───────────────┘   (undo returns to the state before)
 *
 * The thread is locked before the comment moves, so that its counter is exact.
 */

export type CommentStatus = 'pending' | 'approved' | 'rejected' | 'spam'

/** A review decision, as the audit log records it too. */
export interface CommentDecision {
  id: string
  from: CommentStatus
  to: CommentStatus
}

/**
 * Approves a comment that waits for review, which publishes it and notifies its readers, or rejects it. Rejecting an
 * approved comment removes it from its thread, and takes back its mail that has not been sent.
 * @param choice whether to email the author of the comment that it answers
 * @returns null if it has this status already
 * @throws 403, 404
 */
export async function reviewComment(
  tx: WriteScope,
  id: string,
  to: Exclude<CommentStatus, 'pending'>,
  choice = notifyEveryone,
): Promise<CommentDecision | null> {
  permit(commentsCan(tx.actor).review)
  const decision = await moveComment(tx, id, to, { notify: choice.notify })
  if (decision) recordDecision(tx, decision, to === 'approved' ? choice : notifyEveryone)
  return decision
}

/**
 * Undoes the decisions on comments that the same actor made in an earlier HTTP request. A comment that changed again
 * since stays as it is.
 * @returns the ids of the comments that changed back
 * @throws 403
 */
export async function undoCommentReviews(tx: WriteScope, requestId: string): Promise<string[]> {
  permit(commentsCan(tx.actor).review)
  const undone: string[] = []
  for (const { id, from } of await listRecordedDecisions(tx, requestId)) {
    const decision = await moveComment(tx, id, from, { isUndo: true })
    if (!decision) continue
    recordDecision(tx, decision)
    undone.push(id)
  }
  return undone
}

const recordDecision = (tx: WriteScope, { id, from, to }: CommentDecision, choice = notifyEveryone): void =>
  audit(tx, 'comment.reviewed', id, { status: [from, to], ...choiceAuditChange(choice) })

interface MoveOptions {
  isUndo?: boolean
  notify?: boolean
}

async function moveComment(
  tx: WriteScope,
  id: string,
  to: CommentStatus,
  options: MoveOptions = {},
): Promise<CommentDecision | null> {
  const found = await lockComment(tx, id)
  if (found.status === to) return null
  const decision = { id, from: found.status, to }
  if (found.status === 'approved') {
    await withdrawComment(tx, found.thread, id, to as 'pending' | 'rejected' | 'spam')
  } else if (to === 'approved') {
    await publishPending(tx, found.thread, id, options)
  } else {
    await tx.db
      .updateTable('pending_comments')
      .set({ status: to, reviewed_at: to === 'pending' ? null : tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute()
  }
  return decision
}

interface LockedComment {
  status: CommentStatus
  thread: Thread
}

/** Finds a customer's comment, public or not, and locks its thread. @throws 404 */
async function lockComment(tx: WriteScope, id: string): Promise<LockedComment> {
  const found = await findComment(tx, id)
  await lockThread(tx, found.thread, 'for update')
  const current = await findComment(tx, id)
  // The thread may have been merged into another while this transaction waited for its lock.
  return current.thread.id === found.thread.id ? current : lockComment(tx, id)
}

async function findComment({ db, workspaceId }: WriteScope, id: string): Promise<LockedComment> {
  // A removed comment with replies is in both tables: its place in the thread is public, its text is not.
  const { rows } = await sql<{ status: CommentStatus; feedback_id: string | null; entry_id: string | null }>`
    select status, feedback_id, entry_id from pending_comments where workspace_id = ${workspaceId} and id = ${id}
    union all select 'approved', feedback_id, entry_id from comments
      where workspace_id = ${workspaceId} and id = ${id} and kind = 'comment'
        and not exists (select from pending_comments where workspace_id = ${workspaceId} and id = ${id})`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  const { status, feedback_id: feedbackId, entry_id: entryId } = row
  const thread: Thread = feedbackId === null ? { of: 'entry_id', id: entryId! } : { of: 'feedback_id', id: feedbackId }
  return { status, thread }
}

/**
 * Publishes a comment. On its first approval, it gets the time of the approval, so that readers of the latest comments
 * see it. Undoing a removal restores its time and its text. Its author follows the request from now on.
 */
async function publishPending(
  tx: WriteScope,
  thread: Thread,
  id: string,
  { isUndo = false, notify = true }: MoveOptions,
): Promise<void> {
  const row = await tx.db
    .deleteFrom('pending_comments')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .returning(['body', 'customer_id', 'parent_id', 'created_at'])
    .executeTakeFirstOrThrow()
  if (row.customer_id !== null) followByCommenting(tx, thread, row.customer_id)
  const kept = await tx.db
    .updateTable('comments')
    .set({ body: row.body, customer_id: row.customer_id })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (kept.numUpdatedRows > 0n) {
    // Its place in the thread had been kept.
    recordEvent(tx, { type: 'comment.updated', resourceId: id, data: loadCommentsJson })
    return
  }
  const { body, customer_id: customerId, parent_id: parentId, created_at: createdAt } = row
  publishComment(tx, thread, {
    id,
    body,
    customerId,
    notify,
    ...(parentId !== null && { parentId }),
    ...(isUndo && { createdAt }),
  })
  recordEvent(tx, { type: 'comment.created', resourceId: id, data: loadCommentsJson })
}

// Notices offer an undo for a few seconds; the limit keeps the search to the newest part of an index.
const undoableHours = 24

/** Lists the decisions recorded for an HTTP request, except those followed by another decision on the same comment. */
async function listRecordedDecisions(tx: WriteScope, requestId: string): Promise<CommentDecision[]> {
  const { db, workspaceId, actor, now } = tx
  const since = new Date(Date.parse(now) - undoableHours * 3_600_000).toISOString()
  const { rows } = await sql<CommentDecision>`
    select e.target_id as id, e.changes->'status'->>0 as from, e.changes->'status'->>1 as to from audit_events e
    where e.workspace_id = ${workspaceId} and e.type = 'comment.reviewed'
      and e.created_at > ${since} and e.request_id = ${requestId}
      and e.actor_type = ${actor.type} and e.actor_id is not distinct from ${actor.id}
      and (exists (select from comments c where c.workspace_id = e.workspace_id and c.id = e.target_id)
        or exists (select from pending_comments c where c.workspace_id = e.workspace_id and c.id = e.target_id))
      and not exists (select from audit_events o
        where o.workspace_id = e.workspace_id and o.target_id = e.target_id and o.type = 'comment.reviewed'
          and (o.created_at, o.id) > (e.created_at, e.id))
    order by e.target_id`.execute(db)
  return rows
}
