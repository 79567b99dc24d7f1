import { sql } from 'kysely'
import { roadmapStages } from '../../feedback/lifecycle/roadmap-status.ts'
import type { Stage } from '../../feedback/schema.ts'
import type { Scope } from '../../platform/scope.ts'

/** An approved request that is planned, in progress or completed, and not on the roadmap. */
export interface MissingRequest {
  id: string
  title: string
  stage: Stage
  votes: number
  board: string
}

export interface MissingRequests {
  /** Newest first. */
  requests: MissingRequest[]
  hasMore: boolean
}

// The newest requests of each stage: finished ones accumulate for years, and all but a few are on the roadmap.
const maxChecked = 500

/**
 * Lists requests that the public would expect to find on the roadmap. Stages set through the API or by a tracker leave
 * them off it (contract §4); those set in the console do so only if the team chooses it.
 */
export async function listMissingRequests({ db, workspaceId }: Scope, limit: number): Promise<MissingRequests> {
  const newest = roadmapStages.map(
    (stage) => sql`(select id, title, stage, votes, board_id, created_at from feedback
      where workspace_id = ${workspaceId} and stage = ${stage} order by created_at desc, id desc limit ${maxChecked})`,
  )
  // The subselect looks up row by row; a join might read the whole roadmap.
  const { rows } = await sql<MissingRequest>`
    select f.id, f.title, f.stage, f.votes, b.name as board
    from (${sql.join(newest, sql` union all `)}) f
    join boards b on b.workspace_id = ${workspaceId} and b.id = f.board_id
    where (select r.id from roadmap_items r where r.workspace_id = ${workspaceId} and r.feedback_id = f.id) is null
    order by f.created_at desc, f.id desc limit ${limit + 1}`.execute(db)
  return { requests: rows.slice(0, limit), hasMore: rows.length > limit }
}
