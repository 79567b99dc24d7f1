import { type RawBuilder, sql } from 'kysely'

/**
 * Joins the request or comment of an edit `p` as `f` and `c`, and the thread of a comment as `t` or `e`. Drops edits
 * that cannot be decided now: of content that was deleted, merged, taken out of the portal, or lost its author. A
 * decision that is undone brings them back.
 */
export const joinEditedItems: RawBuilder<unknown> = sql`
  left join feedback f on f.workspace_id = p.workspace_id and f.id = p.feedback_id and f.status = 'approved'
    and exists (select from feedback_context x where x.workspace_id = p.workspace_id and x.feedback_id = p.feedback_id
      and x.customer_id = p.customer_id)
  left join comments c on c.workspace_id = p.workspace_id and c.id = p.comment_id and c.customer_id = p.customer_id`

/** Matches edits whose request or comment is there, after `joinEditedItems`. */
export const hasEditedItem: RawBuilder<boolean> = sql<boolean>`coalesce(f.id, c.id) is not null`
