import type { WriteScope } from '../../platform/scope.ts'

/**
 * Locks the workspace's counter of tracked customers, which serializes transactions that add or delete customers. Lock
 * order: threads first, then the counter, then the customer. This is a separate statement, because a statement that
 * both waited for the counter and read a customer would see the customer's row from before the wait.
 */
export async function lockCounter(tx: WriteScope): Promise<void> {
  await tx.db
    .selectFrom('workspaces')
    .select('workspace_id')
    .where('workspace_id', '=', tx.workspaceId)
    .forNoKeyUpdate()
    .execute()
}
