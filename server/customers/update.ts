import { pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import { permit } from '../platform/authorization.ts'
import { invalid, notFound } from '../platform/problems.ts'
import { Nullable, type Static, Strict, Type } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Attributes } from './attributes.ts'
import { writeCompany } from './companies/upsert.ts'
import { recordEarlierName } from './earlier-names.ts'
import { checkIdentityAvailable } from './identity/check-availability.ts'
import { customersCan } from './permissions.ts'
import { nameSourceOf } from './public-name.ts'
import { loadCustomersJson } from './queries.ts'
import { type CustomerPatch, Submitter } from './schema.ts'
import type { TrackedCustomerCaps } from './tracking/caps.ts'
import { trackEditedCustomer } from './tracking/take-part.ts'

const { email, name, externalId } = Submitter.properties

/** What the console's form changes; null clears a field. A customer must keep an email or an external id. */
export const CustomerUpdate = Strict(
  {
    email: Type.Optional(Nullable(email)),
    name: Type.Optional(Nullable(name)),
    externalId: Type.Optional(Nullable(externalId)),
  },
  { minProperties: 1 },
)
export type CustomerUpdate = Static<typeof CustomerUpdate>

interface CustomerFields {
  email: string | null
  name: string | null
  externalId: string | null
  companyId: string | null
  attributes: Attributes
}

/**
 * Updates a customer. The team knows whom it edits, so a participant of the portal becomes a tracked customer if the plan
 * has a place.
 * @throws 404; 400 if another customer has the email or external id, if the customer would have neither, or for a new
 * company without a name; 403
 */
export async function updateCustomer(
  tx: WriteScope,
  id: string,
  update: CustomerPatch,
  caps: TrackedCustomerCaps,
): Promise<void> {
  permit(customersCan(tx.actor).edit)
  // Before the customer is locked: taking a place locks the workspace’s counter first.
  await trackEditedCustomer(tx, id, caps)
  await changeCustomer(tx, id, update)
}

/**
 * Stores what differs, and records it. A new address clears the bounces, so email resumes; an opt-out stays. Absent
 * members keep their values.
 * @throws as `updateCustomer` does
 */
export async function changeCustomer(tx: WriteScope, id: string, update: CustomerPatch): Promise<void> {
  const before = await lockCustomer(tx, id)
  const { company, ...members } = update
  const companyId = company ? (await writeCompany(tx, company, '/company')).id : company
  const wanted = { ...members, ...(update.name === '' && { name: null }), companyId }
  const changes = pickChanges<CustomerFields>(before, wanted)
  if (!changes) return
  const after = { ...before, ...changes }
  if (after.email === null && after.externalId === null) {
    throw invalid([{ path: '/email', message: 'is required if the customer has no external id', code: 'email-or-id' }])
  }
  await checkIdentityAvailable(tx, changes, id)
  writeChanges(tx, id, changes)
  if (changes.name !== undefined) recordEarlierName(tx, id, before.name, 'team')
  // Records only the names of the fields, because the audit log outlives the customer.
  const names = Object.keys(changes).map((name) => (name === 'companyId' ? 'company' : name))
  audit(tx, 'customer.updated', id, { members: names.toSorted() })
  recordEvent(tx, { type: 'customer.updated', resourceId: id, data: loadCustomersJson })
}

function writeChanges(tx: WriteScope, id: string, changes: Partial<CustomerFields>): void {
  const { email, name, externalId, companyId, attributes } = changes
  tx.defer(
    tx.db
      .updateTable('customers')
      .set({
        email,
        name,
        ...(name && { name_source: nameSourceOf(tx.actor) }),
        external_id: externalId,
        company_id: companyId,
        ...(attributes && { attributes: JSON.stringify(attributes) }),
        ...(email !== undefined && { mail_bounced_at: null, mail_bounces: 0 }),
        updated_at: tx.now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
}

async function lockCustomer(tx: WriteScope, id: string): Promise<CustomerFields> {
  const row = await tx.db
    .selectFrom('customers')
    .select(['email', 'name', 'external_id as externalId', 'company_id as companyId', 'attributes'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, attributes: row.attributes as Attributes }
}
