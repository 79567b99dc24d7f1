import { sql } from 'kysely'
import type { ConsentAction, ConsentEvidence } from '../notifications/consents/record.ts'
import type { NotificationPreferences } from '../notifications/preferences/preferences.ts'
import { wantsAnnouncements } from '../notifications/recipients/announcement-recipients.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { customerColumns, customerCounts, type ListedCustomer } from './list.ts'
import { type CustomerComment, type CustomerRequest, selectActivity } from './team-activity.ts'

interface CustomerDelivery {
  /** The request or entry that the email was about. */
  on: { kind: 'request' | 'entry'; id: string; title: string }
  state: 'due' | 'sending' | 'sent' | 'failed' | 'suppressed'
  /** The mail server's reply, if it rejected or deferred the message. */
  error: string | null
  at: string
}

/** One choice about announcements, with its evidence. */
export interface CustomerConsent extends ConsentEvidence {
  id: string
  action: ConsentAction
  at: string
}

/** How a customer first arrived. */
export type CustomerOrigin = 'api' | 'team' | 'import' | 'portal' | 'token' | 'widget'

export interface CustomerDetail extends ListedCustomer {
  /** Which kinds of email they want, unless they opted out. */
  preferences: NotificationPreferences
  origin: CustomerOrigin
  optedOutAt: string | null
  /** When the team blocked the customer; null if it has not. */
  blockedAt: string | null
  /** When their mail server rejected the third message in a row. */
  bouncedAt: string | null
  /** The number of rejected messages in a row. */
  bounces: number
  /** Newest first, at most 20 of each kind. */
  latest: {
    requests: CustomerRequest[]
    votes: CustomerRequest[]
    comments: CustomerComment[]
    deliveries: CustomerDelivery[]
    consents: CustomerConsent[]
  }
}

const latestLimit = 20

/** Loads a customer with their latest activity, as the team sees it. @throws 404 */
export async function getCustomerDetail(scope: Scope, id: string): Promise<CustomerDetail> {
  const latest = { customerId: id, limit: latestLimit }
  const [customer, requests, votes, comments, deliveries, consents] = await Promise.all([
    customerRow(scope, id),
    selectActivity(scope, 'requests', latest),
    selectActivity(scope, 'votes', latest),
    selectActivity(scope, 'comments', latest),
    deliveriesOf(scope, id),
    consentsOf(scope, id),
  ])
  if (!customer) throw notFound()
  return { ...customer, latest: { requests, votes, comments, deliveries, consents } }
}

const customerRow = async ({ db, workspaceId }: Scope, id: string) => {
  const { rows } = await sql<Omit<CustomerDetail, 'latest'>>`
    select ${customerColumns}, ${customerCounts}, c.origin, c.mail_opted_out_at as "optedOutAt", c.blocked_at as "blockedAt",
      c.mail_bounced_at as "bouncedAt", c.mail_bounces as bounces, json_build_object('changelog',
        ${wantsAnnouncements('c')}, 'replies', c.notify_replies, 'stages', c.notify_stages) as preferences
    from customers c where c.workspace_id = ${workspaceId} and c.id = ${id}`.execute(db)
  return rows[0]
}

const deliveriesOf = async ({ db, workspaceId }: Scope, id: string): Promise<CustomerDelivery[]> => {
  const { rows } = await sql<CustomerDelivery>`
    select d.state, d.error, coalesce(d.ended_at, d.created_at) as at, json_build_object(
      'kind', case when d.entry_id is null then 'request' else 'entry' end,
      'id', coalesce(d.entry_id, b.feedback_id), 'title', coalesce(e.title, f.title)) as on
    from notification_deliveries d
    left join changelog_entries e on e.workspace_id = d.workspace_id and e.id = d.entry_id
    left join notification_digests b on b.workspace_id = d.workspace_id and b.id = d.digest_id
    left join feedback f on f.workspace_id = b.workspace_id and f.id = b.feedback_id
    where d.workspace_id = ${workspaceId} and d.customer_id = ${id}
    order by d.created_at desc, coalesce(d.entry_id, d.digest_id) desc limit ${latestLimit}`.execute(db)
  return rows
}

const consentsOf = ({ db, workspaceId }: Scope, id: string): Promise<CustomerConsent[]> =>
  db
    .selectFrom('consents')
    .select(['id', 'action', 'surface', 'page', 'host', 'wording', 'created_at as at'])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(latestLimit)
    .execute()
