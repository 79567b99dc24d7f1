import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { type MemberNotificationKind, mailKindOf, notificationKinds } from '../kinds.ts'
import type { ClaimedMail } from './repository.ts'

/** One notification, with the current state of its request or comment. */
export interface MailedNotification {
  kind: MemberNotificationKind
  /** The area of the console with the page of the request or entry. */
  subjectId: string
  area: 'requests' | 'changelog'
  title: string
  commentId: string | null
  isNote: boolean
  actorName: string | null
  body: string | null
}

export interface MemberMailContent {
  id: string
  workspaceId: string
  memberId: string
  workspaceName: string
  slug: string
  address: string
  name: string | null
  notifications: MailedNotification[]
  /** How many more there are than listed. */
  more: number
  review: { count: number; titles: string[] } | null
}

// People would not read a longer message, and mail clients would clip it.
const maxNotifications = 20
const maxTitles = 10

/**
 * Loads the unread items that a message reports, of the kinds that the member still wants by mail; null if none are left,
 * or the member has left.
 */
export async function loadMailContent(database: Database, claim: ClaimedMail): Promise<MemberMailContent | null> {
  const [recipient, { notifications, total }, review] = await Promise.all([
    findRecipient(database, claim),
    listNotifications(database, claim),
    claim.review && loadReview(database, claim, claim.review),
  ])
  if (!recipient || (notifications.length === 0 && !review)) return null
  const { id, workspaceId, memberId } = claim
  return { id, workspaceId, memberId, ...recipient, notifications, more: total - notifications.length, review }
}

const findRecipient = ({ db }: Database, { workspaceId, memberId }: ClaimedMail) =>
  db
    .selectFrom('members as m')
    .innerJoin('workspaces as w', 'w.workspace_id', 'm.workspace_id')
    .leftJoin('accounts as a', 'a.id', 'm.account_id')
    .select(({ fn }) => [
      'w.name as workspaceName',
      'w.slug',
      fn.coalesce('a.email', 'm.email').as('address'),
      'a.name',
    ])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.id', '=', memberId)
    .executeTakeFirst()

/** Matches notifications of the kinds whose mail their member `r` has not turned off. */
const isWanted = sql`case kind ${sql.join(
  notificationKinds.map((kind) => sql`when ${sql.lit(kind)} then r.${sql.ref(`mails_${mailKindOf[kind]}`)}`),
  sql` `,
)} end <> 'off'`

async function listNotifications({ db }: Database, { workspaceId, memberId, id }: ClaimedMail) {
  const { rows } = await sql<MailedNotification & { total: number }>`
    select n.kind, coalesce(n.feedback_id, n.entry_id) as "subjectId",
      case when n.entry_id is null then 'requests' else 'changelog' end as area, coalesce(f.title, e.title) as title, n.comment_id as "commentId", n.total::int as total,
      coalesce(c.is_internal, false) as "isNote", c.body,
      case n.actor_type when 'customer' then coalesce(u.name, u.email, u.external_id)
        else coalesce(c.author_name, a.name, m.email, k.name, p.name) end as "actorName"
    from (
      select o.*, count(*) over () as total from member_notifications o
      join members r on r.workspace_id = ${workspaceId} and r.id = ${memberId}
      where o.workspace_id = ${workspaceId} and o.mail_id = ${id} and o.read_at is null and ${isWanted}
      order by o.created_at, o.id limit ${maxNotifications}) n
    left join feedback f on f.workspace_id = n.workspace_id and f.id = n.feedback_id
    left join changelog_entries e on e.workspace_id = n.workspace_id and e.id = n.entry_id
    left join comments c on c.workspace_id = n.workspace_id and c.id = n.comment_id
    left join customers u on u.workspace_id = c.workspace_id and u.id = c.customer_id
    left join members m on m.workspace_id = n.workspace_id and n.actor_type = 'member' and m.id = n.actor_id
    left join accounts a on a.id = m.account_id
    left join api_keys k on k.workspace_id = n.workspace_id and n.actor_type = 'key' and k.id = n.actor_id
    left join app_authorizations p on p.workspace_id = n.workspace_id and n.actor_type = 'app' and p.id = n.actor_id
    order by n.created_at, n.id`.execute(db)
  return { notifications: rows.map(({ total: _, ...each }) => each), total: rows[0]?.total ?? 0 }
}

/** Loads what was submitted in a range and still waits for review, unless the member has seen it or turned this off. */
async function loadReview(
  { db }: Database,
  { workspaceId, memberId }: ClaimedMail,
  { after, through }: { after: string; through: string },
): Promise<MemberMailContent['review']> {
  const isNew = sql`i.workspace_id = ${workspaceId} and i.status = 'pending' and i.created_at <= ${through}
    and i.created_at > greatest(${after}::timestamptz, (select m.review_read_at from members m
      where m.workspace_id = ${workspaceId} and m.id = ${memberId}))
    and exists (select from members m
      where m.workspace_id = ${workspaceId} and m.id = ${memberId} and m.mails_review <> 'off')`
  const { rows } = await sql<{ count: number; titles: string[] }>`
    select (select count(*)::int from feedback i where ${isNew})
        + (select count(*)::int from pending_comments i where ${isNew}) as count,
      array(select i.title from feedback i where ${isNew} order by i.created_at, i.id limit ${maxTitles}) as titles`.execute(
    db,
  )
  const [review] = rows
  return review && review.count > 0 ? review : null
}
