import { sql } from 'kysely'
import { describeChanges, pickChanges } from '../../audit/changes.ts'
import { audit } from '../../audit/record.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { isTeam, permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { Actor, Scope, WriteScope } from '../../platform/scope.ts'
import { type ConsentEvidence, recordConsent } from '../consents/record.ts'
import { wantsAnnouncements } from '../recipients/announcement-recipients.ts'
import { optOutOfMail, resumeMailTo } from './opt-out.ts'
import type { NotificationKind } from './unsubscribe-token.ts'

/** Which kinds of notification a customer wants. */
export type NotificationPreferences = Record<NotificationKind, boolean>

export interface CustomerPreferences {
  preferences: NotificationPreferences
  /** Whether they turned off all mail, whatever the preferences are. */
  isOptedOut: boolean
  /** Whether mail stopped after three hard bounces in a row. */
  isBounced: boolean
  /** Null if unknown. */
  address: string | null
}

/** Returns a customer's preferences to that customer or the team. @throws 403, 404 */
export async function getPreferences(scope: Scope, customerId: string): Promise<CustomerPreferences> {
  permit(canManagePreferences(scope.actor, customerId))
  const row = await selectPreferences(scope, customerId).executeTakeFirst()
  if (!row) throw notFound()
  const { address, isOptedOut, isBounced, changelog, replies, stages } = row
  return { address, isOptedOut, isBounced, preferences: { changelog, replies, stages } }
}

export interface PreferencesUpdate extends Partial<NotificationPreferences> {
  /** True stops all mail and keeps the preferences. False resumes mail, even after bounces. */
  optOut?: boolean
  /**
   * Whether the customer asked for announcements with a control that was not set for them. Their choice is then stored,
   * even if they would get announcements by default.
   */
  isRequest?: boolean
}

/**
 * Updates the given preferences, on behalf of that customer or the team, and records when a customer agrees to
 * announcements or no longer wants them. @throws 403, 404
 */
export async function updatePreferences(
  tx: Omit<WriteScope, 'enqueue'>,
  customerId: string,
  { optOut, isRequest = false, ...update }: PreferencesUpdate,
  evidence: ConsentEvidence,
): Promise<void> {
  permit(canManagePreferences(tx.actor, customerId))
  const before = await selectPreferences(tx, customerId).forUpdate().executeTakeFirst()
  if (!before) throw notFound()
  const { changelog, replies, stages } = before
  // A request is stored, even if the customer gets announcements by default.
  const current = { changelog: isRequest ? before.isSubscriber : changelog, replies, stages }
  const changes = pickChanges<Partial<NotificationPreferences>>(current, update)
  if (changes) {
    tx.defer(
      tx.db
        .updateTable('customers')
        .set({
          notify_changelog: changes.changelog,
          notify_replies: changes.replies,
          notify_stages: changes.stages,
          ...(changes.changelog === false && { unsubscribed_at: tx.now }),
        })
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', customerId)
        .execute(),
    )
    audit(tx, 'customer.preferences_updated', customerId, describeChanges(current, changes, null))
  }
  const wasWanted = current.changelog && !before.isOptedOut
  const isWanted = (changes?.changelog ?? current.changelog) && !(optOut ?? before.isOptedOut)
  if (isWanted !== wasWanted) recordConsent(tx, customerId, isWanted ? 'given' : 'withdrawn', evidence)
  if (optOut !== undefined) await (optOut ? optOutOfMail(tx, customerId) : resumeMailTo(tx, customerId))
}

const canManagePreferences = (actor: Actor, customerId: string): boolean => isTeam(actor) || isSelf(actor, customerId)

const selectPreferences = ({ db, workspaceId }: Scope, customerId: string) =>
  db
    .selectFrom('customers')
    .select([
      'email as address',
      wantsAnnouncements('customers').as('changelog'),
      sql<boolean>`notify_changelog is true`.as('isSubscriber'),
      'notify_replies as replies',
      'notify_stages as stages',
      sql<boolean>`mail_opted_out_at is not null`.as('isOptedOut'),
      sql<boolean>`mail_bounced_at is not null`.as('isBounced'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
