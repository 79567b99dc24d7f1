import { audit } from '../../audit/record.ts'
import { permit } from '../../members/roles.ts'
import type { WriteScope } from '../../platform/scope.ts'
import {
  deleteMerged,
  deleteRequests,
  leaveSharedRequests,
  refuseWhileSending,
  returnOthers,
} from './requests.ts'
import { dropCodes, dropDeliveries, dropReactions, dropVotes, forgetContext, forgetMerges } from './erase.ts'
import { holdCustomer } from './lock.ts'
import { customersCan } from '../permissions.ts'
import { isSelf } from '../self/is-self.ts'
import { anonymizeComments, deleteComments, emptyAnsweredComments } from './comments.ts'

export interface CustomerDeletion {
  /** Whether what they wrote goes as well: requests with all that is under them, and comments with their replies. */
  withRequests?: boolean
}

export interface CustomerDeleted {
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
  { withRequests = false }: CustomerDeletion = {},
): Promise<CustomerDeleted> {
  permit(customersCan(tx.actor).delete)
  await holdCustomer(tx, id, withRequests)
  if (withRequests) {
    await refuseWhileSending(tx, id)
    await returnOthers(tx, id)
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
  { withRequests = false }: CustomerDeletion = {},
): Promise<CustomerDeleted> {
  permit(isSelf(tx.actor, id))
  await holdCustomer(tx, id, withRequests)
  if (withRequests) {
    await leaveSharedRequests(tx, id)
    await emptyAnsweredComments(tx, id)
  }
  return remove(tx, id, withRequests)
}

/** What is left to do once they are held. */
async function remove(tx: WriteScope, id: string, withRequests: boolean): Promise<CustomerDeleted> {
  const votes = await dropVotes(tx, id)
  const comments = await (withRequests ? deleteComments(tx, id) : anonymizeComments(tx, id))
  const gone = withRequests ? await requestsGone(tx, id) : null
  const requests = gone ? gone.requestIds.length : await forgetContext(tx, id)
  await forgetMerges(tx, id)
  await dropReactions(tx, id)
  // Those that were listed between the first time and the lock.
  await dropDeliveries(tx, id)
  await dropCodes(tx, id)
  await tx.db.deleteFrom('customers').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute()
  audit(tx, 'customer.deleted', id, { withRequests, requests, votes, comments, ...gone })
  return { id, requests, votes, comments }
}

/** The ids of what was deleted, for the audit trail: nothing else tells which they were. */
async function requestsGone(tx: WriteScope, id: string): Promise<{ requestIds: string[]; mergedIds?: string[] }> {
  const mergedIds = await deleteMerged(tx, id)
  const requestIds = await deleteRequests(tx, id)
  return { requestIds, ...(mergedIds.length > 0 && { mergedIds }) }
}
