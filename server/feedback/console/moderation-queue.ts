import { sql } from 'kysely'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'

/** A pending request with everything the team needs for its decision. */
export interface PendingFeedback {
  id: string
  title: string
  description: string
  votes: number
  comments: number
  board: { id: string; slug: string; name: string }
  createdAt: string
  sourceUrl: string | null
  metadata: Record<string, string | number | boolean | null> | null
  submitter: PendingSubmitter | null
  /** The member in charge. */
  ownerId: string | null
}

export interface PendingSubmitter {
  id: string
  name: string | null
  email: string | null
  externalId: string | null
  /** The number of their requests that were approved. */
  approved: number
  /** The number of their requests that were rejected or marked as spam. */
  rejected: number
}

/** Lists pending requests, oldest first. @throws 400 for a cursor of another list. */
export async function listModerationQueue(
  scope: Scope,
  { limit = 25, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  signer: Signer,
): Promise<Page<PendingFeedback>> {
  const { workspaceId } = scope
  const cursors = createCursors(signer, 'moderation queue', workspaceId, {})
  const after = cursors.decode(cursor)
  const { rows } = await sql<PendingFeedback>`
    with page as materialized (
      select * from feedback f where f.workspace_id = ${workspaceId} and f.status = 'pending'
        ${after ? sql`and (f.created_at, f.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by f.created_at, f.id limit ${limit + 1})
    select p.id, p.title, p.description, p.votes, p.comments,
      json_build_object('id', b.id, 'slug', b.slug, 'name', b.name) as board, p.created_at as "createdAt",
      p.owner_id as "ownerId", c.source_url as "sourceUrl", c.metadata, ${submitterOf(workspaceId)} as submitter
    from page p
      join boards b on b.workspace_id = ${workspaceId} and b.id = p.board_id
      left join feedback_context c on c.workspace_id = ${workspaceId} and c.feedback_id = p.id
      left join customers u on u.workspace_id = ${workspaceId} and u.id = c.customer_id
    order by p.created_at, p.id`.execute(scope.db)
  return paginate(
    rows,
    limit,
    cursors,
    (row) => [row.createdAt, row.id],
    (row) => row,
  )
}

const submitterOf = (workspaceId: string) => sql`case when u.id is not null then (
  select json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'externalId', u.external_id,
    'approved', count(*) filter (where o.status = 'approved'),
    'rejected', count(*) filter (where o.status in ('rejected', 'spam')))
  from feedback_context oc join feedback o on o.workspace_id = oc.workspace_id and o.id = oc.feedback_id
  where oc.workspace_id = ${workspaceId} and oc.customer_id = u.id) end`
