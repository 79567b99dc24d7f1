import { type RawBuilder, sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { eraseCustomers } from '../../events/erase.ts'
import { recordEvent } from '../../events/record.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { customersCan } from '../permissions.ts'
import { withoutPersonalData } from '../present.ts'
import { getCustomer } from '../queries.ts'
import { isSelf } from '../self/is-self.ts'
import { anonymizeComments, deleteComments, redactAnsweredComments } from './comments.ts'
import {
  clearUploader,
  deleteCodes,
  deleteDeliveries,
  deleteFeedbackContext,
  deleteFollowsAndEdits,
  deletePendingComments,
  deleteReactions,
  deleteUnusedFiles,
  deleteVotes,
  eraseFromMergeSnapshots,
  removeFromAllowList,
} from './erase.ts'
import { lockForDeletion } from './lock.ts'
import {
  anonymizeSharedRequests,
  deleteMergedRequests,
  deleteRequests,
  refuseWhileSendingToTracker,
  unmergeRequestsOfOthers,
} from './requests.ts'

export interface DeleteCustomerOptions {
  /** Also deletes their requests with everything on them, and their comments with the replies. */
  withRequests?: boolean
}

export interface DeletedCustomer {
  id: string
  requests: number
  votes: number
  comments: number
}

/**
 * Deletes a customer and their personal data: identity, votes, reactions, deliveries, and the context of their requests
 * (submitter, source address, metadata). Without `withRequests`, their requests and comments become anonymous, because
 * others have voted and replied. Requests of others are always kept: those merged into a deleted request are unmerged.
 * @throws 404; 400 while a request to delete is being sent to the tracker; 403
 */
export async function deleteCustomer(
  tx: WriteScope,
  id: string,
  { withRequests = false }: DeleteCustomerOptions = {},
): Promise<DeletedCustomer> {
  permit(customersCan(tx.actor).delete)
  await lockForDeletion(tx, id, withRequests)
  if (withRequests) {
    await refuseWhileSendingToTracker(tx, id)
    await unmergeRequestsOfOthers(tx, id)
  }
  return deleteLocked(tx, id, { withRequests })
}

/**
 * Deletes a customer as `deleteCustomer` does, if a condition on the row `c` still holds once everything that names
 * them is locked, so that a customer who has taken part in the meantime is not deleted.
 * @returns null if the condition does not hold; nothing has changed then. @throws 404, 403
 */
export async function deleteCustomerIf(
  tx: WriteScope,
  id: string,
  condition: RawBuilder<boolean>,
): Promise<DeletedCustomer | null> {
  permit(customersCan(tx.actor).delete)
  await sql`savepoint before_deletion`.execute(tx.db)
  await lockForDeletion(tx, id, false)
  const { rows } = await sql`
    select from customers c where c.workspace_id = ${tx.workspaceId} and c.id = ${id} and ${condition}`.execute(tx.db)
  // The deletion is not a decision against this person, so a private portal that lists their address still admits them.
  if (rows.length > 0) return deleteLocked(tx, id, { withRequests: false, keepsListing: true })
  await sql`rollback to savepoint before_deletion`.execute(tx.db)
  return null
}

/**
 * Deletes a customer at their own request, with their personal data. `withRequests` also deletes what they wrote,
 * except what others share: requests with votes, comments or plans of others become anonymous, and a comment with
 * replies keeps its place without its text.
 * @throws 404; 403 for any other actor
 */
export async function deleteSelf(
  tx: WriteScope,
  id: string,
  { withRequests = false }: DeleteCustomerOptions = {},
): Promise<DeletedCustomer> {
  permit(isSelf(tx.actor, id))
  await lockForDeletion(tx, id, withRequests)
  if (!withRequests) return deleteLocked(tx, id, { withRequests })
  const keptRequests = await anonymizeSharedRequests(tx, id)
  await redactAnsweredComments(tx, id)
  return deleteLocked(tx, id, { withRequests, keptRequests })
}

/**
 * Removes everything a customer wrote and did, such as an abusive one who is blocked: requests with everything on them,
 * comments with the replies, votes and reactions. Keeps the customer, who no longer counts toward the plan.
 * @throws 404; 400 while a request to delete is being sent to the tracker; 403
 */
export async function removeCustomerContent(tx: WriteScope, id: string): Promise<DeletedCustomer> {
  permit(customersCan(tx.actor).delete)
  await lockForDeletion(tx, id, true)
  await refuseWhileSendingToTracker(tx, id)
  await unmergeRequestsOfOthers(tx, id)
  const removed = await deleteContent(tx, id, true)
  await tx.db
    .updateTable('customers')
    .set({ is_tracked: false, is_participant: false })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .execute()
  audit(tx, 'customer.content_removed', id, removed)
  return { id, ...removed }
}

/** Deletes a customer whose rows are locked, and records it. */
async function deleteLocked(
  tx: WriteScope,
  id: string,
  options: { withRequests: boolean; keptRequests?: string[]; keepsListing?: boolean },
): Promise<DeletedCustomer> {
  const { withRequests, keptRequests, keepsListing = false } = options
  const lastState = await getCustomer(tx, id)
  const { requests, votes, comments, ...deletedIds } = await deleteContent(tx, id, withRequests, keptRequests)
  // Deletes deliveries again: some may have been created between the first deletion and the lock on the customer.
  await deleteDeliveries(tx, id)
  await deleteCodes(tx, id)
  if (!keepsListing) await removeFromAllowList(tx, id)
  await clearUploader(tx, id)
  await tx.db.deleteFrom('customers').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute()
  eraseCustomers(tx, [id])
  recordEvent(tx, { type: 'customer.deleted', resourceId: id, data: withoutPersonalData(lastState) })
  audit(tx, 'customer.deleted', id, { withRequests, requests, votes, comments, ...deletedIds })
  return { id, requests, votes, comments }
}

/** Deletes or anonymizes what a customer whose rows are locked has left in the workspace. */
async function deleteContent(tx: WriteScope, id: string, withRequests: boolean, keptRequests: string[] = []) {
  const votes = await deleteVotes(tx, id)
  const comments = await (withRequests ? deleteComments(tx, id) : anonymizeComments(tx, id))
  const deletedIds = withRequests ? await deleteOwnRequests(tx, id) : null
  const requests = deletedIds ? deletedIds.requestIds.length : await deleteFeedbackContext(tx, id)
  await eraseFromMergeSnapshots(tx, id)
  await deleteReactions(tx, id)
  await deletePendingComments(tx, id)
  await deleteFollowsAndEdits(tx, id)
  await deleteUnusedFiles(tx, id, withRequests ? keptRequests : null)
  return { requests, votes, comments, ...deletedIds }
}

/** Deletes a customer's requests. @returns their ids for the audit log, the only record of them */
async function deleteOwnRequests(tx: WriteScope, id: string): Promise<{ requestIds: string[]; mergedIds?: string[] }> {
  const mergedIds = await deleteMergedRequests(tx, id)
  const requestIds = await deleteRequests(tx, id, mergedIds)
  return { requestIds, ...(mergedIds.length > 0 && { mergedIds }) }
}
