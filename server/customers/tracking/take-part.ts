// The kinds of customers, and which of them take a place under the plan’s cap (ADR 0023):
//
// - A visitor has signed in or subscribed. Neither takes a place.
// - A participant (`is_participant`) has submitted, voted, commented or reacted on the portal or the widget.
// - An admitted customer (`is_admitted`) was named by a signed token of the product, or added by the team.
// - A tracked customer (`is_tracked`) takes a place: named by the API or added by the team, or both admitted and a
//   participant. At the cap, a new one is rejected; a participant continues without a place until one is free.
//
// So strangers who only signed in with an emailed code take part regardless of the plan's cap, and cannot use it up.

import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { assertNotBlocked } from '../blocking/assert-not-blocked.ts'
import { CustomerCapReached, markTracked } from '../identity/identify.ts'
import type { TrackedCustomerCaps } from './caps.ts'
import { reserveTrackedPlace } from './counter.ts'

/** A customer who is signed in to the portal and acts for themself. */
export interface Participant {
  customerId: string
  caps: TrackedCustomerCaps
}

/**
 * Records that a customer takes part, and tracks them if they are admitted. Lock order: threads first, then the
 * workspace’s counter, then the customer.
 * @throws 403 for an admitted customer’s first action at the plan’s cap; 404 if the customer was deleted
 */
export async function takePart(tx: WriteScope, { customerId, caps }: Participant): Promise<void> {
  const before = await readStanding(tx, customerId)
  if (before.is_admitted && !before.is_tracked) await trackParticipant(tx, customerId, before, caps)
  if (before.is_participant) return
  // If a token admits the customer at this moment, the next action or sign-in tracks them.
  await tx.db
    .updateTable('customers')
    .set({ is_participant: true })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', customerId)
    .execute()
}

/**
 * Like `takePart`, and locks the customer, so that duplicate submissions run one after the other.
 * @throws 403 also for a blocked customer
 */
export async function takePartAndLock(tx: WriteScope, participant: Participant): Promise<void> {
  await takePart(tx, participant)
  await assertNotBlocked(tx, participant.customerId, 'forNoKeyUpdate')
}

/**
 * Records that the product or the team has named a customer. A participant is tracked from then on, unless the plan is
 * full: they took part before, so nothing is rejected.
 */
export async function admitCustomer(tx: WriteScope, customerId: string, caps: TrackedCustomerCaps): Promise<void> {
  const before = await readStanding(tx, customerId)
  if (mayTakePlace(before)) await trackParticipant(tx, customerId, before, caps)
  if (before.is_admitted) return
  await tx.db
    .updateTable('customers')
    .set({ is_admitted: true })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', customerId)
    .execute()
}

/** Tracks a participant whom the team has edited, if the plan has a place. Does not admit them to a private portal. */
export async function trackEditedCustomer(
  tx: WriteScope,
  customerId: string,
  caps: TrackedCustomerCaps,
): Promise<void> {
  const before = await readStanding(tx, customerId)
  if (mayTakePlace(before)) await trackParticipant(tx, customerId, before, caps)
}

interface Standing {
  is_tracked: boolean
  is_participant: boolean
  is_admitted: boolean
  blocked_at: string | null
}

/** Returns whether a participant who becomes known is tracked. A blocked customer no longer takes part. */
const mayTakePlace = ({ is_participant, is_tracked, blocked_at }: Standing): boolean =>
  is_participant && !is_tracked && blocked_at === null

async function readStanding({ db, workspaceId }: WriteScope, id: string): Promise<Standing> {
  const row = await db
    .selectFrom('customers')
    .select(['is_tracked', 'is_participant', 'is_admitted', 'blocked_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function trackParticipant(
  tx: WriteScope,
  id: string,
  { is_participant }: Standing,
  caps: TrackedCustomerCaps,
): Promise<void> {
  if (await reserveTrackedPlace(tx, caps)) return markTracked(tx, id)
  // A concurrent action may have tracked this customer while this one waited for the counter.
  if (!is_participant && !(await readStanding(tx, id)).is_tracked) throw new CustomerCapReached()
}

/** Sets the name that a customer chose, if they have none. */
export function setMissingName(tx: WriteScope, customerId: string, name: string): void {
  tx.defer(
    tx.db
      .updateTable('customers')
      .set({ name, name_source: 'self', updated_at: tx.now })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', customerId)
      .where('name', 'is', null)
      .execute(),
  )
}
