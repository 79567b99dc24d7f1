import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { lookUp } from '../platform/db/look-up.ts'
import { withoutIndex } from '../platform/db/without-index.ts'
import { markdownToLine } from '../platform/formats/markdown.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Scope } from '../platform/scope.ts'
import type { MemberNotificationKind } from './kinds.ts'
import type { CommentedItem } from './notify.ts'
import { inboxCan } from './permissions.ts'
import { selectNewestForReview } from './review.ts'

/** An item of the inbox: one request or entry, with the latest notification about it. */
export interface InboxItem {
  /** Null for an entry. */
  feedbackId: string | null
  /** Null for a request. */
  entryId: string | null
  title: string
  kind: MemberNotificationKind
  commentId: string | null
  isNote: boolean
  /** The person who caused it; null if they are gone, anonymous, or the system. */
  actorName: string | null
  /** The beginning of the comment, without markup. */
  excerpt: string | null
  at: string
  unread: number
  total: number
}

interface Row extends Omit<InboxItem, 'excerpt' | 'at'> {
  id: string
  body: string | null
  created_at: string
}

const pageSize = 30
const excerptCharacters = 200
// More are shown as "99+".
const maxCounted = 100

/**
 * Matches the last notification `n` about each request or entry, or the last unread one. A subquery with an order reads one entry of
 * the index by request; for an anti-join, a plan for members of average size reads all of the member's notifications.
 */
const isLast = ({ isUnreadOnly }: { isUnreadOnly: boolean }) => {
  const lastOf = (column: 'feedback_id' | 'entry_id') => sql`(
    select o.id from member_notifications o
    where o.workspace_id = n.workspace_id and ${sql.ref(`o.${column}`)} = ${sql.ref(`n.${column}`)}
      and o.member_id = n.member_id ${isUnreadOnly ? sql`and ${isUnread}` : sql``}
    order by o.created_at desc, o.id desc limit 1)`
  return sql<boolean>`n.id = case when n.entry_id is null then ${lastOf('feedback_id')} else ${lastOf('entry_id')} end`
}

/** Selects the latest notifications about the request or entry of `n`. */
const latestOf = (column: 'feedback_id' | 'entry_id') => sql`(
  select o.read_at from member_notifications o
  where o.workspace_id = n.workspace_id and o.member_id = n.member_id
    and ${sql.ref(`o.${column}`)} = ${sql.ref(`n.${column}`)}
  order by o.created_at desc, o.id desc limit ${maxCounted})`

// The index of unread notifications would find all of the member's.
const isUnread = withoutIndex(sql`o.read_at is null`)

/** Lists the acting member's inbox, latest first, one item for each request or entry. @throws 400 for a foreign cursor, 403 */
export async function listInbox(
  scope: Scope,
  { isUnreadOnly, cursor }: { isUnreadOnly: boolean; cursor?: string | undefined },
  signer: Signer,
): Promise<Page<InboxItem>> {
  permit(inboxCan(scope.actor).use)
  const { db, workspaceId, actor } = scope
  const cursors = createCursors(signer, 'inbox', workspaceId, { memberId: actor.id, isUnreadOnly })
  const after = cursors.decode(cursor)
  const isListed = isUnreadOnly ? sql`and n.read_at is null` : sql``
  const { rows } = await sql<Row>`
    select n.id, n.feedback_id as "feedbackId", n.entry_id as "entryId", coalesce(f.title, e.title) as title, n.kind, n.comment_id as "commentId", n.created_at,
      coalesce(c.is_internal, false) as "isNote", left(c.body, 2000) as body, counts.unread, counts.total,
      case n.actor_type when 'customer' then coalesce(u.name, u.email, u.external_id)
        else coalesce(c.author_name, a.name, m.email, k.name, p.name) end as "actorName"
    from (
      select * from member_notifications n
      where n.workspace_id = ${workspaceId} and n.member_id = ${actor.id} ${isListed}
        ${after ? sql`and (n.created_at, n.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
        and ${isLast({ isUnreadOnly })}
      order by n.created_at desc, n.id desc limit ${pageSize + 1}) n
    left join feedback f on f.workspace_id = n.workspace_id and f.id = n.feedback_id
    left join changelog_entries e on e.workspace_id = n.workspace_id and e.id = n.entry_id
    left join comments c on c.workspace_id = n.workspace_id and c.id = n.comment_id
    left join customers u on u.workspace_id = c.workspace_id and u.id = c.customer_id
    left join ${lookUp(sql`select account_id, email from members
      where workspace_id = n.workspace_id and n.actor_type = 'member' and id = n.actor_id`)} m on true
    left join accounts a on a.id = m.account_id
    left join ${lookUp(sql`select name from api_keys
      where workspace_id = n.workspace_id and n.actor_type = 'key' and id = n.actor_id`)} k on true
    left join ${lookUp(sql`select name from app_authorizations
      where workspace_id = n.workspace_id and n.actor_type = 'app' and id = n.actor_id`)} p on true
    cross join lateral (
      select count(*)::int as total, count(*) filter (where read_at is null)::int as unread
      from (${latestOf('feedback_id')} union all ${latestOf('entry_id')}) latest) counts
    order by n.created_at desc, n.id desc`.execute(db)
  return paginate(rows, pageSize, cursors, (row) => [row.created_at, row.id], present)
}

function present({ id: _, body, created_at: at, ...item }: Row): InboxItem {
  const line = body === null ? null : [...markdownToLine(body)]
  const isLong = line !== null && line.length > excerptCharacters
  const excerpt = line && (isLong ? `${line.slice(0, excerptCharacters).join('').trimEnd()}…` : line.join(''))
  return { ...item, at, excerpt }
}

/** Counts the unread items of the acting member's inbox, up to 100; 0 for an actor without one. */
export async function countUnread({ db, workspaceId, actor }: Scope): Promise<number> {
  if (!inboxCan(actor).use) return 0
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from (
        select 1 from member_notifications n
        where n.workspace_id = ${workspaceId} and n.member_id = ${actor.id} and n.read_at is null
          and ${isLast({ isUnreadOnly: true })}
        limit ${maxCounted}) unread)
      + (select count(*)::int from members m where m.workspace_id = ${workspaceId} and m.id = ${actor.id}
          and m.shows_review and ${selectNewestForReview(workspaceId)} > coalesce(m.review_read_at, '-infinity')) as count`.execute(
    db,
  )
  return Math.min(rows[0]!.count, maxCounted)
}

/** Returns whether the acting member has unread notifications about a request or entry. */
export async function hasUnread({ db, workspaceId, actor }: Scope, { of, id }: CommentedItem): Promise<boolean> {
  const { rows } = await sql`
    select from member_notifications o where o.workspace_id = ${workspaceId} and ${sql.ref(`o.${of}`)} = ${id}
      and o.member_id = ${actor.id} and ${isUnread} limit 1`.execute(db)
  return rows.length > 0
}
