import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { recountTrend, trendWithVote } from '../feedback/trend.ts'
import type { WriteScope } from '../platform/scope.ts'

/** Counts the vote of a customer on a request that is held. @returns whether it is new. */
export async function castVote(tx: WriteScope, feedbackId: string, customerId: string): Promise<boolean> {
  const { db, workspaceId, now } = tx
  const { rows } = await sql`
    with cast_vote as (
      insert into votes (workspace_id, feedback_id, customer_id, created_at)
      values (${workspaceId}, ${feedbackId}, ${customerId}, ${now})
      on conflict do nothing returning feedback_id)
    update feedback set votes = votes + 1, trend = ${trendWithVote(now)}, last_activity_at = ${now}
    where workspace_id = ${workspaceId} and id = (select feedback_id from cast_vote) returning id`.execute(db)
  if (rows.length === 0) return false
  audit(tx, 'feedback.voted', feedbackId, { customerId })
  return true
}

/** Takes the vote of a customer back from a request that is held. @returns whether there was one. */
export async function withdrawVote(tx: WriteScope, feedbackId: string, customerId: string): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from votes where workspace_id = ${tx.workspaceId} and feedback_id = ${feedbackId}
        and customer_id = ${customerId} returning feedback_id)
    update feedback set votes = votes - 1, last_activity_at = ${tx.now}
    where workspace_id = ${tx.workspaceId} and id = (select feedback_id from gone) returning id`.execute(tx.db)
  if (rows.length === 0) return false
  // After the vote is gone: a statement does not see what another part of it deletes.
  recountTrend(tx, [feedbackId])
  audit(tx, 'feedback.unvoted', feedbackId, { customerId })
  return true
}
