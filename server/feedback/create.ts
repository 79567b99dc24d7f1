import { type BoardRow, resolveBoardForSubmission } from '../boards/queries.ts'
import { findTrackedCustomer, upsertTrackedCustomer } from '../customers/identity/identify.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { initialStatusFor } from './initial-status.ts'
import { auditCreated, insertFeedback } from './insert.ts'
import { feedbackCan } from './permissions.ts'
import type { Feedback, FeedbackCreate } from './schema.ts'

export interface CreateFeedbackInput extends FeedbackCreate {
  /** Overrides the status of a request that a team member creates. Not part of the API. */
  status?: 'pending' | 'approved'
}

/**
 * Creates a request for the team: through the API, in the console or in the demo. Customers use `submitFeedback`.
 * @param readBoard the board, if the caller has read it in this transaction
 * @throws 403; 400 for the board; 403 at the plan's cap.
 */
export async function createFeedback(
  tx: WriteScope,
  input: CreateFeedbackInput,
  caps: TrackedCustomerCaps,
  readBoard?: BoardRow,
): Promise<Feedback> {
  permit(feedbackCan(tx.actor).actOnBehalf)
  const { description = '', submitter } = input
  const [board, known] = await Promise.all([
    readBoard ?? resolveBoardForSubmission(tx, input.boardId),
    submitter ? findTrackedCustomer(tx, submitter) : null,
  ])
  const customerId = submitter ? (known ?? (await upsertTrackedCustomer(tx, submitter, caps))) : null
  const status = initialStatusFor(tx, board, {
    customerId: known,
    texts: [input.title, description],
    chosen: input.status,
  })
  const feedback = await insertFeedback(tx, { ...input, description, board, customerId, status }).inserted
  auditCreated(tx, feedback, customerId)
  return feedback
}
