import { type RawBuilder, sql } from 'kysely'
import { containsLink, type ReviewPolicy, reviewPolicies } from '../../boards/review-policy.ts'
import { withoutIndex } from '../../platform/db/without-index.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Thread } from '../queries.ts'

/** Returns whether a customer's new comment waits for review. */
export async function mustAwaitReview(
  { db, workspaceId }: Scope,
  thread: Thread,
  { body, customerId }: { body: string; customerId: string },
): Promise<boolean> {
  const { rows } = await sql<{ policy: ReviewPolicy; isNewcomer: boolean }>`
    select ${policyOf(workspaceId, thread)} as policy, not (${hasApprovedContent(workspaceId, customerId)}) as "isNewcomer"
  `.execute(db)
  const { policy, isNewcomer } = rows[0]!
  if (policy === 'none' || policy === 'all') return policy === 'all'
  return isNewcomer || (policy === 'links' && containsLink(body))
}

/** Returns the review policy for a thread's comments. */
export async function getCommentPolicy({ db, workspaceId }: Scope, thread: Thread): Promise<ReviewPolicy> {
  const { rows } = await sql<{ policy: ReviewPolicy }>`select ${policyOf(workspaceId, thread)} as policy`.execute(db)
  return rows[0]!.policy
}

/** Selects the rule of the request's board; for changelog entries, which have no board, the strictest of all boards. */
const policyOf = (workspaceId: string, { of, id }: Thread): RawBuilder<ReviewPolicy> =>
  of === 'feedback_id'
    ? sql`(select b.reviews_comments from feedback f join boards b on b.workspace_id = f.workspace_id and b.id = f.board_id
        where f.workspace_id = ${workspaceId} and f.id = ${id})`
    : sql`(select reviews_comments from boards where workspace_id = ${workspaceId}
        order by array_position(${[...reviewPolicies]}::text[], reviews_comments) limit 1)`

/** Whether the team has approved a comment or a request of the customer. */
const hasApprovedContent = (workspaceId: string, customerId: string): RawBuilder<boolean> => sql`exists (
    select from comments where workspace_id = ${workspaceId} and customer_id = ${customerId})
  or exists (
    select from feedback_context c join feedback f on f.workspace_id = c.workspace_id and f.id = c.feedback_id
    where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId} and ${withoutIndex(sql`f.status = 'approved'`)})`
