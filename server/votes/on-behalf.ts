import { identifyCustomer } from '../customers/identity/identify.ts'
import { findCustomerOption, toSubmitter } from '../customers/picker.ts'
import { requireCustomer } from '../customers/queries.ts'
import type { Submitter } from '../customers/schema.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { feedbackCan } from '../feedback/permissions.ts'
import { lockFeedback } from '../feedback/queries.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { castVote, withdrawVote } from './cast.ts'

/**
 * Adds a customer's vote on their behalf. Nothing changes if the customer has already voted.
 * @returns whether the vote is new.
 * @throws 403, also at the plan's cap of customers; 404
 */
export async function addVote(
  tx: WriteScope,
  feedbackId: string,
  submitter: Submitter,
  caps: TrackedCustomerCaps,
): Promise<boolean> {
  permit(feedbackCan(tx.actor).actOnBehalf)
  // Locked before the vote is stored, because a merge counts votes under this lock; and before the customer is
  // identified, because a new customer locks the workspace's counter, which every writer locks after its request.
  await lockFeedback(tx, feedbackId)
  const customerId = await identifyCustomer(tx, submitter, caps)
  return castVote(tx, feedbackId, customerId)
}

/**
 * Removes a customer's vote on their behalf.
 * @returns whether there was one.
 * @throws 403, 404
 */
export async function removeVote(tx: WriteScope, feedbackId: string, customerId: string): Promise<boolean> {
  permit(feedbackCan(tx.actor).actOnBehalf)
  await lockFeedback(tx, feedbackId)
  return withdrawVote(tx, feedbackId, customerId)
}

/**
 * Sets or removes the vote of a customer whose id is known, on their behalf. Idempotent: sets the vote instead of toggling
 * it. A vote makes the customer a tracked one.
 * @returns whether anything changed.
 * @throws 403, also for a first vote at the plan's cap of customers; 404 for an unknown request or customer
 */
export async function setVote(
  tx: WriteScope,
  { feedbackId, customerId, isVoted }: { feedbackId: string; customerId: string; isVoted: boolean },
  caps: TrackedCustomerCaps,
): Promise<boolean> {
  permit(feedbackCan(tx.actor).actOnBehalf)
  // The same order of locks as in `addVote`.
  await lockFeedback(tx, feedbackId)
  if (!isVoted) {
    await requireCustomer(tx, customerId)
    return withdrawVote(tx, feedbackId, customerId)
  }
  const customer = await findCustomerOption(tx, customerId)
  if (customer === null) throw notFound()
  await identifyCustomer(tx, toSubmitter(customer), caps)
  return castVote(tx, feedbackId, customerId)
}
