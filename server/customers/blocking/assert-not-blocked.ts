import { Problem } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'

/** Rejects a write by a customer whom the team has blocked. They can still read. */
export class CustomerBlocked extends Problem {
  constructor() {
    super('forbidden', 'The team has blocked this account from taking part.')
  }
}

/**
 * Rejects a blocked customer. The lock makes a block that removes content wait until this transaction has ended, and
 * sees what it wrote. Lock order: threads first, then the workspace's counter, then the customer.
 * @param lock `forNoKeyUpdate` if the customer's own writes must run one after the other
 * @throws {CustomerBlocked} 403
 */
export async function assertNotBlocked(
  tx: Pick<WriteScope, 'db' | 'workspaceId'>,
  customerId: string,
  lock: 'forKeyShare' | 'forNoKeyUpdate' = 'forKeyShare',
): Promise<void> {
  const row = await tx.db
    .selectFrom('customers')
    .select('blocked_at')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', customerId)
    [lock]()
    .executeTakeFirst()
  if (row?.blocked_at) throw new CustomerBlocked()
}
