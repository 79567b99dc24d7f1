import { sql } from 'kysely'
import { assertNotBlocked } from '../customers/blocking/assert-not-blocked.ts'
import { isSelf } from '../customers/self/is-self.ts'
import { type Participant, takePart } from '../customers/tracking/take-part.ts'
import { isVisible } from '../feedback/public/visibility.ts'
import type { Stage } from '../feedback/schema.ts'
import { permit } from '../platform/authorization.ts'
import { invalidState, notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { castVote, withdrawVote } from './cast.ts'
import { voteMessages } from './messages.ts'

export interface OwnVote {
  votes: number
  isVoted: boolean
}

/**
 * Sets or removes a customer's own vote. Idempotent: sets the vote instead of toggling it. A completed request takes no
 * new votes from customers; the team may still add some on their behalf.
 * @throws 400 for a vote on a completed request; 403 at the plan's cap of customers and for a blocked one; 404 for a
 * request that customers cannot see.
 */
export async function setOwnVote(
  tx: WriteScope,
  feedbackId: string,
  isVoted: boolean,
  participant: Participant,
): Promise<OwnVote> {
  permit(isSelf(tx.actor, participant.customerId))
  const { customerId } = participant
  // Every voter locks in this order: the request, the workspace's customer counter, the customer.
  const stage = await lockVisibleFeedback(tx, feedbackId)
  if (isVoted && stage === 'completed') throw invalidState(voteMessages.completed)
  if (isVoted) await takePart(tx, participant)
  await assertNotBlocked(tx, customerId)
  await (isVoted ? castVote : withdrawVote)(tx, feedbackId, customerId)
  const { rows } = await sql<{ votes: number }>`
    select votes from feedback where workspace_id = ${tx.workspaceId} and id = ${feedbackId}`.execute(tx.db)
  return { votes: rows[0]!.votes, isVoted }
}

async function lockVisibleFeedback({ db, workspaceId }: WriteScope, feedbackId: string): Promise<Stage> {
  const { rows } = await sql<{ stage: Stage }>`select f.stage from feedback f
    where f.workspace_id = ${workspaceId} and f.id = ${feedbackId} and ${isVisible('f')} for update of f`.execute(db)
  if (rows.length === 0) throw notFound()
  return rows[0]!.stage
}
