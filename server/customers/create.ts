import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import { checkIdentityAvailable } from './identity/check-availability.ts'
import { insertTrackedCustomer } from './identity/identify.ts'
import { customersCan } from './permissions.ts'
import type { Submitter } from './schema.ts'
import type { TrackedCustomerCaps } from './tracking/caps.ts'

/**
 * Adds a customer on behalf of the team.
 * @throws 400 for `/email` or `/externalId` if another customer has it; 403 at the plan's cap
 */
export async function createCustomer(
  tx: WriteScope,
  input: Submitter,
  caps: TrackedCustomerCaps,
): Promise<{ id: string }> {
  permit(customersCan(tx.actor).edit)
  await checkIdentityAvailable(tx, input, null)
  return { id: await insertTrackedCustomer(tx, input, caps) }
}
