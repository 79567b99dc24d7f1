import { permit } from '../../platform/authorization.ts'
import { invalidState, Problem } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { deleteCustomer } from '../deletion/delete.ts'
import { customersCan } from '../permissions.ts'
import { type RemoveCustomersJob, removeCustomersQueue } from './queues.ts'

/** Ten thousand fake accounts at a time, which a job per batch removes within minutes. */
export const maxRemoved = 10_000
// A minute or two of work, so that a worker that stops repeats little.
const batchSize = 100

/**
 * Removes customers with everything they wrote, such as fake accounts and their votes. Jobs delete them one by one,
 * each in its own transaction with the counts that it changes, so that other writers do not wait for long.
 * @throws 403; 400 for none or too many
 */
export async function removeCustomers(tx: WriteScope, ids: string[]): Promise<void> {
  permit(customersCan(tx.actor).delete)
  if (ids.length === 0) throw invalidState('Select at least one customer.')
  if (ids.length > maxRemoved) throw invalidState(`Select at most ${maxRemoved} customers.`)
  const { workspaceId, actor, requestId } = tx
  for (let start = 0; start < ids.length; start += batchSize) {
    await tx.enqueue(removeCustomersQueue, { workspaceId, ids: ids.slice(start, start + batchSize), actor, requestId })
  }
}

type WriteInWorkspace = <T>(workspaceId: string, work: (scope: WriteScope) => Promise<T>) => Promise<T>

/** Removes the customers of a batch that still exist. @throws if it was aborted, so that the batch continues later */
export async function removeCustomerBatch(
  write: WriteInWorkspace,
  { workspaceId, ids, actor, requestId }: RemoveCustomersJob,
  signal: AbortSignal,
): Promise<void> {
  for (const id of ids) {
    signal.throwIfAborted()
    try {
      await write(workspaceId, (tx) => deleteCustomer({ ...tx, actor, requestId }, id, { withRequests: true }))
    } catch (error) {
      // Removed by an earlier attempt of this job, or by another process.
      if (!(error instanceof Problem && error.code === 'not_found')) throw error
    }
  }
}
