import { pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalid, notFound } from '../platform/problems.ts'
import { Nullable, type Static, Strict, Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { checkIdentityAvailable } from './identity/check-availability.ts'
import { customersCan } from './permissions.ts'
import { Submitter } from './schema.ts'

const { email, name, externalId } = Submitter.properties

/** Null clears; one of email and external id is left. */
export const CustomerUpdate = Strict(
  {
    email: Type.Optional(Nullable(email)),
    name: Type.Optional(Nullable(name)),
    externalId: Type.Optional(Nullable(externalId)),
  },
  { minProperties: 1 },
)
export type CustomerUpdate = Static<typeof CustomerUpdate>

/**
 * Sets right who a customer is. A new address has refused nothing yet, so mail that had stopped goes there; who has
 * opted out stays so.
 * @throws 404; 400 for what another customer has, and when neither email nor external id is left
 */
export async function updateCustomer(tx: WriteScope, id: string, wanted: CustomerUpdate): Promise<void> {
  permit(customersCan(tx.actor).edit)
  const before = await lockCustomer(tx, id)
  const changes = pickChanges<CustomerUpdate>(before, { ...wanted, ...(wanted.name === '' && { name: null }) })
  if (!changes) return
  const after = { ...before, ...changes }
  if (after.email === null && after.externalId === null) {
    throw invalid([{ path: '/email', message: 'is needed, or an external id: a customer is known by one of them' }])
  }
  await checkIdentityAvailable(tx, changes, id)
  tx.defer(
    tx.db
      .updateTable('customers')
      .set({
        email: changes.email,
        name: changes.name,
        external_id: changes.externalId,
        ...(changes.email !== undefined && { mail_bounced_at: null, mail_bounces: 0 }),
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  // The names of the members and nothing personal: the trail is kept when the customer is not.
  audit(tx, 'customer.updated', id, { members: Object.keys(changes).toSorted() })
}

async function lockCustomer(tx: WriteScope, id: string) {
  const row = await tx.db
    .selectFrom('customers')
    .select(['email', 'name', 'external_id as externalId'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
