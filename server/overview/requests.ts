import { sql } from 'kysely'
import type { Stage } from '../feedback/schema.ts'
import { hasNoReply, isOpen } from '../feedback/unanswered.ts'
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
    waiting as materialized (select f.* from recent f where ${hasNoReply})
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
