import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { prepared } from '../platform/db/prepared.ts'
import { newId } from '../platform/ids.ts'
import { problem } from '../platform/problems.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import type { TrackedCustomerCaps } from './caps.ts'
import type { Submitter } from './schema.ts'

interface Candidate {
  id: string
  email: string | null
  name: string | null
  external_id: string | null
  is_by_external_id: boolean | null
  is_by_email: boolean | null
}

/**
 * The customer that a submitter is (contract §4): by external id, else by email, else a new one. A match fills in
 * members that were empty; it overwrites none, and takes no email of another customer.
 * @throws 403 `forbidden` when a new one would exceed the plan's cap.
 */
export async function identifyCustomer(
  tx: WriteScope,
  submitter: Submitter,
  caps: TrackedCustomerCaps,
): Promise<string> {
  return (await findCustomer(tx, submitter)) ?? admitCustomer(tx, submitter, caps)
}

/** A new customer, under the plan's cap. @throws 403 */
export async function admitCustomer(tx: WriteScope, submitter: Submitter, caps: TrackedCustomerCaps): Promise<string> {
  if (await countCustomer(tx, caps)) return addCustomer(tx, submitter)
  // Whoever took the last place while this one waited for the counter may be the same customer.
  const since = await findCustomer(tx, submitter)
  if (since !== null) return since
  throw problem('forbidden', 'The plan’s limit of tracked customers is reached; known customers can still take part.')
}

/** A customer who is known already, with what was missing of them filled in; else null. */
export async function findCustomer(tx: WriteScope, submitter: Submitter): Promise<string | null> {
  const candidates = await customersLike(tx, submitter)
  const known = candidates.find((each) => each.is_by_external_id) ?? candidates.find((each) => each.is_by_email)
  if (!known) return null
  const isEmailTaken = candidates.some((other) => other !== known && other.is_by_email)
  fillIn(tx, known, { ...submitter, ...(isEmailTaken && { email: undefined }) })
  return known.id
}

/** At most two: one by external id and one by email. PostgreSQL alone decides which emails are the same. */
const customersLike = ({ db, workspaceId }: Scope, { externalId, email }: Submitter): Promise<Candidate[]> =>
  candidatesBy(db, { workspaceId, externalId: externalId ?? null, email: email ?? null })

interface Identity {
  workspaceId: string
  externalId: string | null
  email: string | null
}

const candidatesBy = prepared((db, { workspaceId, externalId, email }: Identity) => {
  const byExternalId = sql<boolean | null>`external_id = ${externalId}`
  const byEmail = sql<boolean | null>`lower(email) = lower(${email})`
  return db
    .selectFrom('customers')
    .select(['id', 'email', 'name', 'external_id', byExternalId.as('is_by_external_id'), byEmail.as('is_by_email')])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([byExternalId as never, byEmail as never]))
})

/** Asks again, as it writes, whether a member is empty: another request may have filled it in meanwhile. */
function fillIn(tx: WriteScope, known: Candidate, { email, name, externalId }: Submitter): void {
  const gained = {
    ...(known.email === null && email !== undefined && { email: sql<string>`coalesce(email, ${email})` }),
    ...(known.name === null && name && { name: sql<string>`coalesce(name, ${name})` }),
    ...(known.external_id === null &&
      externalId !== undefined && { external_id: sql<string>`coalesce(external_id, ${externalId})` }),
  }
  if (Object.keys(gained).length === 0) return
  tx.defer(
    tx.db
      .updateTable('customers')
      .set(gained)
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', known.id)
      .execute(),
  )
}

/**
 * Takes a place under the plan's cap: the counter's row lock lines up everybody who wants the last one.
 * @returns false when there is none.
 */
async function countCustomer(tx: WriteScope, caps: TrackedCustomerCaps): Promise<boolean> {
  const counted = await tx.db
    .updateTable('workspaces')
    .set({ tracked_customers: sql`tracked_customers + 1` })
    .where('workspace_id', '=', tx.workspaceId)
    .where(
      sql<boolean>`(case plan when 'free' then tracked_customers < ${caps.free ?? null}
                              when 'starter' then tracked_customers < ${caps.starter ?? null} end) is not false`,
    )
    .returning('workspace_id')
    .execute()
  return counted.length > 0
}

function addCustomer(tx: WriteScope, submitter: Submitter): string {
  const id = newId()
  tx.defer(
    tx.db
      .insertInto('customers')
      .values({
        workspace_id: tx.workspaceId,
        id,
        email: submitter.email ?? null,
        name: submitter.name || null,
        external_id: submitter.externalId ?? null,
        created_at: tx.now,
      })
      .execute(),
  )
  audit(tx, 'customer.added', id)
  return id
}
