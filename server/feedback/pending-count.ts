import { type RawBuilder, sql } from 'kysely'

/** Selects how many requests of a workspace are pending review, counted up to a limit. */
export const selectPendingCount = (workspaceId: string, limit: number): RawBuilder<number> =>
  sql`(select count(*)::int from (
    select from feedback where workspace_id = ${workspaceId} and status = 'pending' limit ${limit}) pending)`
