import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problems.ts'
import type { Actor, Scope, WriteScope } from '../../platform/scope.ts'
import type { Attributes } from '../attributes.ts'
import { type NameSource, nameSourceOf } from '../public-name.ts'
import { loadCustomersJson } from '../queries.ts'
import type { Submitter } from '../schema.ts'
import type { TrackedCustomerCaps } from '../tracking/caps.ts'
import { releaseTrackedPlace, reserveTrackedPlace } from '../tracking/counter.ts'

/** A customer with the external id or the email of a submitter. */
export interface Candidate {
  id: string
  email: string | null
  name: string | null
  name_source: NameSource
  external_id: string | null
  is_tracked: boolean
  is_participant: boolean
  blocked_at: string | null
  is_by_external_id: boolean | null
  is_by_email: boolean | null
}

/**
 * Finds the tracked customer for a submitter by external id, then by email, or creates one (contract §4). A match fills
 * empty fields. It never overwrites a field or takes another customer's email.
 * @throws 403 `forbidden` if a new customer would exceed the plan's cap
 */
export async function identifyCustomer(
  tx: WriteScope,
  submitter: Submitter,
  caps: TrackedCustomerCaps,
): Promise<string> {
  return (await findTrackedCustomer(tx, submitter)) ?? upsertTrackedCustomer(tx, submitter, caps)
}

/**
 * Creates a tracked customer, or tracks one who has only signed in, subscribed, or taken part on the portal.
 * @throws 403 at the plan's cap, except for those who have taken part
 */
export async function upsertTrackedCustomer(
  tx: WriteScope,
  submitter: Submitter,
  caps: TrackedCustomerCaps,
): Promise<string> {
  // Both statements are sent together; PostgreSQL runs the lookup after it has locked the counter.
  const [isReserved, candidates] = await Promise.all([reserveTrackedPlace(tx, caps), findCandidates(tx, submitter)])
  if (isReserved) {
    const known = bestMatch(candidates)
    if (!known) return insertCustomer(tx, submitter, { isTracked: true })
    await markTracked(tx, known.id)
    return known.id
  }
  // A concurrent request may have tracked this customer while this one waited for the counter.
  const trackedMeanwhile = await findTrackedCustomer(tx, submitter)
  if (trackedMeanwhile !== null) return trackedMeanwhile
  // A participant of the portal goes on taking part without a place (ADR 0023).
  const known = bestMatch(candidates)
  if (known?.is_participant) return known.id
  throw new CustomerCapReached()
}

/** Rejects a new tracked customer at the plan's cap. */
export class CustomerCapReached extends Problem {
  constructor() {
    super('forbidden', 'The plan’s limit of tracked customers is reached. Customers who already take part still can.')
  }
}

/**
 * Inserts a customer whom the team adds. The caller has looked them up and not found them: if a concurrent request
 * inserts the same one, a unique index rejects this insert and the transaction is retried. @throws 403 at the plan's
 * cap
 */
export async function insertTrackedCustomer(
  tx: WriteScope,
  submitter: Submitter,
  caps: TrackedCustomerCaps,
): Promise<string> {
  if (!(await reserveTrackedPlace(tx, caps))) throw new CustomerCapReached()
  return insertCustomer(tx, submitter, { isTracked: true, isAdmitted: true })
}

/** Finds a tracked customer and fills their empty fields. @returns the id, or null */
export async function findTrackedCustomer(tx: WriteScope, submitter: Submitter): Promise<string | null> {
  const known = await findByIdentity(tx, submitter)
  return known?.isTracked ? known.id : null
}

/**
 * Finds or creates the customer who signs in to the portal. A new one is not tracked, and so does not count toward the
 * plan’s cap (ADR 0023).
 */
export async function upsertVisitor(
  tx: WriteScope,
  submitter: Submitter,
  origin: VisitorOrigin = originOfVisitor(submitter),
): Promise<string> {
  const candidates = await findCandidates(tx, submitter)
  const known =
    candidates.find((each) => each.is_by_external_id) ?? candidates.find((each) => isSameVisitor(each, submitter))
  if (known) return fillMissing(tx, known, candidates, { submitter, nameSource: nameSourceOfVisitor(submitter) })
  const isEmailTaken = candidates.some((each) => each.is_by_email)
  return insertCustomer(tx, { ...submitter, ...(isEmailTaken && { email: undefined }) }, { isTracked: false, origin })
}

/**
 * Returns whether a visitor with this customer's email is this customer. A different external id means a different
 * person, because the product may let people enter an address that is not theirs.
 */
const isSameVisitor = ({ external_id }: Candidate, { externalId }: Submitter): boolean =>
  externalId === undefined || external_id === null || external_id === externalId

/**
 * Tracks a customer while the counter is locked. Releases the reserved place if a concurrent request tracked them
 * first.
 */
