import { sql } from 'kysely'
import type { Stage } from '../feedback/schema.ts'
import type { Scope } from '../platform/scope.ts'

export interface WantedRequest {
  id: string
  title: string
  stage: Stage
  votes: number
  comments: number
  createdAt: string
}

export interface Waiting {
  count: number
  /** Whether there may be more, among requests in which nothing has happened for long. */
  isMore: boolean
  /** With the most votes, five at most. */
  top: WantedRequest[]
}

const topAtMost = 5

// What nobody has touched since two thousand others is not waited for any more.
const latelyActive = 2_000

/** Approved, and nothing that is over: in review, planned or in progress. */
const isOpen = sql`f.moderation = 'approved' and f.stage in ('in_review', 'planned', 'in_progress')`

const columns = sql`f.id, f.title, f.stage, f.votes, f.comments, f.created_at as "createdAt"`

/** Open requests with the most votes. */
export async function mostWanted({ db, workspaceId }: Scope): Promise<WantedRequest[]> {
  const { rows } = await sql<WantedRequest>`
    select ${columns} from feedback f where f.workspace_id = ${workspaceId} and ${isOpen} and f.votes > 0
    order by f.votes desc, f.id desc limit ${topAtMost}`.execute(db)
  return rows
}

interface WaitingRow extends WantedRequest {
  total: number
  looked_at: number
}

/**
 * Open requests that somebody waits for, a submitter or a customer who commented, and that have no staff reply; among
 * those that were active of late.
 */
export async function waitingOf({ db, workspaceId }: Scope): Promise<Waiting> {
  const { rows } = await sql<WaitingRow>`
    with lately as materialized (
      select f.workspace_id, ${columns} from feedback f where f.workspace_id = ${workspaceId} and ${isOpen}
      order by f.active_at desc, f.id desc limit ${latelyActive}),
    waiting as materialized (
      select f.* from lately f
      where not exists (select from comments c
          where c.workspace_id = f.workspace_id and c.feedback_id = f.id and c.kind = 'staff_reply' and not c.is_internal)
        and (exists (select from feedback_context x
            where x.workspace_id = f.workspace_id and x.feedback_id = f.id and x.customer_id is not null)
          or exists (select from comments c
            where c.workspace_id = f.workspace_id and c.feedback_id = f.id and c.kind = 'comment')))
    select id, title, stage, votes, comments, "createdAt", (select count(*) from waiting) as total,
      (select count(*) from lately) as looked_at
    from waiting order by votes desc, id desc limit ${topAtMost}`.execute(db)
  const [first] = rows
  return {
    count: first?.total ?? 0,
    isMore: first?.looked_at === latelyActive,
    top: rows.map(({ total: _, looked_at: __, ...request }) => request),
  }
}
