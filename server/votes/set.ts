import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import type { TrackedCustomerCaps } from '../customers/caps.ts'
import { identifyCustomer } from '../customers/identify.ts'
import type { Submitter } from '../customers/schema.ts'
import { feedbackCan } from '../feedback/permissions.ts'
import { lockFeedback } from '../feedback/queries.ts'
import { countTrend, trendWithVote } from '../feedback/trend.ts'
import { permit } from '../members/roles.ts'
import type { WriteScope } from '../platform/scope.ts'

/**
 * Has a customer vote for a request; one who has voted already stays as they are.
 * @returns whether the vote is new.
 * @throws 404; 403, also at the plan's cap of customers.
 */
export async function setVote(
  tx: WriteScope,
  feedbackId: string,
  submitter: Submitter,
  caps: TrackedCustomerCaps,
): Promise<boolean> {
  permit(feedbackCan(tx.actor).actOnBehalf)
  // Before the vote is stored: whoever merges the request counts what it has while nobody changes that. And before the
  // customer is looked for: new ones meet at the counter of the workspace, and all come to it by way of what they write to.
  await lockFeedback(tx, feedbackId)
  const customerId = await identifyCustomer(tx, submitter, caps)
  const { rows } = await sql<{ id: string }>`
    with cast_vote as (
      insert into votes (workspace_id, feedback_id, customer_id, created_at)
      values (${tx.workspaceId}, ${feedbackId}, ${customerId}, ${tx.now})
      on conflict do nothing returning feedback_id)
    update feedback set votes = votes + 1, trend = ${trendWithVote(tx.now)}, active_at = ${tx.now}
    where workspace_id = ${tx.workspaceId} and id = (select feedback_id from cast_vote) returning id`.execute(tx.db)
  if (rows.length === 0) return false
  audit(tx, 'feedback.voted', feedbackId, { customerId })
  return true
}

/**
 * Withdraws the vote of a customer; without one nothing changes.
 * @returns whether there was one.
 * @throws 404; 403.
 */
export async function removeVote(tx: WriteScope, feedbackId: string, customerId: string): Promise<boolean> {
  permit(feedbackCan(tx.actor).actOnBehalf)
  await lockFeedback(tx, feedbackId)
  const { rows } = await sql<{ id: string }>`
    with gone as (
      delete from votes where workspace_id = ${tx.workspaceId} and feedback_id = ${feedbackId}
        and customer_id = ${customerId} returning feedback_id)
    update feedback set votes = votes - 1, active_at = ${tx.now}
    where workspace_id = ${tx.workspaceId} and id = (select feedback_id from gone) returning id`.execute(tx.db)
  if (rows.length === 0) return false
  // After the vote is gone: a statement does not see what another part of it deletes.
  countTrend(tx, [feedbackId])
  audit(tx, 'feedback.unvoted', feedbackId, { customerId })
  return true
}
