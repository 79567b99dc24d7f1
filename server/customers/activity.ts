import { sql } from 'kysely'
import { presentFeedbackJson } from '../feedback/present.ts'
import { listFeedbackRowsByIds } from '../feedback/queries.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import type { Scope } from '../platform/scope.ts'
import { requireCustomer } from './queries.ts'

interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

/** Lists the requests that a customer submitted as JSON, newest first. @throws 404; 400 for a cursor of another list */
export async function listFeedbackOfCustomer(
  scope: Scope,
  customerId: string,
  { limit = 25, cursor }: PageQuery,
  signer: Signer,
): Promise<Page<string>> {
  const cursors = createCursors(signer, 'feedback of a customer', scope.workspaceId, { customerId })
  const after = cursors.decode(cursor) as [createdAt: string, id: string] | undefined
  const ids = sql<string>`
    select f.id from feedback_context x
    join feedback f on f.workspace_id = x.workspace_id and f.id = x.feedback_id
    where x.workspace_id = ${scope.workspaceId} and x.customer_id = ${customerId}
      ${after === undefined ? sql`` : sql`and (f.created_at, f.id) < (${after[0]}, ${after[1]})`}
    order by f.created_at desc, f.id desc limit ${limit + 1}`
  const [rows] = await Promise.all([listFeedbackRowsByIds(scope, ids, limit), requireCustomer(scope, customerId)])
  return paginate(rows, limit, cursors, (row) => [row.created_at, row.id], presentFeedbackJson)
}
