import { sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'

/** The author of the content that the team reviews. */
export interface ReviewedAuthor {
  id: string
  name: string | null
  email: string | null
  externalId: string | null
}

/** The request or entry that was commented on. */
export interface ReviewedThread {
  kind: 'request' | 'entry'
  id: string
  title: string
}

/** A comment that waits for review, with the details that the team needs for its decision. */
export interface PendingComment {
  id: string
  body: string
  createdAt: string
  thread: ReviewedThread
  /** The text of the comment that it replies to. */
  parentBody: string | null
  author: ReviewedAuthor | null
}

/** Selects the author with the table alias `u`, or null. */
export const selectAuthor = sql<ReviewedAuthor | null>`case when u.id is not null then json_build_object(
  'id', u.id, 'name', u.name, 'email', u.email, 'externalId', u.external_id) end`

/** Lists the comments that wait for review, oldest first. */
export async function listPendingComments({ db, workspaceId }: Scope, limit: number): Promise<PendingComment[]> {
  const { rows } = await sql<PendingComment>`
    select p.id, p.body, p.created_at as "createdAt", left(r.body, 600) as "parentBody", ${selectAuthor} as author,
      json_build_object('kind', case when p.entry_id is null then 'request' else 'entry' end,
        'id', coalesce(p.feedback_id, p.entry_id), 'title', coalesce(f.title, e.title)) as thread
    from pending_comments p
    left join feedback f on f.workspace_id = p.workspace_id and f.id = p.feedback_id
    left join changelog_entries e on e.workspace_id = p.workspace_id and e.id = p.entry_id
    left join comments r on r.workspace_id = p.workspace_id and r.id = p.parent_id
    left join customers u on u.workspace_id = p.workspace_id and u.id = p.customer_id
    where p.workspace_id = ${workspaceId} and p.status = 'pending'
    order by p.created_at, p.id limit ${limit}`.execute(db)
  return rows
}
