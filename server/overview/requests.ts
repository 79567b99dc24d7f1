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
  /** Whether requests without recent activity may add to the count. */
  isMore: boolean
  /** At most five, those with the most votes. */
  top: TopRequest[]
}

const maxTop = 5

// Only the 500 most recently active open requests are considered.
const recentlyActiveLimit = 500

/** Approved and in review, planned or in progress. */
const isOpen = sql`f.status = 'approved' and f.stage in ('in_review', 'planned', 'in_progress')`

const columns = sql`f.id, f.title, f.stage, f.votes, f.comments, f.created_at as "createdAt"`

/** Lists the open requests with the most votes. */
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
 * Finds open requests with a submitter or a customer comment and no staff reply, among the most recently active ones.
 */
export async function getUnanswered({ db, workspaceId }: Scope): Promise<UnansweredRequests> {
  const { rows } = await sql<UnansweredRow>`
    with recent as materialized (
      select f.workspace_id, ${columns} from feedback f where f.workspace_id = ${workspaceId} and ${isOpen}
      order by f.last_activity_at desc, f.id desc limit ${recentlyActiveLimit}),
    -- Lateral aggregates and subselects look up row by row; a join might read the whole tables.
    waiting as materialized (
      select f.* from recent f cross join lateral (
        select coalesce(bool_or(c.kind = 'staff_reply' and not c.is_internal), false) as is_answered,
          coalesce(bool_or(c.kind = 'comment'), false) as is_asked
        from comments c where c.workspace_id = f.workspace_id and c.feedback_id = f.id) t
      where not t.is_answered and (t.is_asked or (
        select x.customer_id from feedback_context x
        where x.workspace_id = f.workspace_id and x.feedback_id = f.id) is not null))
    select id, title, stage, votes, comments, "createdAt", (select count(*) from waiting) as total,
      (select count(*) from recent) as scanned
    from waiting order by votes desc, id desc limit ${maxTop}`.execute(db)
  const [first] = rows
  return {
    count: first?.total ?? 0,
    isMore: first?.scanned === recentlyActiveLimit,
    top: rows.map(({ total: _, scanned: __, ...request }) => request),
  }
}
