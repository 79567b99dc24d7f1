import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { customersCan } from '../permissions.ts'
import { isSelf } from '../self/is-self.ts'
import { anonymizeComments, deleteComments, redactAnsweredComments } from './comments.ts'
import {
  deleteCodes,
  deleteDeliveries,
  deleteFeedbackContext,
  deleteReactions,
  deleteVotes,
  eraseFromMergeSnapshots,
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
  /** Whether what they wrote goes as well: requests with all that is under them, and comments with their replies. */
  withRequests?: boolean
}

export interface DeletedCustomer {
  id: string
  requests: number
  votes: number
  comments: number
}

/**
 * Removes a customer and what is known of them: identity, votes, reactions, deliveries, and what came with their
 * requests (submitter, source address, metadata). Their requests and comments stay as anonymous ones, since others have
 * voted for and answered them, unless `withRequests`. What others filed stays in any case: of their requests, those that
 * were merged into one that goes come back.
 * @throws 404; 400 while a request that goes is being sent to the tracker; 403.
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
  return remove(tx, id, withRequests)
}

/**
 * A customer removes themself, with all that is known of them. With `withRequests` also what they wrote, but not what
 * others have a part in: requests that have their votes, comments or plans stay as nobody's, and of a comment that was
 * answered its place.
 * @throws 404; 403 for anybody else.
 */
export async function deleteSelf(
  tx: WriteScope,
  id: string,
  { withRequests = false }: DeleteCustomerOptions = {},
): Promise<DeletedCustomer> {
  permit(isSelf(tx.actor, id))
  await lockForDeletion(tx, id, withRequests)
  if (withRequests) {
    await anonymizeSharedRequests(tx, id)
    await redactAnsweredComments(tx, id)
  }
  return remove(tx, id, withRequests)
}

/** What is left to do once they are held. */
async function remove(tx: WriteScope, id: string, withRequests: boolean): Promise<DeletedCustomer> {
  const votes = await deleteVotes(tx, id)
  const comments = await (withRequests ? deleteComments(tx, id) : anonymizeComments(tx, id))
  const gone = withRequests ? await deleteOwnRequests(tx, id) : null
  const requests = gone ? gone.requestIds.length : await deleteFeedbackContext(tx, id)
  await eraseFromMergeSnapshots(tx, id)
  await deleteReactions(tx, id)
  // Those that were listed between the first time and the lock.
  await deleteDeliveries(tx, id)
  await deleteCodes(tx, id)
  await tx.db.deleteFrom('customers').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute()
  audit(tx, 'customer.deleted', id, { withRequests, requests, votes, comments, ...gone })
  return { id, requests, votes, comments }
}

/** The ids of what was deleted, for the audit trail: nothing else tells which they were. */
async function deleteOwnRequests(tx: WriteScope, id: string): Promise<{ requestIds: string[]; mergedIds?: string[] }> {
  const mergedIds = await deleteMergedRequests(tx, id)
  const requestIds = await deleteRequests(tx, id)
  return { requestIds, ...(mergedIds.length > 0 && { mergedIds }) }
}
