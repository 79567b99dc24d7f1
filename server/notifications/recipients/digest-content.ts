import { type RawBuilder, sql } from 'kysely'
import { isOnPublicBoard, isVisible } from '../../feedback/public/visibility.ts'
import { hearsAbout } from '../../follows/hears.ts'
import { mayBeMailedAbout, wantsStaffReply, wantsStages } from './request-audience.ts'

/** Replies per message, so that it takes a minute to read. The message links to the rest. */
const replyLimit = 10

/**
 * Selects the part of a digest that is for the customer `c` and that they want, as `includes_stage` and `reply_ids`; no
 * row if the digest is gone or its request may not be disclosed. A stage change goes to everyone who is
 * notified about the request (`follows/hears.ts`). A staff reply also goes to the author of the comment it answers, and
 * another customer's reply goes only to that author.
 * Used by the fan-out, and again when a delivery is claimed.
 */
export const selectDigestContent = (digestId: string): RawBuilder<unknown> => sql`
  select b.stage is not null and ${wantsStages('c', isParticipant)} as includes_stage, array(
    select n.comment_id from notification_events n
    join comments m on m.workspace_id = n.workspace_id and m.id = n.comment_id
    left join comments p on p.workspace_id = m.workspace_id and p.id = m.parent_id
    where n.workspace_id = b.workspace_id and n.digest_id = b.id
      and not m.is_internal and m.customer_id is distinct from c.id
      and ${wantsStaffReply('c', isReplyForParticipants, sql<boolean>`p.customer_id = c.id`)}
    order by m.created_at, m.id limit ${replyLimit}) as reply_ids
  from notification_digests b join feedback f on f.workspace_id = b.workspace_id and f.id = b.feedback_id
  cross join lateral (select ${hearsAbout('c', 'f')} as is_participant)
    participation
  where b.workspace_id = c.workspace_id and b.id = ${digestId} and ${isDisclosable}
    and ${mayBeMailedAbout('c', 'f')}`

const isParticipant = sql<boolean>`participation.is_participant`

const isReplyForParticipants = sql<boolean>`(m.kind = 'staff_reply' and ${isParticipant})`

/**
 * A visible request, or one that was visible until it was closed: the digest announces that, or has replies from before
 * a silent close (`from_stage` without a `stage`).
 */
const isDisclosable = sql<boolean>`(${isVisible('f')} or (coalesce(b.stage, 'closed') = 'closed' and b.from_stage is not null
  and f.stage = 'closed' and f.status = 'approved' and ${isOnPublicBoard('f')}))`
