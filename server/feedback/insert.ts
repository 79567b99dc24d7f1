import type { Insertable } from 'kysely'
import { audit } from '../audit/record.ts'
import { prepared } from '../platform/db/prepared.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'
import type { InitialStatus } from './initial-status.ts'
import { recordVote } from './record-vote.ts'
import { type Feedback, type FeedbackCreate, type NewEditableFields, toEditableColumns } from './schema.ts'
import { searchKeys } from './search/search-keys.ts'
import { initialTrend } from './trend.ts'

export interface NewFeedback extends NewEditableFields, Pick<FeedbackCreate, 'sourceUrl' | 'metadata'> {
  boardId: string
  status: InitialStatus
  productStage?: 'planned' | 'in_progress' | 'completed' | 'closed'
  /** The submitter, who casts the first vote; absent or null for an anonymous request. */
  customerId?: string | null
}

/** Inserts a request with its submitter's vote and its private context. @returns the id of the request. */
export function insertFeedback(tx: WriteScope, request: NewFeedback): string {
  const { boardId, title, description, productStage, customerId = null, status } = request
  const id = newId()
  const votes = customerId === null ? 0 : 1
  const row = {
    workspace_id: tx.workspaceId,
    id,
    board_id: boardId,
    ...toEditableColumns(request),
    search_keys: searchKeys(tx.workspaceId, title, description),
    product_stage: productStage ?? null,
    votes,
    created_at: tx.now,
    updated_at: tx.now,
    last_activity_at: tx.now,
    trend: initialTrend(tx.now, votes),
  }
  // A status decided by the database is a subquery, which cannot be a parameter of a prepared statement.
  tx.defer(
    typeof status === 'string'
      ? insertFeedbackRow(tx.db, { ...row, status })
      : tx.db
          .insertInto('feedback')
          .values({ ...row, status })
          .execute(),
  )
  if (customerId !== null) recordVote(tx, id, customerId)
  insertContext(tx, id, request)
  return id
}

const insertFeedbackRow = prepared((db, row: Insertable<Tables['feedback']>) => db.insertInto('feedback').values(row))

/** Inserts the private context, which is stored in a table that no public query reads. */
function insertContext(tx: WriteScope, id: string, { customerId = null, sourceUrl, metadata }: NewFeedback): void {
  if (customerId === null && sourceUrl === undefined && metadata === undefined) return
  tx.defer(
    insertContextRow(tx.db, {
      workspace_id: tx.workspaceId,
      feedback_id: id,
      customer_id: customerId,
      source_url: sourceUrl ?? null,
      metadata: metadata === undefined ? null : JSON.stringify(metadata),
    }),
  )
}

const insertContextRow = prepared((db, row: Insertable<Tables['feedback_context']>) =>
  db.insertInto('feedback_context').values(row),
)

export function auditCreated(tx: WriteScope, { id, board, status }: Feedback, customerId: string | null): void {
  audit(tx, 'feedback.created', id, { boardId: board.id, customerId, ...(status === 'approved' && { status }) })
}
