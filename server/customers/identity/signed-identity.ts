import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { eraseCustomers } from '../../events/erase.ts'
import { recordEvent } from '../../events/record.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { clearUploader } from '../deletion/erase.ts'
import { recordEarlierName } from '../earlier-names.ts'
import { withoutPersonalData } from '../present.ts'
import { isOwnName } from '../public-name.ts'
import { getCustomer, loadCustomersJson } from '../queries.ts'
import { lockCounter } from '../tracking/counter.ts'
import { type Candidate, findCandidates, insertCustomer } from './identify.ts'

/** The identity of a customer, signed by the workspace's own product. */
export interface SignedIdentity {
  externalId: string
  email?: string
  name?: string
}

interface SignedCustomer {
  customerId: string
  /** Whether the customer had another address before. Its owner must no longer be signed in. */
  isAddressReplaced: boolean
}

/**
 * Finds or creates the customer whom the workspace's product names. Unlike what customers and API keys say, a signed
 * email and name replace what is stored: the product knows its customers best. An email that another customer has:
 *
 * - If the other has no external id and has never taken part, the address moves, with its choices about mail, and that
 *   visitor is deleted: the owner of the mailbox is the customer from now on.
 * - Otherwise the other customer keeps it. The customer of the token signs in as before and keeps the stored address,
 *   if any.
 *
 * A new customer of the product is the customer with the same email, unless that one has another external id.
 */
export async function upsertSignedCustomer(tx: WriteScope, identity: SignedIdentity): Promise<SignedCustomer> {
  const candidates = await findCandidates(tx, identity)
  const byId = candidates.find((each) => each.is_by_external_id)
  const holder = candidates.find((each) => each.is_by_email && each !== byId)
  const { email: _taken, ...withoutEmail } = identity
  const known = byId ?? holder
  // Admitting a participant takes a place, after the customer's row has been locked by a new name or address.
  if (known?.is_participant && !known.is_tracked) await lockCounter(tx)
  if (byId === undefined) {
    const customer = holder?.external_id === null ? holder : undefined
    if (customer === undefined) {
      const customerId = insertCustomer(tx, holder === undefined ? identity : withoutEmail, { isTracked: false })
      return { customerId, isAddressReplaced: false }
    }
    return overwrite(tx, customer, withoutEmail)
  }
  if (holder === undefined) return overwrite(tx, byId, identity)
  if (!isAbsorbable(holder)) return overwrite(tx, byId, withoutEmail)
  await absorbVisitor(tx, byId.id, holder.id)
  return overwrite(tx, byId, identity)
}

/** Tells whether a customer is only a visitor. A block stays with its address. */
const isAbsorbable = ({ external_id, is_tracked, is_participant, blocked_at }: Candidate): boolean =>
  external_id === null && !is_tracked && !is_participant && blocked_at === null

/** Stores the signed identity, and audits what it replaced. */
async function overwrite(tx: WriteScope, customer: Candidate, identity: SignedIdentity): Promise<SignedCustomer> {
  const { externalId, email, name } = identity
  const isNewEmail = email !== undefined && !customer.is_by_email
  const isNewName = name !== undefined && name !== '' && name !== customer.name
  const isAddressReplaced = isNewEmail && customer.email !== null
  const changes = {
    ...(customer.external_id === null && { external_id: externalId }),
    ...(isNewEmail && { email, mail_bounced_at: null, mail_bounces: 0 }),
    ...(isNewName && { name }),
    ...((customer.external_id === null || isNewEmail || isNewName) && { updated_at: tx.now }),
    // The product vouches for the name, even if the API gave it first.
    ...(name && (isNewName || !isOwnName(customer.name_source)) && { name_source: 'token' as const }),
  }
  if (Object.keys(changes).length > 0) await updateCustomerRow(tx, customer.id, changes)
  if ('updated_at' in changes) {
    const self = { ...tx, actor: { type: 'customer' as const, id: customer.id } }
    recordEvent(self, { type: 'customer.updated', resourceId: customer.id, data: loadCustomersJson })
  }
  if (isNewName && customer.name !== null) recordEarlierName(tx, customer.id, customer.name, 'token')
  const members = [...(isAddressReplaced ? ['email'] : []), ...(isNewName && customer.name !== null ? ['name'] : [])]
  // Records only the names of the fields, because the audit trail outlives the customer.
  if (members.length > 0) {
    audit({ ...tx, actor: { type: 'customer', id: customer.id } }, 'customer.updated', customer.id, { members })
  }
  return { customerId: customer.id, isAddressReplaced }
}

/**
 * Moves a visitor's mail preferences, with the evidence of their consent, and the requests they follow to the customer
 * who now has the address, and deletes the visitor.
 */
async function absorbVisitor(tx: WriteScope, customerId: string, visitorId: string): Promise<void> {
  await tx.db
    .updateTable('consents')
    .set({ customer_id: customerId })
    .where('workspace_id', '=', tx.workspaceId)
    .where('customer_id', '=', visitorId)
    .execute()
  // A decision that the customer made themself stays.
  await sql`
    update follows v set customer_id = ${customerId}
    where v.workspace_id = ${tx.workspaceId} and v.customer_id = ${visitorId} and not exists (
      select from follows o where o.workspace_id = v.workspace_id and o.feedback_id = v.feedback_id
        and o.customer_id = ${customerId})`.execute(tx.db)
  await clearUploader(tx, visitorId)
  const lastState = await getCustomer(tx, visitorId)
  eraseCustomers(tx, [visitorId])
  recordEvent(tx, { type: 'customer.deleted', resourceId: visitorId, data: withoutPersonalData(lastState) })
  const visitor = await tx.db
    .deleteFrom('customers')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', visitorId)
    // Locked and checked again: the visitor may be taking part at this moment.
    .where('is_tracked', '=', false)
    .where('is_participant', '=', false)
    .returning(['mail_opted_out_at', 'notify_changelog', 'notify_replies', 'notify_stages', 'unsubscribed_at'])
    .executeTakeFirstOrThrow()
  // An address that has opted out gets no mail after the move, and a subscribed one keeps its subscription.
  await updateCustomerRow(tx, customerId, {
    ...(visitor.mail_opted_out_at !== null && { mail_opted_out_at: visitor.mail_opted_out_at }),
    ...(visitor.notify_changelog !== null && { notify_changelog: visitor.notify_changelog }),
    ...(!visitor.notify_replies && { notify_replies: false }),
    ...(!visitor.notify_stages && { notify_stages: false }),
    unsubscribed_at: visitor.unsubscribed_at,
  })
}

async function updateCustomerRow(
  { db, workspaceId }: WriteScope,
  id: string,
  changes: {
    external_id?: string
    email?: string
    name?: string
    name_source?: 'token'
    updated_at?: string
    mail_bounced_at?: null
    mail_bounces?: number
    mail_opted_out_at?: string
    notify_changelog?: boolean
    notify_replies?: boolean
    notify_stages?: boolean
    unsubscribed_at?: string | null
  },
): Promise<void> {
  await db.updateTable('customers').set(changes).where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}
