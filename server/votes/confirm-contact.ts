import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { assertNotBlocked } from '../customers/blocking/assert-not-blocked.ts'
import { type ProvenContact, readContactToken } from '../customers/contact/contact.ts'
import { upsertVisitor } from '../customers/identity/identify.ts'
import { canSignIn } from '../customers/sign-in/access.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { takePartAndLock } from '../customers/tracking/take-part.ts'
import { resolveMergedId } from '../feedback/merge/redirects.ts'
import { displayTitle } from '../feedback/public/title.ts'
import { isVisible } from '../feedback/public/visibility.ts'
import { hearsAbout } from '../follows/hears.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { castVote } from './cast.ts'

/** What a confirmation link is about. */
export interface ContactPreview {
  contact: ProvenContact
  /** Null if the request was deleted, rejected, or merged into another one. */
  request: { title: string; description: string } | null
}

/**
 * Loads what the owner of an address is asked to confirm.
 * @returns null if the link is invalid or expired, or if the portal is private and the address may not sign in to it
 */
export async function previewContact(scope: Scope, secretKey: string, token: string): Promise<ContactPreview | null> {
  const contact = readContactToken(secretKey, scope, token)
  if (contact === null || !(await canSignIn(scope, contact.email))) return null
  const mergedInto = await resolveMergedId(scope, contact.feedbackId)
  // The visitor wrote the request itself. The one it was merged into may not be public.
  const { rows } = await sql<{ title: string; description: string }>`
    select f.title, f.description from feedback f
    where f.workspace_id = ${scope.workspaceId} and f.id = ${mergedInto ?? contact.feedbackId}
      and ${mergedInto === null ? sql`f.status in ('pending', 'approved')` : isVisible('f')}`.execute(scope.db)
  const row = rows[0]
  return { contact, request: row ? { ...row, title: displayTitle(row.title) } : null }
}

export interface ConfirmedContact {
  contact: ProvenContact
  customerId: string
  /** Whether the customer is now notified about the request; false if it is gone or belongs to another customer. */
  isFollowing: boolean
}

/**
 * Makes the owner of an address the submitter of the anonymous request they sent, with their vote, as if they had been
 * signed in. The request keeps its status. Signs no one in. A link works once: using it again changes nothing. Call it
 * for a POST only: mail scanners follow every link.
 * @returns null if the token is invalid or expired, or the address may not read the portal
 * @throws 403 for a blocked customer; 403 for an admitted customer’s first action at the plan’s cap
 */
export async function confirmContact(
  tx: WriteScope,
  secretKey: string,
  token: string,
  caps: TrackedCustomerCaps,
): Promise<ConfirmedContact | null> {
  const contact = readContactToken(secretKey, tx, token)
  if (contact === null || !(await canSignIn(tx, contact.email))) return null
  // The same lock order as for every vote: the request, the counter of tracked customers, the customer.
  const request = await lockRequest(tx, contact.feedbackId)
  const customerId = await upsertVisitor(tx, { email: contact.email }, 'widget')
  if (request === null) return { contact, customerId, isFollowing: false }
  const scope = { ...tx, actor: { type: 'customer' as const, id: customerId } }
  if (await wasConfirmed(scope, contact.feedbackId)) {
    await assertNotBlocked(scope, customerId)
    return { contact, customerId, isFollowing: await isNotified(scope, request.id, customerId) }
  }
  await takePartAndLock(scope, { customerId, caps })
  const isFollowing = request.isMerged ? !request.isCompleted : [null, customerId].includes(request.customerId)
  if (isFollowing) {
    if (!request.isMerged && request.customerId === null) await setSubmitter(scope, request.id, customerId)
    if (request.isMerged || request.customerId === null) await castVote(scope, request.id, customerId)
    audit(scope, 'feedback.submitter_confirmed', contact.feedbackId)
  }
  return { contact, customerId, isFollowing }
}

/**
 * Returns whether a link for the request was already used. The audit log still says so after the author has withdrawn
 * their vote, removed their name or deleted their account, so that using the link again undoes none of these.
 */
async function wasConfirmed({ db, workspaceId }: WriteScope, feedbackId: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_events where workspace_id = ${workspaceId} and target_id = ${feedbackId}
      and type = 'feedback.submitter_confirmed' limit 1`.execute(db)
  return rows.length > 0
}

async function isNotified({ db, workspaceId }: WriteScope, feedbackId: string, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ isFollowing: boolean }>`
    select ${hearsAbout('c', 'f')} as "isFollowing" from customers c
    join feedback f on f.workspace_id = c.workspace_id and f.id = ${feedbackId}
    where c.workspace_id = ${workspaceId} and c.id = ${customerId}`.execute(db)
  return rows[0]?.isFollowing ?? false
}

interface LockedRequest {
  id: string
  customerId: string | null
  isMerged: boolean
  /** Completed requests take no votes from customers. */
  isCompleted: boolean
}

/** Locks the request, or the one it was merged into. @returns null if it was deleted or rejected */
async function lockRequest(tx: WriteScope, feedbackId: string): Promise<LockedRequest | null> {
  const mergedInto = await resolveMergedId(tx, feedbackId)
  const id = mergedInto ?? feedbackId
  const { rows } = await sql<{ customerId: string | null; isCompleted: boolean }>`
    select f.stage = 'completed' as "isCompleted", (select x.customer_id from feedback_context x
            where x.workspace_id = f.workspace_id and x.feedback_id = f.id) as "customerId"
    from feedback f
    where f.workspace_id = ${tx.workspaceId} and f.id = ${id} and f.status in ('pending', 'approved')
    for update of f`.execute(tx.db)
  return rows[0] ? { id, ...rows[0], isMerged: mergedInto !== null } : null
}

async function setSubmitter(tx: WriteScope, feedbackId: string, customerId: string): Promise<void> {
  await tx.db
    .insertInto('feedback_context')
    .values({ workspace_id: tx.workspaceId, feedback_id: feedbackId, customer_id: customerId })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'feedback_id']).doUpdateSet({ customer_id: customerId }),
    )
    .execute()
}
