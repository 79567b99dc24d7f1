import { type RawBuilder, sql } from 'kysely'
import { canReadPortal } from '../../customers/sign-in/access.ts'
import type { Scope } from '../../platform/scope.ts'
import { type Audience, isInAudience, selectAsking, toAudienceColumns } from '../announcements/audience.ts'
import { isMailStopped } from './suppression.ts'

/** The number of customers who would get the announcement of an entry that is published now. */
export interface AnnouncementRecipientCounts {
  /** Customers to whom a message is sent. */
  recipients: number
  /** Customers who turned announcements off, opted out of all mail, or bounced. */
  suppressed: number
  /** Customers who have an external id but no address. */
  withoutAddress: number
}

/**
 * Whether the workspace itself brought this customer: through the API, by hand, or by an import. They get announcements
 * unless they opt out. People who came to the portal or the widget get them only if they asked, even if they took part.
 */
const isAnnouncedByDefault = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${customer}.origin`)} in ('api', 'team', 'import')`

/** Whether a customer wants announcements: what they chose, or else the default. Opting out of all mail is separate. */
export const wantsAnnouncements = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${customer}.notify_changelog`)}, ${isAnnouncedByDefault(customer)})`

/**
 * Whether announcements are meant for this customer, regardless of preferences. Customers who came by themselves and
 * never asked for any get none, and customers who subscribed while the portal was public get none once it is private.
 */
export const isAnnouncementRecipient = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${isAnnouncedByDefault(customer)}
    or (${sql.ref(`${customer}.notify_changelog`)} is not null and ${canReadPortal(customer)}))`

/** Whether a customer turned announcements off or gets no mail at all. */
export const isAnnouncementSuppressed = (customer: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.notify_changelog`)} is false or ${isMailStopped(customer)})`

/** An audience, and the linked requests to which `asked` refers. */
export type CountedAudience = { audience: Exclude<Audience, 'asked'> } | { audience: Audience; linkedIds: string[] }

/** Counts recipients by the same rule as the fan-out. */
export async function countAnnouncementRecipients(
  { db, workspaceId }: Scope,
  counted: CountedAudience = { audience: 'everyone' },
): Promise<AnnouncementRecipientCounts> {
  const { audience: kind, audience_id: id } = toAudienceColumns(counted.audience)
  const linkedIds = 'linkedIds' in counted ? counted.linkedIds : []
  const condition =
    kind === 'everyone'
      ? sql`true`
      : kind === 'asked'
        ? sql`c.id in (${selectAsking(workspaceId, linkedIds)})`
        : isInAudience('c', 'a', null)
  const { rows } = await sql<AnnouncementRecipientCounts>`
    select count(*) filter (where c.email is not null and not ${isAnnouncementSuppressed('c')}) as recipients,
      count(*) filter (where c.email is not null and ${isAnnouncementSuppressed('c')}) as suppressed,
      count(*) filter (where c.email is null) as "withoutAddress"
    from customers c cross join (select ${kind}::text as audience, ${id}::uuid as audience_id) a
    where c.workspace_id = ${workspaceId} and ${isAnnouncementRecipient('c')} and ${condition}`.execute(db)
  return rows[0]!
}
