import { sql } from 'kysely'
import { permit } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'
import { workspaceCan } from '../../workspaces/permissions.ts'

export interface MailHealth {
  /** Deliveries that are due, being sent, or postponed. */
  waiting: number
  /** Waiting deliveries with a failed attempt; `response` is one of the mail server's replies. */
  postponed: { count: number; response: string | null; nextAt: string | null }
  /** Customers who get no mail after three hard bounces in a row. */
  bouncedAddresses: number
  /** The latest failed deliveries; `title` is the title of the entry or request. */
  failures: { customerId: string; name: string | null; title: string; response: string; at: string }[]
}

const failureLimit = 8
// Older announcements do not show whether mail works now, and one can have a hundred thousand deliveries.
const announcementLimit = 5
// Digests usually have few deliveries.
const digestLimit = 20

/** Returns the pending and failed deliveries of a workspace. @throws 403 */
export async function getMailHealth({ db, workspaceId, actor }: Scope): Promise<MailHealth> {
  permit(workspaceCan(actor).seeSettings)
  const [pending, bounced, failures] = await Promise.all([
    sql<{ waiting: number; tried: number; response: string | null; nextAt: string | null }>`
      select count(*) as waiting, count(error) as tried, max(error) as response,
        min(due_at) filter (where error is not null) as "nextAt"
      from notification_deliveries where workspace_id = ${workspaceId} and state in ('due', 'sending')`.execute(db),
    sql<{ count: number }>`
      select count(*) from customers where workspace_id = ${workspaceId} and mail_bounced_at is not null`.execute(db),
    sql<MailHealth['failures'][number]>`
      select d.customer_id as "customerId", coalesce(c.name, c.email) as name, d.title,
        coalesce(d.error, '') as response, d.ended_at as at
      from (${recentFailures(workspaceId)}) d
      join customers c on c.workspace_id = ${workspaceId} and c.id = d.customer_id
      order by d.ended_at desc, d.customer_id limit ${failureLimit}`.execute(db),
  ])
  const { waiting, tried, response, nextAt } = pending.rows[0]!
  return {
    waiting,
    postponed: { count: tried, response, nextAt },
    bouncedAddresses: bounced.rows[0]!.count,
    failures: failures.rows,
  }
}

const recentFailures = (workspaceId: string) => sql`
  select d.customer_id, d.error, d.ended_at, e.title
  from (select entry_id from announcements where workspace_id = ${workspaceId}
        order by due_at desc limit ${announcementLimit}) a
  join notification_deliveries d on d.workspace_id = ${workspaceId} and d.entry_id = a.entry_id and d.state = 'failed'
  join changelog_entries e on e.workspace_id = ${workspaceId} and e.id = d.entry_id
  union all select d.customer_id, d.error, d.ended_at, f.title
  from (select id, feedback_id from notification_digests where workspace_id = ${workspaceId}
        order by id desc limit ${digestLimit}) b
  join notification_deliveries d on d.workspace_id = ${workspaceId} and d.digest_id = b.id and d.state = 'failed'
  join feedback f on f.workspace_id = ${workspaceId} and f.id = b.feedback_id`
