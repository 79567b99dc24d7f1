import { type RawBuilder, sql } from 'kysely'
import { selectPendingCount } from '../feedback/pending-count.ts'
import { permit } from '../platform/authorization.ts'
import type { Scope } from '../platform/scope.ts'
import { inboxCan } from './permissions.ts'

/** The review queue as one item of the inbox. */
export interface ReviewItem {
  /** Up to 100. */
  waiting: number
  newestAt: string
  isUnread: boolean
}

const maxCounted = 100

/** Selects when the newest request or comment that waits for review was submitted; null if none waits. */
export const selectNewestForReview = (workspaceId: string): RawBuilder<string | null> =>
  sql`greatest((select max(created_at) from feedback where workspace_id = ${workspaceId} and status = 'pending'),
    (select max(created_at) from pending_comments where workspace_id = ${workspaceId} and status = 'pending'))`

/**
 * Returns the acting member's item about the review queue; null if they want none, or nothing waits. It is computed and
 * not stored: one item stands for the queue, and disappears when someone else has decided.
 * @throws 403
 */
export async function getReviewItem({ db, workspaceId, actor }: Scope): Promise<ReviewItem | null> {
  permit(inboxCan(actor).use)
  const { rows } = await sql<{ waiting: number; newestAt: string; isUnread: boolean }>`
    select ${selectPendingCount(workspaceId, maxCounted)} as waiting, newest.at as "newestAt",
      newest.at > coalesce(m.review_read_at, '-infinity') as "isUnread"
    from members m, (select ${selectNewestForReview(workspaceId)} as at) newest
    where m.workspace_id = ${workspaceId} and m.id = ${actor.id} and m.shows_review and newest.at is not null`.execute(
    db,
  )
  return rows[0] ?? null
}
