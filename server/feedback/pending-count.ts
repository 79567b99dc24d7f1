import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the number of items of a workspace that wait for a decision of the team, counted up to a limit: requests and
 * comments that wait for review, and reported content.
 */
export const selectPendingCount = (workspaceId: string, limit: number): RawBuilder<number> =>
  sql`(select count(*)::int from (
    select 1 from feedback where workspace_id = ${workspaceId} and status = 'pending'
    union all select 1 from pending_comments where workspace_id = ${workspaceId} and status = 'pending'
    union all (select distinct on (coalesce(feedback_id, comment_id)) 1 from content_reports
      where workspace_id = ${workspaceId} and dismissed_at is null)
    limit ${limit}) pending)`
