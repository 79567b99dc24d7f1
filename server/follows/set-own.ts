import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { assertNotBlocked } from '../customers/blocking/assert-not-blocked.ts'
import { isSelf } from '../customers/self/is-self.ts'
import { isVisible } from '../feedback/public/visibility.ts'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'

type TransactionScope = Omit<WriteScope, 'enqueue'>

/**
 * Sets whether a customer follows a request. Following does not make them a participant, so it does not count toward
 * the plan's cap. Idempotent: sets the decision instead of toggling it.
 * @throws 404 for a request that customers cannot see; 403, including for a blocked customer who wants to follow
 */
export async function setOwnFollow(
  tx: TransactionScope,
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
  await storeDecision(tx, feedbackId, isFollowing, customerId)
}

/**
 * Stops mail about a request for a customer who used the link in a message. Unlike `setOwnFollow`, it also works if the
 * request is no longer public. Idempotent.
 * @throws 404 for a deleted request; 403 for any other actor
 */
export async function stopMailAbout(tx: TransactionScope, feedbackId: string, customerId: string): Promise<void> {
  permit(isSelf(tx.actor, customerId))
  const { rows } = await sql`select f.id from feedback f
    where f.workspace_id = ${tx.workspaceId} and f.id = ${feedbackId} for key share of f`.execute(tx.db)
  if (rows.length === 0) throw notFound()
  await storeDecision(tx, feedbackId, false, customerId)
}

async function storeDecision(
  tx: TransactionScope,
  feedbackId: string,
  isFollowing: boolean,
  customerId: string,
): Promise<void> {
  const changed = await sql`
    insert into follows (workspace_id, feedback_id, customer_id, is_following, source, created_at)
    values (${tx.workspaceId}, ${feedbackId}, ${customerId}, ${isFollowing}, 'button', ${tx.now})
    on conflict (workspace_id, feedback_id, customer_id) do update
      set is_following = excluded.is_following, source = 'button', created_at = excluded.created_at
      where (follows.is_following, follows.source) is distinct from (excluded.is_following, 'button')
    returning customer_id`.execute(tx.db)
  if (changed.rows.length > 0)
    audit(tx, isFollowing ? 'feedback.followed' : 'feedback.unfollowed', feedbackId, { customerId })
}

/**
 * Makes the author of a public comment follow its request, unless they already follow it or have stopped following it.
 * The caller has locked the thread.
 */
export function followByCommenting(tx: WriteScope, thread: CommentThread, customerId: string): void {
  if (thread.of === 'entry_id') return
  tx.defer(
    sql`insert into follows (workspace_id, feedback_id, customer_id, is_following, source, created_at)
      values (${tx.workspaceId}, ${thread.id}, ${customerId}, true, 'comment', ${tx.now}) on conflict do nothing`.execute(
      tx.db,
    ),
  )
}

/**
 * Ends the follow that a comment began, unless its author has another public comment on the request. A decision that
 * the author made with the button stays. The caller has locked the thread, and removes the comment afterwards.
 */
export async function unfollowByRemoval(tx: WriteScope, thread: CommentThread, commentId: string): Promise<void> {
  if (thread.of === 'entry_id') return
  await sql`
    delete from follows d using comments m
    where m.workspace_id = ${tx.workspaceId} and m.id = ${commentId}
      and d.workspace_id = m.workspace_id and d.feedback_id = m.feedback_id and d.customer_id = m.customer_id
      and d.source = 'comment' and d.is_following
      and not exists (select from comments o where o.workspace_id = m.workspace_id and o.feedback_id = m.feedback_id
        and o.customer_id = m.customer_id and o.id <> m.id)`.execute(tx.db)
}

/** The request or changelog entry of a comment. Only requests can be followed. */
interface CommentThread {
  of: 'feedback_id' | 'entry_id'
  id: string
}
