import type { Insertable } from 'kysely'
import { audit } from '../audit/record.ts'
import type { BoardRow } from '../boards/queries.ts'
import { recordEvent } from '../events/record.ts'
import { prepared } from '../platform/db/prepared.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'
import type { InitialStatus } from './initial-status.ts'
import { deriveStage } from './lifecycle/derive-stage.ts'
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
  /** Resolves with the request as it will be after the commit. */
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
  const present = (decided: Pick<Feedback, 'status' | 'stage'>): Feedback =>
    presentFeedback({
      ...row,
      ...decided,
      comments: 0,
      board_id: board.id,
      board_slug: board.slug,
      board_name: board.name,
      roadmap_item_id: null,
    })
  const inserted = insertRow(tx, row, status, present)
  if (customerId !== null) recordVote(tx, id, customerId)
  insertContext(tx, id, request)
  return { id, inserted }
}

type FeedbackRow = Omit<Insertable<Tables['feedback']>, 'status'>

/** Inserts the row. A given status decides the stage too, so that nothing has to wait for the insertion. */
function insertRow(
  tx: WriteScope,
  row: FeedbackRow,
  status: InitialStatus,
  present: (decided: Pick<Feedback, 'status' | 'stage'>) => Feedback,
): Promise<Feedback> {
  if (typeof status === 'string') {
    tx.defer(insertFeedbackRow(tx.db, { ...row, status }))
    return Promise.resolve(present({ status, stage: deriveStage({ status, productStage: row.product_stage ?? null }) }))
  }
  // A subquery cannot be a parameter of a prepared statement.
  const inserted = tx.db
    .insertInto('feedback')
    .values({ ...row, status })
    .returning(['status', 'stage'])
    .executeTakeFirstOrThrow()
    .then(present)
  tx.defer(inserted)
  return inserted
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

/** Records a new request in the audit log and as an event. */
export function auditCreated(tx: WriteScope, feedback: Feedback, customerId: string | null): void {
  const { id, board, status } = feedback
  audit(tx, 'feedback.created', id, { boardId: board.id, customerId, ...(status === 'approved' && { status }) })
  recordEvent(tx, { type: 'feedback.created', resourceId: id, data: feedback })
}
