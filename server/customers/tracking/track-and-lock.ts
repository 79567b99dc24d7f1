import type { WriteScope } from '../../platform/scope.ts'
import { trackCustomer } from '../identity/identify.ts'
import type { TrackedCustomerCaps } from './caps.ts'

/** Somebody who does something themselves, signed in to the portal. */
export interface Participant {
  customerId: string
  caps: TrackedCustomerCaps
}

/**
 * Makes sure that a customer is tracked and holds them, so that what they send twice comes one after the other. What
 * they write to is held before: threads, counter of the workspace, customer, as everywhere.
 * @throws 403 at the plan's cap; 404 when they have been deleted.
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

/** Gives a customer who has no name the one that they have just told. */
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
