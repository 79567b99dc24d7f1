import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { newId } from '../../platform/ids.ts'
import { notFound, Problem } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Submitter } from '../schema.ts'
import type { TrackedCustomerCaps } from '../tracking/caps.ts'

interface Candidate {
  id: string
  email: string | null
  name: string | null
  external_id: string | null
  is_tracked: boolean
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
  return (await findTrackedCustomer(tx, submitter)) ?? upsertTrackedCustomer(tx, submitter, caps)
}

/**
 * A new tracked customer, under the plan's cap: somebody who is not known, or who has only signed in or subscribed.
 * @throws 403
 */
export async function upsertTrackedCustomer(
  tx: WriteScope,
  submitter: Submitter,
  caps: TrackedCustomerCaps,
): Promise<string> {
  // Sent at once, and looked up once the counter is held.
  const [isCounted, candidates] = await Promise.all([reserveTrackedPlace(tx, caps), findCandidates(tx, submitter)])
  if (isCounted) {
    const known = bestMatch(candidates)
    if (!known) return insertCustomer(tx, submitter, true)
    await markTracked(tx, known.id)
    return known.id
  }
  // Whoever took the last place while this one waited for the counter may be the same customer.
  const since = await findTrackedCustomer(tx, submitter)
  if (since !== null) return since
  throw new CustomerCapReached()
}

/** There is no place under the plan's cap for somebody who is not tracked yet. */
export class CustomerCapReached extends Problem {
  constructor() {
    super('forbidden', 'The plan’s limit of tracked customers is reached; known customers can still take part.')
  }
}

/**
 * A customer whom nobody knew when the caller looked, under the plan's cap. Whoever else adds the same one meanwhile wins by
 * a unique index, and this is run again. @throws 403
 */
export async function insertTrackedCustomer(
  tx: WriteScope,
  submitter: Submitter,
  caps: TrackedCustomerCaps,
): Promise<string> {
  if (!(await reserveTrackedPlace(tx, caps))) throw new CustomerCapReached()
  return insertCustomer(tx, submitter, true)
}

/** A tracked customer who is known already, with what was missing of them filled in; else null. */
export async function findTrackedCustomer(tx: WriteScope, submitter: Submitter): Promise<string | null> {
  const known = await findByIdentity(tx, submitter)
  return known?.isTracked ? known.id : null
}

/**
 * Somebody who arrives at the portal: the customer they are, or a new one who is not tracked until they take part, and
 * so takes no place under the plan's cap.
 */
export async function upsertVisitor(tx: WriteScope, submitter: Submitter): Promise<string> {
  const candidates = await findCandidates(tx, submitter)
  const known =
    candidates.find((each) => each.is_by_external_id) ?? candidates.find((each) => isSameVisitor(each, submitter))
  if (known) return fillMissing(tx, known, candidates, submitter)
  const isEmailTaken = candidates.some((each) => each.is_by_email)
  return insertCustomer(tx, { ...submitter, ...(isEmailTaken && { email: undefined }) }, false)
}

/**
 * Whether somebody who comes in by their address is this customer. Who has another id of the product is somebody else, even
 * if the product says that both have this address: it may let people set one that is not theirs.
 */
const isSameVisitor = ({ external_id: known }: Candidate, { externalId }: Submitter): boolean =>
  externalId === undefined || known === null || known === externalId

/**
 * Makes sure that somebody who takes part is tracked.
 * @throws 403 at the plan's cap; 404 when they have been deleted.
 */
export async function trackCustomer(tx: WriteScope, id: string, caps: TrackedCustomerCaps): Promise<void> {
  const isTracked = async () => {
    const row = await tx.db
      .selectFrom('customers')
      .select('is_tracked')
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound()
    return row.is_tracked
  }
  if (await isTracked()) return
  if (await reserveTrackedPlace(tx, caps)) return markTracked(tx, id)
  if (!(await isTracked())) throw new CustomerCapReached()
}

/** With the counter's row held, which lines up all who do this: the place is given back when another took it for them. */
async function markTracked(tx: WriteScope, id: string): Promise<void> {
  const tracked = await tx.db
    .updateTable('customers')
    .set({ is_tracked: true })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .where('is_tracked', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (tracked) return audit(tx, 'customer.added', id)
  tx.defer(
    tx.db
      .updateTable('workspaces')
      .set({ tracked_customers: sql`tracked_customers - 1` })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )
}

const bestMatch = (candidates: Candidate[]): Candidate | undefined =>
  candidates.find((each) => each.is_by_external_id) ?? candidates.find((each) => each.is_by_email)

async function findByIdentity(tx: WriteScope, submitter: Submitter) {
  const candidates = await findCandidates(tx, submitter)
  const known = bestMatch(candidates)
  if (!known) return null
  return { id: fillMissing(tx, known, candidates, submitter), isTracked: known.is_tracked }
}

/** Fills in what was missing of somebody who is known. @returns their id */
function fillMissing(tx: WriteScope, known: Candidate, candidates: Candidate[], submitter: Submitter): string {
  const isEmailTaken = candidates.some((other) => other !== known && other.is_by_email)
  updateMissing(tx, known, { ...submitter, ...(isEmailTaken && { email: undefined }) })
  return known.id
}

/** At most two: one by external id and one by email. PostgreSQL alone decides which emails are the same. */
const findCandidates = ({ db, workspaceId }: Scope, { externalId, email }: Submitter): Promise<Candidate[]> =>
  candidatesQuery(db, { workspaceId, externalId: externalId ?? null, email: email ?? null })

interface Identity {
  workspaceId: string
  externalId: string | null
  email: string | null
}

const candidatesQuery = prepared((db, { workspaceId, externalId, email }: Identity) => {
  const byExternalId = sql<boolean | null>`external_id = ${externalId}`
  const byEmail = sql<boolean | null>`lower(email) = lower(${email})`
  return db
    .selectFrom('customers')
    .select([
      'id',
      'email',
      'name',
      'external_id',
      'is_tracked',
      byExternalId.as('is_by_external_id'),
      byEmail.as('is_by_email'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([byExternalId as never, byEmail as never]))
})

/** Asks again, as it writes, whether a member is empty: another request may have filled it in meanwhile. */
function updateMissing(tx: WriteScope, known: Candidate, { email, name, externalId }: Submitter): void {
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
async function reserveTrackedPlace(tx: WriteScope, caps: TrackedCustomerCaps): Promise<boolean> {
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

function insertCustomer(tx: WriteScope, submitter: Submitter, isTracked: boolean): string {
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
        is_tracked: isTracked,
        created_at: tx.now,
      })
      .execute(),
  )
  // Who only looks is no news to the team.
  if (isTracked) audit(tx, 'customer.added', id)
  return id
}
