import { type RawBuilder, sql } from 'kysely'

/**
 * Joins the request of an edit `p` as `f`, or its comment as `c`. Finds neither if the edit cannot be decided now: its
 * request or comment was deleted, merged or rejected, or has lost its author. Undoing a merge or a rejection brings the
 * edit back.
 */
export const joinEditedItems: RawBuilder<unknown> = sql`
  left join feedback f on f.workspace_id = p.workspace_id and f.id = p.feedback_id and f.status = 'approved'
    and exists (select from feedback_context x where x.workspace_id = p.workspace_id and x.feedback_id = p.feedback_id
      and x.customer_id = p.customer_id)
  left join comments c on c.workspace_id = p.workspace_id and c.id = p.comment_id and c.customer_id = p.customer_id`

/** Matches the edits whose request or comment `joinEditedItems` has found. */
export const hasEditedItem: RawBuilder<boolean> = sql<boolean>`coalesce(f.id, c.id) is not null`
