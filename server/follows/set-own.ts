import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { assertNotBlocked } from '../customers/blocking/assert-not-blocked.ts'
import { isSelf } from '../customers/self/is-self.ts'
import { isVisible } from '../feedback/public/visibility.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'

/**
 * Sets whether a customer follows a request. Following does not make them a participant, so it does not count toward
 * the plan's cap. Idempotent: sets the decision instead of toggling it.
 * @throws 404 for a request that customers cannot see; 403, including for a blocked customer who wants to follow
 */
export async function setOwnFollow(
  tx: WriteScope,
  feedbackId: string,
  isFollowing: boolean,
  customerId: string,
): Promise<void> {
  permit(isSelf(tx.actor, customerId))
  const { rows } = await sql`select f.id from feedback f
    where f.workspace_id = ${tx.workspaceId} and f.id = ${feedbackId} and ${isVisible('f')} for key share of f`.execute(
    tx.db,
  )
  if (rows.length === 0) throw notFound()
  // Blocked customers can still stop the mail.
  if (isFollowing) await assertNotBlocked(tx, customerId)
  const changed = await sql`
    insert into follows (workspace_id, feedback_id, customer_id, is_following, source, created_at)
    values (${tx.workspaceId}, ${feedbackId}, ${customerId}, ${isFollowing}, 'button', ${tx.now})
    on conflict (workspace_id, feedback_id, customer_id) do update
      set is_following = excluded.is_following, source = 'button', created_at = excluded.created_at
      where follows.is_following <> excluded.is_following
    returning customer_id`.execute(tx.db)
  if (changed.rows.length > 0)
    audit(tx, isFollowing ? 'feedback.followed' : 'feedback.unfollowed', feedbackId, { customerId })
}

/**
 * Makes the author of a comment follow its request, unless they have decided before. The caller has locked the request.
 */
export function followByCommenting(tx: WriteScope, feedbackId: string, customerId: string): void {
  tx.defer(
    sql`insert into follows (workspace_id, feedback_id, customer_id, is_following, source, created_at)
      values (${tx.workspaceId}, ${feedbackId}, ${customerId}, true, 'comment', ${tx.now}) on conflict do nothing`.execute(
      tx.db,
    ),
  )
}
