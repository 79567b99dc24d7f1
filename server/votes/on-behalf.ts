import { identifyCustomer } from '../customers/identity/identify.ts'
import type { Submitter } from '../customers/schema.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { feedbackCan } from '../feedback/permissions.ts'
import { lockFeedback } from '../feedback/queries.ts'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { castVote, withdrawVote } from './cast.ts'

/**
 * Has a customer vote for a request; one who has voted already stays as they are.
 * @returns whether the vote is new.
 * @throws 404; 403, also at the plan's cap of customers.
 */
export async function addVote(
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
  return castVote(tx, feedbackId, customerId)
}

/**
 * Withdraws the vote of a customer; without one nothing changes.
 * @returns whether there was one.
 * @throws 404; 403.
 */
export async function removeVote(tx: WriteScope, feedbackId: string, customerId: string): Promise<boolean> {
  permit(feedbackCan(tx.actor).actOnBehalf)
  await lockFeedback(tx, feedbackId)
  return withdrawVote(tx, feedbackId, customerId)
}
