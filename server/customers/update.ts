import { pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalid, notFound } from '../platform/problems.ts'
import { Nullable, type Static, Strict, Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { recordEarlierName } from './earlier-names.ts'
import { checkIdentityAvailable } from './identity/check-availability.ts'
import { customersCan } from './permissions.ts'
import { nameSourceOf } from './public-name.ts'
import { Submitter } from './schema.ts'
import type { TrackedCustomerCaps } from './tracking/caps.ts'
import { trackEditedCustomer } from './tracking/take-part.ts'

const { email, name, externalId } = Submitter.properties

/** The fields to change; null clears one. A customer must keep an email or an external id. */
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
 * Updates a customer’s identity. The team knows whom it edits, so a participant of the portal becomes a tracked
 * customer if the plan has a place. A new address clears the bounces, so email resumes; an opt-out stays.
 * @throws 404; 400 if another customer has the email or external id, or if the customer would have neither; 403
 */
export async function updateCustomer(
  tx: WriteScope,
  id: string,
  update: CustomerUpdate,
  caps: TrackedCustomerCaps,
): Promise<void> {
  permit(customersCan(tx.actor).edit)
  // Before the customer is locked: taking a place locks the workspace’s counter first.
  await trackEditedCustomer(tx, id, caps)
  const before = await lockCustomer(tx, id)
  const changes = pickChanges<CustomerUpdate>(before, { ...update, ...(update.name === '' && { name: null }) })
  if (!changes) return
  const after = { ...before, ...changes }
  if (after.email === null && after.externalId === null) {
    throw invalid([{ path: '/email', message: 'is required if the customer has no external id', code: 'email-or-id' }])
  }
  await checkIdentityAvailable(tx, changes, id)
  tx.defer(
    tx.db
      .updateTable('customers')
      .set({
        email: changes.email,
        name: changes.name,
        ...(changes.name && { name_source: nameSourceOf(tx.actor) }),
        external_id: changes.externalId,
        ...(changes.email !== undefined && { mail_bounced_at: null, mail_bounces: 0 }),
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  if (changes.name !== undefined) recordEarlierName(tx, id, before.name, 'team')
  // Records only the names of the fields, because the audit log outlives the customer.
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
