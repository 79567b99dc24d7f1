import { sql } from 'kysely'
import { selectPublicName } from '../../customers/public-name.ts'
import { isVisible } from '../../feedback/public/visibility.ts'
import type { Stage } from '../../feedback/schema.ts'
import type { Database } from '../../platform/db/database.ts'
import { type LegalUrls, selectLegalUrls } from '../../platform/legal-links.ts'
import { type StageLabels, selectStageLabels } from '../../workspaces/stage-labels.ts'

/** A stage that a digest can announce: a pending request is not public. */
export type ReportedStage = Exclude<Stage, 'pending'>

/** A reply as its recipients may see it. Texts are unescaped. */
export interface DigestReply {
  id: string
  /** The name that the team member signed with, or the customer's; null if there is none. */
  author: string | null
  isStaff: boolean
  /** Markdown. */
  body: string
}

/** The content of a digest. It holds no internal data. */
export interface Digest extends LegalUrls {
  digestId: string
  feedbackId: string
  workspaceId: string
  workspaceName: string
  slug: string
  portalHost: string | null
  /** Whether the request has a page on the portal now. */
  hasPage: boolean
  /** Whether readers see that page, and its images, without signing in. */
  isPublic: boolean
  senderName: string | null
  replyTo: string | null
  /** The title of the request. */
  title: string
  fromStage: Stage | null
  stage: ReportedStage | null
  /** What the team tells the recipients with the stage change: plain text, unescaped. */
  note: string | null
  /** The stages that the workspace has renamed. */
  stageLabels: StageLabels
  /** Oldest first. */
  replies: DigestReply[]
}

/** Loads a digest; null if it or its request is gone. Claiming a delivery decides what its recipient may see. */
export async function findDigest({ db }: Database, workspaceId: string, digestId: string): Promise<Digest | null> {
  const { rows } = await sql<Digest>`
    select b.id as "digestId", b.feedback_id as "feedbackId", w.workspace_id as "workspaceId",
      w.name as "workspaceName", w.slug, w.portal_host as "portalHost", w.portal_shows_requests and ${isVisible('f')} as "hasPage",
      w.portal_access = 'public' as "isPublic",
      w.sender_name as "senderName", w.reply_to as "replyTo", f.title, b.from_stage as "fromStage", b.stage, b.note,
      ${selectStageLabels} as "stageLabels", ${selectLegalUrls},
      coalesce((
        select json_agg(json_build_object('id', m.id, 'author', coalesce(m.author_name, ${selectPublicName('c', workspaceId)}),
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
