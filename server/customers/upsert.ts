import { permit } from '../platform/authorization.ts'
import { invalid, Problem } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { checkCompany, writeCompany } from './companies/upsert.ts'
import {
  type Candidate,
  CustomerCapReached,
  findCandidates,
  insertCustomer,
  upsertTrackedCustomer,
} from './identity/identify.ts'
import { customersCan } from './permissions.ts'
import type { CustomerUpsert, Submitter } from './schema.ts'
import type { TrackedCustomerCaps } from './tracking/caps.ts'
import { reserveTrackedPlace } from './tracking/counter.ts'
import { changeCustomer } from './update.ts'

/**
 * Creates or updates the customer with an external id, or else with an email. Members that are absent keep their value;
 * null clears one. Unlike a submitter, what is sent replaces what is stored. A customer who is new, or has only visited
 * the portal, is tracked. If a concurrent request creates the same customer, the transaction is retried and updates it.
 * @throws 400 if the external id and the email belong to different customers, or for a new company without a name; 403,
 * also at the plan's cap
 */
export async function upsertCustomer(
  tx: WriteScope,
  input: CustomerUpsert,
  caps: TrackedCustomerCaps,
): Promise<{ id: string; isNew: boolean }> {
  permit(customersCan(tx.actor).edit)
  const identity = identityOf(input)
  const known = matchCandidate(await findCandidates(tx, identity), identity)
  if (input.company) await checkCompany(tx, input.company, '/company')
  if (known === undefined) return { id: await addCustomer(tx, input, caps), isNew: true }
  // Before the customer is locked: taking a place locks the workspace’s counter first.
  if (!known.is_tracked && known.blocked_at === null) await upsertTrackedCustomer(tx, identity, caps)
  try {
    await changeCustomer(tx, known.id, input)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    // A concurrent request has deleted them since they were found, so now they are new.
    return upsertCustomer(tx, input, caps)
  }
  return { id: known.id, isNew: false }
}

/** @throws 400 if both members are null */
function identityOf({ externalId, email }: CustomerUpsert): Submitter {
  if ((externalId ?? null) === null && (email ?? null) === null) {
    throw invalid([{ path: '', message: 'must have externalId or email', code: 'anyOf' }])
  }
  return { ...(externalId && { externalId }), ...(email && { email }) }
}

/**
 * Returns the customer to update. A customer with the email who has another external id is a different person.
 * @throws 400 if the email belongs to a different customer
 */
function matchCandidate(candidates: Candidate[], { externalId }: Submitter): Candidate | undefined {
  const byExternalId = candidates.find((each) => each.is_by_external_id)
  const byEmail = candidates.find((each) => each.is_by_email)
  const match = byExternalId ?? byEmail
  const isOther =
    byEmail !== undefined && (byEmail !== match || (externalId !== undefined && isOtherThan(byEmail, externalId)))
  if (isOther) throw invalid([{ path: '/email', message: 'belongs to another customer', code: 'taken' }])
  return match
}

const isOtherThan = ({ external_id }: Candidate, externalId: string): boolean =>
  external_id !== null && external_id !== externalId

/** Adds a tracked customer. Locks the workspace's counter, then the company. @throws 403 at the plan's cap */
async function addCustomer(tx: WriteScope, input: CustomerUpsert, caps: TrackedCustomerCaps): Promise<string> {
  if (!(await reserveTrackedPlace(tx, caps))) throw new CustomerCapReached()
  const { name, company, attributes = {} } = input
  const companyId = company ? (await writeCompany(tx, company, '/company')).id : null
  const submitter = { ...identityOf(input), ...(name && { name }) }
  return insertCustomer(tx, submitter, { isTracked: true, details: { companyId, attributes } })
}
