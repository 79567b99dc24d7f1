import { type RawBuilder, sql } from 'kysely'
import { canReadPortal } from '../../customers/sign-in/access.ts'
import type { Scope } from '../../platform/scope.ts'

/** Who would hear of an entry that is published now. */
export interface AnnouncementRecipientCounts {
  /** Customers that a message goes to. */
  recipients: number
  /** Those who want no news or no mail at all, or whose mail server has refused for good. */
  suppressed: number
  /** Those who are known by an external id alone. */
  withoutAddress: number
}

/**
 * Whether entries are told to this customer, or would be if they wanted. Who has only signed in has asked for nothing, and
 * who subscribed while the portal was public hears nothing of what stands in a private one.
 */
export const isAnnouncementRecipient = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.is_tracked`)}
    or (${sql.ref(`${customer}.notify_changelog`)} is not null and ${canReadPortal(customer)}))`

/** Whether somebody wants no news or no mail at all, or their mail server has refused for good. */
export const isSuppressed = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.notify_changelog`)} is false
    or ${sql.ref(`${customer}.mail_opted_out_at`)} is not null or ${sql.ref(`${customer}.mail_bounced_at`)} is not null)`

/** Counts by the rule that `list-recipients.ts` lists by. */
export async function countAnnouncementRecipients({ db, workspaceId }: Scope): Promise<AnnouncementRecipientCounts> {
  const { rows } = await sql<AnnouncementRecipientCounts>`
    select count(*) filter (where c.email is not null and not ${isSuppressed('c')}) as recipients,
      count(*) filter (where c.email is not null and ${isSuppressed('c')}) as suppressed,
      count(*) filter (where c.email is null) as "withoutAddress"
    from customers c where c.workspace_id = ${workspaceId} and ${isAnnouncementRecipient('c')}`.execute(db)
  return rows[0]!
}
