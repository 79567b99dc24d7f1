import { sql } from 'kysely'

/** Approved and under consideration, planned or in progress. On `feedback f`. */
export const isOpen = sql<boolean>`(f.status = 'approved' and f.stage in ('in_review', 'planned', 'in_progress'))`

/**
 * A submitter or a customer's comment waits for a public reply by the team. On `f` with `workspace_id` and `id` of a
 * request. Aggregates in a subselect look up row by row; a join might read the whole tables.
 */
export const hasNoReply = sql<boolean>`(
  select not coalesce(bool_or(c.kind = 'staff_reply' and not c.is_internal), false)
    and (coalesce(bool_or(c.kind = 'comment'), false) or (
      select x.customer_id from feedback_context x
      where x.workspace_id = f.workspace_id and x.feedback_id = f.id) is not null)
  from comments c where c.workspace_id = f.workspace_id and c.feedback_id = f.id)`

/** The requests that the overview counts as unanswered. On `feedback f`. */
export const isUnanswered = sql<boolean>`(${isOpen} and ${hasNoReply})`
