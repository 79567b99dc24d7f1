import { type RawBuilder, sql } from 'kysely'
import { isVisible } from '../../feedback/public/visibility.ts'
import type { DeliverySource } from '../queues.ts'
import { isAnnouncementRecipient, isAnnouncementSuppressed } from './announcement-recipients.ts'
import { selectDigestContent } from './digest-content.ts'

/**
 * Selects, at the time of sending, whether the customer `c` still wants a source, as `is_wanted`, and what their
 * message contains: `includes_stage` and `reply_ids` of a digest, `request_titles` (four at most) of an announcement.
 */
export const selectEligibility = (source: DeliverySource): RawBuilder<unknown> =>
  'entryId' in source
    ? sql`select ${isAnnouncementRecipient('c')} and not ${isAnnouncementSuppressed('c')} as is_wanted,
        false as includes_stage, '{}'::uuid[] as reply_ids, array(
        select f.title from changelog_entry_feedback l
        join feedback f on f.workspace_id = l.workspace_id and f.id = l.feedback_id
        where l.workspace_id = c.workspace_id and l.entry_id = ${source.entryId} and ${isVisible('f')} and (
          exists (select from votes v
            where v.workspace_id = f.workspace_id and v.feedback_id = f.id and v.customer_id = c.id)
          or exists (select from feedback_context x
            where x.workspace_id = f.workspace_id and x.feedback_id = f.id and x.customer_id = c.id))
        order by l.position limit 4) as request_titles`
    : sql`select content.includes_stage or content.reply_ids <> '{}' as is_wanted, content.includes_stage,
        content.reply_ids, '{}'::text[] as request_titles from (${selectDigestContent(source.digestId)}) content`
