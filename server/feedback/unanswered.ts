import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import { firstInOrder } from './search/first-in-order.ts'

/** Approved and under consideration, planned or in progress. On `feedback f`. */
export const isOpen = sql<boolean>`(f.status = 'approved' and f.stage in ('in_review', 'planned', 'in_progress'))`

/**
 * Whether a request has a submitter or customer comment but no public staff reply. `f` needs `workspace_id` and `id`.
 * Aggregates in a subselect look up row by row; a join might read the whole tables.
 */
export const hasNoReply = sql<boolean>`(
  select not coalesce(bool_or(c.kind = 'staff_reply' and not c.is_internal), false)
    and (coalesce(bool_or(c.kind = 'comment'), false) or (
      select x.customer_id from feedback_context x
      where x.workspace_id = f.workspace_id and x.feedback_id = f.id) is not null)
  from comments c where c.workspace_id = f.workspace_id and c.feedback_id = f.id)`

/** Whether the team has replied publicly. Looked up row by row, like `hasNoReply`. */
export const isAnswered = sql<boolean>`coalesce((
  select true from comments c where c.workspace_id = f.workspace_id and c.feedback_id = f.id
    and c.kind = 'staff_reply' and not c.is_internal limit 1), false)`

/** The requests that the overview counts as unanswered. On `feedback f`. */
export const isUnanswered = sql<boolean>`(${isOpen} and ${hasNoReply})`

/**
 * The requests among which the team's list looks for answered or unanswered ones, in every order: the most recently active.
 * Checking all requests of a large workspace for replies would take long.
 */
export const checkedForReplies = (scope: Scope): RawBuilder<unknown> => firstInOrder(scope, sql`f.last_activity_at`)
