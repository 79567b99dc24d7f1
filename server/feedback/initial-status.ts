import { type RawBuilder, sql } from 'kysely'
import type { BoardRow } from '../boards/queries.ts'
import { containsLink } from '../boards/review-policy.ts'
import type { Scope } from '../platform/scope.ts'
import type { FeedbackStatus } from './schema.ts'

/** A status, or an expression that PostgreSQL evaluates when it inserts the request. */
export type InitialStatus = FeedbackStatus | RawBuilder<FeedbackStatus>

interface NewRequest {
  /** The submitter if they are a known customer; null otherwise, since new ones have no requests. */
  customerId: string | null
  /** Title and description, which pages render separately. */
  texts: string[]
  /** The status that a team member chooses. */
  chosen?: 'pending' | 'approved' | undefined
}

/**
 * Returns the status of a new request. The board decides whether it waits for review; a team member's request is
 * approved unless the member chooses otherwise.
 */
export function initialStatusFor(
  { actor, workspaceId }: Scope,
  board: BoardRow,
  { customerId, texts, chosen }: NewRequest,
): InitialStatus {
  if (actor.type === 'member') return chosen ?? 'approved'
  if (board.reviews_new === 'none') return 'approved'
  if (board.reviews_new === 'all' || customerId === null) return 'pending'
  if (board.reviews_new === 'links' && texts.some(containsLink)) return 'pending'
  return approvedIfApprovedBefore(workspaceId, customerId)
}

const approvedIfApprovedBefore = (workspaceId: string, customerId: string) =>
  sql<FeedbackStatus>`case when exists (
      select from feedback_context c join feedback f on f.workspace_id = c.workspace_id and f.id = c.feedback_id
      where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId} and f.status = 'approved')
    then 'approved' else 'pending' end`
