import { type RawBuilder, sql } from 'kysely'
import { requireCustomer } from '../customers/queries.ts'
import { requireFeedback } from '../feedback/queries.ts'
import type { Stage } from '../feedback/schema.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import type { CustomerVote, FeedbackVote, Vote } from './schema.ts'

interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

/** Returns a customer's vote for a request. @throws 404 */
export async function getVote({ db, workspaceId }: Scope, feedbackId: string, customerId: string): Promise<Vote> {
  const row = await db
    .selectFrom('votes')
    .select(['feedback_id as feedbackId', 'customer_id as customerId', 'created_at as createdAt'])
    .where('workspace_id', '=', workspaceId)
    .where('feedback_id', '=', feedbackId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

interface FeedbackVoteRow extends Vote {
  externalId: string | null
  email: string | null
  name: string | null
}

/** Lists the votes of a request with their customers, newest first. @throws 404; 400 for a cursor of another list */
export async function listVotesOfFeedback(
  scope: Scope,
  feedbackId: string,
  { limit = 25, cursor }: PageQuery,
  signer: Signer,
): Promise<Page<FeedbackVote>> {
  const cursors = createCursors(signer, 'votes of a request', scope.workspaceId, { feedbackId })
  const votes = votePage(scope, { of: 'feedback_id', id: feedbackId }, 'customer_id', cursors.decode(cursor), limit)
  const [{ rows }] = await Promise.all([
    sql<FeedbackVoteRow>`
      select v.feedback_id as "feedbackId", v.customer_id as "customerId", v.created_at as "createdAt",
        c.external_id as "externalId", c.email, c.name
      from ${votes} v join customers c on c.workspace_id = v.workspace_id and c.id = v.customer_id
      order by v.created_at desc, v.customer_id desc`.execute(scope.db),
    requireFeedback(scope, feedbackId),
  ])
  const present = ({ externalId, email, name, ...vote }: FeedbackVoteRow): FeedbackVote => ({
    ...vote,
    customer: { id: vote.customerId, externalId, email, name },
  })
  return paginate(rows, limit, cursors, (row) => [row.createdAt, row.customerId], present)
}

interface CustomerVoteRow extends Vote {
  title: string
  stage: Stage
}

/** Lists the votes of a customer with their requests, newest first. @throws 404; 400 for a cursor of another list */
export async function listVotesOfCustomer(
  scope: Scope,
  customerId: string,
  { limit = 25, cursor }: PageQuery,
  signer: Signer,
): Promise<Page<CustomerVote>> {
  const cursors = createCursors(signer, 'votes of a customer', scope.workspaceId, { customerId })
  const votes = votePage(scope, { of: 'customer_id', id: customerId }, 'feedback_id', cursors.decode(cursor), limit)
  const [{ rows }] = await Promise.all([
    sql<CustomerVoteRow>`
      select v.feedback_id as "feedbackId", v.customer_id as "customerId", v.created_at as "createdAt", f.title, f.stage
      from ${votes} v join feedback f on f.workspace_id = v.workspace_id and f.id = v.feedback_id
      order by v.created_at desc, v.feedback_id desc`.execute(scope.db),
    requireCustomer(scope, customerId),
  ])
  const present = ({ title, stage, ...vote }: CustomerVoteRow): CustomerVote => ({
    ...vote,
    feedback: { id: vote.feedbackId, title, stage },
  })
  return paginate(rows, limit, cursors, (row) => [row.createdAt, row.feedbackId], present)
}

/** Selects a page of votes and one row more. The limit keeps the planner from joining more rows. */
function votePage(
  { workspaceId }: Scope,
  { of, id }: { of: 'feedback_id' | 'customer_id'; id: string },
  orderedBy: 'feedback_id' | 'customer_id',
  after: (string | number)[] | undefined,
  limit: number,
): RawBuilder<unknown> {
  return sql`(
    select * from votes where workspace_id = ${workspaceId} and ${sql.ref(of)} = ${id}
      ${after === undefined ? sql`` : sql`and (created_at, ${sql.ref(orderedBy)}) < (${after[0]}, ${after[1]})`}
    order by created_at desc, ${sql.ref(orderedBy)} desc limit ${limit + 1})`
}
