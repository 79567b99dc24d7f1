import { sql } from 'kysely'
import type { Stage } from '../../feedback/schema.ts'
import type { Database } from '../../platform/db/database.ts'

/** A reply as its readers see it. Texts are as they were written. */
export interface DigestReply {
  id: string
  /** The team's signature, or the customer's name; null of those who have none. */
  author: string | null
  isStaff: boolean
  /** Markdown. */
  body: string
}

/** A bundle with all that its messages say. Nothing of it is the team's alone. */
export interface Digest {
  digestId: string
  feedbackId: string
  workspaceId: string
  workspaceName: string
  slug: string
  portalHost: string | null
  /** Whether requests have pages at all. */
  showsRequests: boolean
  senderName: string | null
  replyTo: string | null
  /** Of the request. */
  title: string
  fromStage: Stage | null
  stage: Stage | null
  /** Oldest first. */
  replies: DigestReply[]
}

/** @returns null when the bundle, or its request, is gone. Who may hear what of it is asked for each customer. */
export async function findDigest({ db }: Database, workspaceId: string, digestId: string): Promise<Digest | null> {
  const { rows } = await sql<Digest>`
    select b.id as "digestId", b.feedback_id as "feedbackId", w.workspace_id as "workspaceId",
      w.name as "workspaceName", w.slug, w.portal_host as "portalHost", w.portal_shows_requests as "showsRequests",
      w.sender_name as "senderName", w.reply_to as "replyTo", f.title, b.from_stage as "fromStage", b.stage,
      coalesce((
        select json_agg(json_build_object('id', m.id, 'author', coalesce(m.author_name, c.name),
          'isStaff', m.kind = 'staff_reply', 'body', m.body) order by m.created_at, m.id)
        from notification_events n join comments m on m.workspace_id = n.workspace_id and m.id = n.comment_id and not m.is_internal
        left join customers c on c.workspace_id = m.workspace_id and c.id = m.customer_id
        where n.workspace_id = b.workspace_id and n.digest_id = b.id), '[]') as replies
    from notification_digests b
    join workspaces w on w.workspace_id = b.workspace_id
    join feedback f on f.workspace_id = b.workspace_id and f.id = b.feedback_id
    where b.workspace_id = ${workspaceId} and b.id = ${digestId}`.execute(db)
  return rows[0] ?? null
}
