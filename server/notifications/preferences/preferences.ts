import { sql } from 'kysely'
import { describeChanges, pickChanges } from '../../audit/changes.ts'
import { audit } from '../../audit/record.ts'
import { isTeam, permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { Actor, Scope, WriteScope } from '../../platform/scope.ts'
import { optOutOfMail, resumeMailTo } from './opt-out.ts'
import type { NotificationKind } from './unsubscribe-token.ts'

/** Which kinds of mail a customer wants: of entries, of replies, of stages of requests that they take part in. */
export type NotificationPreferences = Record<NotificationKind, boolean>

export interface CustomerPreferences {
  preferences: NotificationPreferences
  /** Wants no mail at all, whatever the kinds say. */
  isOptedOut: boolean
  /** Nothing is sent, since their mail server has refused three messages in a row. */
  isBounced: boolean
  /** Null when none is known. */
  address: string | null
}

/** What a customer wants to hear. For themself and the team. @throws 404; 403 */
export async function getPreferences(scope: Scope, customerId: string): Promise<CustomerPreferences> {
  permit(canManagePreferences(scope.actor, customerId))
  const row = await selectPreferences(scope, customerId).executeTakeFirst()
  if (!row) throw notFound()
  const { address, isOptedOut, isRefused, ...hearing } = row
  return { address, isOptedOut, isBounced: isRefused, preferences: hearing }
}

export interface PreferencesUpdate extends Partial<NotificationPreferences> {
  /** True: no mail at all, and the kinds are kept for another day. False: mail again, also where it had been refused. */
  optOut?: boolean
}

/** Chooses what a customer hears; what is not named stays. For themself and the team. @throws 404; 403 */
export async function updatePreferences(
  tx: Omit<WriteScope, 'enqueue'>,
  customerId: string,
  { optOut: off, ...wanted }: PreferencesUpdate,
): Promise<void> {
  permit(canManagePreferences(tx.actor, customerId))
  const before = await selectPreferences(tx, customerId).forUpdate().executeTakeFirst()
  if (!before) throw notFound()
  const { changelog, replies, stages } = before
  const hearing = { changelog, replies, stages }
  const changes = pickChanges<Partial<NotificationPreferences>>(hearing, wanted)
  if (changes) {
    tx.defer(
      tx.db
        .updateTable('customers')
        .set({ notify_changelog: changes.changelog, notify_replies: changes.replies, notify_stages: changes.stages })
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', customerId)
        .execute(),
    )
    audit(tx, 'customer.preferences_updated', customerId, describeChanges(hearing, changes))
  }
  if (off !== undefined) await (off ? optOutOfMail(tx, customerId) : resumeMailTo(tx, customerId))
}

const canManagePreferences = (actor: Actor, customerId: string): boolean =>
  isTeam(actor) || (actor.type === 'customer' && actor.id === customerId)

const selectPreferences = ({ db, workspaceId }: Scope, customerId: string) =>
  db
    .selectFrom('customers')
    .select([
      'email as address',
      sql<boolean>`coalesce(notify_changelog, is_tracked)`.as('changelog'),
      'notify_replies as replies',
      'notify_stages as stages',
      sql<boolean>`mail_opted_out_at is not null`.as('isOptedOut'),
      sql<boolean>`mail_bounced_at is not null`.as('isRefused'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
