import { sql } from 'kysely'
import { type ReviewedAuthor, type ReviewedThread, selectAuthor } from '../comments/review/queue.ts'
import type { Scope } from '../platform/scope.ts'
import type { ReportReason } from './report.ts'

/** A public request or comment that customers have reported. */
export interface ReportedItem {
  id: string
  of: 'request' | 'comment'
  thread: ReviewedThread
  /** The description of the request, or the text of the comment. */
  body: string
  author: ReviewedAuthor | null
  /** When it was first reported. */
  createdAt: string
  reasons: Partial<Record<ReportReason, number>>
  /** Whether its author has removed it, so that the team can only decide about the author. */
  isRemoved: boolean
  /** When its author last edited it; null if they never did. */
  editedAt: string | null
}

/** Whether an item has no open reports, because they were deleted with it. */
export const hasNoOpenReport = (evidence: string) => sql<boolean>`not exists (
  select from content_reports o where o.workspace_id = ${sql.ref(`${evidence}.workspace_id`)} and o.dismissed_at is null
    and ${sql.ref(`${evidence}.id`)} in (o.feedback_id, o.comment_id))`

/**
 * Lists reported content without a decision, oldest report first. For content that its author has removed, lists the
 * evidence. Includes the author of a request that stays without its author's name.
 */
export async function listReportedItems({ db, workspaceId }: Scope, limit: number): Promise<ReportedItem[]> {
  const { rows } = await sql<ReportedItem>`
    with reported as (
      select coalesce(feedback_id, comment_id) as id, feedback_id, comment_id, min(at) as at,
        json_object_agg(reason, count) as reasons
      from (select feedback_id, comment_id, reason, min(created_at) as at, count(*) as count from content_reports
        where workspace_id = ${workspaceId} and dismissed_at is null group by 1, 2, 3) r
      group by 1, 2, 3 order by min(at), 1 limit ${limit})
    select r.id, case when r.comment_id is null then 'request' else 'comment' end as of,
      json_build_object('kind', case when c.entry_id is null then 'request' else 'entry' end,
        'id', coalesce(f.id, e.id), 'title', coalesce(f.title, e.title)) as thread,
      coalesce(c.body, f.description) as body, ${selectAuthor} as author, r.at as "createdAt", r.reasons,
      false as "isRemoved", (select max(created_at) from content_edits d where d.workspace_id = ${workspaceId}
        and (d.feedback_id = r.feedback_id or d.comment_id = r.comment_id)) as "editedAt"
    from reported r
    left join comments c on c.workspace_id = ${workspaceId} and c.id = r.comment_id
    left join feedback f on f.workspace_id = ${workspaceId} and f.id = coalesce(r.feedback_id, c.feedback_id)
    left join changelog_entries e on e.workspace_id = ${workspaceId} and e.id = c.entry_id
    left join feedback_context x on x.workspace_id = ${workspaceId} and x.feedback_id = r.feedback_id
    left join report_evidence v on v.workspace_id = ${workspaceId} and v.id = r.id
    left join customers u on u.workspace_id = ${workspaceId} and u.id = coalesce(c.customer_id, x.customer_id, v.customer_id)
    union all
    select v.id, v.kind, json_build_object('kind', v.thread_kind, 'id', v.thread_id, 'title', v.title), v.body,
      ${selectAuthor}, v.reported_at, v.reasons::json, true, null
    from report_evidence v
    join customers u on u.workspace_id = v.workspace_id and u.id = v.customer_id
    where v.workspace_id = ${workspaceId} and v.dismissed_at is null and ${hasNoOpenReport('v')}
    order by "createdAt", id limit ${limit}`.execute(db)
  return rows
}
