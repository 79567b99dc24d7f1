import { type RawBuilder, sql } from 'kysely'
import { isOnPublicBoard, isVisible } from '../../feedback/public/visibility.ts'

/** A message is read in a minute; who wants the rest follows its link. */
const replyLimit = 10

/**
 * What of a bundle concerns the customer `c` and is wanted by them, in the columns `includes_stage` and `reply_ids`: no row
 * when the bundle is gone or nobody may hear of its request. A stage is for the submitter and the voters; a staff reply
 * for them and whoever wrote the comment that it answers; another customer's reply for the latter alone. Asked when the
 * recipients are written down, and again when a message is taken to be sent.
 */
export const digestContentFor = (digestId: string): RawBuilder<unknown> => sql`
  select b.stage is not null and c.notify_stages and part.is_participant as includes_stage, array(
    select n.comment_id from notification_events n
    join comments m on m.workspace_id = n.workspace_id and m.id = n.comment_id
    left join comments p on p.workspace_id = m.workspace_id and p.id = m.parent_id
    where n.workspace_id = b.workspace_id and n.digest_id = b.id and c.notify_replies
      and not m.is_internal and m.customer_id is distinct from c.id
      and (p.customer_id = c.id or (m.kind = 'staff_reply' and part.is_participant))
    order by m.created_at, m.id limit ${replyLimit}) as reply_ids
  from notification_digests b join feedback f on f.workspace_id = b.workspace_id and f.id = b.feedback_id
  cross join lateral (select
    exists (select from votes v
      where v.workspace_id = f.workspace_id and v.feedback_id = f.id and v.customer_id = c.id)
    or exists (select from feedback_context x
      where x.workspace_id = f.workspace_id and x.feedback_id = f.id and x.customer_id = c.id) as is_participant) part
  where b.workspace_id = c.workspace_id and b.id = ${digestId} and ${isDisclosable}`

/** That a request is closed is told of what the public could see before; of any other that it cannot see, nothing is. */
const isDisclosable = sql<boolean>`(${isVisible('f')} or (b.stage = 'closed' and f.stage = 'closed'
  and f.status = 'approved' and ${isOnPublicBoard('f')}))`
