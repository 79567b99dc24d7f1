import { sql } from 'kysely'
import type { WriteScope } from '../platform/scope.ts'

/**
 * Keeps the text and author of a reported request or comment that its author removes, if the team has not decided about
 * it yet. The caller has locked it and removes it afterwards.
 */
export async function keepReportEvidence(tx: WriteScope, id: string): Promise<void> {
  await sql`
    insert into report_evidence
      (workspace_id, id, kind, thread_kind, thread_id, title, body, customer_id, reasons, reported_at, created_at)
    select r.workspace_id, ${id}::uuid, case when c.id is null then 'request' else 'comment' end,
      case when c.entry_id is null then 'request' else 'entry' end, coalesce(f.id, e.id), coalesce(f.title, e.title),
      coalesce(c.body, f.description), coalesce(c.customer_id, x.customer_id), r.reasons, r.reported_at, ${tx.now}
    from (
      select workspace_id, comment_id, feedback_id, min(at) as reported_at, json_object_agg(reason, count) as reasons
      from (select workspace_id, comment_id, feedback_id, reason, min(created_at) as at, count(*) as count
        from content_reports where workspace_id = ${tx.workspaceId} and dismissed_at is null
          and (comment_id = ${id} or feedback_id = ${id}) group by 1, 2, 3, 4) each_reason
      group by 1, 2, 3) r
    left join comments c on c.workspace_id = r.workspace_id and c.id = r.comment_id
    left join feedback f on f.workspace_id = r.workspace_id and f.id = coalesce(r.feedback_id, c.feedback_id)
    left join changelog_entries e on e.workspace_id = r.workspace_id and e.id = c.entry_id
    left join feedback_context x on x.workspace_id = r.workspace_id and x.feedback_id = r.feedback_id
    where coalesce(c.customer_id, x.customer_id) is not null
    on conflict (workspace_id, id) do update
      set body = excluded.body, reasons = excluded.reasons, created_at = excluded.created_at, dismissed_at = null`.execute(
    tx.db,
  )
}
