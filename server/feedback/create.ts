import { resolveBoardForSubmission } from '../boards/queries.ts'
import { findTrackedCustomer, upsertTrackedCustomer } from '../customers/identity/identify.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { initialStatusFor } from './initial-status.ts'
import { auditCreated, insertFeedback } from './insert.ts'
import { feedbackCan } from './permissions.ts'
import { getFeedback } from './queries.ts'
import type { Feedback, FeedbackCreate } from './schema.ts'

export interface CreateFeedbackInput extends FeedbackCreate {
  /** Overrides the status of a request that a team member creates. Not part of the API. */
  status?: 'pending' | 'approved'
}

/**
 * Creates a request for the team: through the API, in the console or in the demo. Customers use `submitFeedback`.
 * @throws 403; 400 for the board; 403 at the plan's cap.
 */
export async function createFeedback(
  tx: WriteScope,
  input: CreateFeedbackInput,
  caps: TrackedCustomerCaps,
): Promise<Feedback> {
  permit(feedbackCan(tx.actor).actOnBehalf)
  const { description = '', submitter } = input
  const [board, known] = await Promise.all([
    resolveBoardForSubmission(tx, input.boardId),
    submitter ? findTrackedCustomer(tx, submitter) : null,
  ])
  const customerId = submitter ? (known ?? (await upsertTrackedCustomer(tx, submitter, caps))) : null
  const status = initialStatusFor(tx, board, {
    customerId: known,
    texts: [input.title, description],
    chosen: input.status,
  })
  const id = insertFeedback(tx, { ...input, description, boardId: board.id, customerId, status })
  const feedback = await getFeedback(tx, id)
  auditCreated(tx, feedback, customerId)
  return feedback
}
