import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../members/roles.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { dropDeliveries, dropReactions, dropVotes, forgetContext, forgetMerges } from './forget.ts'
import { customersCan } from './permissions.ts'
import { anonymizeComments, deleteComments, deleteRequests, lockThreads } from './written.ts'

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
 * voted for and answered them, unless `withRequests`.
 *
 * Locks are taken in the order in which a customer's own acts take them: threads, counter of the workspace, customer.
 * Deliveries come before the customer, as where they are marked.
 * @throws 404, 403
 */
export async function deleteCustomer(
  tx: WriteScope,
  id: string,
  { withRequests = false }: CustomerDeletion = {},
): Promise<CustomerDeleted> {
  permit(customersCan(tx.actor).delete)
  await lockThreads(tx, id, withRequests)
  await freePlace(tx, id)
  await dropDeliveries(tx, id)
  await lockCustomer(tx, id)
  const votes = await dropVotes(tx, id)
  const comments = await (withRequests ? deleteComments(tx, id) : anonymizeComments(tx, id))
  const requests = await (withRequests ? deleteRequests(tx, id) : forgetContext(tx, id))
  await forgetMerges(tx, id, withRequests)
  await dropReactions(tx, id)
  // Those that were listed between the first time and the lock.
  await dropDeliveries(tx, id)
  await tx.db.deleteFrom('customers').where('workspace_id', '=', tx.workspaceId).where('id', '=', id).execute()
  audit(tx, 'customer.deleted', id, { withRequests, requests, votes, comments })
  return { id, requests, votes, comments }
}

/** One tracked customer fewer. The row lock lines up those who remove or admit customers. @throws 404 */
async function freePlace(tx: WriteScope, id: string): Promise<void> {
  const freed = await tx.db
    .updateTable('workspaces')
    .set({ tracked_customers: sql`tracked_customers - 1` })
    .where('workspace_id', '=', tx.workspaceId)
    .where(sql<boolean>`exists (select from customers c where c.workspace_id = ${tx.workspaceId} and c.id = ${id})`)
    .returning('workspace_id')
    .executeTakeFirst()
  if (!freed) throw notFound()
}

/** From here on nothing new can refer to the customer. @throws 404 when somebody else was first. */
async function lockCustomer(tx: WriteScope, id: string): Promise<void> {
  const row = await tx.db
    .selectFrom('customers')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}
