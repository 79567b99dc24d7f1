import { sql } from 'kysely'
import { permit } from '../../platform/authorization.ts'
import type { Scope } from '../../platform/scope.ts'
import { workspaceCan } from '../../workspaces/permissions.ts'

export interface MailHealth {
  /** Messages that are due, on their way, or put off. */
  waiting: number
  /** Those of them that were tried in vain; why the last one was put off, in the mail server's words. */
  postponed: { count: number; words: string | null; nextAt: string | null }
  /** Customers whose address has refused three times in a row, so that nothing is sent there any more. */
  bouncedAddresses: number
  /** The latest messages that were refused; `title` is of the entry or the request that they were about. */
  failures: { customerId: string; name: string | null; title: string; words: string; at: string }[]
}

const failureLimit = 8
// Older ones say nothing about how mail goes now; and an announcement can have a hundred thousand messages.
const announcementLimit = 5
// These have few, most of the time.
const digestLimit = 20

/** How the mail of the workspace goes: what waits, what was refused. @throws 403 */
export async function getMailHealth({ db, workspaceId, actor }: Scope): Promise<MailHealth> {
  permit(workspaceCan(actor).seeSettings)
  const [open, stopped, refusals] = await Promise.all([
    sql<{ waiting: number; tried: number; words: string | null; nextAt: string | null }>`
      select count(*) as waiting, count(error) as tried, max(error) as words,
        min(due_at) filter (where error is not null) as "nextAt"
      from notification_deliveries where workspace_id = ${workspaceId} and state in ('due', 'sending')`.execute(db),
    sql<{ count: number }>`
      select count(*) from customers where workspace_id = ${workspaceId} and mail_bounced_at is not null`.execute(db),
    sql<MailHealth['failures'][number]>`
      select d.customer_id as "customerId", coalesce(c.name, c.email) as name, d.title,
        coalesce(d.error, '') as words, d.ended_at as at
      from (${recentFailures(workspaceId)}) d
      join customers c on c.workspace_id = ${workspaceId} and c.id = d.customer_id
      order by d.ended_at desc, d.customer_id limit ${failureLimit}`.execute(db),
  ])
  const { waiting, tried, words, nextAt } = open.rows[0]!
  return {
    waiting,
    postponed: { count: tried, words, nextAt },
    bouncedAddresses: stopped.rows[0]!.count,
    failures: refusals.rows,
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