export async function markTracked(tx: WriteScope, id: string): Promise<void> {
  const tracked = await tx.db
    .updateTable('customers')
    .set({ is_tracked: true })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .where('is_tracked', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (tracked) return audit(tx, 'customer.added', id)
  tx.defer(releaseTrackedPlace(tx))
}

const bestMatch = (candidates: Candidate[]): Candidate | undefined =>
  candidates.find((each) => each.is_by_external_id) ?? candidates.find((each) => each.is_by_email)

async function findByIdentity(tx: WriteScope, submitter: Submitter) {
  const candidates = await findCandidates(tx, submitter)
  const known = bestMatch(candidates)
  if (!known) return null
  const nameSource = nameSourceOf(tx.actor)
  return { id: fillMissing(tx, known, candidates, { submitter, nameSource }), isTracked: known.is_tracked }
}

/** A submitter and the source of their name. */
interface NamedSubmitter {
  submitter: Submitter
  nameSource: NameSource
}

/** Fills the empty fields of a customer, except an email that another customer has. @returns the id */
function fillMissing(
  tx: WriteScope,
  known: Candidate,
  candidates: Candidate[],
  { submitter, nameSource }: NamedSubmitter,
): string {
  const isEmailTaken = candidates.some((other) => other !== known && other.is_by_email)
  updateMissing(tx, known, { submitter: { ...submitter, ...(isEmailTaken && { email: undefined }) }, nameSource })
  return known.id
}

/** Finds at most two customers: one by external id, one by email. Only PostgreSQL compares emails. */
export const findCandidates = ({ db, workspaceId }: Scope, { externalId, email }: Submitter): Promise<Candidate[]> =>
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
      'name_source',
      'external_id',
      'is_tracked',
      'is_participant',
      'blocked_at',
      byExternalId.as('is_by_external_id'),
      byEmail.as('is_by_email'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([byExternalId as never, byEmail as never]))
})

/** Fills empty fields with `coalesce`, because a concurrent request may have filled one since it was read. */
function updateMissing(tx: WriteScope, known: Candidate, { submitter, nameSource }: NamedSubmitter): void {
  const { email, name, externalId } = submitter
  const changes = {
    ...(known.email === null && email !== undefined && { email: sql<string>`coalesce(email, ${email})` }),
    ...(known.name === null &&
      name && {
        name: sql<string>`coalesce(name, ${name})`,
        name_source: sql<NameSource>`case when name is null then ${nameSource} else name_source end`,
      }),
    ...(known.external_id === null &&
      externalId !== undefined && { external_id: sql<string>`coalesce(external_id, ${externalId})` }),
  }
  if (Object.keys(changes).length === 0) return
  tx.defer(
    tx.db
      .updateTable('customers')
      .set({ ...changes, updated_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', known.id)
      .execute(),
  )
  recordEvent(tx, { type: 'customer.updated', resourceId: known.id, data: loadCustomersJson })
}

/**
 * How a customer first arrived, which decides whether announcements need their consent
 * (notifications/recipients/announcement-recipients.ts).
 */
const originByActor = {
  key: 'api',
  app: 'api',
  member: 'team',
  system: 'import',
  customer: 'portal',
} as const satisfies Record<Actor['type'], string>

/** How people arrive on their own. `widget`: they confirmed the address that they entered with a request. */
type VisitorOrigin = 'portal' | 'token' | 'widget'

/** People who sign in or subscribe by themselves; only a signed token has an external id. */
const originOfVisitor = ({ externalId }: Submitter): VisitorOrigin => (externalId === undefined ? 'portal' : 'token')
const nameSourceOfVisitor = ({ externalId }: Submitter): NameSource => (externalId === undefined ? 'self' : 'token')

interface NewCustomer {
  isTracked: boolean
  isAdmitted?: boolean
  origin?: VisitorOrigin | (typeof originByActor)[Actor['type']]
  details?: { companyId: string | null; attributes: Attributes }
}

/** Inserts a customer whom the caller has looked up and not found. @returns the id */
export function insertCustomer(
  tx: WriteScope,
  submitter: Submitter,
  // A member adds people on purpose; an API key may belong to a public form.
  {
    isTracked,
    isAdmitted = tx.actor.type === 'member',
    origin = isTracked ? originByActor[tx.actor.type] : originOfVisitor(submitter),
    details,
  }: NewCustomer,
): string {
  const id = newId()
  tx.defer(
    tx.db
      .insertInto('customers')
      .values({
        workspace_id: tx.workspaceId,
        id,
        email: submitter.email ?? null,
        name: submitter.name || null,
        name_source: isTracked ? nameSourceOf(tx.actor) : nameSourceOfVisitor(submitter),
        external_id: submitter.externalId ?? null,
        is_tracked: isTracked,
        is_admitted: isAdmitted,
        origin,
        ...(details && { company_id: details.companyId, attributes: JSON.stringify(details.attributes) }),
        created_at: tx.now,
      })
      .execute(),
  )
  recordEvent(tx, { type: 'customer.created', resourceId: id, data: loadCustomersJson })
  // A visitor who only signs in is not worth an audit event.
  if (isTracked) audit(tx, 'customer.added', id)
  return id
}
