import type { Insertable, InsertObject } from 'kysely'
import { audit } from '../audit/record.ts'
import type { BoardRow } from '../boards/queries.ts'
import { recordEvent } from '../events/record.ts'
import { prepared } from '../platform/db/prepared.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'
import type { InitialStatus } from './initial-status.ts'
import { presentFeedback } from './present.ts'
import { recordVote } from './record-vote.ts'
import { type Feedback, type FeedbackCreate, type NewEditableFields, toEditableColumns } from './schema.ts'
import { initialTrend } from './trend.ts'

export interface NewFeedback extends NewEditableFields, Pick<FeedbackCreate, 'sourceUrl' | 'metadata'> {
  board: Pick<BoardRow, 'id' | 'slug' | 'name'>
  status: InitialStatus
  productStage?: 'planned' | 'in_progress' | 'completed' | 'closed'
  /** The submitter, who casts the first vote; absent or null for an anonymous request. */
  customerId?: string | null
}

export interface InsertedFeedback {
  id: string
  /** Resolves with the request once it is inserted. */
  inserted: Promise<Feedback>
}

/** Inserts a request with its submitter's vote and its private context. */
export function insertFeedback(tx: WriteScope, request: NewFeedback): InsertedFeedback {
  const { board, productStage, customerId = null, status } = request
  const id = newId()
  const votes = customerId === null ? 0 : 1
  const row = {
    workspace_id: tx.workspaceId,
    id,
    board_id: board.id,
    ...toEditableColumns(request),
    product_stage: productStage ?? null,
    votes,
    created_at: tx.now,
    updated_at: tx.now,
    last_activity_at: tx.now,
    trend: initialTrend(tx.now, votes),
  }
  // A status decided by the database is a subquery, which cannot be a parameter of a prepared statement.
  const inserting =
    typeof status === 'string'
      ? insertFeedbackRow(tx.db, { ...row, status })
      : insertReturning(tx.db, { ...row, status }).execute()
  const inserted = inserting.then(([decided]) =>
    presentFeedback({
      ...row,
      ...decided!,
      comments: 0,
      board_id: board.id,
      board_slug: board.slug,
      board_name: board.name,
      roadmap_item_id: null,
    }),
  )
  tx.defer(inserted)
  if (customerId !== null) recordVote(tx, id, customerId)
  insertContext(tx, id, request)
  return { id, inserted }
}

/** Returns what PostgreSQL decides: the status may be a subquery, and the stage is a generated column. */
const insertReturning = (db: WriteScope['db'], row: InsertObject<Tables, 'feedback'>) =>
  db.insertInto('feedback').values(row).returning(['status', 'stage'])

const insertFeedbackRow = prepared(insertReturning)

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

/** Records a new request in the audit log and as an event. */
export function auditCreated(tx: WriteScope, feedback: Feedback, customerId: string | null): void {
  const { id, board, status } = feedback
  audit(tx, 'feedback.created', id, { boardId: board.id, customerId, ...(status === 'approved' && { status }) })
  recordEvent(tx, { type: 'feedback.created', resourceId: id, data: feedback })
}
