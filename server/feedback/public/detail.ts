import { sql } from 'kysely'
import type { PublicPerson } from '../../customers/public-name.ts'
import type { Scope } from '../../platform/scope.ts'
import type { RoadmapStatus } from '../lifecycle/roadmap-status.ts'
import type { Stage } from '../schema.ts'
import { selectAuthor, withDisplayAuthor } from './author.ts'
import { withDisplayTitle } from './title.ts'
import { isOwnPending, isVisible } from './visibility.ts'

/** A request on its public page, with its roadmap item and changelog entries. */
export interface PublicRequest {
  id: string
  title: string
  /** Markdown. */
  description: string
  stage: Stage
  /** False while it is pending, when only its submitter sees it. */
  isPublic: boolean
  votes: number
  comments: number
  board: { slug: string; name: string; acceptsRequests: boolean }
  /** Null if the request has no submitter. */
  author: PublicPerson | null
  createdAt: string
  updatedAt: string
  /** Null when signed out. */
  isVoted: boolean | null
  isOwn: boolean
  roadmap: { status: RoadmapStatus; precision: 'quarter' | 'date' | null; date: string | null } | null
  /** Published entries that link it, latest first. */
  entries: { id: string; title: string; publishedAt: string }[]
}

const maxEntries = 20

/**
 * Returns a visible request, or a pending one of the viewer's own. Loads only the public name of the submitter.
 * @param customerId the viewer; null when signed out.
 * @returns null if the viewer may not see the request.
 */
export async function getPublicRequest(
  { db, workspaceId }: Scope,
  id: string,
  customerId: string | null,
): Promise<PublicRequest | null> {
  const { rows } = await sql<PublicRequest>`
    select f.id, f.title, f.description, f.stage, f.votes, f.comments, f.created_at as "createdAt",
      f.updated_at as "updatedAt", ${isVisible('f')} as "isPublic",
      json_build_object('slug', b.slug, 'name', b.name, 'acceptsRequests', b.accepts_requests) as board,
      case when ${customerId}::uuid is not null then exists (select from votes v
        where v.workspace_id = f.workspace_id and v.feedback_id = f.id and v.customer_id = ${customerId}::uuid) end as "isVoted",
      own.is_own as "isOwn", ${selectAuthor('f.id', workspaceId, customerId)} as author,
      case when r.status in ('planned', 'in_progress', 'done') then json_build_object(
        'status', r.status, 'precision', r.target_precision, 'date', r.target_date) end as roadmap,
      coalesce((select json_agg(json_build_object('id', e.id, 'title', e.title, 'publishedAt', e.published_at)
          order by e.published_at desc) from (
        select e.id, e.title, e.published_at from changelog_entry_feedback l
        join changelog_entries e on e.workspace_id = l.workspace_id and e.id = l.entry_id
        where l.workspace_id = f.workspace_id and l.feedback_id = f.id and e.published_at is not null
        order by e.published_at desc limit ${sql.lit(maxEntries)}) e), '[]') as entries
    from feedback f
    join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
    left join roadmap_items r on r.workspace_id = f.workspace_id and r.feedback_id = f.id
    cross join lateral (select exists (select from feedback_context x where x.workspace_id = f.workspace_id
      and x.feedback_id = f.id and x.customer_id = ${customerId}::uuid) as is_own) own
    where f.workspace_id = ${workspaceId} and f.id = ${id}
      and (${isVisible('f')} or (own.is_own and ${isOwnPending('f')}))`.execute(db)
  const [row] = rows
  if (!row) return null
  const request = withDisplayAuthor(withDisplayTitle(row))
  return row.isPublic ? request : { ...request, roadmap: null, entries: [] }
}

/** A pending request in its submitter's lists. */
export interface PendingRequest {
  id: string
  title: string
  createdAt: string
}

const maxPending = 20

/** Lists the viewer's own pending requests, latest first. */
export async function listPendingRequests({ db, workspaceId }: Scope, customerId: string): Promise<PendingRequest[]> {
  const { rows } = await sql<PendingRequest>`
    select f.id, f.title, f.created_at as "createdAt" from feedback_context x
    join feedback f on f.workspace_id = x.workspace_id and f.id = x.feedback_id
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId} and ${isOwnPending('f')}
    order by f.created_at desc, f.id desc limit ${sql.lit(maxPending)}`.execute(db)
  return rows.map(withDisplayTitle)
}
