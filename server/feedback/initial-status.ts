import { type RawBuilder, sql } from 'kysely'
import type { BoardRow } from '../boards/queries.ts'
import type { Scope } from '../platform/scope.ts'
import type { FeedbackStatus } from './schema.ts'

/** A status, or an expression that PostgreSQL evaluates when it inserts the request. */
export type InitialStatus = FeedbackStatus | RawBuilder<FeedbackStatus>

/**
 * Returns the status of a new request. The board decides whether it waits for review; a team member's request is
 * approved unless the member chooses otherwise.
 * @param customerId the submitter if they are a known customer; null otherwise, since new ones have no requests.
 */
export function initialStatusFor(
  { actor, workspaceId }: Scope,
  board: BoardRow,
  { customerId, chosen }: { customerId: string | null; chosen?: 'pending' | 'approved' | undefined },
): InitialStatus {
  if (actor.type === 'member') return chosen ?? 'approved'
  if (board.reviews_new === 'none') return 'approved'
  if (board.reviews_new === 'first_time' && customerId !== null)
    return approvedIfApprovedBefore(workspaceId, customerId)
  return 'pending'
}

const approvedIfApprovedBefore = (workspaceId: string, customerId: string) =>
  sql<FeedbackStatus>`case when exists (
      select from feedback_context c join feedback f on f.workspace_id = c.workspace_id and f.id = c.feedback_id
      where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId} and f.status = 'approved')
    then 'approved' else 'pending' end`
