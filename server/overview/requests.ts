import { sql } from 'kysely'
import type { Stage } from '../feedback/schema.ts'
import type { Scope } from '../platform/scope.ts'

export interface TopRequest {
  id: string
  title: string
  stage: Stage
  votes: number
  comments: number
  createdAt: string
}

export interface UnansweredRequests {
  count: number
  /** Whether there may be more, among requests in which nothing has happened for long. */
  isMore: boolean
  /** With the most votes, five at most. */
  top: TopRequest[]
}

const maxTop = 5

// What nobody has touched since five hundred others were is not waited for any more.
const recentlyActiveLimit = 500

/** Approved, and nothing that is over: in review, planned or in progress. */
const isOpen = sql`f.status = 'approved' and f.stage in ('in_review', 'planned', 'in_progress')`

const columns = sql`f.id, f.title, f.stage, f.votes, f.comments, f.created_at as "createdAt"`

/** Open requests with the most votes. */
export async function listMostVoted({ db, workspaceId }: Scope): Promise<TopRequest[]> {
  const { rows } = await sql<TopRequest>`
    select ${columns} from feedback f where f.workspace_id = ${workspaceId} and ${isOpen} and f.votes > 0
    order by f.votes desc, f.id desc limit ${maxTop}`.execute(db)
  return rows
}

interface UnansweredRow extends TopRequest {
  total: number
  scanned: number
}

/**
 * Open requests that somebody waits for, a submitter or a customer who commented, and that have no staff reply; among
 * those that were active of late.
 */
export async function getUnanswered({ db, workspaceId }: Scope): Promise<UnansweredRequests> {
  const { rows } = await sql<UnansweredRow>`
    with lately as materialized (
      select f.workspace_id, ${columns} from feedback f where f.workspace_id = ${workspaceId} and ${isOpen}
      order by f.last_activity_at desc, f.id desc limit ${recentlyActiveLimit}),
    -- Aggregates and single values are looked up row by row; a join might read the whole of the tables.
    waiting as materialized (
      select f.* from lately f cross join lateral (
        select coalesce(bool_or(c.kind = 'staff_reply' and not c.is_internal), false) as is_answered,
          coalesce(bool_or(c.kind = 'comment'), false) as is_asked
        from comments c where c.workspace_id = f.workspace_id and c.feedback_id = f.id) t
      where not t.is_answered and (t.is_asked or (
        select x.customer_id from feedback_context x
        where x.workspace_id = f.workspace_id and x.feedback_id = f.id) is not null))
    select id, title, stage, votes, comments, "createdAt", (select count(*) from waiting) as total,
      (select count(*) from lately) as scanned
    from waiting order by votes desc, id desc limit ${maxTop}`.execute(db)
  const [first] = rows
  return {
    count: first?.total ?? 0,
    isMore: first?.scanned === recentlyActiveLimit,
    top: rows.map(({ total: _, scanned: __, ...request }) => request),
  }
}
