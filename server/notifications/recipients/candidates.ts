import { type RawBuilder, sql } from 'kysely'
import { withoutIndex } from '../../platform/db/without-index.ts'
import { isInAudience } from '../announcements/audience.ts'
import type { DeliverySource } from '../queues.ts'
import { isAnnouncementRecipient, isAnnouncementSuppressed } from './announcement-recipients.ts'
import { selectDigestContent } from './digest-content.ts'
import { isMailStopped } from './suppression.ts'

interface CandidateRange {
  workspaceId: string
  /** The customer id to start after. */
  after: string
  limit: number
}

/**
 * Selects the next candidate recipients of a source, in the order of their ids, as `id`, `is_recipient` and
 * `is_suppressed`. Includes candidates who are not recipients, because they move the cursor of the fan-out forward.
 */
export const selectCandidates = (source: DeliverySource, range: CandidateRange): RawBuilder<unknown> =>
  'entryId' in source ? announcementCandidates(source.entryId, range) : digestCandidates(source.digestId, range)

/** Selects the customers who existed when the entry was published. */
const announcementCandidates = (entryId: string, { workspaceId, after, limit }: CandidateRange) => sql`
  select c.id, c.email is not null and ${isAnnouncementRecipient('c')} and ${isInAudience('c', 'a', entryId)} as is_recipient,
    ${isAnnouncementSuppressed('c')} as is_suppressed
  from customers c
  cross join (select audience, audience_id from announcements where workspace_id = ${workspaceId} and entry_id = ${entryId}) a
  where c.workspace_id = ${workspaceId} and c.id > ${after}
    and ${withoutIndex(sql`c.created_at <= (
      select due_at from announcements where workspace_id = ${workspaceId} and entry_id = ${entryId})`)}
  order by c.id limit ${limit}`

/** Selects voters, submitters, followers, and authors of the comments that replies in the digest answer. */
const digestCandidates = (digestId: string, { workspaceId, after, limit }: CandidateRange) => sql`
  select page.id, c.email is not null and (content.includes_stage or content.reply_ids <> '{}') as is_recipient,
    ${isMailStopped('c')} as is_suppressed
  from (
    select id from (
      (select v.customer_id as id from votes v
        where v.workspace_id = ${workspaceId} and v.feedback_id = ${digestFeedbackId(workspaceId, digestId)}
          and v.customer_id > ${after}
        order by v.customer_id limit ${limit})
      union select x.customer_id from feedback_context x
        where x.workspace_id = ${workspaceId} and x.feedback_id = ${digestFeedbackId(workspaceId, digestId)}
          and x.customer_id > ${after}
      union (select w.customer_id from follows w
        where w.workspace_id = ${workspaceId} and w.feedback_id = ${digestFeedbackId(workspaceId, digestId)}
          and w.is_following and w.customer_id > ${after}
        order by w.customer_id limit ${limit})
      union select p.customer_id from notification_events n
        join comments m on m.workspace_id = n.workspace_id and m.id = n.comment_id
        join comments p on p.workspace_id = m.workspace_id and p.id = m.parent_id
        where n.workspace_id = ${workspaceId} and n.digest_id = ${digestId} and p.customer_id > ${after}) participants
    order by id limit ${limit}) page
  join customers c on c.workspace_id = ${workspaceId} and c.id = page.id
  left join lateral (${selectDigestContent(digestId)}) content on true`

const digestFeedbackId = (workspaceId: string, digestId: string) =>
  sql`(select feedback_id from notification_digests where workspace_id = ${workspaceId} and id = ${digestId})`
