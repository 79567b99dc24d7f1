import type { WriteScope } from '../../platform/scope.ts'
import { trackCustomer } from '../identity/identify.ts'
import type { TrackedCustomerCaps } from './caps.ts'

/** A customer who is signed in to the portal and acts for themself. */
export interface Participant {
  customerId: string
  caps: TrackedCustomerCaps
}

/**
 * Makes a customer tracked and locks the row, so that duplicate submissions run one after the other. Lock order:
 * threads first, then the workspace’s counter, then the customer.
 * @throws 403 at the plan’s cap; 404 if the customer was deleted
 */
export async function trackAndLockCustomer(tx: WriteScope, { customerId, caps }: Participant): Promise<void> {
  await trackCustomer(tx, customerId, caps)
  await tx.db
    .selectFrom('customers')
    .select('id')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', customerId)
    .forNoKeyUpdate()
    .execute()
}

/** Sets the name of a customer who has none. */
export function setMissingName(tx: WriteScope, customerId: string, name: string): void {
  tx.defer(
    tx.db
      .updateTable('customers')
      .set({ name })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', customerId)
      .where('name', 'is', null)
      .execute(),
  )
}
