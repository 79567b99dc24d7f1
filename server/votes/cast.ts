import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import { keepMilestone, recordMilestone } from '../feedback/milestones.ts'
import { recountTrend, trendWithVote } from '../feedback/trend.ts'
import type { WriteScope } from '../platform/scope.ts'

/** Stores and counts a customer's vote on a locked request. @returns whether the vote is new. */
export async function castVote(tx: WriteScope, feedbackId: string, customerId: string): Promise<boolean> {
  const { db, workspaceId, now } = tx
  const { rows } = await sql<{ votes: number }>`
    with cast_vote as (
      insert into votes (workspace_id, feedback_id, customer_id, created_at)
      values (${workspaceId}, ${feedbackId}, ${customerId}, ${now})
      on conflict do nothing returning feedback_id)
    update feedback set votes = votes + 1, trend = ${trendWithVote(now)}, last_activity_at = ${now}
    where workspace_id = ${workspaceId} and id = (select feedback_id from cast_vote) returning votes`.execute(db)
  if (rows.length === 0) return false
  const { votes } = rows[0]!
  recordMilestone(tx, feedbackId, votes - 1, votes)
  audit(tx, 'feedback.voted', feedbackId, { customerId })
  const data = { feedbackId, customerId, createdAt: now }
  recordEvent(tx, { type: 'vote.created', resourceId: feedbackId, data })
  return true
}

/** Removes a customer's vote from a locked request. @returns whether there was one. */
export async function withdrawVote(tx: WriteScope, feedbackId: string, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ createdAt: string }>`
    with withdrawn as (
      delete from votes where workspace_id = ${tx.workspaceId} and feedback_id = ${feedbackId}
        and customer_id = ${customerId} returning feedback_id, created_at)
    update feedback set votes = votes - 1, ${keepMilestone}, last_activity_at = ${tx.now}
    where workspace_id = ${tx.workspaceId} and id = (select feedback_id from withdrawn)
    returning (select created_at from withdrawn) as "createdAt"`.execute(tx.db)
  if (rows.length === 0) return false
  // In a statement of its own, because a statement does not see rows that another part of it deletes.
  recountTrend(tx, [feedbackId])
  audit(tx, 'feedback.unvoted', feedbackId, { customerId })
  const data = { feedbackId, customerId, createdAt: rows[0]!.createdAt }
  recordEvent(tx, { type: 'vote.deleted', resourceId: feedbackId, data })
  return true
}
