import { type RawBuilder, sql } from 'kysely'
import { hasEditedItem, joinEditedItems } from '../edits/review/open.ts'

/**
 * Selects the number of items of a workspace that wait for a decision of the team, counted up to a limit: requests,
 * comments and edits that wait for review, and reported content.
 */
export const selectPendingCount = (workspaceId: string, limit: number): RawBuilder<number> =>
  sql`(select count(*)::int from (
    select 1 from feedback where workspace_id = ${workspaceId} and status = 'pending'
    union all select 1 from pending_comments where workspace_id = ${workspaceId} and status = 'pending'
    union all select 1 from pending_edits p ${joinEditedItems}
      where p.workspace_id = ${workspaceId} and p.status = 'pending' and ${hasEditedItem}
    union all (select distinct on (coalesce(feedback_id, comment_id)) 1 from content_reports
      where workspace_id = ${workspaceId} and dismissed_at is null)
    union all select 1 from report_evidence v where v.workspace_id = ${workspaceId} and v.dismissed_at is null
      and not exists (select from content_reports o where o.workspace_id = v.workspace_id and o.dismissed_at is null
        and v.id in (o.feedback_id, o.comment_id))
    limit ${limit}) pending)`

/** Selects the time when the oldest of these items was created, or null. */
export const selectOldestPending = (workspaceId: string): RawBuilder<string | null> =>
  sql`least((select min(created_at) from feedback where workspace_id = ${workspaceId} and status = 'pending'),
    (select min(created_at) from pending_comments where workspace_id = ${workspaceId} and status = 'pending'),
    (select min(p.created_at) from pending_edits p ${joinEditedItems}
      where p.workspace_id = ${workspaceId} and p.status = 'pending' and ${hasEditedItem}),
    (select min(created_at) from content_reports where workspace_id = ${workspaceId} and dismissed_at is null))`
